"""Moves as cells of the board: which cells to click for a move, and which cells a move changed."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bough.games.contract import Face

Clicks = tuple[tuple[int, ...], ...]
"""A move as a sequence of clicks; for each click the cells that count, by their number in the layout."""


@lru_cache(maxsize=64)
def _by_name(face: Face) -> tuple[dict[str, tuple[int, ...]], re.Pattern[str], re.Pattern[str]]:
    """Cells by name (in Connect Four all cells of a column share one), and patterns for one name and for a move."""
    found: dict[str, tuple[int, ...]] = {}
    for number, cell in enumerate(face.layout.cells if face.layout else ()):
        found[cell.name] = (*found.get(cell.name, ()), number)
    one = "|".join(re.escape(name) for name in sorted(found, key=len, reverse=True))
    return found, re.compile(one), re.compile(rf"(?:{one})(?:[-x: ]?(?:{one}))*")


def clicks(face: Face, move: str) -> Clicks:
    """The cells to click for a move such as b2-b3 or e5; none for moves without a cell (pass, swap)."""
    names, name, written = _by_name(face)
    plain = move.partition("(")[0]
    if not plain:  # what chance does by itself
        return ()
    if face.clicks is not None:
        return tuple(names[cell] for cell in face.clicks(plain))
    if not names or not written.fullmatch(plain):
        return ()
    return tuple(names[cell] for cell in name.findall(plain))


def touched(face: Face, move: str, marks: Sequence[str]) -> set[int]:
    """The cells of the move just played; where several cells share a name, the first that has a mark."""
    cells = set()
    for step in clicks(face, move):
        cells.add(step[0] if len(step) == 1 else next((cell for cell in step if marks[cell]), step[0]))
    return cells
