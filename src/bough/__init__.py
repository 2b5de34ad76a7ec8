"""Bough: Monte-Carlo tree search for board games, rules in plain Python, searched at machine speed, with proofs."""

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED, Game
from bough.games.layout import Cell, Layout, square_layout
from bough.games.names import game
from bough.games.position import Position
from bough.knowledge.contract import Knowledge
from bough.search.recipe import Recipe, recipe
from bough.search.result import MoveResult, Result
from bough.search.searching import Searcher, search, search_many

__version__ = "0.2.0"

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
