"""Looks up the knowledge of a game: what is good in it, never what is legal."""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from bough.core.cache import joined_digest
from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game
from bough.knowledge.connection import connection_knowledge
from bough.knowledge.contract import NOTHING, Knowledge
from bough.knowledge.dark_chess.knowledge import dark_chess_knowledge
from bough.knowledge.go.knowledge import go_knowledge
from bough.knowledge.loa.knowledge import loa_knowledge
from bough.knowledge.patterns.knowledge import with_patterns
from bough.knowledge.patterns.table import weights_in

BUILT_IN: dict[str, Callable[[Game], Knowledge]] = {
    "loa": loa_knowledge,
    "dark-chess": dark_chess_knowledge,
    "go": go_knowledge,
    "hex": connection_knowledge,
    "y": connection_knowledge,
    "havannah": connection_knowledge,
}
"""Functions that build the knowledge of built-in games, by family: the name of the game up to the colon."""


def evaluation_or_nothing(game: Game, name: str = "") -> Part:
    """The evaluation with this name, or the best one; 0 everywhere for a game without evaluations."""
    known = knowledge_of(game)
    return known.evaluation(name) if known.evaluations or name else _even


@part
def _even(position):
    return 0.0


def with_knowledge(game: Game, knowledge: Knowledge) -> Game:
    """Replace the knowledge of a game with an evaluation, move weights or other knowledge of your own.

    Args:
        game: Any game, built in or not.
        knowledge: The new knowledge; see bough.Knowledge.

    Returns:
        A game with the same rules and the new knowledge. To searchers it is a different game: take positions from its
        own `start()`.
    """
    source = hashlib.sha256(repr(sorted(_code_of(knowledge))).encode()).hexdigest()
    rules = replace(game.rules, source=joined_digest(game.rules.source, source))
    return replace(game, rules=rules, knowledge=knowledge, full_name="")


def _code_of(knowledge: Knowledge) -> list[str]:
    """The source of each part; when it changes, compiled code is out of date."""
    parts = [part for part in vars(knowledge).values() if callable(part)] + list(knowledge.evaluations.values())
    return [inspect.getsource(part) + part.__qualname__ for part in parts]


@lru_cache(maxsize=64)
def knowledge_of(game: Game) -> Knowledge:
    """The knowledge of a game; most games have none (NOTHING)."""
    known = _own_knowledge(game)
    if game.learned is None:
        return known
    return with_patterns(known, game, weights_in(game, game.learned))


def _own_knowledge(game: Game) -> Knowledge:
    if isinstance(game.knowledge, Knowledge):
        return game.knowledge
    maker = BUILT_IN.get(game.family) if game.file is None else None
    return maker(game) if maker else NOTHING
