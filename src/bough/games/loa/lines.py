"""The lines of a Lines of Action board, each stored as a number in base three, and the moves each number allows.

A square is rank * 8 + file, whatever the size of the board. A line's number is the sum of digit * 3**place over
its squares (digit 1 for the first player's piece, 2 for the second's) plus the offset of its kind, so that one
table serves lines of every kind.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

STEPS = (1, 8, 9, -7)
"""The offset to the next square along a rank, a file, a diagonal, an anti-diagonal (the last runs downwards)."""
_DELTAS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Kind(NamedTuple):
    """The kind of a line: its length, and whether it lies on the rim of the board."""

    length: int
    rim: bool


class Lines(NamedTuple):
    """Tables for one board size; `line`, `place` and `power` are indexed by [direction * 64 + square]."""

    size: int
    total: int
    """The number of lines."""
    line: np.ndarray
    """The index of the line through a square."""
    place: np.ndarray
    """The place of the square on that line."""
    power: np.ndarray
    """3**place."""
    empty: np.ndarray
    """The number of each line when it is empty, which is the offset of its kind."""
    kinds: tuple[tuple[Kind, int], ...]
    """All kinds with their offsets."""
    pieces: np.ndarray
    """By a line's number: how many pieces are on it."""
    can_move: np.ndarray
    """By a line's number: bits 2 * place and 2 * place + 1 tell whether the piece there may move down or up it."""
    moves: np.ndarray
    """By a player and a line's number: how many moves the player has along it."""


@lru_cache
def lines_of(size: int) -> Lines:
    """The lines of a board of this size."""
    numbered: dict[tuple[int, int, int], int] = {}
    lengths: list[Kind] = []
    line, place = np.full(256, -1, np.int16), np.zeros(256, np.int8)
    for direction, (right, up) in enumerate(_DELTAS):
        for rank in range(size):
            for file in range(size):
                back = _room(size, file, rank, -right, -up)
                start = (direction, file - back * right, rank - back * up)
                if start not in numbered:
                    numbered[start] = len(numbered)
                    rim = direction < 2 and (rank if direction == 0 else file) in (0, size - 1)
                    lengths.append(Kind(1 + _room(size, *start[1:], right, up), rim))
                line[direction * 64 + rank * 8 + file] = numbered[start]
                place[direction * 64 + rank * 8 + file] = back
    kinds, offsets, total = [], {}, 0
    for kind in sorted(set(lengths)):
        kinds.append((kind, total))
        offsets[kind] = total
        total += 3**kind.length
    pieces, can_move, moves = np.zeros(total, np.int8), np.zeros(total, np.uint16), np.zeros((2, total), np.int8)
    for kind, offset in kinds:
        span = slice(offset, offset + 3**kind.length)
        pieces[span], can_move[span], moves[:, span] = _tables(kind.length)
    empty, power = np.array([offsets[kind] for kind in lengths], np.int16), 3 ** place.astype(np.int16)
    return Lines(size, len(lengths), line, place, power, empty, tuple(kinds), pieces, can_move, moves)


def _room(size: int, file: int, rank: int, right: int, up: int) -> int:
    """The number of squares beyond this one in a direction."""
    squares = 0
    while 0 <= file + right < size and 0 <= rank + up < size:
        file, rank, squares = file + right, rank + up, squares + 1
    return squares


def digits_of(length: int) -> np.ndarray:
    """The digit on each place, for every number of a line of this length."""
    return np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3


def legal_targets(length: int):
    """Yield (place, target, mask of the numbers that allow this move) for all pairs of places on a line."""
    digits = digits_of(length)
    pieces = (digits > 0).sum(axis=1)
    for place in range(length):
        for target in range(length):
            if target != place:
                mover = digits[:, place]
                between = digits[:, min(place, target) + 1 : max(place, target)]
                enemy_between = (between == (3 - mover)[:, None]).any(axis=1)
                right_distance = pieces == abs(target - place)
                yield place, target, (mover > 0) & right_distance & (digits[:, target] != mover) & ~enemy_between


def _tables(length: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`pieces`, `can_move` and `moves` of lines of this length."""
    digits = digits_of(length)
    can_move, moves = np.zeros(3**length, np.uint16), np.zeros((2, 3**length), np.int8)
    for place, target, allowed in legal_targets(length):
        can_move[allowed] |= np.uint16(1 << (2 * place + (target > place)))
        for player in range(2):
            moves[player] += allowed & (digits[:, place] == player + 1)
    return (digits > 0).sum(axis=1), can_move, moves
