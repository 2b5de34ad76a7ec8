"""Keeps the moves of playouts in the trail, for whoever looks at one simulation."""

from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks


@idea("recorded", "keep each playout's moves, to look at one simulation", stage=Stage.PLAYOUT)
def recorded(game: Game, hooks: Hooks) -> Hooks:
    """Ask the playout to write down its moves."""
    return hooks._replace(records_moves=True)
