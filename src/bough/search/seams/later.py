"""How a move does wherever it is played later: what RAVE and GRAVE keep of it, and their blend.

Both numbers are kept as floats, and the results as their sum, so that the loops over children neither convert nor
divide where they need not: half of the time of a search with RAVE is spent there.
"""

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields
from bough.search.seams.hooks import AT_ONCE

LATER: Fields = (("seen", "f4"), ("later", "f4"))
"""How many simulations played the move here or later, and the sum of their results for the mover."""
ENOUGH = np.float32(1 << 16)
"""From here on both are halved, before a single result is too small beside a sum in single precision."""
_HALF = np.float32(0.5)


@part
def begin_later(known):
    """Nothing is known of a move yet."""
    known.seen = known.later = np.float32(0.0)


@part
def note_later(known, came, own):
    """Add a result if the move came (1), and nothing if it did not (0): a branch would cost more than the sum."""
    known.seen += came
    known.later += came * own
    if known.seen >= ENOUGH:
        known.seen *= _HALF
        known.later *= _HALF


@part
def blended(child, visits, value, equivalence):
    """RAVE's blend of a child's value with that of its move later on; AT_ONCE if nothing is known of it.

    The later one has the share m / (n + m + n m / equivalence), with n visits and m times that the move came later.
    """
    seen = np.float64(child.seen)
    weight = visits + seen + visits * seen * (1.0 / equivalence)
    if weight == 0.0:
        return AT_ONCE
    return value + (child.later - seen * value) / weight


def later_value(node):
    """The mean of the results with the move later on, for people to see."""
    return float(node["later"]) / max(1.0, float(node["seen"]))
