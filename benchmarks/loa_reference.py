"""Lines of Action on 4x4 squares solved backwards: the value of every position with at most four pieces a side.

An implementation of its own, rules included, on masks of sixteen bits. A game that goes on for ever is a draw. Starting
with all values open, a position is won once a move leads to a lost one, and lost once all do; what stays open is drawn.
"""

import numpy as np
from numba import njit

SIDE = 4
SQUARES = SIDE * SIDE
MOST = 4
OPEN = 0


def masks() -> np.ndarray:
    """All sets of one to four squares, as masks."""
    return np.array([mask for mask in range(1, 1 << SQUARES) if mask.bit_count() <= MOST], np.int64)


@njit(cache=True)
def connected(mask):
    """Whether the squares of a mask form one group, diagonals included."""
    group = mask & -mask
    while True:
        grown = group
        for square in range(SQUARES):
            if group >> square & 1:
                for rank in range(max(0, square // SIDE - 1), min(SIDE, square // SIDE + 2)):
                    for file in range(max(0, square % SIDE - 1), min(SIDE, square % SIDE + 2)):
                        grown |= 1 << (rank * SIDE + file)
        grown &= mask
        if grown == group:
            return group == mask
        group = grown


@njit(cache=True)
def target_of(own, other, square, up, right):
    """Where the piece on a square comes to when it moves in a direction, or -1."""
    rank, file = square // SIDE, square % SIDE
    pieces = 1
    for sign in (-1, 1):
        y, x = rank + sign * up, file + sign * right
        while 0 <= y < SIDE and 0 <= x < SIDE:
            pieces += (own | other) >> (y * SIDE + x) & 1
            y, x = y + sign * up, x + sign * right
    for step in range(1, pieces + 1):
        y, x = rank + step * up, file + step * right
        if not (0 <= y < SIDE and 0 <= x < SIDE):
            return -1
        if step < pieces and other >> (y * SIDE + x) & 1:
            return -1
    target = (rank + pieces * up) * SIDE + file + pieces * right
    return -1 if own >> target & 1 else target


@njit(cache=True)
def judge(own, other, rank_of, groups, values):
    """The value for the player to move by what is known of the positions after each move."""
    best, moves = -1, 0
    for square in range(SQUARES):
        if not own >> square & 1:
            continue
        for up in range(-1, 2):
            for right in range(-1, 2):
                if up == 0 and right == 0:
                    continue
                target = target_of(own, other, square, up, right)
                if target < 0:
                    continue
                moves += 1
                mine, theirs = own & ~(1 << square) | 1 << target, other & ~(1 << target)
                a, b = rank_of[mine], rank_of[theirs]
                over = groups[a] or groups[b]
                best = max(best, np.int64(groups[a]) - np.int64(groups[b]) if over else -np.int64(values[b, a]))
    return best if moves else -np.int64(values[rank_of[other], rank_of[own]])


@njit(cache=True)
def solve(sets, rank_of):
    """values[a, b] for the player to move with the squares sets[a] against sets[b], and whether a set is one group."""
    count = len(sets)
    groups = np.zeros(count, np.bool_)
    for a in range(count):
        groups[a] = connected(sets[a])
    values = np.zeros((count, count), np.int8)
    changed = True
    while changed:
        changed = False
        for a in range(count):
            for b in range(count):
                if values[a, b] == OPEN and not sets[a] & sets[b] and not (groups[a] or groups[b]):
                    value = judge(sets[a], sets[b], rank_of, groups, values)
                    if value != OPEN:
                        values[a, b] = value
                        changed = True
    return values, groups


class Reference:
    """Exact values of positions given as Bough's text."""

    def __init__(self) -> None:
        self.sets = masks()
        self.rank_of = np.zeros(1 << SQUARES, np.int64)
        self.rank_of[self.sets] = np.arange(len(self.sets))
        self.values, self.groups = solve(self.sets, self.rank_of)

    def value(self, text: str) -> int:
        """The value for the player to move."""
        board, mover = text.split()
        flat = board.replace("/", "")
        black, white = (sum(1 << i for i, one in enumerate(flat) if one == mark) for mark in "xo")
        own, other = (black, white) if mover == "b" else (white, black)
        return int(self.values[self.rank_of[own], self.rank_of[other]])

    def texts(self, rng):
        """Positions that are not over, at random and without end."""
        while True:
            a, b = rng.randrange(len(self.sets)), rng.randrange(len(self.sets))
            black, white = int(self.sets[a]), int(self.sets[b])
            if black & white or self.groups[a] or self.groups[b]:
                continue
            flat = "".join("x" if black >> i & 1 else "o" if white >> i & 1 else "." for i in range(SQUARES))
            yield "/".join(flat[i : i + SIDE] for i in range(0, SQUARES, SIDE)) + rng.choice((" b", " w"))
