"""Positions in Python: immutable values on which moves are made by name."""

import weakref
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.core.records import records
from bough.games.contract import FIRST, SECOND, UNDECIDED, Game
from bough.games.drawing import svg_board, terminal_board

SETUP, PLAY, LOOK = range(3)


class Position:
    """One state of a game; `play` gives a new one."""

    def __init__(self, game: Game, state: np.recarray, winner: int, legal: np.ndarray, history: tuple[str, ...]):
        self.game = game
        self.state = state
        """The record that kernels see, as an array of one; not to be changed."""
        self.history = history
        """The moves made since the start or since the text it came from."""
        self._winner = winner
        self._legal = legal

    @property
    def to_move(self) -> int:
        """0 for the first player, 1 for the second."""
        return int(self.state[0].to_move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._winner != UNDECIDED

    @property
    def winner(self) -> int | None:
        """0 or 1; None while the game goes on and after a draw."""
        return self._winner if self._winner in (FIRST, SECOND) else None

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        """Legal moves by name, with the integers that kernels use."""
        return {self.game.move_name(int(move)): int(move) for move in self._legal}

    @property
    def moves(self) -> list[str]:
        """The legal moves, none once the game is over."""
        return list(self.move_numbers)

    def move_number(self, move: str) -> int:
        """The integer of a legal move given by name; says what is wrong with any other."""
        if self.over:
            raise BoughError(f"the game is over, so {move!r} cannot be played")
        written = move.strip().lower()
        number = self.move_numbers.get(written)
        for spelling in self.game.spellings(written) if number is None else ():
            number = self.move_numbers.get(spelling, number)
        if number is None:
            some = ", ".join(self.moves[:6]) + (", ..." if len(self.moves) > 6 else "")
            raise BoughError(f"{move!r} is not a legal move here; legal are {some}")
        return number

    def play(self, move: str) -> "Position":
        """The position after a legal move."""
        state = self.state.copy()
        number = self.move_number(move)
        return _after(self.game, state, PLAY, number, (*self.history, self.game.move_name(number)))

    @cached_property
    def marks(self) -> list[str]:
        """What stands on each cell of the game's layout."""
        return list(self.game.marks(self.state[0])) if self.game.marks else []

    @cached_property
    def text(self) -> str:
        """One line from which `game.position` makes this position again.

        Boards read row by row from the top, then who is to move: `x.o/.../... x`. Other games write the moves
        that led here.
        """
        if not _has_text(self.game) or self.game.layout is None:
            return " ".join(self.history) or "start"
        marks = iter(self.marks)
        rows = ["".join(next(marks) or "." for _ in range(length)) for length in self.game.layout.rows]
        return "/".join(rows) + " " + self.game.side_letters[self.to_move]

    def __str__(self) -> str:
        return terminal_board(self.game.layout, self.marks) if self.game.layout else self.text

    def __repr__(self) -> str:
        return f"bough.game({self.game.name!r}).position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> str | bytes:
        """What tells positions apart: the text of a board, else every field of the record (the bytes between
        fields are not set)."""
        if _has_text(self.game):
            return self.text
        return b"".join(np.ascontiguousarray(self.state[name]).tobytes() for name in self.state.dtype.names or ())

    def _repr_svg_(self) -> str | None:
        return svg_board(self.game.layout, self.marks) if self.game.layout else None


def first_position(game: Game) -> Position:
    """The position in which a game starts."""
    return _after(game, records(1, game.record), SETUP, 0, ())


def _has_text(game: Game) -> bool:
    """Whether positions are written as boards."""
    return game.cell_moves is not None or game.arrange is not None


def position_from_text(game: Game, text: str) -> Position:
    """Read what `Position.text` wrote."""
    if not _has_text(game) or game.layout is None:
        position = first_position(game)
        for move in text.split() if text.strip() != "start" else ():
            position = position.play(move)
        return position
    shape, sides = "/".join("." * length for length in game.layout.rows), game.side_letters
    board, _, side = text.strip().lower().rpartition(" ")
    if side not in sides or [len(row) for row in board.split("/")] != list(game.layout.rows):
        raise BoughError(
            f"cannot read the {game.name} position {text!r}; write it like '{shape} {sides[0]}' with x, o and ."
        )
    cells = board.replace("/", "")
    if set(cells) - set("xo."):
        raise BoughError(f"the position {text!r} has a letter other than x, o and .")
    state = first_position(game).state
    if game.arrange is not None:
        game.arrange(state[0], ["" if cell == "." else cell for cell in cells], sides.index(side))
    else:
        _fill(game, state, cells, sides.index(side))
    position = _after(game, state, LOOK, 0, ())
    if position.text != f"{board} {side}":
        raise BoughError(f"the {game.name} position {text!r} cannot occur; nearest is {position.text!r}")
    return position


def _fill(game: Game, state: np.recarray, cells: str, to_move: int) -> None:
    """Put stones from the last cell to the first, so that discs which fall find their column filled from below."""
    assert game.cell_moves is not None
    for cell in reversed(range(len(cells))):
        if cells[cell] != ".":
            state[0].to_move = "xo".index(cells[cell])
            state[:] = _after(game, state, PLAY, game.cell_moves[cell], ()).state
    state[0].to_move = to_move


def _after(game: Game, state: np.recarray, task: int, move: int, history: tuple[str, ...]) -> Position:
    """Carry out a task on this state (which is used up) and look at what it leads to."""
    legal = np.empty(game.max_moves + 1, np.int16)
    winner, count = rules_kernel(game)(task, state.view(np.ndarray), move, legal)
    return Position(game, state, int(winner), legal[:count], history)


_KERNELS: "weakref.WeakKeyDictionary[Game, Callable[..., Any]]" = weakref.WeakKeyDictionary()


def rules_kernel(game: Game) -> Callable[..., Any]:
    """The rules as one entry point: do a task, then tell the winner and the legal moves."""
    if game not in _KERNELS:
        setup, play, moves, game_winner = game.setup, game.play, game.moves, game.winner

        def rules(task, states, move, legal):
            position = states[0]
            if task == SETUP:
                setup(position)
            elif task == PLAY:
                play(position, move)
            winner = game_winner(position)
            return winner, (moves(position, legal) if winner == UNDECIDED else 0)

        _KERNELS[game] = kernel(rules, game.source)
    return _KERNELS[game]
