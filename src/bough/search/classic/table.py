"""A transposition table: alpha-beta's results by position, in a fixed amount of memory."""

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type, records
from bough.core.table import slot

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
WIN = 1_000_000
"""Points of a won game, minus the plies to the win; in the table, plies count from the position, not from the root."""
CERTAIN = WIN - 10_000
"""More points than this mean a forced win."""

ENTRY = record_type((("key", "u8"), ("value", "i4"), ("depth", "i2"), ("move", "i2"), ("bound", "i1")))


def new_table(memory: int) -> np.recarray:
    """An empty table, its length a power of two."""
    length = 1 << max(10, (memory // ENTRY.itemsize).bit_length() - 1)
    return records(length, ENTRY)


@part
def from_table(value, ply):
    """A value from the table, with plies counted from the root."""
    if value > CERTAIN:
        return value - ply
    return value + ply if value < -CERTAIN else value


@part
def remember(table, key, value, depth, move, bound, ply):
    """Store a result; of two results for one position, the deeper one stays."""
    entry = table[slot(key, table.shape[0])]
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
