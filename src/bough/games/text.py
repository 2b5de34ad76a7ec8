"""Positions and moves as text: boards row by row, and moves with what chance did in brackets, as in b3(n)."""

import re
from collections.abc import Sequence

import numpy as np

from bough.core.errors import BoughError
from bough.games.boards.layout import rows_text
from bough.games.contract import Face, Rules
from bough.games.kernels import PLAY, carried_out, first_state

_MOVE = re.compile(r"(.*?)((?:\([^()]+\))*)")


def split_move(move: str) -> tuple[str, list[str]]:
    """A move and its outcomes: b3(n) is b3 and [n], (5) is nothing and [5], b3 is b3 and []."""
    if not isinstance(move, str):
        raise BoughError(f"a move is text such as b3, not {move!r}")
    match = _MOVE.fullmatch(move.strip())
    assert match is not None
    return match[1], re.findall(r"\(([^()]+)\)", match[2])


def join_move(name: str, outcomes: Sequence[str]) -> str:
    """The inverse of split_move."""
    return name + "".join(f"({outcome})" for outcome in outcomes)


def reading_order(move: str) -> list[tuple[int, str, int]]:
    """The order in which people list moves: b2 before b10."""
    return [(0, "", int(part)) if part.isdecimal() else (1, part, 0) for part in re.split(r"(\d+)", move)]


def board_text(face: Face, state: np.recarray) -> str:
    """One line for a game with a board text: `x.o/.../... x`."""
    if face.write_text is not None:
        return face.write_text(state[0])
    assert face.layout is not None
    assert face.marks is not None
    return f"{rows_text(face.layout, face.marks(state[0]))} {face.side_letters[int(state[0].to_move)]}"


def read_board(name: str, rules: Rules, face: Face, text: str) -> np.recarray:
    """The record that a board text describes."""
    state = first_state(rules)
    if face.read_text is not None:
        face.read_text(state[0], text)
        return state
    assert face.layout is not None
    shape, sides = "/".join("." * length for length in face.layout.rows), face.side_letters
    board, _, side = text.strip().lower().rpartition(" ")
    if side not in sides or [len(row) for row in board.split("/")] != list(face.layout.rows):
        raise BoughError(
            f"cannot read the {name} position {text!r}; write it like '{shape} {sides[0]}' with x, o and ."
        )
    cells = board.replace("/", "")
    if set(cells) - set("xo."):
        raise BoughError(f"the position {text!r} has a letter other than x, o and .")
    if face.arrange is not None:
        face.arrange(state[0], ["" if cell == "." else cell for cell in cells], sides.index(side))
    else:
        _fill(rules, face, state, cells, sides.index(side))
    written = board_text(face, state)
    if written != f"{board} {side}":
        raise BoughError(f"the {name} position {text!r} cannot occur; nearest is {written!r}")
    return state


def _fill(rules: Rules, face: Face, state: np.recarray, cells: str, to_move: int) -> None:
    """Put stones from the last cell to the first, so that discs which fall find their column filled from below."""
    assert face.cell_moves is not None
    for cell in reversed(range(len(cells))):
        if cells[cell] != ".":
            state[0].to_move = "xo".index(cells[cell])
            carried_out(rules, PLAY, state, face.cell_moves[cell])
    state[0].to_move = to_move
