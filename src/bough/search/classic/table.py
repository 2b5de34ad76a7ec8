"""A transposition table: what alpha-beta found out about positions it met, in a fixed amount of memory."""

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type, records

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
WIN = 1_000_000
"""Points of a won game, less the plies it takes; in the table, plies from the position and not from the root."""
CERTAIN = WIN - 10_000
"""Points beyond this tell a win."""

ENTRY = record_type((("key", "u8"), ("value", "i4"), ("depth", "i2"), ("move", "i2"), ("bound", "i1")))


def new_table(memory: int) -> np.recarray:
    """An empty table, its length a power of two."""
    length = 1 << max(10, (memory // ENTRY.itemsize).bit_length() - 1)
    return records(length, ENTRY)


@part
def find(table, key):
    """Where this key is, or would be, kept."""
    return np.int64(key & np.uint64(table.shape[0] - 1))


@part
def from_table(value, ply):
    """A value as seen from the root."""
    if value > CERTAIN:
        return value - ply
    return value + ply if value < -CERTAIN else value


@part
def remember(table, key, value, depth, move, bound, ply):
    """Keep what was found; the deeper of two searches of one position stays."""
    entry = table[find(table, key)]
    if entry.key == key and entry.depth > depth and bound != EXACT:
        return
    if move >= 0 or entry.key != key:
        entry.move = move
    entry.key = key
    if value > CERTAIN:
        value += ply
    elif value < -CERTAIN:
        value -= ply
    entry.value = value
    entry.depth = depth
    entry.bound = bound
