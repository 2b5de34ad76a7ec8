"""Careful playouts: if the policy draws a move that gives something away, it usually draws again."""

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice

DRAWS = 8
"""Maximum draws per ply; the last one is played even if it is unwise."""


def lacks_unwise(game: Game) -> str | None:
    """Why a game cannot have careful playouts, or None if it can."""
    return None if knowledge_of(game).unwise else "nothing is known about which of its moves are unwise"


@idea(
    "careful",
    "playouts refuse most moves that throw something away",
    stage=Stage.PLAYOUT,
    lacks=lacks_unwise,
    share=0.9,
)
def careful(game: Game, hooks: Hooks) -> Hooks:
    """Draw again with probability `share` if a playout move is unwise; some such moves are good sacrifices."""
    choose_any, unwise = hooks.choose or uniform_choice(game), knowledge_of(game).unwise

    @part
    def choose(position, memory, params, legal, rng):
        move, rng = choose_any(position, memory, params, legal, rng)
        for _ in range(DRAWS - 1):
            if not unwise(position, move):
                break
            rng = advance(rng)
            if unit(rng) >= params.careful_share:
                break
            move, rng = choose_any(position, memory, params, legal, rng)
        return move, rng

    return hooks._replace(choose=choose)
