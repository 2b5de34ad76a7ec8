"""Progressive unpruning: few children at first, more as visits grow (Chaslot et al. 2008)."""

import math

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_move_weight, likeliest_first, with_prior


@idea(
    "unpruning",
    "progressive unpruning: the likeliest moves first, more as visits grow",
    stage=Stage.KNOWLEDGE,
    lacks=lacks_move_weight,
    shows={"prior": "prior"},
    initial=Number(5.0, least=1.0),
    a=Number(40.0, above=0.0),
    b=Number(1.3, above=1.0),
)
def unpruning(game: Game, hooks: Hooks) -> Hooks:
    """Start with the k_init likeliest children; allow k children once visits exceed A B^(k - k_init).

    Pruned children still count in proofs: a node is lost only when every move loses.
    """
    hooks = with_prior(game, hooks)
    open_expand = hooks.expand

    def expand_with(finished: Hooks):
        expand_any = open_expand(finished)

        @part
        def expand(nodes, memory, node, position, legal, params):
            if not expand_any(nodes, memory, node, position, legal, params):
                return False
            if memory.used >= nodes.shape[0]:
                # Sorting needs a free record, and unsorted children are not the likeliest first. Undo the expansion.
                nodes[node].count = 0
                memory.used = nodes[node].first
                memory.full = 1
                return False
            likeliest_first(nodes, memory, node)
            return True

        return expand

    @part
    def width(node, params):
        if node.visits <= params.unpruning_a:
            return min(int(params.unpruning_initial), node.count)
        more = math.log(node.visits / params.unpruning_a) / math.log(params.unpruning_b)
        return min(int(params.unpruning_initial) + int(more), node.count)

    return hooks._replace(expand=expand_with, width=width)
