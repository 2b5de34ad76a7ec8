"""Which child is played when the search ends, unless an idea says otherwise.

The order of preference, if all ideas are in use:

1. a proven win (solver);
2. with move groups, the best move of the most visited group (move-groups-...);
3. the highest `final`: most visits (the default), highest value (value), or v - A / sqrt(n) (secure);
4. never a move that is, or looks, worse than a result that is already sure (solver);
5. a proven loss only if every move loses; then the one with the most visits (solver).
"""

import numpy as np

from bough.core.jit import part
from bough.search.seams.hooks import NEVER, Hooks


@part
def most_visits(child, params):
    """Prefer the most visited child; break ties by value."""
    return child.visits + (np.float64(child.value) + 1.0) / 4.0


def highest_final(hooks: Hooks):
    """Decide by the highest `final` alone."""
    final = hooks.final

    @part
    def decide(nodes, node, params):
        parent = nodes[node]
        best, highest = parent.first, NEVER * 2.0
        for child in range(parent.first, parent.first + parent.count):
            score = final(nodes[child], params)
            if score > highest:
                best, highest = child, score
        return best

    return decide
