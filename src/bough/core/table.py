"""Where keys are kept in hash tables whose length is a power of two."""

import numpy as np

from bough.core.jit import part

_HALF = np.uint64(32)


@part
def slot(key, length):
    """The place of a 64-bit key among this many: the one place, in a table that keeps the latest."""
    return np.int64((key ^ (key >> _HALF)) & np.uint64(length - 1))


@part
def find(keys, key):
    """The place of a key, or the free one where it belongs, in a table that keeps all; keys are never 0."""
    place = slot(key, keys.shape[0])
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & np.int64(keys.shape[0] - 1)
    return place
