"""Features of a move in Go: the shape around it, the stones it takes and saves, and its distance to the last moves.

Shapes grow in rings: a ring holds all points at the same distance d = |dx| + |dy| + max(|dx|, |dy|) (Coulom 2007), and
shape r is all rings up to the r-th. A shape is identified by a word, which is the same for all eight symmetries of the
board. Its stones are seen from the player to move.
"""

import numpy as np

from bough.core.jit import part
from bough.core.rng import seeded
from bough.games.contract import Part
from bough.games.go.board import BORDER, COUNT, EMPTY, Board

RADIUS = 9
"""The largest d of a shape."""
RINGS = tuple(range(2, RADIUS + 1))
SMALLEST = 3
"""The shape up to this ring is the 3x3 neighbourhood."""
STONES_COUNTED = 8
"""A string is counted as having at most this many stones."""


def ring_points() -> list[tuple[int, int, int]]:
    """(dx, dy, ring) of every point of the largest shape, ring by ring."""
    reach = range(-RADIUS, RADIUS + 1)
    found = [(abs(x) + abs(y) + max(abs(x), abs(y)), x, y) for x in reach for y in reach if (x, y) != (0, 0)]
    return [(x, y, ring) for ring, x, y in sorted(found) if ring <= RADIUS]


def _turned(x: int, y: int) -> list[tuple[int, int]]:
    """The images of a point under the eight symmetries of the board."""
    return [(x, y), (-x, y), (x, -y), (-x, -y), (y, x), (-y, x), (y, -x), (-y, -x)]


def shape_words() -> np.ndarray:
    """A random word for each point, symmetry and content: [(point * 8 + turn) * 4 + content]."""
    points = ring_points()
    place = {(x, y): i for i, (x, y, _) in enumerate(points)}
    words = np.zeros(len(points) * 32, np.uint64)
    for i, (x, y, _) in enumerate(points):
        for turn, at in enumerate(_turned(x, y)):
            for content in range(4):
                words[(i * 8 + turn) * 4 + content] = seeded(1913, place[at] * 4 + content)
    return words


NO_POINTS = (np.uint64(0),) * 8
"""The eight words of an empty shape, one per symmetry."""


def widening_part(board: Board) -> Part:
    """widened(position, point, ring, turns): the eight words of a shape after adding the next ring."""
    points = ring_points()
    dx, dy = np.array([x for x, _, _ in points]), np.array([y for _, y, _ in points])
    starts = np.searchsorted([ring for _, _, ring in points], range(RADIUS + 2))
    words, columns, rows, wide = shape_words(), board.columns, board.rows, board.wide

    @part
    def widened(position, point, ring, turns):
        t0, t1, t2, t3, t4, t5, t6, t7 = turns
        colour = np.int64(position.to_move) + 1
        column, row = point % wide - 1, point // wide - 1
        for i in range(starts[ring], starts[ring + 1]):
            x, y = column + dx[i], row + dy[i]
            content = np.int64(BORDER)
            if 0 <= x < columns and 0 <= y < rows:
                there = np.int64(position.colour[(y + 1) * wide + x + 1])
                content = there if there == EMPTY else np.int64(1) if there == colour else np.int64(2)
            at = 32 * i + content
            t0, t1, t2, t3 = t0 ^ words[at], t1 ^ words[at + 4], t2 ^ words[at + 8], t3 ^ words[at + 12]
            t4, t5, t6, t7 = t4 ^ words[at + 16], t5 ^ words[at + 20], t6 ^ words[at + 24], t7 ^ words[at + 28]
        return t0, t1, t2, t3, t4, t5, t6, t7

    return widened


@part
def least(turns):
    """The smallest of the eight words, which identifies the shape."""
    t0, t1, t2, t3, t4, t5, t6, t7 = turns
    return min(min(min(t0, t1), min(t2, t3)), min(min(t4, t5), min(t6, t7)))


@part
def find_shape(words, ids, word):
    """The number of a shape in a hash table, or 0 if it is missing."""
    mask = words.shape[0] - 1
    place = np.int64(word >> np.uint64(20)) & mask
    while words[place] != 0:
        if words[place] == word:
            return np.int64(ids[place])
        place = (place + 1) & mask
    return np.int64(0)


def largest_shape_part(board: Board) -> Part:
    """shape_at(position, point, table, ids, outermost): the number of the largest shape in the table, or 0 if none is.

    The table holds shapes that were played often. The smaller shapes inside them were played at least as often, so the
    search stops at the first shape that is missing.
    """
    widened, first, smallest = widening_part(board), RINGS[0], SMALLEST

    @part
    def shape_at(position, point, table, ids, outermost):
        turns, number = NO_POINTS, np.int64(0)
        for ring in range(first, outermost + 1):
            turns = widened(position, point, ring, turns)
            if ring >= smallest:
                found = find_shape(table, ids, least(turns))
                if found == 0:
                    break
                number = found
        return number

    return shape_at


@part
def string_size(position, stone):
    """The number of stones of a string, at most STONES_COUNTED."""
    at, size = np.int64(position.next[stone]), 1
    while at != stone and size < STONES_COUNTED:
        at = np.int64(position.next[at])
        size += 1
    return size


def tactics_part(board: Board, atari: Part) -> Part:
    """tactics(position, point, colour): stones taken, stones saved, and whether the new stone can be taken next.

    Liberties of the strings it joins are counted once for each stone they touch, so a few stones that can be taken
    are missed.
    """
    sides = np.array([-board.wide, -1, 1, board.wide])

    @part
    def is_new(position, point, d):
        """Whether the string on this side is on none of the earlier sides."""
        string = position.string[point + sides[d]]
        for e in range(d):
            before = point + sides[e]
            if position.colour[before] == position.colour[point + sides[d]] and position.string[before] == string:
                return False
        return True

    @part
    def tactics(position, point, colour):
        taken = saved = liberties = 0
        safe = False  # joins a string with liberties to spare
        for d in range(4):
            side = point + sides[d]
            there = np.int64(position.colour[side])
            if there == EMPTY:
                liberties += 1
            elif there != BORDER and is_new(position, point, d):
                only = atari(position, side)
                if there == colour:
                    if only == point:
                        saved += string_size(position, side)
                    elif position.liberties[position.string[side]] & COUNT > 2:
                        safe = True
                    else:
                        liberties += 1
                elif only == point:
                    taken += string_size(position, side)
        caught = not safe and taken == 0 and liberties < 2
        return taken, (0 if caught else saved), caught

    return tactics


GROUPS = ("shape", "taking", "saving", "caught", "last", "before")
"""The feature groups of a move; each value of a group has a factor (Bradley-Terry, as in Coulom 2007)."""
NEAR = 18
"""The largest distance: larger ones count as this, and so does a last move that is missing or a pass."""
SMALL_GROUPS = {"taking": 4, "saving": 4, "caught": 3, "last": NEAR + 1, "before": NEAR + 1}
"""The number of values of each group except the shape."""


def move_features_part(board: Board, atari: Part) -> Part:
    """features(position, point): the values of all groups except the shape."""
    tactics, wide = tactics_part(board, atari), board.wide

    @part
    def distance(point, other):
        if other <= 0:
            return NEAR
        dx, dy = abs(point % wide - other % wide), abs(point // wide - other // wide)
        return min(dx + dy + max(dx, dy), NEAR)

    @part
    def stage(stones):
        """The class of a number of stones: 0, 1, 2 to 3, or 4 and more."""
        return stones if stones < 2 else 2 if stones < 4 else 3

    @part
    def features(position, point):
        taken, saved, caught = tactics(position, point, np.int64(position.to_move) + 1)
        last, before = np.int64(position.last[0]), np.int64(position.last[1])
        return (
            np.int64(stage(taken)), np.int64(stage(saved)), np.int64(caught),
            np.int64(distance(point, last)), np.int64(distance(point, before)),
        )  # fmt: skip

    return features


def shape_table(words: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A hash table from words to their places in the list, numbered from 1."""
    size = 1 << max(10, int(2 * len(words)).bit_length())
    table, ids = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    for number, word in enumerate(words.tolist(), start=1):
        place = word >> 20 & size - 1
        while table[place]:
            place = place + 1 & size - 1
        table[place], ids[place] = word, number
    return table, ids
