"""Late prior: playouts as ever, and an evaluator weighs the moves of nodes that have been visited often.

Progressive bias (Chaslot et al. 2008) with knowledge so costly that only nodes of many visits are worth it.
"""

import math

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import MANY_BOARDS


@idea(
    "late-prior",
    "an evaluator weighs the moves of a node at its n-th visit",
    stage=Stage.KNOWLEDGE,
    slot="knowledge in selection",
    excludes=("puct", *MANY_BOARDS),
    shows={"prior": "prior"},
    alone="its evaluator is asked by one at a time",
    visits=Number(100.0, least=1.0),
    weight=1.0,
    batch=Number(8.0, least=1.0, most=1024.0),
)
def late_prior(game: Game, hooks: Hooks) -> Hooks:
    """Add weight * P * sqrt(N) / (1 + n) to the urgency once P is known."""
    open_prepare, unweighed = hooks.prepare, hooks.urgency

    @part
    def prepare(child, position, params):
        child.prior = 0.0
        child.asked = 0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        urgent = unweighed(child, parent, curiosity, params)
        if parent.asked == 0:
            return urgent
        return urgent + params.late_prior_weight * child.prior * math.sqrt(parent.visits) / (1.0 + child.visits)

    @part
    def wonders(node, params):
        return node.asked == 0 and node.count > 0 and node.visits >= params.late_prior_visits

    return hooks._replace(
        node=(*hooks.node, ("prior", "f4"), ("asked", "i1")),
        of_children=(*hooks.of_children, "asked"),
        prepare=prepare,
        urgency=urgency,
        wonders=wonders,
    )
