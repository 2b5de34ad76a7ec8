"""Careful playouts: a move that throws something away is drawn again, as a rule."""

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.contract import Game
from bough.knowledge.registry import knowledge_of
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice

DRAWS = 8
"""Of one ply; where nearly every move is unwise, the last one drawn is made."""


def careful(game: Game, hooks: Hooks) -> Hooks:
    """Refuse this share of the unwise moves that playouts draw; few are kept, since some are sacrifices."""
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


def lacks_unwise(game: Game) -> str | None:
    """Why playouts of a game cannot be careful, if so."""
    return None if knowledge_of(game).unwise else "nothing is known about which of its moves are unwise"
