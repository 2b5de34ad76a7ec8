"""Playouts that end in a draw after n plies (Winands et al. 2008: 200)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import never_ending


@idea("limit", "playouts end in a draw after n plies", stage=Stage.ENDING, plies=200.0)
def limit(game: Game, hooks: Hooks) -> Hooks:
    """Score a simulation as a draw after `plies` plies, including the plies in the tree."""
    open_ending = hooks.ending or never_ending

    @part
    def ending(position, trail, plies, params):
        if trail.depth + plies >= params.limit_plies:
            return 0.0
        return open_ending(position, trail, plies, params)

    return hooks._replace(ending=ending)
