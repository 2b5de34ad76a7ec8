"""Saved games: SGF where players of the game use it, otherwise a few lines of text.

# bough loa
# start xx../.... x
b8-b6 a3xc3
"""

from collections.abc import Mapping, Sequence

from bough.core.errors import BoughError
from bough.games.formats.recorded import RecordedGame
from bough.games.formats.sgf import has_sgf, read_sgf, write_sgf
from bough.games.formats.variations import lines_of, merged
from bough.games.game import Position, moves_since

HEAD, START = "# bough ", "# start "


def save_text(
    game: str,
    start: str,
    last: Position,
    others: Sequence[Sequence[str]] = (),
    notes: Mapping[tuple[str, ...], str] | None = None,
) -> tuple[str, str]:
    """The file extension and the contents of the file.

    Args:
        game: The game's name.
        start: The text of the first position, empty for the usual one.
        last: The position at the end of the game.
        others: Other lines of moves from the start, kept as variations (in SGF alone).
        notes: Comments by the moves that lead to where they stand (in SGF alone).
    """
    moves = moves_since(start, last)
    if has_sgf(game) and not start:
        text = write_sgf(game, moves, last.game.face.player_names, last.winner, last.over, "")
        if others or notes:
            lines = [(line, write_sgf(game, line, ("", ""), None, False)) for line in others]
            text = merged([(moves, text), *lines], notes or {})
        return "sgf", text.rstrip("\n") + "\n"
    beginning = f"{START}{start}\n" if start else ""
    return "txt", f"{HEAD}{game}\n{beginning}{' '.join(moves)}\n"


def open_text(text: str) -> RecordedGame:
    """Read text written by `save_text`, or another program's SGF."""
    if text.lstrip().startswith("("):
        return read_sgf(text.strip())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].startswith(HEAD):
        raise BoughError("this is neither SGF nor a game saved by Bough (its first line would be '# bough GAME')")
    start = next((line.removeprefix(START) for line in lines if line.startswith(START)), "")
    moves = " ".join(x for x in lines if x[0] != "#").split()
    return RecordedGame(lines[0].removeprefix(HEAD).strip(), moves, start)


def variations(text: str) -> list[list[str]]:
    """The lines of a saved game beside its main line."""
    return lines_of(text.strip())[1:] if text.lstrip().startswith("(") else []
