"""Progressive unpruning: few children at first, more as visits grow; and children that come late (paper 2)."""

import math

from bough.core.jit import part
from bough.games.contract import Game
from bough.search.ideas.prior import with_prior
from bough.search.seams.hooks import Hooks


def expand_late(game: Game, hooks: Hooks) -> Hooks:
    """A node gets its children, and costly knowledge about them, at visit T; till then playouts start from it."""

    @part
    def ripe(node, params):
        return node.visits >= params.expand_late_visits

    return hooks._replace(ripe=ripe)


def unpruning(game: Game, hooks: Hooks) -> Hooks:
    """The k_init best children by knowledge, and k of them once visits pass A B^(k - k_init) (Chaslot et al. 2008).

    Children that wait still count in proofs: a node is lost only when every move loses.
    """
    hooks = with_prior(game, hooks)
    open_expand = hooks.expand

    def expand_with(finished: Hooks):
        expand_any = open_expand(finished)

        @part
        def expand(nodes, memory, node, position, legal, params):
            if not expand_any(nodes, memory, node, position, legal, params):
                return False
            first, last, spare = nodes[node].first, nodes[node].first + nodes[node].count, memory.used
            if spare >= nodes.shape[0]:
                return True
            for place in range(first, last - 1):
                best = place
                for child in range(place + 1, last):
                    if nodes[child].prior > nodes[best].prior:
                        best = child
                if best != place:
                    nodes[spare] = nodes[place]
                    nodes[place] = nodes[best]
                    nodes[best] = nodes[spare]
            return True

        return expand

    @part
    def width(node, params):
        if node.visits <= params.unpruning_a:
            return min(int(params.unpruning_initial), node.count)
        more = math.log(node.visits / params.unpruning_a) / math.log(params.unpruning_b)
        return min(int(params.unpruning_initial) + int(more), node.count)

    return hooks._replace(expand=expand_with, width=width)
