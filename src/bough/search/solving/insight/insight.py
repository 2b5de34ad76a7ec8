"""What provers know of a game that decides positions without searching them, and closes moves that need no visit.

Virtual connections (virtual.py) and threats in a row (sequences.py) have one form: strategies by which a player wins,
each with its carrier, the cells on which alone the opponent can do something against it.
"""

from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.contract import Part

MOST_CELLS = 64
"""A carrier is one word."""
_0, _1 = np.uint64(0), np.uint64(1)


class Insight(NamedTuple):
    """What a prover asks."""

    name: str
    """Of the prover that has it; none where the game offers no insight."""
    why: str
    record: np.dtype
    """Room to work in."""
    decide: Part
    """decide(states, depth, player, room): find his strategies in states[depth], whoever is to move there; the states
    above may be used. `won` of the room then has the carriers of those by which he wins though the opponent moves
    first, and `near` of those by which he wins if he does."""
    answer: Part
    """answer(states, depth, moves, player, room): his move in states[depth], where he has a strategy; or -1."""
    longest: int = 0
    """The most steps of a row of threats; 0 where carriers are zones. The n-th of `near` then comes from the `steps`
    of the room from 2 * n * longest on, a threat and the answer to it each, `lengths[n]` of them."""

    @property
    def useful(self) -> bool:
        """Whether there is any."""
        return bool(self.name)


@part
def _undecided(states, depth, player, room):
    room.won_count = room.near_count = 0


@part
def _unanswered(states, depth, moves, player, room):
    return np.int64(-1)


NONE = Insight(
    "",
    "",
    record_type((("won", "u8", (1,)), ("near", "u8", (1,)), ("won_count", "i8"), ("near_count", "i8"))),
    _undecided,
    _unanswered,
)
"""For games without."""


@part
def size_of(carrier):
    """How many cells a carrier has."""
    count = 0
    while carrier != _0:
        carrier &= carrier - _1
        count += 1
    return count


@part
def smallest(carriers, count):
    """The smallest of these carriers, or 0 if there is none."""
    best = _0
    for i in range(count):
        if best == _0 or size_of(carriers[i]) < size_of(best):
            best = carriers[i]
    return best


@part
def winning_carrier(room):
    """The cells that a player needs to win who is to move, or 0 if no strategy is known."""
    full, semi = smallest(room.won, room.won_count), smallest(room.near, room.near_count)
    return semi if full == _0 or (semi != _0 and size_of(semi) < size_of(full)) else full


@part
def several(cells):
    """Whether these are more than one."""
    return cells != _0 and cells & (cells - _1) != _0


@part
def one_of(cells):
    """The number of the first of these cells."""
    number, left = 0, cells
    while left & np.uint64(255) == _0:
        left >>= np.uint64(8)
        number += 8
    while left & _1 == _0:
        left >>= _1
        number += 1
    return number
