"""The Go board as parts: points, strings of stones, liberties, captures and earlier positions.

The board has a frame of border points: a point is (row + 1) * (columns + 1) + column + 1, and its neighbours are at
fixed offsets. A string of stones is a circular list, named by one of its stones. The entry of that stone stores the
liberties as one word: their number (a liberty counts once for each stone it touches), the sum of their points and the
sum of the squares. These tell whether all liberties are the same point, which is atari. Each point stores the contents
of its eight neighbours as sixteen bits, its shape.
"""

from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.contract import FIRST, UNDECIDED, Part

EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
PASS = 0
COUNT, SUM = (1 << 12) - 1, (1 << 20) - 1
SQUARES_AT = 32
"""A string's liberties in one word: count in the low 12 bits, sum of points in the next 20, sum of squares above."""
FILTER = 16
"""Words of the Bloom filter that rules out most positions not seen before."""


def eyes() -> np.ndarray:
    """By shape: bit 0 is set if the point is an eye of black, bit 1 if of white; playouts do not fill their own.

    In an eye all four sides are own stones or border, and fewer than two corners are enemies (at the border: none).
    """
    shapes = np.arange(1 << 16)
    at = [shapes >> 2 * direction & 3 for direction in range(8)]
    sides, corners = (at[1], at[3], at[4], at[6]), (at[0], at[2], at[5], at[7])
    found = np.zeros(1 << 16, np.uint8)
    for own, enemy, bit in ((BLACK, WHITE, 1), (WHITE, BLACK, 2)):
        closed = np.logical_and.reduce([(side == own) | (side == BORDER) for side in sides])
        enemies = sum((corner == enemy).astype(int) for corner in corners)
        edge = np.logical_or.reduce([corner == BORDER for corner in corners])
        found |= (closed & (enemies + edge < 2)).astype(np.uint8) * np.uint8(bit)
    return found


EYES = eyes()


class Board(NamedTuple):
    """The size of a board."""

    columns: int
    rows: int

    @property
    def wide(self) -> int:
        """The offset to the neighbour above."""
        return self.columns + 1

    @property
    def area(self) -> int:
        """The number of points on the board."""
        return self.columns * self.rows

    @property
    def points(self) -> int:
        """The number of points with the frame."""
        return self.wide * (self.rows + 2) + 1

    @property
    def max_plies(self) -> int:
        """The number of plies after which a game is scored as it stands."""
        return 3 * self.area + 20

    def point(self, column: int, row: int) -> int:
        """The number of a point, row 0 at the bottom."""
        return (row + 1) * self.wide + column + 1


def go_record(board: Board) -> np.dtype:
    """The record of a position."""
    points, plies = board.points, board.max_plies
    return record_type(
        (
            ("key", "u8"),  # of the stones only
            ("liberties", "i8", (points,)),  # by the stone that names a string
            ("seen", "u8", (plies + 2,)),  # keys of all positions so far
            ("filter", "u8", (FILTER,)),  # a Bloom filter over these keys
            ("colour", "i1", (points,)),
            ("string", "i2", (points,)),  # the stone that names the string a stone is in
            ("next", "i2", (points,)),  # the next stone of a string
            ("around", "u2", (points,)),  # the eight neighbours
            ("empty", "i2", (board.area,)),  # the empty points, in any order
            ("place", "i2", (points,)),  # the index of a point in `empty`
            ("empties", "i2"),
            ("plies", "i2"),
            ("ko", "i2"),  # the point that may not be played at once, or 0
            ("last", "i2", (2,)),  # the last moves, the latest first; -1 before the first
            ("taken", "i2", (2,)),  # stones captured by each player
            ("reached", "i1", (points,)),  # scratch for area counting
            ("twice_komi", "i2"),
            ("passes", "i1"),
            ("to_move", "i1"),
            ("winner", "i1"),
        )
    )


def around(board: Board) -> np.ndarray:
    wide = board.wide
    return np.array([-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1])


def stones_part(board: Board, sides: np.ndarray, keys: np.ndarray) -> Part:
    """The part put(position, point, colour) of GoParts."""
    ring, numbers = around(board), np.arange(board.points, dtype=np.int64)
    as_liberty = 1 + (numbers << 12) + (numbers * numbers << SQUARES_AT)

    @part
    def mark(position, point, code):
        """Update the shapes of the eight neighbours of a point."""
        for d in range(8):
            position.around[point + ring[d]] ^= code << 2 * (7 - d)

    @part
    def remove(position, stone, colour):
        """Take a whole string off the board; return its size."""
        at, size = np.int64(stone), 0
        while True:
            after = np.int64(position.next[at])
            position.colour[at] = EMPTY
            mark(position, at, colour)
            position.key ^= keys[2 * at + colour - 1]
            position.place[at] = position.empties
            position.empty[position.empties] = at
            position.empties += 1
            size += 1
            for d in range(4):
                side = at + sides[d]
                if position.colour[side] == BLACK or position.colour[side] == WHITE:
                    position.liberties[position.string[side]] += as_liberty[at]
            at = after
            if at == stone:
                return size

    @part
    def join(position, one, other):
        """Merge another string into this one."""
        position.liberties[one] += position.liberties[other]
        at = np.int64(other)
        while True:
            position.string[at] = one
            at = np.int64(position.next[at])
            if at == other:
                break
        position.next[one], position.next[other] = position.next[other], position.next[one]

    @part
    def put(position, point, colour):
        position.colour[point] = colour
        mark(position, point, colour)
        position.key ^= keys[2 * point + colour - 1]
        position.empties -= 1
        moved, place = position.empty[position.empties], position.place[point]
        position.empty[place], position.place[moved] = moved, place
        position.string[point] = position.next[point] = point
        own = np.int64(0)
        for d in range(4):
            side = point + sides[d]
            there = position.colour[side]
            if there == EMPTY:
                own += as_liberty[side]
            elif there != BORDER:
                position.liberties[position.string[side]] -= as_liberty[point]
        position.liberties[point] = own
        taken, captured = 0, np.int64(0)
        for d in range(4):
            side = point + sides[d]
            there = np.int64(position.colour[side])
            if there == colour:
                if position.string[side] != position.string[point]:
                    join(position, np.int64(position.string[side]), np.int64(position.string[point]))
            elif there == 3 - colour and position.liberties[position.string[side]] == 0:
                captured = side
                taken += remove(position, np.int64(position.string[side]), there)
        position.ko = 0
        if taken == 1 and position.next[point] == point and position.liberties[point] & COUNT == 1:
            position.ko = captured
        return taken

    return put


def clear_part(board: Board) -> Part:
    ring, points = around(board), board.points
    inside = np.array([board.point(column, row) for row in range(board.rows) for column in range(board.columns)])

    @part
    def clear(position):
        for point in range(points):
            position.colour[point] = BORDER
            position.around[point] = position.string[point] = 0
        for i in range(inside.shape[0]):
            position.colour[inside[i]] = EMPTY
            position.empty[i] = inside[i]
            position.place[inside[i]] = i
        for i in range(inside.shape[0]):
            shape = 0
            for d in range(8):
                shape |= np.int64(position.colour[inside[i] + ring[d]]) << 2 * d
            position.around[inside[i]] = shape
        for word in range(FILTER):
            position.filter[word] = 0
        position.empties = inside.shape[0]
        position.key = 0
        position.plies = position.ko = position.passes = 0
        position.last[0] = position.last[1] = -1
        position.taken[0] = position.taken[1] = 0
        position.twice_komi = 0
        position.to_move = FIRST
        position.winner = UNDECIDED
        note(position)

    return clear


@part
def note(position):
    """Remember this arrangement of stones."""
    key = position.key
    position.seen[position.plies] = key
    position.filter[np.int64(key & np.uint64(FILTER - 1))] |= np.uint64(1) << ((key >> np.uint64(8)) & np.uint64(63))


@part
def was_seen(position, key):
    """Whether this arrangement of stones has been on the board before."""
    bit = np.uint64(1) << ((key >> np.uint64(8)) & np.uint64(63))
    if position.filter[np.int64(key & np.uint64(FILTER - 1))] & bit == 0:
        return False
    for ply in range(position.plies + 1):  # noqa: SIM110 (compiled)
        if position.seen[ply] == key:
            return True
    return False


@part
def surrounded(shape):
    """Whether none of the four sides of a point is empty."""
    return shape & 0x000C != 0 and shape & 0x00C0 != 0 and shape & 0x0300 != 0 and shape & 0x3000 != 0


def liberty_parts(sides: np.ndarray) -> tuple[Part, Part]:
    """The parts legal and atari of GoParts."""

    @part
    def legal(position, point, colour):
        if point == position.ko:
            return False
        if not surrounded(np.int64(position.around[point])):
            return True
        for d in range(4):
            side = point + sides[d]
            there = position.colour[side]
            if there == BORDER:
                continue
            touching = 0
            for e in range(4):
                if position.colour[point + sides[e]] != BORDER:
                    touching += position.string[point + sides[e]] == position.string[side]
            liberties = position.liberties[position.string[side]] & COUNT
            if (liberties > touching) == (there == colour):
                return True
        return False

    @part
    def atari(position, point):
        word = position.liberties[position.string[point]]
        count, total, squares = word & COUNT, word >> 12 & SUM, word >> SQUARES_AT
        return total // count if count * squares == total * total else np.int64(0)

    return legal, atari
