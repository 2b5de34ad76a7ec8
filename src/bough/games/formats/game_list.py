"""Game records as text: one game per line, moves separated by spaces.

Other columns may come before the moves, separated by tabs; # starts a comment. Reading a record replays its moves, so
it needs no result.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from bough.core.errors import BoughError
from bough.games.game import Game, Position, replay


def read_records(game: Game, path: Path, called: str = "record") -> Iterator[tuple[int, Position]]:
    """Yield the final position of each game of a file, with its history, after the number of its line.

    Every game is replayed by the rules; `called` is the word for a game in error messages.
    """
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
        yield number, last
    if not found:
        raise BoughError(f"there is no {called} in {path}; write one per line, with spaces between the moves")


def write_records(path: Path, games: Iterable[Iterable[str]]) -> None:
    """Write games, each a list of moves, in the format of `read_records`."""
    path.write_text("".join(" ".join(moves) + "\n" for moves in games))
