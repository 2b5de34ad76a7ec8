"""The strings in atari, listed from ply to ply: a move puts in atari only its own string and those beside it."""

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields
from bough.games.contract import Part
from bough.games.go.board import BLACK, EMPTY, WHITE, Board

MOST_ATARIS = 48


def atari_memory() -> Fields:
    """The fields of the list."""
    return (
        ("go_listed_key", "u8"),  # the position up to which strings are listed
        ("go_listed_plies", "i4"),
        ("go_ataris", "i4"),
        ("go_atari", "i2", (MOST_ATARIS,)),
        ("go_liberty", "i2", (MOST_ATARIS,)),  # the last liberty of each, after drop_saved
    )


def listing_part(board: Board, atari: Part) -> Part:
    """list_ataris(position, memory): list all strings in atari; some that no longer are may still be listed."""
    sides = np.array([-board.wide, -1, 1, board.wide])
    rows, wide, columns = board.rows, board.wide, board.columns

    @part
    def remember(position, memory, point):
        """Add the string on a point to the list if it is in atari and not listed yet."""
        if atari(position, point) != 0 and memory.go_ataris < MOST_ATARIS:
            string = position.string[point]
            for i in range(memory.go_ataris):
                if memory.go_atari[i] == string:
                    return
            memory.go_atari[memory.go_ataris] = string
            memory.go_ataris += 1

    @part
    def list_all(position, memory):
        memory.go_ataris = 0
        for row in range(rows):
            for point in range((row + 1) * wide + 1, (row + 1) * wide + 1 + columns):
                if position.colour[point] != EMPTY and position.string[point] == point:
                    remember(position, memory, point)

    @part
    def list_beside(position, memory, move):
        remember(position, memory, move)
        for d in range(4):
            side = move + sides[d]
            if position.colour[side] == BLACK or position.colour[side] == WHITE:
                remember(position, memory, side)

    @part
    def list_ataris(position, memory):
        plies, last = np.int64(position.plies), np.int64(position.last[0])
        if memory.go_listed_plies == plies and memory.go_listed_key == position.key and plies > 0:
            return
        if plies > 0 and memory.go_listed_plies == plies - 1 and memory.go_listed_key == position.seen[plies - 1]:
            if last > 0:
                list_beside(position, memory, last)
        else:
            list_all(position, memory)
        memory.go_listed_plies, memory.go_listed_key = plies, position.key

    return list_ataris


def dropping_part(atari: Part) -> Part:
    """drop_saved(position, memory): drop strings that were taken or saved; note the last liberty of the others."""

    @part
    def drop_saved(position, memory):
        kept = 0
        for i in range(memory.go_ataris):
            string = np.int64(memory.go_atari[i])
            if position.colour[string] == EMPTY or position.string[string] != string:
                continue
            liberty = atari(position, string)
            if liberty != 0:
                memory.go_atari[kept], memory.go_liberty[kept] = string, liberty
                kept += 1
        memory.go_ataris = kept

    return drop_saved
