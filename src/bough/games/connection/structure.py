"""The incremental structure for connection games of Teytaud & Teytaud 2010, section III-C.

Stones of one colour that touch form a group. Every stone carries the label of its group; when groups
join, the stones of the smaller ones are relabelled, so a stone changes its label O(log T) times in a
game of T stones and the group of a stone is read in O(1). Each group stores the borders it touches. Each
cell stores which of its six neighbours are stones of each colour, as a 6-bit mask. One lookup for each run
of neighbouring stones then tells whether a stone there would win at once.

The board is a padded grid of `width` columns. A cell, and the move that places a stone on it, is numbered
row * width + column, with the padding counted, so neighbours are at six constant offsets. The first number
past the grid stands for a move that places no stone (swap): it has no neighbours and never wins.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields, record_type
from bough.games.contract import FIRST, SECOND, UNDECIDED

EMPTY, OUTSIDE = -1, -2

# The six neighbours of a cell as (columns, rows), in order around it.
RHOMBIC = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEXAGONAL = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def rim_of(
    cells: Sequence[tuple[int, int]], steps: Sequence[tuple[int, int]], mark: Callable[[int, int, int], str]
) -> tuple[tuple[int, int, str], ...]:
    """The edges between the board and what is outside, for its layout: mark(cell, column, row) names the side, from the
    cell's number and the place outside."""
    inside = set(cells)
    return tuple(
        (number, direction, mark(number, x + dx, y + dy))
        for number, (x, y) in enumerate(cells)
        for direction, (dx, dy) in enumerate(steps)
        if (x + dx, y + dy) not in inside
    )


def _bits(mask: int) -> list[int]:
    return [k for k in range(6) if mask >> k & 1]


def _turned(mask: int, by: int) -> int:
    return (mask << by | mask >> (6 - by)) & 63


RUN_STARTS = np.array([1 if m == 63 else m & ~_turned(m, 1) for m in range(64)], np.int64)
"""By mask of own neighbours: the first neighbour of each run of touching ones."""
MIDDLES = np.array([m & _turned(m, 1) & _turned(m, 5) for m in range(64)], np.int64)
"""By mask: neighbours with an own stone on both sides of them; only these can be the inside of a filled ring."""
JOINS = np.array([int(RUN_STARTS[m]).bit_count() > 1 or MIDDLES[m] != 0 for m in range(64)])
"""By mask: whether a stone there could join groups or fill a ring; otherwise it only extends one group."""
FIVE = np.array([m.bit_count() == 5 for m in range(64)])
LOWEST = np.array([_bits(m)[0] if m else 0 for m in range(64)], np.int64)
OPPOSITE = np.array([1 << (k + 3) % 6 for k in range(6)], np.uint8)


class Connection(NamedTuple):
    """The structure of one board, shared by the rules and the decisive playouts."""

    width: int
    area: int
    cells: np.ndarray
    """All cells, in reading order."""
    offsets: np.ndarray
    borders: np.ndarray
    """For each cell, the borders it touches, one bit each."""
    record: np.dtype
    clear: Callable[..., Any]
    take: Callable[..., Any]
    placing: Callable[..., Any]
    wins_at: Callable[..., Any]
    complete: Callable[..., Any]
    """complete(borders, player): whether a group that touches these borders wins."""
    goals: np.ndarray
    """For each player, the borders that count towards a win."""
    rings: bool
    first_wins: Callable[..., Any] | None
    """first_wins(rows, scratch): who wins a full board, where exactly one player does, from the rows of the first
    player's stones as bits; both are fields of the record (full_board_fields)."""

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return self.area // self.width - 2


def connection(
    cells: Sequence[tuple[int, int]],
    borders: Sequence[int],
    directions: Sequence[tuple[int, int]],
    complete: Callable[..., Any],
    rings: bool,
    goals: tuple[int, int],
    extra: Fields = (),
    first_wins: Callable[..., Any] | None = None,
) -> Connection:
    """The structure for cells given as (column, row), with the border bits of each cell and the winning rule."""
    width = max(column for column, _ in cells) + 3
    area = (max(row for _, row in cells) + 3) * width
    index = np.array([(row + 1) * width + column + 1 for column, row in cells], np.int16)
    offsets = np.array([dx + dy * width for dx, dy in directions], np.int64)
    border_table = np.zeros(area + 1, np.uint16)
    border_table[index] = borders
    count = len(index)
    position_t = record_type(
        (
            ("near", "u1", (2, area + 1)),
            ("stone", "i1", (area,)),
            ("group", "i2", (area,)),
            ("next", "i2", (area,)),
            ("stones", "i2", (area,)),
            ("borders", "u2", (area,)),
            ("empty", "i2", (count,)),
            ("slot", "i2", (area,)),
            ("empties", "i2"),
            ("to_move", "i1"),
            ("winner", "i1"),
            *extra,
        )
    )

    @part
    def clear(position):
        for cell in range(area):
            position.stone[cell] = OUTSIDE
        for cell in range(area + 1):
            position.near[FIRST, cell] = position.near[SECOND, cell] = 0
        for i in range(count):
            cell = index[i]
            position.stone[cell] = EMPTY
            position.empty[i] = cell
            position.slot[cell] = i
        position.empties = count
        position.to_move = FIRST
        position.winner = UNDECIDED

    @part
    def take(position, cell):
        """Remove a cell from the empty ones; occupied cells follow them in the same array, the latest first."""
        last = position.empties - 1
        hole, moved = position.slot[cell], position.empty[last]
        position.empty[hole], position.empty[last] = moved, cell
        position.slot[moved], position.slot[cell] = hole, last
        position.empties = last

    def placing(relabelled, widened):
        """A part place(position, cell, player, log), which puts a stone on an empty cell and returns its group.

        It also records a win, but changes neither the player to move nor the list of empty cells. It calls
        relabelled(log, stone, group) for each stone that moves to another group, and widened(log, position,
        group) if the surviving group touches more borders than before.
        """

        @part
        def join(position, kept, lost, log):
            position.stones[kept] += position.stones[lost]
            position.borders[kept] |= position.borders[lost]
            stone = lost
            while True:
                position.group[stone] = kept
                relabelled(log, stone, kept)
                following = np.int64(position.next[stone])
                if following == lost:
                    break
                stone = following
            position.next[stone] = position.next[kept]
            position.next[kept] = lost

        @part
        def place(position, cell, player, log):
            near = position.near[player]
            mask = np.int64(near[cell])
            position.stone[cell] = player
            for k in range(6):
                near[cell + offsets[k]] |= OPPOSITE[k]

            group = np.int64(cell)
            position.group[cell] = position.next[cell] = cell
            position.stones[cell] = 1
            touched = np.int64(border_table[cell])
            position.borders[cell] = touched
            won = False
            runs = RUN_STARTS[mask]
            while runs != 0:
                k = LOWEST[runs]
                runs &= runs - 1
                other = np.int64(position.group[cell + offsets[k]])
                if other == group:
                    won = rings  # two runs of the same group: the new stone closes a ring
                elif position.stones[other] >= position.stones[group]:
                    touched = np.int64(position.borders[other])
                    join(position, other, group, log)
                    group = other
                else:
                    join(position, group, other, log)
            if rings:
                middles = MIDDLES[mask]
                while middles != 0:
                    k = LOWEST[middles]
                    middles &= middles - 1
                    if near[cell + offsets[k]] == 63:
                        won = True  # six own stones around an own stone
            reached = np.int64(position.borders[group])
            if reached != touched:
                widened(log, position, group)
            if won or complete(reached, player):
                position.winner = player
            return group

        return place

    @part
    def wins_at(position, cell, player):
        """Whether a stone of `player` on this empty cell would win at once, in O(1)."""
        near = position.near[player]
        mask = np.int64(near[cell])
        reached = np.int64(border_table[cell])
        runs = RUN_STARTS[mask]
        first = second = np.int64(-1)
        while runs != 0:
            k = LOWEST[runs]
            runs &= runs - 1
            group = np.int64(position.group[cell + offsets[k]])
            if rings and (group == first or group == second):
                return True
            first, second = group, first
            reached |= np.int64(position.borders[group])
        if complete(reached, player):
            return True
        if rings:
            middles = MIDDLES[mask]
            while middles != 0:
                k = LOWEST[middles]
                middles &= middles - 1
                if near[cell + offsets[k]] | OPPOSITE[k] == 63:
                    return True
        return False

    return Connection(
        width,
        area,
        index,
        offsets,
        border_table,
        position_t,
        clear,
        take,
        placing,
        wins_at,
        complete,
        np.array(goals, np.int64),
        rings,
        first_wins,
    )
