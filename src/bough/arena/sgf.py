"""Stored games as SGF, for the games whose players use that format."""

from bough.arena.store import GameRow
from bough.core.errors import BoughError

NUMBERS = {"hex": 11, "havannah": 18, "y": 19}
"""The GM property of each game; Y has none of its own and takes that of its family."""
FIRST_COLOUR = {"hex": "B", "havannah": "W", "y": "W"}


def sgf_of(row: GameRow) -> str:
    """One game as an SGF line; colours as the game's programs use them."""
    head, _, options = row.game.partition(":")
    if head not in NUMBERS:
        raise BoughError(f"{row.game} has no SGF; use --csv")
    colours = "BW" if FIRST_COLOUR[head] == "B" else "WB"
    names = dict(zip(colours, (row.first, row.second), strict=True))
    result = "Draw" if row.winner is None else f"{colours[row.winner]}+"
    properties = {
        "FF": "4", "GM": str(NUMBERS[head]), "SZ": options.split(",")[0], "AP": "Bough",
        "PB": names["B"], "PW": names["W"], "RE": result, "GC": row.ending,
    }  # fmt: skip
    head_text = "".join(f"{key}[{_escaped(value)}]" for key, value in properties.items())
    moves = "".join(
        f";{colours[ply % 2]}[{'swap-pieces' if move == 'swap' else move}]"
        for ply, move in enumerate(row.moves.split())
    )
    return f"(;{head_text}{moves})"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
