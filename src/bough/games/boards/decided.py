"""What decided a finished game: the cells to light up, and a phrase that names them."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from bough.games.boards.layout import Layout


class Decided(NamedTuple):
    """Why a game was won."""

    words: str
    """What follows "Red wins", such as "with a fork"."""
    cells: tuple[int, ...] = ()
    """The cells that show it, by their number in the layout."""


def winning_line(layout: Layout, marks: Sequence[str], mark: str, length: int) -> tuple[int, ...]:
    """A line of `length` or more cells with this mark on a board of squares; empty if there is none."""
    at = {(round(cell.x), round(cell.y)): number for number, cell in enumerate(layout.cells)}
    for x, y in at:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line: list[int] = []
            while (cell := at.get((x + len(line) * dx, y + len(line) * dy))) is not None and marks[cell] == mark:
                line.append(cell)
            if len(line) >= length:
                return tuple(line)
    return ()


def neighbours(cells: Sequence[tuple[int, int]], steps: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The numbers of the cells around each, one step away."""
    number = {cell: n for n, cell in enumerate(cells)}
    return [[number[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in number] for x, y in cells]


def distances(starts: Iterable[int], inside: Collection[int], around: Sequence[Sequence[int]]) -> dict[int, int]:
    """Steps from the nearest start to each cell that can be reached within a set."""
    found = {cell: 0 for cell in starts if cell in inside}
    waiting = list(found)
    for cell in waiting:  # grows while it is walked: breadth first
        for other in around[cell]:
            if other in inside and other not in found:
                found[other] = found[cell] + 1
                waiting.append(other)
    return found


def area_owners(stones: Sequence[int], around: Sequence[Sequence[int]]) -> list[int]:
    """Whose each cell is by area: a stone is its owner's, and so is an empty region that borders on one player only."""
    owners = list(stones)
    empty = {cell for cell, owner in enumerate(stones) if owner < 0}
    while empty:
        region = distances([min(empty)], empty, around)
        empty -= region.keys()
        beside = {stones[near] for cell in region for near in around[cell] if stones[near] >= 0}
        if len(beside) == 1:
            owner = beside.pop()
            for cell in region:
                owners[cell] = owner
    return owners
