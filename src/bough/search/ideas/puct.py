"""PUCT: an evaluator judges each leaf and weighs its moves (Rosin 2011; Silver et al. 2017).

Progressive bias taken to its end: knowledge is asked for once a node, and there is no playout.
"""

import math

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import PLAYOUT_IDEAS


@idea(
    "puct",
    "an evaluator judges leaves and weighs moves, in place of playouts",
    stage=Stage.VALUE,
    slot="selection",
    excludes=PLAYOUT_IDEAS,
    shows={"prior": "prior"},
    alone="its evaluator is asked by one at a time",
    exploration=1.5,
    reduction=Number(0.2),
    batch=Number(8.0, least=1.0, most=1024.0),
)
def puct(game: Game, hooks: Hooks) -> Hooks:
    """Follow the highest Q + exploration * P * sqrt(N) / (1 + n), P the evaluator's weight of the move.

    A child without a visit has its parent's value less `reduction`. Visits under way count as losses.
    """
    open_prepare = hooks.prepare

    @part
    def prepare(child, position, params):
        child.prior = 0.0
        child.under_way = 0
        open_prepare(child, position, params)

    @part
    def curiosity(node, params):
        return params.puct_exploration * math.sqrt(node.visits + node.under_way)

    @part
    def urgency(child, parent, curiosity, params):
        tried = child.visits + child.under_way
        if tried == 0:
            own = parent.value if (parent.mover == FIRST) == (child.mover == FIRST) else -parent.value
            value = own - params.puct_reduction
        elif child.under_way == 0:
            value = child.value * 1.0
        else:
            value = (child.value * child.visits - child.under_way) / tried
        return value + curiosity * child.prior / (1.0 + tried)

    return hooks._replace(
        node=(*hooks.node, ("prior", "f4"), ("under_way", "i2")),
        prepare=prepare,
        curiosity=curiosity,
        urgency=urgency,
        judged_outside=True,
    )
