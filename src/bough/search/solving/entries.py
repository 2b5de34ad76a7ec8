"""The table of proof numbers (search/solving/dfpn.py), to which several threads may write without waiting.

The key of an entry is signed with the rest of it, as Hyatt's chess programs do: what two threads wrote at the same time
has the key of neither. A thread makes an entry ready in one of its own, and copies one before it believes it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields, record_type
from bough.core.table import slot
from bough.games.contract import Part

BUCKET = 4
"""Entries among which the one with the least work makes room."""
_13, _17, _21, _32, _47 = (np.uint64(bits) for bits in (13, 17, 21, 32, 47))
_NUMBERS: Fields = (("signed", "u8"), ("phi", "i4"), ("delta", "i4"), ("work", "u4"))
_ZONE: Fields = (("zone", "u8", (2,)),)
ENTRY, ZONED_ENTRY = record_type(_NUMBERS), record_type((*_NUMBERS, *_ZONE))


class Signing(NamedTuple):
    """How entries are found; a key is signed with the numbers, and with the zone where there is one."""

    key: Part
    """key(entry): the key of an entry; of one that two threads wrote at the same time, some other word."""
    look_up: Part
    """look_up(table, key): the place of a key in the table, or -1."""
    room_for: Part
    """room_for(table, key): where a key belongs: its own place, a free one, or that of the least work."""


@lru_cache(maxsize=2)
def signing(zones: bool) -> Signing:
    """For entries with or without zones."""

    @part
    def key(entry):
        word = np.uint64(entry.phi) << _32 ^ np.uint64(entry.delta)
        if zones:
            word ^= word << _21 ^ entry.zone[0] ^ entry.zone[0] << _13 ^ entry.zone[1] << _17 ^ entry.zone[1] >> _47
        return entry.signed ^ word

    @part
    def look_up(table, wanted):
        first = slot(wanted, table.shape[0]) & ~(BUCKET - 1)
        for place in range(first, first + BUCKET):
            if key(table[place]) == wanted:
                return place
        return -1

    @part
    def room_for(table, wanted):
        first = slot(wanted, table.shape[0]) & ~(BUCKET - 1)
        least = first
        for place in range(first, first + BUCKET):
            if table[place].signed == 0 or key(table[place]) == wanted:
                return place
            if table[place].work < table[least].work:
                least = place
        return least

    return Signing(key, look_up, room_for)
