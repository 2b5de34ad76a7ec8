"""Progressive bias: prefer moves that knowledge rates well, less and less as visits grow (papers 1 and 2)."""

import numpy as np

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_move_weight, with_prior

UNTRIED = np.float64(1e9)
"""Base urgency of unvisited children, which come before all others, sorted by weight; less than AT_ONCE."""


@idea(
    "bias",
    "progressive bias: likely moves first, weight * P / (n + 1)",
    stage=Stage.KNOWLEDGE,
    slot="knowledge in selection",
    lacks=lacks_move_weight,
    shows={"prior": "bias"},
    weight=100.0,
)
def bias(game: Game, hooks: Hooks) -> Hooks:
    """Add W P / (n + 1) to the urgency, P the weight of the move (Winands et al. 2008, formula 1)."""
    hooks = with_prior(game, hooks)
    unbiased = hooks.urgency

    @part
    def urgency(child, parent, curiosity, params):
        if child.visits == 0:
            return UNTRIED + child.prior
        return unbiased(child, parent, curiosity, params) + params.bias_weight * child.prior / (child.visits + 1)

    return hooks._replace(urgency=urgency)
