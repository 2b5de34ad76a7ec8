"""Walls in Lines of Action: pieces on the rim shut in by enemy pieces (Winands 2000, chapter 4), by words of bits."""

import numpy as np

from bough.core.instructions.bits import count_bits
from bough.core.jit import part
from bough.games.contract import FIRST, SECOND
from bough.knowledge.loa.bits import word_of

_1, _7, _8, _9 = (np.uint64(n) for n in (1, 7, 8, 9))


def walls_part(size: int):
    """walls(position): walls of three and walls of two around the second player's pieces less those around the first's.

    A piece at the rim has three neighbours towards the board. A wall of three takes all of them, a wall of two takes
    two. In a corner, where there are only these three, two are a wall of three, and all three count twice.
    """
    last = size - 1
    inner = range(1, last)
    bottom, top = word_of(inner), word_of(last * 8 + file for file in inner)
    left, right = word_of(rank * 8 for rank in inner), word_of(rank * 8 + last for rank in inner)
    south_west, south_east, north_west, north_east = (word_of([square]) for square in (0, last, last * 8, last * 9))
    rim = bottom | top | left | right
    corners = south_west | south_east | north_west | north_east

    @part
    def shut_in(pieces, enemy):
        east, west, north, south = enemy >> _1, enemy << _1, enemy >> _8, enemy << _8
        north_of_east, north_of_west, south_of_east, south_of_west = enemy >> _9, enemy >> _7, enemy << _7, enemy << _9
        # For every square at once: its first, second and third neighbour towards the board.
        one = bottom & north | top & south | (left | south_west | north_west) & east
        one |= (right | south_east | north_east) & west
        two = (bottom | left | south_west) & north_of_east | (top | north_west) & south_of_east
        two |= (right | south_east) & north_of_west | north_east & south_of_west
        three = bottom & north_of_west | (top | right) & south_of_west | left & south_of_east
        three |= (south_west | south_east) & north | (north_west | north_east) & south
        all_three, at_least_two = one & two & three & pieces, (one & (two | three) | two & three) & pieces
        threes = count_bits(all_three & rim | at_least_two & corners)
        if all_three & corners != 0:
            threes += count_bits(all_three & corners)
        return threes, count_bits(at_least_two & ~all_three & rim)

    @part
    def walls(position):
        first, second = position.stones[FIRST], position.stones[SECOND]
        their_threes, their_twos = shut_in(second, first)
        own_threes, own_twos = shut_in(first, second)
        return their_threes - own_threes, their_twos - own_twos

    return walls
