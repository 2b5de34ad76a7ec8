"""Moves as cells of the board: what to click for a move, and which cells a move touched."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bough.games.contract import Face

Clicks = tuple[tuple[int, ...], ...]
"""A move as clicks one after another; for each the cells that will do, by their number in the layout."""


@lru_cache(maxsize=64)
def _by_name(face: Face) -> tuple[dict[str, tuple[int, ...]], re.Pattern[str], re.Pattern[str]]:
    """Cells by name (a column of Connect Four has one name for all), one name, and a move written with them."""
    found: dict[str, tuple[int, ...]] = {}
    for number, cell in enumerate(face.layout.cells if face.layout else ()):
        found[cell.name] = (*found.get(cell.name, ()), number)
    one = "|".join(re.escape(name) for name in sorted(found, key=len, reverse=True))
    return found, re.compile(one), re.compile(rf"(?:{one})(?:[-x: ]?(?:{one}))*")


def clicks(face: Face, move: str) -> Clicks:
    """The cells to click for a move given by name, as in b2-b3 or e5; none for one that is no place (pass, swap)."""
    names, name, written = _by_name(face)
    plain = move.partition("(")[0]
    if face.clicks is not None:
        return tuple(names[cell] for cell in face.clicks(plain))
    if not names or not written.fullmatch(plain):
        return ()
    return tuple(names[cell] for cell in name.findall(plain))


def touched(face: Face, move: str, marks: Sequence[str]) -> set[int]:
    """The cells of a move just made; where several share a name, the first one with a mark."""
    cells = set()
    for step in clicks(face, move):
        cells.add(step[0] if len(step) == 1 else next((cell for cell in step if marks[cell]), step[0]))
    return cells
