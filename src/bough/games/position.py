"""Positions in Python: immutable values on which moves are made by name."""

import random
import re
import weakref
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.core.records import records
from bough.games.boards.cells import touched
from bough.games.boards.layout import rows_text
from bough.games.boards.svg import svg_board
from bough.games.boards.terminal import terminal_board
from bough.games.contract import CHANCE, FIRST, SECOND, UNDECIDED, Game

PLAY, LOOK = range(2)
_OUTCOME = re.compile(r"(.+)\((.+)\)")


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

    def require_unfinished(self) -> None:
        """Refuse to search where nobody is to move."""
        if self.over:
            raise BoughError("the game is over: there is nothing to search")

    def move_number(self, move: str) -> int:
        """The integer of a legal move given by name; says what is wrong with any other."""
        if self.over:
            raise BoughError(f"the game is over, so {move!r} cannot be played")
        written = _without_outcome(move)[0].strip()
        number = self.move_numbers.get(written)
        if number is None:  # people are not asked for capitals
            written = written.lower()
            number = next((known for name, known in self.move_numbers.items() if name.lower() == written), None)
        for spelling in self.game.spellings(written) if number is None else ():
            number = self.move_numbers.get(spelling, number)
        if number is None:
            some = ", ".join(self.moves[:6]) + (", ..." if len(self.moves) > 6 else "")
            raise BoughError(f"{move!r} is not a legal move here; legal are {some}")
        return number

    def play(self, move: str) -> "Position":
        """The position after a legal move; one that asks chance is written with its outcome, as in b3(n)."""
        return self.steps(move)[-1][1]

    def steps(self, move: str) -> list[tuple[int, "Position"]]:
        """What a move is to kernels: its number with the position after it, and then the same for its outcome."""
        number, outcome = self.move_number(move), _without_outcome(move)[1]
        name = self.game.move_name(number)
        after = _after(self.game, self.state.copy(), PLAY, number, (*self.history, name))
        if after.to_move != CHANCE or after.over:
            if outcome:
                raise BoughError(f"{name} asks nothing of chance, so it has no outcome {outcome!r}")
            return [(number, after)]
        numbers = {self.game.move_name(int(shown)): int(shown) for shown in after._legal}
        if outcome not in numbers:
            some = ", ".join(f"{name}({shown})" for shown in list(numbers)[:6])
            raise BoughError(f"{name} asks chance and needs a possible outcome, such as {some}")
        history = (*self.history, f"{name}({outcome})")
        shown = _after(self.game, after.state.copy(), PLAY, numbers[outcome], history)
        return [(number, after), (numbers[outcome], shown)]

    def outcomes(self, move: str) -> dict[str, float]:
        """What a move may turn out to be, each with its probability; a move that asks nothing is itself."""
        number = self.move_number(move)
        name = self.game.move_name(number)
        after = _after(self.game, self.state.copy(), PLAY, number, ())
        if after.to_move != CHANCE or after.over:
            return {name: 1.0}
        numbers, chances = np.empty(self.game.max_moves + 1, np.int16), np.empty(self.game.max_moves + 1)
        count = outcomes_kernel(self.game)(after.state.view(np.ndarray), numbers, chances)
        return {f"{name}({self.game.move_name(int(numbers[i]))})": float(chances[i]) for i in range(count)}

    def resolved(self, move: str, rng: random.Random) -> str:
        """The move with an outcome drawn by chance, if it asks for one and names none."""
        if self.game.outcomes is None or _without_outcome(move)[1]:
            return move
        possible = self.outcomes(move)
        return rng.choices(list(possible), list(possible.values()))[0]

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
        if self.game.write_text is not None:
            return self.game.write_text(self.state[0])
        if not _has_text(self.game) or self.game.layout is None:
            return " ".join(self.history) or "start"
        return f"{rows_text(self.game.layout, self.marks)} {self.game.side_letters[self.to_move]}"

    @cached_property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance from here on."""
        game = self.game
        return game.outcomes is None or (game.deterministic is not None and bool(game.deterministic(self.state[0])))

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

    @property
    def last_cells(self) -> set[int]:
        """The cells of the last move, by their number in the layout."""
        return touched(self.game, self.history[-1], self.marks) if self.history else set()

    def _repr_svg_(self) -> str | None:
        return svg_board(self.game, self.marks, last=self.last_cells) if self.game.layout else None


def move_names(game: Game, numbers: Iterable[int]) -> list[str]:
    """The names of moves made one after another, outcomes joined to the moves that asked for them."""
    names: list[str] = []
    if game.outcomes is None:
        return [game.move_name(int(number)) for number in numbers]
    for number in map(int, numbers):
        name = game.move_name(number)
        if number >= game.first_outcome:
            names[-1] += f"({name})"
        else:
            names.append(name)
    return names


def first_position(game: Game) -> Position:
    """The position in which a game starts."""
    return position_of(game, first_state(game))


def position_of(game: Game, state: np.recarray) -> Position:
    """The position a record stands for, which is used up; nothing is known of the moves before."""
    return _after(game, state, LOOK, 0, ())


_STARTS: "weakref.WeakKeyDictionary[Game, np.recarray]" = weakref.WeakKeyDictionary()


def first_state(game: Game) -> np.recarray:
    """The record in which a game starts. Set up once and in Python, so that games which differ only there (in komi
    or handicap stones) share their compiled rules."""
    if game not in _STARTS:
        state = records(1, game.record)
        game.setup(state[0])
        _STARTS[game] = state
    return _STARTS[game].copy()


def replay(game: Game, moves: Iterable[str]) -> Iterator[Position]:
    """The first position, then the one after each of these moves."""
    position = first_position(game)
    yield position
    for move in moves:
        position = position.play(move)
        yield position


def moves_since(text: str, last: Position) -> tuple[str, ...]:
    """The moves made since the position of a text ("" for the start), which where it is made of moves has its own."""
    return last.history[len(last.game.position(text).history) if text else 0 :]


def _has_text(game: Game) -> bool:
    """Whether positions are written as boards."""
    return game.cell_moves is not None or game.arrange is not None or game.write_text is not None


def _without_outcome(move: str) -> tuple[str, str]:
    """b3(n) as b3 and n; a move without an outcome as itself and nothing."""
    match = _OUTCOME.fullmatch(move.strip())
    return (match[1], match[2]) if match else (move, "")


def position_from_text(game: Game, text: str) -> Position:
    """Read what `Position.text` wrote."""
    if game.read_text is not None:
        state = first_state(game)
        game.read_text(state[0], text)
        return position_of(game, state)
    if not _has_text(game) or game.layout is None:
        *_, position = replay(game, text.split() if text.strip() != "start" else ())
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
    state = first_state(game)
    if game.arrange is not None:
        game.arrange(state[0], ["" if cell == "." else cell for cell in cells], sides.index(side))
    else:
        _fill(game, state, cells, sides.index(side))
    position = position_of(game, state)
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
    """The rules as one entry point: play a move or only look, then tell the winner and the legal moves."""
    if game not in _KERNELS:
        play, moves, game_winner = game.play, game.moves, game.winner

        def rules(task, states, move, legal):
            position = states[0]
            if task == PLAY:
                play(position, move)
            winner = game_winner(position)
            return winner, (moves(position, legal) if winner == UNDECIDED else 0)

        _KERNELS[game] = kernel(rules, game.source)
    return _KERNELS[game]


_OUTCOMES: "weakref.WeakKeyDictionary[Game, Callable[..., Any]]" = weakref.WeakKeyDictionary()


def outcomes_kernel(game: Game) -> Callable[..., Any]:
    """What chance may do in a position, as an entry point."""
    if game not in _OUTCOMES:
        outcomes = game.outcomes
        assert outcomes is not None

        def look(states, out, chances):
            return outcomes(states[0], out, chances)

        _OUTCOMES[game] = kernel(look, game.source)
    return _OUTCOMES[game]
