"""Late bias: the moves of a node are weighed once it has been visited often, and likely ones are tried more."""

import math

from bough.core.jit import part
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import MANY_BOARDS, PRIOR, lacks_move_weight


@idea(
    "late-bias",
    "the moves of a node are weighed at its n-th visit; then weight * P * sqrt(N) / (n + 1)",
    stage=Stage.KNOWLEDGE,
    slot="knowledge in selection",
    excludes=("know-late", *MANY_BOARDS),
    lacks=lacks_move_weight,
    shows={"prior": "prior"},
    visits=Number(60.0, least=1.0),
    weight=2.0,
)
def late_bias(game: Game, hooks: Hooks) -> Hooks:
    """Add weight * P * sqrt(N) / (n + 1) to the urgency, P the move's part of the weights of all moves.

    Progressive bias (Winands et al. 2008; Chaslot et al. 2008) in the form of Rosin (2011), with knowledge that costs
    too much for every node: most nodes are never visited `visits` times.
    """
    move_weight = knowledge_of(game).move_weight
    open_prepare, unbiased, open_select = hooks.prepare, hooks.urgency, hooks.select

    @part
    def prepare(child, position, params):
        child.prior, child.weighed = 0.0, 0
        open_prepare(child, position, params)

    @part
    def weigh(nodes, node, position):
        parent, total = nodes[node], 0.0
        for child in range(parent.first, parent.first + parent.count):
            weight = move_weight(position, nodes[child].move) if nodes[child].move >= 0 else 0.0
            nodes[child].prior = weight
            total += weight
        for child in range(parent.first, parent.first + parent.count):
            nodes[child].prior /= max(total, 1e-9)
        nodes[node].weighed = 1

    @part
    def urgency(child, parent, curiosity, params):
        urgent = unbiased(child, parent, curiosity, params)
        if parent.weighed == 0:
            return urgent
        return urgent + params.late_bias_weight * child.prior * math.sqrt(parent.visits) / (1.0 + child.visits)

    def with_hooks(finished: Hooks):
        select_urgent = open_select(finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            parent = nodes[node]
            if parent.weighed == 0 and parent.visits >= params.late_bias_visits and position.to_move != CHANCE:
                weigh(nodes, node, position)
            return select_urgent(nodes, memory, node, position, legal, params)

        return select

    return hooks._replace(
        node=(*hooks.node, PRIOR, ("weighed", "i1")),
        of_children=(*hooks.of_children, "weighed"),
        prepare=prepare,
        urgency=urgency,
        select=with_hooks,
    )
