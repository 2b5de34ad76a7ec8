"""Bough: Monte-Carlo tree search for board games, rules in plain Python, searched at machine speed, with proofs.

Names are imported when they are first used, so that `import bough` takes a moment and no compiler.
"""

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bough.core.version import __version__

if TYPE_CHECKING:
    from bough.arena.match import Match as Match
    from bough.arena.match import match_of as match
    from bough.arena.results.store import Store as Store
    from bough.arena.running import run_match as run_match
    from bough.core.budget import Budget as Budget
    from bough.core.errors import BoughError as BoughError
    from bough.core.jit import part as part
    from bough.core.records import record_type as record_type
    from bough.core.rng import advance as advance
    from bough.core.rng import below as below
    from bough.core.rng import unit as unit
    from bough.games.boards.decided import Decided as Decided
    from bough.games.boards.layout import Cell as Cell
    from bough.games.boards.layout import Layout as Layout
    from bough.games.boards.layout import Piece as Piece
    from bough.games.boards.layout import square_layout as square_layout
    from bough.games.boards.svg import svg_board as svg_board
    from bough.games.contract import CHANCE as CHANCE
    from bough.games.contract import DRAW as DRAW
    from bough.games.contract import FIRST as FIRST
    from bough.games.contract import SECOND as SECOND
    from bough.games.contract import UNDECIDED as UNDECIDED
    from bough.games.contract import Endings as Endings
    from bough.games.contract import EngineWords as EngineWords
    from bough.games.contract import Face as Face
    from bough.games.contract import Rules as Rules
    from bough.games.formats.verifying import verify_certificate as verify
    from bough.games.game import Game as Game
    from bough.games.game import Position as Position
    from bough.games.game import replay as replay
    from bough.games.names import game as game
    from bough.knowledge.contract import Knowledge as Knowledge
    from bough.knowledge.evaluator import Batch as Batch
    from bough.knowledge.registry import with_knowledge as with_knowledge
    from bough.lab.dataset import Example as Example
    from bough.lab.dataset import write_dataset as write_dataset
    from bough.search.classic.exact import ExactValues as ExactValues
    from bough.search.idea import Idea as Idea
    from bough.search.idea import Number as Number
    from bough.search.idea import Stage as Stage
    from bough.search.idea import evaluator as evaluator
    from bough.search.idea import idea as idea
    from bough.search.ideas.registry import register as register
    from bough.search.kinds import results as results
    from bough.search.kinds import search as search
    from bough.search.kinds import searcher as searcher
    from bough.search.many import search_many as search_many
    from bough.search.recipe import Recipe as Recipe
    from bough.search.recipe import recipe as recipe
    from bough.search.result import MoveResult as MoveResult
    from bough.search.result import Result as Result
    from bough.search.seams.hooks import AT_ONCE as AT_ONCE
    from bough.search.seams.hooks import NEVER as NEVER
    from bough.search.seams.hooks import UNKNOWN as UNKNOWN
    from bough.search.seams.hooks import Hooks as Hooks
    from bough.search.seams.hooks import mean_with as mean_with
    from bough.search.searcher import Searcher as Searcher
    from bough.search.solving.solving import Solution as Solution
    from bough.search.solving.solving import solve as solve
    from bough.search.trees.tree import Tree as Tree
    from bough.search.views.explore import Branch as Branch
    from bough.search.views.explore import View as View

_WHERE = {
    "bough.arena.match": "Match match=match_of",
    "bough.arena.results.store": "Store",
    "bough.arena.running": "run_match",
    "bough.core.budget": "Budget",
    "bough.core.errors": "BoughError",
    "bough.core.jit": "part",
    "bough.core.records": "record_type",
    "bough.core.rng": "advance below unit",
    "bough.games.boards.decided": "Decided",
    "bough.games.boards.layout": "Cell Layout Piece square_layout",
    "bough.games.boards.svg": "svg_board",
    "bough.games.contract": "CHANCE DRAW FIRST SECOND UNDECIDED Endings EngineWords Face Rules",
    "bough.games.formats.verifying": "verify=verify_certificate",
    "bough.games.game": "Game Position replay",
    "bough.games.names": "game",
    "bough.knowledge.contract": "Knowledge",
    "bough.knowledge.evaluator": "Batch",
    "bough.knowledge.registry": "with_knowledge",
    "bough.lab.dataset": "Example write_dataset",
    "bough.search.classic.exact": "ExactValues",
    "bough.search.idea": "Idea Number Stage evaluator idea",
    "bough.search.ideas.registry": "register",
    "bough.search.kinds": "results search searcher",
    "bough.search.many": "search_many",
    "bough.search.recipe": "Recipe recipe",
    "bough.search.result": "MoveResult Result",
    "bough.search.seams.hooks": "AT_ONCE NEVER UNKNOWN Hooks mean_with",
    "bough.search.searcher": "Searcher",
    "bough.search.solving.solving": "Solution solve",
    "bough.search.trees.tree": "Tree",
    "bough.search.views.explore": "Branch View",
}
"""The public names of each module; `match=match_of` is match_of there."""
_HOMES = {
    name: (module, real or name)
    for module, names in _WHERE.items()
    for name, _, real in (one.partition("=") for one in names.split())
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bough' has no attribute {name!r}")
    module, real = _HOMES[name]
    value = getattr(importlib.import_module(module), real)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Bough(ModuleType):
    """`bough.search` is the function. A package of ours has that name too, and importing it would hide the function."""

    def __reduce__(self) -> Any:
        """Pickled by name, like any module: the compiler does so with a game file's globals."""
        return importlib.import_module, (__name__,)

    @property
    def search(self) -> Any:
        from bough.search.kinds import search

        return search

    @search.setter
    def search(self, package: Any) -> None:
        pass


sys.modules[__name__].__class__ = _Bough

__all__ = [
    "AT_ONCE",
    "CHANCE",
    "DRAW",
    "FIRST",
    "NEVER",
    "SECOND",
    "UNDECIDED",
    "UNKNOWN",
    "Batch",
    "BoughError",
    "Branch",
    "Budget",
    "Cell",
    "Decided",
    "Endings",
    "EngineWords",
    "ExactValues",
    "Example",
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
    "Solution",
    "Stage",
    "Store",
    "Tree",
    "View",
    "__version__",
    "advance",
    "below",
    "evaluator",
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
    "solve",
    "square_layout",
    "svg_board",
    "unit",
    "verify",
    "with_knowledge",
    "write_dataset",
]
