"""A game and its positions, as people and programs handle them in Python.

A Position is an immutable value on which moves are made by name.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bough.core.errors import BoughError
from bough.core.records import records
from bough.games.boards.cells import touched
from bough.games.boards.decided import Decided
from bough.games.boards.svg import svg_board
from bough.games.boards.terminal import terminal_board
from bough.games.contract import CHANCE, FIRST, SECOND, UNDECIDED, EngineWords, Face, Rules
from bough.games.kernels import LOOK, PLAY, carried_out, first_state, outcomes_kernel
from bough.games.learned import Learned
from bough.games.text import board_text, join_move, read_board, reading_order, split_move

Outcome = Literal["win", "loss", "draw"]


@dataclass(frozen=True, eq=False)
class Game:
    """Rules with their options, a face for people and words for engines.

    Args:
        name: What the game is called, with its options: hex:11.
        rules: What is legal; compiled.
        face: What people see, read and write.
        gtp: What programs that speak GTP are told.
        recipe: The search used where nobody names one.
        network_recipe: The search that asks the game's network, where there is one; the strongest, as far as is known.
        knowledge: What is good in this game (bough.Knowledge), for a game from a file. Built-in games have theirs in
            bough.knowledge.
    """

    name: str
    rules: Rules
    face: Face = field(default_factory=Face)
    gtp: EngineWords = field(default_factory=EngineWords)
    recipe: str = "uct+solver"
    network_recipe: str = "puct+solver"
    knowledge: Any = None
    file: Path | None = None
    """The file or the package the game was loaded from, if it is not built in."""
    learned: Learned | None = None
    """The table of patterns that lies beside this file, if one has been learned."""
    full_name: str = ""
    """The name that leads back to it: `name` for built-in games, else the file or package with its options."""

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules) or not isinstance(self.face, Face):
            raise TypeError("a Game takes rules=bough.Rules(...) and face=bough.Face(...)")

    def __repr__(self) -> str:
        return f"bough.game({self.full_name or self.name!r})"

    @property
    def family(self) -> str:
        """The name without options: hex for hex:11."""
        return self.name.partition(":")[0]

    def start(self) -> "Position":
        """The first position."""
        return self.at(first_state(self.rules))

    def position(self, text: str) -> "Position":
        """The position that a text describes; `Position.text` gives such texts.

        Args:
            text: A board such as `x.o/.../... x`, or the moves that led to the position where a game has no board text.

        Returns:
            The position; its history is empty unless the text consists of moves.
        """
        if not isinstance(text, str):
            raise BoughError(f"a position is text, not {text!r}; game.start() is where the game begins")
        if self.face.has_text and (self.face.read_text is not None or self.face.layout is not None):
            return self.at(read_board(self.name, self.rules, self.face, text))
        *_, last = replay(self, text.split() if text.strip() != "start" else ())
        return last

    def at(self, state: np.recarray) -> "Position":
        """The position of a record, which is used up; nothing is known of the moves before."""
        winner, legal = carried_out(self.rules, LOOK, state, 0)
        return Position(self, state, winner, legal, ())


class Position:
    """One state of a game; `play` gives a new one. Positions can be compared, hashed and pickled."""

    def __init__(self, game: Game, state: np.recarray, winner: int, legal: np.ndarray, history: tuple[str, ...]):
        self.game = game
        state.flags.writeable = False
        self.state = state
        """The record that kernels see, as an array of one; read-only."""
        self.history = history
        """The moves made since the start, or since the text it came from."""
        self._winner = winner
        self._legal = legal

    @property
    def to_move(self) -> int:
        """0 for the first player, 1 for the second, 2 (bough.CHANCE) where chance opens the game or a turn."""
        return int(self.state[0].to_move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._winner != UNDECIDED

    @property
    def winner(self) -> int | None:
        """0 or 1; None while the game goes on and after a draw (`result` tells these apart)."""
        return self._winner if self._winner in (FIRST, SECOND) else None

    def result(self, player: int = FIRST) -> Outcome | None:
        """How the game ended for a player: "win", "loss" or "draw"; None while it goes on."""
        if not self.over:
            return None
        if self.winner is None:
            return "draw"
        return "win" if self.winner == player else "loss"

    @cached_property
    def margin(self) -> float | None:
        """The points by which the first player has won; None while the game goes on or where nobody counts points."""
        margin = self.game.face.margin
        return margin(self.state[0]) if self.over and margin is not None else None

    @cached_property
    def decided(self) -> Decided | None:
        """What a finished game was won with, where the game tells."""
        decided = self.game.face.decided
        return decided(self.state[0], self.winner) if self.winner is not None and decided is not None else None

    @cached_property
    def owners(self) -> list[int]:
        """Whose each cell is at the end of a game: 0, 1, or -1 for nobody's; nothing where that means nothing."""
        owners = self.game.face.owners
        return list(owners(self.state[0])) if self.over and owners is not None else []

    @cached_property
    def ending(self) -> str:
        """How the game ended, for people: "White wins by 7.5", "Red wins with a ring"; nothing while it goes on."""
        if not self.over:
            return ""
        if self.winner is None:
            return "A draw"
        by = f" by {abs(self.margin):g}" if self.margin else f" {self.decided.words}" if self.decided else ""
        return f"{self.player_names[self.winner]} wins{by}"

    @property
    def player_names(self) -> tuple[str, str]:
        """What the first and the second player are called here."""
        face = self.game.face
        return face.names(self.state[0]) if face.names is not None else face.player_names

    @cached_property
    def move_numbers(self) -> dict[str, int]:
        """Legal moves by name, with the integers that kernels use."""
        return {self.game.face.move_name(int(move)): int(move) for move in self._legal}

    @property
    def moves(self) -> list[str]:
        """The legal moves, none once the game is over."""
        return list(self.move_numbers)

    def require_unfinished(self) -> None:
        """Refuse to search where nobody is to move."""
        if self.over:
            raise BoughError("the game is over: there is nothing to search")
        if self.to_move == CHANCE:
            raise BoughError("it is chance's turn: play an outcome first, such as " + self._some_outcomes())

    def move_number(self, move: str) -> int:
        """The integer of a legal move given by name; says what is wrong with any other."""
        if self.over:
            raise BoughError(f"the game is over, so {move!r} cannot be played")
        written = split_move(move)[0].strip()
        number = self.move_numbers.get(written)
        if number is None:  # capitals are not required
            written = written.lower()
            number = next((known for name, known in self.move_numbers.items() if name.lower() == written), None)
        for spelling in self.game.face.spellings(written) if number is None else ():
            number = self.move_numbers.get(spelling, number)
        if number is None:
            some = ", ".join(sorted(self.moves, key=reading_order)[:6]) + (", ..." if len(self.moves) > 6 else "")
            raise BoughError(f"{move!r} is not a legal move here; legal are {some}")
        return number

    def play(self, move: str) -> "Position":
        """The position after a legal move.

        Args:
            move: The move by name. One that asks chance is written with its outcome, as in b3(n); where chance opens
                a game or a turn, the outcome stands alone, as in (5).

        Returns:
            The new position; this one stays as it is.
        """
        return self.steps(move)[-1][1]

    def steps(self, move: str) -> list[tuple[int, "Position"]]:
        """What a move is to kernels: its number with the position after it, then the same for each of its outcomes."""
        name, outcomes = split_move(move)
        steps: list[tuple[int, Position]] = []
        at, written = self, ""
        if self.to_move != CHANCE or name or self.over:
            number = self.move_number(move)
            written = self.game.face.move_name(number)
            at = self._after(number, written)
            steps.append((number, at))
        for k in range(len(outcomes) + 1):
            if at.to_move != CHANCE or at.over:
                if k < len(outcomes):
                    raise BoughError(f"{written} asks nothing of chance, so it has no outcome {outcomes[k]!r}")
                break
            shown = outcomes[k] if k < len(outcomes) else ""
            if shown not in at.move_numbers:
                some = at._some_outcomes(join_move(written, outcomes[:k]))
                raise BoughError(f"{written or 'this turn'} asks chance and needs a possible outcome, such as {some}")
            number = at.move_numbers[shown]
            at = at._after(number, "")
            at.history = (*self.history, join_move(written, outcomes[: k + 1]))
            steps.append((number, at))
        return steps

    def outcomes(self, move: str = "") -> dict[str, float]:
        """What a move may turn out to be, each with its probability; a move that asks nothing is itself."""
        at, written = self, ""
        if self.to_move != CHANCE:
            number = self.move_number(move)
            written = self.game.face.move_name(number)
            at = self._after(number, written)
        return at._chances(written)

    def _chances(self, written: str) -> dict[str, float]:
        """Ways on from here while it is chance's turn, after what was written so far."""
        if self.to_move != CHANCE or self.over:
            return {written: 1.0}
        rules = self.game.rules
        numbers, chances = np.empty(rules.max_moves + 1, np.int16), np.empty(rules.max_moves + 1)
        count = outcomes_kernel(rules)(self.state.copy().view(np.ndarray), numbers, chances)
        possible: dict[str, float] = {}
        for number, chance in zip(numbers[:count].tolist(), chances[:count].tolist(), strict=True):
            after = join_move(written, [self.game.face.move_name(number)])
            for text, further in self._after(number, "")._chances(after).items():
                possible[text] = chance * further
        return possible

    def resolved(self, move: str, rng: random.Random) -> str:
        """The move with an outcome drawn by chance, if it asks for one and names none."""
        if not self.game.rules.stochastic or split_move(move)[1]:
            return move
        possible = self.outcomes(move)
        return rng.choices(list(possible), list(possible.values()))[0]

    def opened(self, rng: random.Random) -> "Position":
        """This position, or what chance makes of it where chance is to act before anybody moves."""
        return self.play(self.resolved("", rng)) if self.to_move == CHANCE and not self.over else self

    @cached_property
    def marks(self) -> list[str]:
        """What stands on each cell of the game's layout."""
        return list(self.game.face.marks(self.state[0])) if self.game.face.marks else []

    @cached_property
    def text(self) -> str:
        """One line from which `game.position` makes this position again.

        Boards read row by row from the top, then who is to move: `x.o/.../... x`. Other games write the moves
        that led here.
        """
        face = self.game.face
        if face.has_text and (face.write_text is not None or face.layout is not None):
            return board_text(face, self.state)
        return " ".join(self.history) or "start"

    @cached_property
    def shown(self) -> str:
        """What the game prints beside its board: points, dice and the like; "" if nothing."""
        return self.game.face.show(self.state[0]) if self.game.face.show else ""

    @cached_property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance from here on."""
        rules = self.game.rules
        return not rules.stochastic or (rules.deterministic is not None and bool(rules.deterministic(self.state[0])))

    def __str__(self) -> str:
        board = terminal_board(self.game.face.layout, self.marks) if self.game.face.layout else self.text
        return f"{board}\n{self.shown}" if self.shown else board

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> Any:
        return _position_again, (self.game, self.state.tobytes(), self.history)

    @cached_property
    def _key(self) -> Any:
        """What tells positions apart: the board and what else the future depends on, or every field of the record.

        The bytes between fields are not set, so the record is not compared as a whole.
        """
        past = self.game.rules.past
        if past is not None:
            return self.text, past(self.state[0])
        return b"".join(np.ascontiguousarray(self.state[name]).tobytes() for name in self.state.dtype.names or ())

    @property
    def last_cells(self) -> set[int]:
        """The cells of the last move, by their number in the layout."""
        return touched(self.game.face, self.history[-1], self.marks) if self.history else set()

    @property
    def picture(self) -> str:
        """The board as SVG, with the last move and what decided the game."""
        lit = self.decided.cells if self.decided else ()
        return svg_board(self.game.face, self.marks, last=self.last_cells, lit=lit, owners=self.owners)

    def _repr_svg_(self) -> str | None:
        return self.picture if self.game.face.layout else None

    def _after(self, move: int, name: str) -> "Position":
        state = self.state.copy()
        winner, legal = carried_out(self.game.rules, PLAY, state, move)
        return Position(self.game, state, winner, legal, (*self.history, name) if name else self.history)

    def _some_outcomes(self, written: str = "") -> str:
        return ", ".join(f"{written}({name})" for name in list(self.move_numbers)[:6])


def _position_again(game: Game, data: bytes, history: tuple[str, ...]) -> Position:
    """What unpickling calls."""
    if len(data) != game.rules.record.itemsize:
        raise BoughError(f"this position of {game.name} was pickled by another version of Bough")
    state = records(1, game.rules.record)
    state[:] = np.frombuffer(data, game.rules.record)
    position = game.at(state)
    position.history = history
    return position


def move_names(game: Game, numbers: Iterable[int]) -> list[str]:
    """The names of moves made one after another, outcomes joined to the moves that asked for them."""
    names: list[str] = []
    asked = False  # whether the last entry may take an outcome
    for number in map(int, numbers):
        name = game.face.move_name(number)
        if game.rules.stochastic and number >= game.rules.first_outcome:
            if asked:
                names[-1] = join_move(names[-1], [name])
            else:
                names.append(join_move("", [name]))
                asked = True
        else:
            names.append(name)
            asked = True
    return names


def require_position(given: object) -> Position:
    """What was given, if it is a position."""
    if not isinstance(given, Position):
        raise BoughError(f"searches begin at a position, not at {given!r}; use bough.game(...).start()")
    return given


def replay(game: Game, moves: Iterable[str]) -> Iterator[Position]:
    """The first position, then the one after each of these moves."""
    position = game.start()
    yield position
    for move in moves:
        position = position.play(move)
        yield position


def moves_since(text: str, last: Position) -> tuple[str, ...]:
    """The moves made since a position given as text ("" for the start).

    Where a game has no board text, the text itself consists of moves; these are not counted.
    """
    return last.history[len(last.game.position(text).history) if text else 0 :]
