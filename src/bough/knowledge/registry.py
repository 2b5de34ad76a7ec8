"""What is good in a game, never what is legal."""

from collections.abc import Callable
from functools import lru_cache

from bough.core.jit import part
from bough.games.contract import Game, Part
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


@lru_cache(maxsize=64)
def knowledge_of(game: Game) -> Knowledge:
    """What is known about a game; nothing for most."""
    if isinstance(game.knowledge, Knowledge):
        return game.knowledge
    maker = BUILT_IN.get(game.name.partition(":")[0]) if game.source is None else None
    return maker(game) if maker else NOTHING
