"""Bough: Monte-Carlo tree search for board games, rules in plain Python, searched at machine speed, with proofs."""

from bough.arena.match import Match
from bough.arena.match import match_of as match
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below, unit
from bough.core.version import __version__
from bough.games.boards.layout import Cell, Layout, Piece, square_layout
from bough.games.boards.svg import svg_board
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED, EngineWords, Face, Rules
from bough.games.game import Game, Position, replay
from bough.games.names import game
from bough.knowledge.contract import Knowledge
from bough.knowledge.registry import with_knowledge
from bough.search.classic.exact import ExactValues
from bough.search.idea import Idea, Number, Stage, idea
from bough.search.ideas.registry import register
from bough.search.kinds import results, search, searcher
from bough.search.many import search_many
from bough.search.recipe import Recipe, recipe
from bough.search.result import MoveResult, Result
from bough.search.seams.hooks import AT_ONCE, NEVER, UNKNOWN, Hooks, mean_with
from bough.search.searcher import Searcher
from bough.search.trees.tree import Tree
from bough.search.views.explore import Branch, View

__all__ = [
    "AT_ONCE",
    "CHANCE",
    "DRAW",
    "FIRST",
    "NEVER",
    "SECOND",
    "UNDECIDED",
    "UNKNOWN",
    "BoughError",
    "Branch",
    "Budget",
    "Cell",
    "EngineWords",
    "ExactValues",
    "Face",
    "Game",
    "Hooks",
    "Idea",
    "Knowledge",
    "Layout",
    "Match",
    "MoveResult",
    "Number",
    "Piece",
    "Position",
    "Recipe",
    "Result",
    "Rules",
    "Searcher",
    "Stage",
    "Store",
    "Tree",
    "View",
    "__version__",
    "advance",
    "below",
    "game",
    "idea",
    "match",
    "mean_with",
    "part",
    "recipe",
    "record_type",
    "register",
    "replay",
    "results",
    "run_match",
    "search",
    "search_many",
    "searcher",
    "square_layout",
    "svg_board",
    "unit",
    "with_knowledge",
]
