"""Games of Go as SGF, read and written with sgfmill; points are named as in games/go/game.py."""

import math
from collections.abc import Iterable
from typing import NamedTuple

from sgfmill import sgf

from bough.core.errors import BoughError
from bough.games.go.game import LETTERS, point_name


class GoRecord(NamedTuple):
    """A recorded game on a square board."""

    size: int
    komi: float | None
    """None if the record does not give it as a number."""
    black: list[str]
    """Stones set up before the first move."""
    white: list[str]
    turn: str
    """The player who moves first, b or w; "" if the record does not say."""
    moves: list[tuple[str, str]]
    """The colour (b or w) and the point or pass of each move."""


def read_go_sgf(data: bytes) -> GoRecord:
    """Read the main line of a game."""
    try:
        game = sgf.Sgf_game.from_bytes(data)
        size, line = game.get_size(), game.get_main_sequence()
        played = [node.get_move() for node in line]
        begun = next((i for i, (colour, _) in enumerate(played) if colour), len(line))
        turns = [node.get("PL") for node in line[: begun + 1] if node.has_property("PL")]
        black, white = _set_up(line[: begun + 1])
    except ValueError as error:
        raise BoughError(f"not a game of go in SGF: {error}") from None
    if any(node.has_setup_stones() for node in line[begun + 1 :]):
        raise BoughError("stones are set up in the middle of the game; only those before the first move can be read")
    if not 2 <= size <= 19:
        raise BoughError(f"go has boards of 2 to 19 lines a side, not {size}")
    moves = [(colour, "pass" if at is None else point_name(at[1], at[0])) for colour, at in played if colour]
    first, second = (sorted(point_name(column, row) for row, column in stones) for stones in (black, white))
    return GoRecord(size, _komi(line[0]), first, second, turns[-1] if turns else "", moves)


def _set_up(nodes: Iterable[sgf.Tree_node]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The stones on the board before the first move; some programs set them up in the second node."""
    black: set[tuple[int, int]] = set()
    white: set[tuple[int, int]] = set()
    for node in nodes:
        added, added_white, removed = node.get_setup_stones()
        black = (black - added_white - removed) | added
        white = (white - added - removed) | added_white
    return black, white


def _komi(root: sgf.Tree_node) -> float | None:
    """The komi, or None if it cannot be read; as in Chinese records, quarters mean stones of two points each."""
    try:
        komi = float(root.get("KM"))
    except (KeyError, ValueError):
        return None
    if not math.isfinite(komi):
        return None
    return 2 * komi if (4 * komi) % 2 == 1 else komi


def write_go_sgf(
    size: int, komi: float, moves: Iterable[str], names: tuple[str, str], result: str, black: Iterable[str] = ()
) -> str:
    """A game on one line, with black's and white's `names`; with handicap stones (`black`) white moves first."""
    game = sgf.Sgf_game(size=size)
    root, stones = game.get_root(), [_place(point) for point in black]
    for key, value in (("KM", komi), ("PB", names[0]), ("PW", names[1]), ("RE", result), ("AP", ("Bough", ""))):
        root.set(key, value)
    if stones:
        root.set("HA", len(stones))
        root.set_setup_stones(stones, [])
    colours = "wb" if stones else "bw"
    for ply, move in enumerate(moves):
        game.extend_main_sequence().set_move(colours[ply % 2], None if move == "pass" else _place(move))
    return game.serialise(wrap=None).decode().replace("\n", "")


def _place(point: str) -> tuple[int, int]:
    """The row and column of a point, numbered as in sgfmill."""
    return int(point[1:]) - 1, LETTERS.index(point[0])
