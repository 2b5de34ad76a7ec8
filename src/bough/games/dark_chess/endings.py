"""Endings of Chinese Dark Chess: two or three pieces, all face up, numbered for an exact table.

One side has a single piece, the anchor. A number is made of the kinds, the anchor's square in a quarter of the board
(the rest are mirror images) and the squares of the other pieces, the lower kind or square first. Colours do not
matter, only who is to move: first come the positions of one piece against one, then those of two against one, the two
to move or the one.
"""

from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST, Endings, Part
from bough.games.dark_chess.rules import MAX_PLIES, MOST, DarkChessParts

KINDS = 7
PAIRS = np.array([[first, second] for first in range(KINDS) for second in range(first, KINDS)], np.int64)
"""The kinds of two pieces of one side, by number."""
_PAIR_OF = np.zeros(KINDS * KINDS, np.int64)
for _number, (_first, _second) in enumerate(PAIRS):
    _PAIR_OF[_first * KINDS + _second] = _number
MOST_PIECES = 3


def endings_of(rules: DarkChessParts, columns: int, rows: int, cycles: bool) -> Endings:
    """The endings on a board of this size; with `cycles`, repeated runs of moves are a draw."""
    squares, wide, quarter, alone, against_two = sizes = _sizes(columns, rows)
    mirrored = _mirroring(columns, rows)

    @part
    def number(position):
        if position.hidden > 0 or position.to_move == CHANCE or position.plies + 3 * position.patience > MAX_PLIES:
            return -1
        if cycles and position.quiet > 0:
            return -1  # moves made before may count for a repeated run
        mine = position.colour ^ np.int64(position.to_move)
        own, others = np.int64(position.shown[mine]), np.int64(position.shown[1 - mine])
        if own == 0 or others == 0 or own + others > MOST_PIECES:
            return -1
        single = 1 - mine if others == 1 else mine
        anchor = np.int64(position.where[single * MOST])
        kind, pair = np.int64(position.on[anchor]) % KINDS, (1 - single) * MOST
        one = np.int64(position.where[pair])
        first, square = np.int64(position.on[one]) % KINDS, mirrored(one, anchor)
        corner = mirrored(anchor, anchor)
        place = corner // columns * wide + corner % columns
        if own + others == 2:
            return ((first * KINDS + kind) * quarter + place) * squares + square
        other = np.int64(position.where[pair + 1])
        second, further = np.int64(position.on[other]) % KINDS, mirrored(other, anchor)
        if first > second or (first == second and square > further):
            first, second, square, further = second, first, further, square
        kinds = _PAIR_OF[first * KINDS + second] * KINDS + kind
        found = ((kinds * quarter + place) * squares + square) * squares + further
        return alone + found if others == 1 else alone + against_two + found

    return Endings((alone, 2 * against_two), number, _placing(rules, columns, sizes), _plies_left)


class _Sizes(NamedTuple):
    squares: int
    wide: int
    """Columns of a quarter of the board."""
    quarter: int
    """Its squares."""
    alone: int
    """Positions of one piece against one."""
    against_two: int
    """Positions of two against one, with one of the sides to move."""


def _sizes(columns: int, rows: int) -> _Sizes:
    squares, wide = columns * rows, (columns + 1) // 2
    quarter = wide * ((rows + 1) // 2)
    return _Sizes(squares, wide, quarter, KINDS**2 * quarter * squares, len(PAIRS) * KINDS * quarter * squares**2)


@part
def _plies_left(position):
    return position.patience - position.quiet


def _mirroring(columns: int, rows: int) -> Part:
    @part
    def mirrored(square, anchor):
        """A square of the board mirrored so that the anchor is in the lower left quarter."""
        column, row = square % columns, square // columns
        if 2 * (anchor % columns) >= columns:
            column = columns - 1 - column
        if 2 * (anchor // columns) >= rows:
            row = rows - 1 - row
        return row * columns + column

    return mirrored


def _placing(rules: DarkChessParts, columns: int, sizes: "_Sizes") -> Part:
    clear, put, settle = rules.clear, rules.put, rules.settle
    squares, wide, quarter, alone, against_two = sizes

    @part
    def place(position, number):
        """The player to move is the first, and has red."""
        two, single_moves = number >= alone, number >= alone + against_two
        rest, second, further = number, -1, -1
        if two:
            rest -= alone + (against_two if single_moves else 0)
            further, rest = rest % squares, rest // squares
        square, rest = rest % squares, rest // squares
        corner, kinds = rest % quarter, rest // quarter
        anchor = corner // wide * columns + corner % wide
        first, kind = kinds // KINDS, kinds % KINDS
        if two:
            first, second = PAIRS[kinds // KINDS, 0], PAIRS[kinds // KINDS, 1]
        if square == anchor or (two and (further == anchor or further == square)):
            return False
        if two and first == second and square > further:
            return False
        clear(position)
        for piece in range(14):
            position.bag[piece] = position.left[piece] = 0
        single = 0 if single_moves else 1
        put(position, anchor, single * KINDS + kind)
        put(position, square, (1 - single) * KINDS + first)
        position.left[single * KINDS + kind] += 1
        position.left[(1 - single) * KINDS + first] += 1
        if two:
            put(position, further, (1 - single) * KINDS + second)
            position.left[(1 - single) * KINDS + second] += 1
        position.alive[0], position.alive[1] = position.shown[0], position.shown[1]
        position.colour = 0
        position.to_move = FIRST
        settle(position)
        return position.winner < 0

    return place
