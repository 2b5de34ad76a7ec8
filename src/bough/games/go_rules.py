"""The rules of Go as parts.

The board lies in a frame of border points: a point is (row + 1) * (columns + 1) + column + 1, and its neighbours are at
fixed distances. A move is a point, or PASS. Strings of stones are circular lists under the name of one of their stones,
which keeps their liberties as one word: how many (counted once for each stone they touch), the sum of their points and
the sum of the squares. Two liberties that are the same point then show at once, which is atari. Each point keeps the
contents of its eight neighbours as sixteen bits, its shape.
"""

from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below, seeded
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, Part

EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
PASS = 0
COUNT, SUM = (1 << 12) - 1, (1 << 20) - 1
SQUARES_AT = 32
"""A string's liberties in one word: count in the low 12 bits, sum of points in the next 20, sum of squares above."""
FILTER = 16
"""Words of the filter that tells most positions never seen."""


def eyes() -> np.ndarray:
    """By shape: bit 0 if the point is an eye of black, bit 1 of white, that playouts leave alone.

    All four sides are own stones or border, and of the corners fewer than two are enemies, or none at the border.
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
    """A size of board."""

    columns: int
    rows: int

    @property
    def wide(self) -> int:
        """The distance to the neighbour above."""
        return self.columns + 1

    @property
    def area(self) -> int:
        """How many points there are."""
        return self.columns * self.rows

    @property
    def points(self) -> int:
        """How many with the frame."""
        return self.wide * (self.rows + 2) + 1

    @property
    def max_plies(self) -> int:
        """Where a game is scored as it stands."""
        return 3 * self.area + 20

    def point(self, column: int, row: int) -> int:
        """The number of a point, row 0 at the bottom."""
        return (row + 1) * self.wide + column + 1


class Rules(NamedTuple):
    """The record and the parts of the game, named as in games/contract.py."""

    record: np.dtype
    clear: Part
    put: Part
    """put(position, point, colour): a stone, with captures; returns how many were taken."""
    moves: Part
    play: Part
    random_move: Part
    playout: Part
    area_of: Part
    """area_of(position): black's points less white's, stones and what only they reach."""
    settle: Part
    """settle(position): note the winner by area."""
    legal: Part
    """legal(position, point, colour): no suicide and no retaking of a ko; superko is not looked at."""
    note: Part
    """note(position): remember this arrangement of stones."""
    atari: Part
    """atari(position, point): the only liberty of the string on a point, or 0."""


def go_record(board: Board) -> np.dtype:
    """The position."""
    points, plies = board.points, board.max_plies
    return record_type(
        (
            ("key", "u8"),  # of the stones
            ("liberties", "i8", (points,)),  # by the stone that names a string
            ("seen", "u8", (plies + 2,)),  # keys of all positions so far
            ("filter", "u8", (FILTER,)),  # bits of those
            ("colour", "i1", (points,)),
            ("string", "i2", (points,)),  # the stone that names the string a stone is in
            ("next", "i2", (points,)),  # the next stone of a string
            ("around", "u2", (points,)),  # the eight neighbours
            ("empty", "i2", (board.area,)),  # the empty points, in no order
            ("place", "i2", (points,)),  # of a point in that list
            ("empties", "i2"),
            ("plies", "i2"),
            ("ko", "i2"),  # the point that may not be played at once, or 0
            ("last", "i2", (2,)),  # the last moves, the latest first; -1 before the first
            ("taken", "i2", (2,)),  # stones captured by each player
            ("reached", "i1", (points,)),  # scratch for counting
            ("twice_komi", "i2"),
            ("passes", "i1"),
            ("to_move", "i1"),
            ("winner", "i1"),
        )
    )


def go_rules(board: Board, komi: float) -> Rules:
    """The rules on a board; komi is part of the position, so that searches need not be compiled for each."""
    sides = np.array([-board.wide, -1, 1, board.wide])
    keys = np.array([seeded(2008, stream) for stream in range(2 * board.points)], np.uint64)
    """A random word for a stone on a point: [2 * point + colour - 1]."""
    put, clear = _stones(board, sides, keys), _clearing(board, komi)
    legal, atari = _liberties(sides)
    area_of, settle = _scoring(board, sides)
    moves = _listing(legal, sides, keys)
    play = _playing(put, settle, board.max_plies)
    random_move = _drawing(legal)
    playout = _playing_out(put, random_move, settle, board.max_plies)
    return Rules(go_record(board), clear, put, moves, play, random_move, playout, area_of, settle, legal, note, atari)


def _around(board: Board) -> np.ndarray:
    wide = board.wide
    return np.array([-wide - 1, -wide, -wide + 1, -1, 1, wide - 1, wide, wide + 1])


def _stones(board: Board, sides: np.ndarray, keys: np.ndarray) -> Part:
    """put(position, point, colour)."""
    ring, numbers = _around(board), np.arange(board.points, dtype=np.int64)
    as_liberty = 1 + (numbers << 12) + (numbers * numbers << SQUARES_AT)

    @part
    def mark(position, point, code):
        """Change what its neighbours see at a point."""
        for d in range(8):
            position.around[point + ring[d]] ^= code << 2 * (7 - d)

    @part
    def remove(position, stone, colour):
        """Take a whole string off the board; returns its size."""
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
        """Put the stones of another string into this one."""
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


def _clearing(board: Board, komi: float) -> Part:
    ring, points, twice_komi = _around(board), board.points, round(2 * komi)
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
        position.twice_komi = twice_komi
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
    """Whether this arrangement of stones has been on the board."""
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


def _liberties(sides: np.ndarray) -> tuple[Part, Part]:
    """legal and atari."""

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


def _listing(legal: Part, sides: np.ndarray, keys: np.ndarray) -> Part:
    @part
    def key_after(position, point, colour):
        """The key of the stones after a move, captured ones taken off."""
        key = position.key ^ keys[2 * point + colour - 1]
        for d in range(4):
            side = point + sides[d]
            if position.colour[side] != 3 - colour:
                continue
            string, touching, first = position.string[side], 0, True
            for e in range(4):
                other = point + sides[e]
                if position.colour[other] == 3 - colour and position.string[other] == string:
                    touching += 1
                    first = first and e >= d
            if first and position.liberties[string] & COUNT == touching:
                at = np.int64(string)
                while True:
                    key ^= keys[2 * at + 2 - colour]
                    at = np.int64(position.next[at])
                    if at == string:
                        break
        return key

    @part
    def moves(position, out):
        colour, count = np.int64(position.to_move) + 1, 0
        repeats = position.taken[0] + position.taken[1] > 0
        for i in range(position.empties):
            point = np.int64(position.empty[i])
            if legal(position, point, colour) and not (
                repeats and was_seen(position, key_after(position, point, colour))
            ):
                out[count] = point
                count += 1
        out[count] = PASS
        return count + 1

    return moves


def _playing(put: Part, settle: Part, max_plies: int) -> Part:
    @part
    def play(position, move):
        position.plies += 1
        position.last[1] = position.last[0]
        position.last[0] = move
        if move == PASS:
            position.passes += 1
            position.ko = 0
        else:
            position.passes = 0
            position.taken[position.to_move] += put(position, np.int64(move), np.int64(position.to_move) + 1)
        position.to_move = 1 - position.to_move
        note(position)
        if position.passes >= 2 or position.plies >= max_plies:
            settle(position)

    return play


def _drawing(legal: Part) -> Part:
    @part
    def random_move(position, rng):
        """Any legal move that fills no eye of one's own, each equally likely; a pass if there is none."""
        colour = np.int64(position.to_move) + 1
        left = np.int64(position.empties)
        while left > 0:
            rng = advance(rng)
            drawn = below(rng, left)
            point = np.int64(position.empty[drawn])
            if EYES[position.around[point]] & colour == 0 and legal(position, point, colour):
                return point, rng
            left -= 1
            other = np.int64(position.empty[left])
            position.empty[drawn], position.empty[left] = other, point
            position.place[other], position.place[point] = drawn, left
        return np.int64(PASS), rng

    return random_move


def _playing_out(put: Part, random_move: Part, settle: Part, max_plies: int):
    """playout(recorded): whole uniform playouts, which remember no positions."""

    def with_record(recorded: bool) -> Part:
        @part
        def playout(position, moves, rng):
            plies, passes, side = 0, np.int64(position.passes), np.int64(position.to_move)
            last = np.int64(position.plies)
            while passes < 2 and last + plies < max_plies:
                move, rng = random_move(position, rng)
                if move == PASS:
                    passes += 1
                    position.ko = 0
                else:
                    passes = 0
                    put(position, move, side + 1)
                if recorded:
                    moves[plies] = move
                plies += 1
                side = 1 - side
                position.to_move = side
            settle(position)
            return position.winner, plies, rng

        return playout

    return with_record


def _scoring(board: Board, sides: np.ndarray) -> tuple[Part, Part]:
    """area_of and settle."""

    @part
    def spread(position, point):
        """What an empty point reaches: bits of its own, its sides' and those of empty points beside it."""
        reach = position.reached[point]
        for d in range(4):
            side = point + sides[d]
            there = position.colour[side]
            if there == EMPTY:
                reach |= position.reached[side]
            elif there != BORDER:
                reach |= there
        return reach

    rows, columns, wide = board.rows, board.columns, board.wide

    @part
    def counted(position):
        black = white = 0
        for row in range(1, rows + 1):
            for point in range(row * wide + 1, row * wide + 1 + columns):
                there = position.colour[point]
                if there == EMPTY:
                    there = position.reached[point]
                black += there == BLACK
                white += there == WHITE
        return black - white

    @part
    def area_of(position):
        for i in range(position.empties):
            position.reached[position.empty[i]] = 0
        changed = True
        while changed:
            changed = False
            for i in range(position.empties):
                point = np.int64(position.empty[i])
                reach = spread(position, point)
                if reach != position.reached[point]:
                    position.reached[point] = reach
                    changed = True
        return counted(position)

    @part
    def settle(position):
        twice = 2 * area_of(position) - position.twice_komi
        position.winner = FIRST if twice > 0 else SECOND if twice < 0 else DRAW

    return area_of, settle
