"""Simulations in batches: leaves chosen one after another, played out side by side, backed up in order.

Each playout has a random generator of its own, drawn when its leaf is chosen, and visits are counted on the way down,
so that the leaves of a batch keep apart. What comes out depends on the seed and on the size of a batch, not on who
plays out.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from bough.core.rng import advance, scattered
from bough.search.seams.hooks import UNKNOWN, Hooks
from bough.search.seams.loop import Halves


class Batches(NamedTuple):
    """The three steps of a batch, as entry points; arrays have an element for each simulation of the batch."""

    choose: Callable[..., Any]
    """choose(nodes, memory, trails, roots, works, legal, params, values, seeds, most): descend `most` times and return
    the number of leaves, which is smaller if the root is proven."""
    play_out: Callable[..., Any]
    """play_out(works, memory, trails, legal, params, values, seeds, first, last): play these leaves out, unless their
    value is certain."""
    back_up: Callable[..., Any]
    """back_up(nodes, memory, trails, params, values, count): give all values to the tree."""


def batches_of(hooks: Hooks, halves: Halves) -> Batches:
    """The steps for one set of hooks, which must be those of a shared tree."""
    (descend, ascend), playout = halves, hooks.playout(hooks)

    def choose(nodes, memory, trails, roots, works, legal, params, values, seeds, most):
        for k in range(most):
            works[k] = roots[0]
            values[k] = descend(nodes, memory[0], trails[k], works, k, legal, params[0])
            if trails[k].certain and trails[k].depth == 0:
                return k
            memory[0].rng = advance(memory[0].rng)
            seeds[k] = scattered(memory[0].rng)
        return most

    def play_out(works, memory, trails, legal, params, values, seeds, first, last):
        for k in range(first, last):
            if values[k] == UNKNOWN:
                memory[0].rng = seeds[k]
                values[k] = playout(works[k], memory[0], trails[k], legal, params[0])

    def back_up(nodes, memory, trails, params, values, count):
        for k in range(count):
            ascend(nodes, memory[0], trails[k], values[k], params[0])

    return Batches(choose, play_out, back_up)
