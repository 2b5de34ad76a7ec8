"""Words of bits. Machine code counts them by one instruction (compiled.py; search/trees/cuda.py for a GPU)."""


def count_bits(word):
    """The number of set bits of an unsigned word."""
    return int(word).bit_count()
