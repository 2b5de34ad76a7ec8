"""SGF for the games whose players use it: Go through sgfmill; Hex, Havannah and Y with moves as text."""

from collections.abc import Sequence
from itertools import pairwise

from sgfmill import sgf_grammar

from bough.core.errors import BoughError
from bough.games.formats.recorded import RecordedGame
from bough.games.go.game import KOMI, handicap_points, point_name
from bough.games.go.sgf import GoRecord, read_go_sgf, write_go_sgf
from bough.games.names import game as game_named

NUMBERS = {"hex": 11, "havannah": 18, "y": 19}
"""The GM property of each game; Y has no number of its own and shares that of its family."""
FIRST_COLOUR = {"hex": "B", "havannah": "W", "y": "W"}
SWAP = "swap-pieces"


def has_sgf(game: str) -> bool:
    """Whether the game with this name can be written as SGF."""
    head, _, options = game.partition(":")
    return head in NUMBERS or (head == "go" and "x" not in options.split(",")[0])


def write_sgf(
    game: str, moves: Sequence[str], names: tuple[str, str], winner: int | None, over: bool = True, note: str = ""
) -> str:
    """One game on one line, with the colours that programs for this game use."""
    if not has_sgf(game):
        raise BoughError(f"{game} has no SGF format")
    head, _, options = game_named(game).name.partition(":")
    size, *rules = options.split(",")
    colours = "WB" if FIRST_COLOUR.get(head) == "W" else "BW"
    result = "?" if not over else "Draw" if winner is None else f"{colours[winner]}+"
    if head == "go":
        return _write_go(game, moves, names, result)
    by_colour = dict(zip(colours, names, strict=True))
    properties = {
        "FF": "4", "GM": str(NUMBERS[head]), "SZ": size, "AP": "Bough",
        "PB": by_colour["B"], "PW": by_colour["W"], "RE": result, "GC": note,
    } | ({"RU": "swap"} if "swap" in rules else {})  # fmt: skip
    head_text = "".join(f"{key}[{_escaped(value)}]" for key, value in properties.items())
    made = "".join(f";{colours[ply % 2]}[{SWAP if move == 'swap' else move}]" for ply, move in enumerate(moves))
    return f"(;{head_text}{made})"


def read_sgf(text: str) -> RecordedGame:
    """The main line of an SGF game, with the name of the game."""
    try:
        nodes = sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(text.encode()))
        sequence = [{key: [value.decode() for value in values] for key, values in node.items()} for node in nodes]
    except (ValueError, UnicodeError) as error:
        raise BoughError(f"this is not a game in SGF: {error}") from None
    number = sequence[0].get("GM", ["1"])[0]
    if number == "1":
        return _read_go(text)
    head = next((name for name, known in NUMBERS.items() if str(known) == number), None)
    if head is None:
        raise BoughError(f"SGF of the game with GM[{number}] cannot be read; GM 1, 11, 18 and 19 can")
    if any(key in node for node in sequence for key in ("AB", "AW", "AE")):
        raise BoughError(f"this SGF sets up stones, which cannot be read for {head}; give one that has only moves")
    made = [(key, value) for node in sequence for key in ("B", "W") for value in node.get(key, [])]
    if any(one == two for (one, _), (two, _) in pairwise(made)):
        raise BoughError("in this SGF a player moves twice in a row, which cannot be read")
    moves = ["swap" if move.startswith("swap") else move.lower() for _, move in made]
    size = sequence[0].get("SZ", [""])[0]
    swap = "swap" in moves or sequence[0].get("RU", [""])[0] == "swap"
    return RecordedGame(f"{head}:{size}{',swap' if swap else ''}", moves)


def _read_go(text: str) -> RecordedGame:
    record = read_go_sgf(text.encode())
    name = f"go:{record.size}" + (f",komi={record.komi:g}" if record.komi not in (None, KOMI) else "")
    if record.black or record.white:
        if not _is_fixed_handicap(record):
            raise BoughError("SGF with stones set up beforehand can be read only for fixed handicaps")
        name += f",handicap={len(record.black)}"
    turns = "wb" if record.black else "bw"
    if any(colour != turns[ply % 2] for ply, (colour, _) in enumerate(record.moves)):
        raise BoughError("in this SGF a player moves twice in a row, which cannot be read")
    return RecordedGame(name, [point for _, point in record.moves])


def _is_fixed_handicap(record: GoRecord) -> bool:
    """Whether black's stones are on the fixed handicap points and white moves first."""
    if record.white or (record.moves and record.moves[0][0] != "w"):
        return False
    try:
        points = handicap_points(record.size, record.size, len(record.black))
    except BoughError:
        return False
    return {point_name(*at) for at in points} == set(record.black)


def _write_go(game: str, moves: Sequence[str], names: tuple[str, str], result: str) -> str:
    rules = game_named(game)
    start, layout = rules.start(), rules.face.layout
    assert layout is not None
    stones = [cell.name for cell, mark in zip(layout.cells, start.marks, strict=True) if mark]
    komi = float(start.state[0].twice_komi) / 2
    return write_go_sgf(layout.rows[0], komi, moves, names, result, stones)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
