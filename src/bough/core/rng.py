"""The xorshift64 random generator: its state is one 64-bit word, small enough to live in a register.

Kernels load the word into a local variable, work on that and store it back at the end. If the word stayed in an
array cell, the compiler would have to write and reload it around every other store.
"""

import numpy as np

from bough.core.jit import part

_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
_1, _23, _41, _CONSTANT = np.uint64(1), np.uint64(23), np.uint64(41), np.uint64(0x9E3779B97F4A7C15)
_MASK = (1 << 64) - 1
_UNIT = 1.0 / 2**32


@part
def advance(rng):
    """The next word."""
    rng ^= rng << _13
    rng ^= rng >> _7
    rng ^= rng << _17
    return rng


@part
def scattered(rng):
    """A first word for another sequence, never zero. Words that follow each other give sequences that do not: turning
    the bits round does not commute with `advance`."""
    return ((rng << _23 | rng >> _41) ^ _CONSTANT) | _1


@part
def below(rng, n):
    """An integer from 0 to n-1, taken from the upper half of the word (n < 2**32)."""
    return np.int64(((rng >> _32) * np.uint64(n)) >> _32)


@part
def unit(rng):
    """A number in [0, 1), taken from the upper half of the word."""
    return np.int64(rng >> _32) * _UNIT


def seeded(seed: int, stream: int = 0) -> np.uint64:
    """The first word, never zero: splitmix64 of the seed and the stream number."""
    z = (seed * 0x9E3779B97F4A7C15 + (stream + 1) * 0xD1B54A32D192ED03) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return np.uint64((z ^ (z >> 31)) or 1)
