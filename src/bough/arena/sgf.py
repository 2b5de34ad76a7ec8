"""Stored games as SGF, for the games whose players use that format."""

from bough.arena.store import GameRow
from bough.core.errors import BoughError
from bough.games.go_sgf import write_go_sgf
from bough.games.names import game as game_named

NUMBERS = {"hex": 11, "havannah": 18, "y": 19}
"""The GM property of each game; Y has none of its own and takes that of its family."""
FIRST_COLOUR = {"hex": "B", "havannah": "W", "y": "W"}


def sgf_of(row: GameRow) -> str:
    """One game as an SGF line; colours as the game's programs use them."""
    head, _, options = row.game.partition(":")
    if head == "go":
        return _go(row)
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


def _go(row: GameRow) -> str:
    rules = game_named(row.game)
    start = rules.start()
    assert rules.layout is not None
    if len(rules.layout.rows) != rules.layout.rows[0]:
        raise BoughError(f"{row.game} is not a square board and has no SGF; use --csv")
    stones = [cell.name for cell, mark in zip(rules.layout.cells, start.marks, strict=True) if mark]
    result = "Draw" if row.winner is None else f"{'BW'[row.winner]}+"
    komi = float(start.state[0].twice_komi) / 2
    return write_go_sgf(rules.layout.rows[0], komi, row.moves.split(), (row.first, row.second), result, stones)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
