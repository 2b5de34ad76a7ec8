"""Game records as text: one game a line, moves with blanks between them.

Other columns may stand before the moves, with tabs between; # starts a remark. What the moves lead to is found by
playing them, so a record needs no result.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from bough.core.errors import BoughError
from bough.games.game import Game, Position, replay


class GameRecord(NamedTuple):
    """One recorded game."""

    moves: tuple[str, ...]
    last: Position
    """The position it ended in."""
    line: int = 0
    """Where in its file it stands."""


def read_records(game: Game, path: Path, called: str = "record") -> Iterator[GameRecord]:
    """All games of a file, each played through by the rules; `called` is what messages call one of them."""
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read the {called}s {path}: {getattr(error, 'strerror', None) or error}") from None
    found = False
    for number, line in enumerate(lines, start=1):
        moves = [] if line.startswith("#") else line.split("\t")[-1].split("#")[0].split()
        if not moves:
            continue
        try:
            *_, last = replay(game, moves)
        except BoughError as error:
            raise BoughError(f"{path}, line {number}: {error}") from None
        found = True
        yield GameRecord(last.history, last, number)
    if not found:
        raise BoughError(f"there is no {called} in {path}; write one a line, moves with blanks between them")


def write_records(path: Path, games: Iterable[Iterable[str]]) -> None:
    """Write games, each given by its moves, as `read_records` reads them."""
    path.write_text("".join(" ".join(moves) + "\n" for moves in games))
