"""Proven bounds in nodes: questions that other ideas may ask about them.

A search that proves (Hooks.proves) keeps three fields in every node: `low` and `high`, the proven interval of its value
for the mover, and `sure`, the best lower bound among its children for the player who chooses there.
"""

from bough.core.jit import part
from bough.search.seams.hooks import Hooks


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
