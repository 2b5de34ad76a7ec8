"""What is good in a game, never what is legal."""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from bough.core.cache import joined_digest
from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game
from bough.knowledge.contract import NOTHING, Knowledge
from bough.knowledge.dark_chess.knowledge import dark_chess_knowledge
from bough.knowledge.go.knowledge import go_knowledge
from bough.knowledge.loa.knowledge import loa_knowledge

BUILT_IN: dict[str, Callable[[Game], Knowledge]] = {
    "loa": loa_knowledge,
    "dark-chess": dark_chess_knowledge,
    "go": go_knowledge,
}
"""Knowledge of built-in games by the family of the game: its name up to the colon."""


def evaluation_or_nothing(game: Game, name: str = "") -> Part:
    """The evaluation of this name or the best one; for a game that has none, that all positions are even."""
    known = knowledge_of(game)
    return known.evaluation(name) if known.evaluations or name else _even


@part
def _even(position):
    return 0.0


def with_knowledge(game: Game, knowledge: Knowledge) -> Game:
    """A game with an evaluation, move weights or other knowledge of your own in place of what it has.

    Args:
        game: Any game, built in or not.
        knowledge: What is known instead; see bough.Knowledge.

    Returns:
        The same rules with that knowledge. It is another game to searchers: take its positions from its own `start()`.
    """
    source = hashlib.sha256(repr(sorted(_code_of(knowledge))).encode()).hexdigest()
    rules = replace(game.rules, source=joined_digest(game.rules.source, source))
    return replace(game, rules=rules, knowledge=knowledge, full_name="")


def _code_of(knowledge: Knowledge) -> list[str]:
    """The source of each part: compiled code is stale once it changes."""
    parts = [part for part in vars(knowledge).values() if callable(part)] + list(knowledge.evaluations.values())
    return [inspect.getsource(part) + part.__qualname__ for part in parts]


@lru_cache(maxsize=64)
def knowledge_of(game: Game) -> Knowledge:
    """What is known about a game; nothing for most."""
    if isinstance(game.knowledge, Knowledge):
        return game.knowledge
    maker = BUILT_IN.get(game.family) if game.file is None else None
    return maker(game) if maker else NOTHING
