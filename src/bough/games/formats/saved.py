"""Saved games: SGF where players of the game use it, otherwise a few lines of text.

# bough loa
# start xx../.... x
b8-b6 a3xc3
"""

from typing import NamedTuple

from bough.core.errors import BoughError
from bough.games.formats.sgf import has_sgf, read_sgf, write_sgf
from bough.games.game import Position, moves_since

HEAD, START = "# bough ", "# start "


class Saved(NamedTuple):
    """The name of a game, the text of its starting position ("" for the usual one) and its moves."""

    game: str
    start: str
    moves: list[str]


def save_text(game: str, start: str, last: Position) -> tuple[str, str]:
    """The file extension and the contents of the file."""
    moves = moves_since(start, last)
    if has_sgf(game) and not start:
        return "sgf", write_sgf(game, moves, last.game.face.player_names, last.winner, last.over, "") + "\n"
    beginning = f"{START}{start}\n" if start else ""
    return "txt", f"{HEAD}{game}\n{beginning}{' '.join(moves)}\n"


def open_text(text: str) -> Saved:
    """Read text written by `save_text`, or another program's SGF."""
    if text.lstrip().startswith("("):
        game, moves = read_sgf(text.strip())
        return Saved(game, "", moves)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].startswith(HEAD):
        raise BoughError("this is neither SGF nor a game saved by Bough (its first line would be '# bough GAME')")
    start = next((line.removeprefix(START) for line in lines if line.startswith(START)), "")
    return Saved(lines[0].removeprefix(HEAD).strip(), start, " ".join(x for x in lines if x[0] != "#").split())
