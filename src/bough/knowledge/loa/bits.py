"""Sets of squares as words of bits: square = rank * 8 + file."""

from collections.abc import Iterable

import numpy as np

from bough.core.instructions.bits import count_bits
from bough.core.jit import part

_1, _2, _4, _7, _8, _14, _16, _28, _32 = (np.uint64(n) for n in (1, 2, 4, 7, 8, 14, 16, 28, 32))
_FIRST_FILE, _BYTE = np.uint64(0x0101010101010101), np.uint64(0xFF)
# The files, and the ranks, whose number has the bit 1, 2 or 4.
_FILE_1, _FILE_2, _FILE_4 = (np.uint64(n) for n in (0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0))
_RANK_1, _RANK_2, _RANK_4 = (np.uint64(n) for n in (0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000))
_SPAN = np.array([n.bit_length() - (n & -n).bit_length() + 1 if n else 0 for n in range(256)], np.int64)
"""How far apart the ends of these eight bits are, both counted."""


def word_of(squares: Iterable[int]) -> np.uint64:
    """The word of these squares."""
    return np.uint64(sum(1 << square for square in squares))


@part
def sum_of_files(word):
    """The sum of the files, from 0, of all set bits."""
    return count_bits(word & _FILE_1) + 2 * count_bits(word & _FILE_2) + 4 * count_bits(word & _FILE_4)


@part
def sum_of_ranks(word):
    """The sum of the ranks, from 0, of all set bits."""
    return count_bits(word & _RANK_1) + 2 * count_bits(word & _RANK_2) + 4 * count_bits(word & _RANK_4)


@part
def rectangle(word):
    """The area of the smallest rectangle around all set bits."""
    files = word | word >> _32
    files |= files >> _16
    files |= files >> _8
    ranks = word | word >> _4
    ranks |= ranks >> _2
    ranks = (ranks | ranks >> _1) & _FIRST_FILE
    ranks |= ranks >> _7
    ranks |= ranks >> _14
    ranks |= ranks >> _28
    return _SPAN[np.int64(files & _BYTE)] * _SPAN[np.int64(ranks & _BYTE)]
