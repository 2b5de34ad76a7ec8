"""Bough: Monte-Carlo tree search for board games, rules in plain Python, searched at machine speed, with proofs."""

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below
from bough.core.version import __version__
from bough.games.boards.layout import Cell, Layout, square_layout
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED, Game
from bough.games.names import game
from bough.games.position import Position
from bough.knowledge.contract import Knowledge
from bough.search.recipe import Recipe, recipe
from bough.search.result import MoveResult, Result
from bough.search.searcher import Searcher, search, search_many

__all__ = [
    "CHANCE",
    "DRAW",
    "FIRST",
    "SECOND",
    "UNDECIDED",
    "BoughError",
    "Cell",
    "Game",
    "Knowledge",
    "Layout",
    "MoveResult",
    "Position",
    "Recipe",
    "Result",
    "Searcher",
    "__version__",
    "advance",
    "below",
    "game",
    "part",
    "recipe",
    "record_type",
    "search",
    "search_many",
    "square_layout",
]
