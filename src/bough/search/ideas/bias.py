"""Progressive bias: what looks good is tried first, until results speak for themselves (papers 1 and 2)."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import Game
from bough.knowledge import knowledge_of
from bough.search.hooks import Hooks

UNTRIED = np.float64(1e9)
"""Children without a visit come before all others, in the order of their weights; less than AT_ONCE."""


def bias(game: Game, hooks: Hooks) -> Hooks:
    """Add W P / (n + 1) to the urgency, P the weight of the move (Winands et al. 2008, formula 1)."""
    move_weight = knowledge_of(game).move_weight
    unbiased, open_prepare = hooks.urgency, hooks.prepare

    @part
    def prepare(child, position, params):
        child.prior = move_weight(position, child.move) if child.move >= 0 else 0.0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        if child.visits == 0:
            return UNTRIED + child.prior
        return unbiased(child, parent, curiosity, params) + params.bias_weight * child.prior / (child.visits + 1)

    return hooks._replace(node=(*hooks.node, ("prior", "f4")), prepare=prepare, urgency=urgency)
