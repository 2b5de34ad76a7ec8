"""Proven bounds in nodes: questions that other ideas may ask about them.

A search that proves (Hooks.proves) keeps three fields in every node: `low` and `high`, the proven interval of its value
for the mover, and `sure`, the best lower bound among its children for the player who chooses there.
"""

from bough.core.instructions.fields import fence, lower_to, raise_to
from bough.core.jit import part
from bough.search.seams.hooks import Hooks


def narrowing_parts(hooks: Hooks):
    """announce(), and narrow(node, low, high, sure): set a node's bounds; whether they changed.

    Where threads share a tree, a bound that another thread has proven meanwhile stays. Before a thread looks at the
    children it lets the others see what it has proven of one of them: of two that prove the last two children at the
    same time at least one then sees both, and no proof is lost.
    """
    if not hooks.shared:

        @part
        def announce():
            pass

        @part
        def narrow(node, low, high, sure):
            changed = low != node.low or high != node.high
            node.low, node.high, node.sure = low, high, sure
            return changed

        return announce, narrow

    @part
    def announce_to_all():
        fence()

    @part
    def narrow_further(node, low, high, sure):
        raise_to(node, "sure", sure)
        was_low = raise_to(node, "low", low)
        was_high = lower_to(node, "high", high)
        return was_low < low or was_high > high

    return announce_to_all, narrow_further


@part
def no_better_than_sure(child, parent):
    """Whether a child looks worse than the parent's `sure`, or cannot be better."""
    return parent.sure > child.value or parent.sure >= child.high


def proven_parts(hooks: Hooks):
    """won(child), lost(child) and worse(child, parent); all false in a search that proves nothing."""
    if not hooks.proves:

        @part
        def undecided(child):
            return False

        @part
        def as_good(child, parent):
            return False

        return undecided, undecided, as_good

    @part
    def won(child):
        return child.low == 1

    @part
    def lost(child):
        return child.high == -1

    return won, lost, no_better_than_sure
