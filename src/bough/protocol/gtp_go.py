"""GTP commands for Go only: komi, handicap, scores with dead stones, SGF."""

import math
from contextlib import suppress
from pathlib import Path

import numpy as np

from bough.core.errors import BoughError
from bough.games.boards.layout import rows_text
from bough.games.contract import UNDECIDED
from bough.games.game import Position
from bough.games.go.game import KOMI, handicap_points, point_name
from bough.games.go.sgf import read_go_sgf
from bough.games.names import game as game_named
from bough.knowledge.go.ownership import ownership
from bough.protocol.candidates import Candidates
from bough.protocol.gtp import GtpEngine, Settings
from bough.protocol.refusal import Refusal
from bough.protocol.words import is_number
from bough.search.result import Result

DEAD_BELOW = -0.4
"""A string is dead if its mean ownership is below this: its colour owns the points in fewer than 3 of 10 playouts."""


class GoEngine(GtpEngine):
    """A GTP engine that plays Go."""

    def __init__(self, game: str, settings: Settings):
        if "handicap=" in game:
            raise BoughError("a GTP engine begins with an empty board; leave out handicap= and send fixed_handicap")
        self.points = KOMI
        super().__init__(game, settings)
        self.points = _komi_of(self.game.name)
        self.commands |= {
            "komi": self.komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "final_status_list": self.final_status_list,
            "loadsgf": self.loadsgf,
        }

    def _candidates(self, position: Position, kata: bool, mapped: bool) -> Candidates:
        return Candidates(position, kata, ownership, self.points, mapped)

    def _named(self, size: str) -> str:
        komi = _playable(self.points)
        return f"go:{size}" + (f",komi={komi:g}" if komi != KOMI else "")

    @property
    def shape(self) -> tuple[int, int]:
        """Columns and rows."""
        assert self.game.face.layout is not None
        return self.game.face.layout.rows[0], len(self.game.face.layout.rows)

    def komi(self, words: list[str]) -> str:
        """Set white's komi to any number of points; the position stays."""
        columns, rows = self.shape
        try:
            points = float(words[0]) if len(words) == 1 else math.nan
        except ValueError:
            points = math.nan
        if not math.isfinite(points):
            raise Refusal("komi not a float")
        self.points = points
        game = game_named(self._named(str(columns) if columns == rows else f"{columns}x{rows}"))
        if not self._positions:  # nothing has been played, and nothing needs to be compiled yet
            self._begin(game)
            return ""
        start = self.positions[0].text
        moves = [(1 - after.to_move, after.history[-1]) for after in self.positions[1:]]
        self._begin(game)
        self.positions = [game.position(start) if start != game.start().text else game.start()]
        for player, move in moves:
            self.positions.append(self._turned(player).play(move))
        return ""

    def _turned(self, player: int) -> Position:
        """GTP lets either player move at any time, even after two passes; superko still applies."""
        position = self.position
        if position.to_move == player and not position.over:
            return position
        if position.state[0].plies >= self.game.rules.max_plies:
            return self.game.position(f"{position.text.split()[0]} {self.game.gtp.colours[player][0]}")
        state = position.state.copy()
        record = state[0]
        record.to_move, record.passes, record.ko, record.winner = player, 0, 0, UNDECIDED
        return self.game.at(state)

    def fixed_handicap(self, words: list[str]) -> str:
        """Place black stones on the star points."""
        try:
            stones = [point_name(*at) for at in handicap_points(*self.shape, _count(words))]
        except BoughError:
            raise Refusal("invalid handicap") from None
        return self._place(stones)

    def place_free_handicap(self, words: list[str]) -> str:
        """Place black stones where we like: on star points, fewer than requested if there are not enough of them."""
        stones = _most_stones(self.shape, _count(words))
        if len(stones) < 2:
            raise Refusal("invalid handicap")
        return self._place(stones)

    def set_free_handicap(self, words: list[str]) -> str:
        """Place black stones where the controller says."""
        stones = [word.lower() for word in words]
        vertices = {name for name in self.game.start().move_numbers if name != "pass"}
        if len(stones) < 2 or len(set(stones)) < len(stones) or not set(stones) <= vertices:
            raise Refusal("bad vertex list")
        return self._place(stones)

    def _place(self, stones: list[str]) -> str:
        if len(self.positions) > 1 or any(self.position.marks):
            raise Refusal("board not empty")
        self._arrange(stones, [], "w")
        return " ".join(stone.upper() for stone in stones)

    def _chosen(self, position: Position, result: Result) -> str:
        """Pass if the opponent passed and we win the position as it stands."""
        if position.history and position.history[-1] == "pass":
            ended = position.play("pass")
            if ended.winner == position.to_move:
                return "pass"
        return super()._chosen(position, result)

    def final_score(self, words: list[str]) -> str:
        """The area score after removing dead stones."""
        owners = self._owners()
        points = float(owners.sum()) - self.points
        return "0" if points == 0 else f"{'B' if points > 0 else 'W'}+{abs(points):.2f}".removesuffix("0")

    def final_status_list(self, words: list[str]) -> str:
        """The strings of stones that are alive, dead or in seki."""
        if len(words) != 1 or words[0] not in ("alive", "dead", "seki"):
            raise Refusal("invalid status")
        if words[0] == "seki":
            return ""
        names = [cell.name for cell in self.game.face.layout.cells] if self.game.face.layout else []
        strings: dict[int, list[str]] = {}
        dead = self._dead()
        for name, mark, string in zip(names, self.position.marks, self._strings(), strict=True):
            if mark and (string in dead) == (words[0] == "dead"):
                strings.setdefault(string, []).append(name.upper())
        return "\n".join(" ".join(stones) for stones in strings.values())

    def _strings(self) -> list[int]:
        """The id of the string on each cell of the layout."""
        state, numbers = self.position.state[0], self.game.start().move_numbers
        assert self.game.face.layout is not None
        return [int(state.string[numbers[cell.name]]) for cell in self.game.face.layout.cells]

    def _dead(self) -> set[int]:
        """The ids of strings whose points playouts mostly lose."""
        owned, strings = ownership(self.position), self._strings()
        sides = np.array([{"": 0, "x": 1, "o": -1}[mark] for mark in self.position.marks])
        return {
            string
            for string in set(strings)
            if (at := np.flatnonzero((np.array(strings) == string) & (sides != 0))).size
            and (owned[at] * sides[at]).mean() < DEAD_BELOW
        }

    def _owners(self) -> np.ndarray:
        """By cell, 1 for black's points and -1 for white's, after removing dead stones."""
        dead = self._dead()
        marks = [
            "" if string in dead else mark for mark, string in zip(self.position.marks, self._strings(), strict=True)
        ]
        assert self.game.face.layout is not None
        return ownership(self.game.position(f"{rows_text(self.game.face.layout, marks)} b"), playouts=0)

    def loadsgf(self, words: list[str]) -> str:
        """Load a game from a file, up to the position before a move number."""
        if len(words) not in (1, 2) or (len(words) == 2 and not is_number(words[1])):
            raise Refusal("syntax error: loadsgf FILE [MOVE]")
        before = self.points, self.game, self.positions, self.search
        try:
            record = read_go_sgf(Path(words[0]).read_bytes())
            self.points = self.points if record.komi is None else record.komi
            self.boardsize([str(record.size)])
            if record.black or record.white or record.turn:
                self._arrange(record.black, record.white, record.turn)
            for colour, move in record.moves[: max(0, int(words[1]) - 1) if len(words) == 2 else None]:
                self.play([colour, move])
        except (OSError, BoughError, Refusal):
            self.points, self.game, self.positions, self.search = before
            raise Refusal("cannot load file") from None
        return self.game.gtp.colours[self.position.to_move]

    def _arrange(self, black: list[str], white: list[str], turn: str) -> None:
        """Set up these stones; if `turn` is empty, white moves after a handicap (black stones only), else black."""
        assert self.game.face.layout is not None
        marks = [
            "x" if cell.name in black else "o" if cell.name in white else "." for cell in self.game.face.layout.cells
        ]
        side = turn or ("w" if black and not white else "b")
        self.positions = [self.game.position(f"{rows_text(self.game.face.layout, marks)} {side}")]


def _count(words: list[str]) -> int:
    """The number of handicap stones requested."""
    if len(words) != 1 or not is_number(words[0]):
        raise Refusal("handicap not an integer")
    return int(words[0])


def _most_stones(shape: tuple[int, int], most: int) -> list[str]:
    """Star points for a handicap of at most `most` stones; on small boards, opposite corners of the second line."""
    for count in range(min(most, 9), 1, -1):
        with suppress(BoughError):
            return [point_name(*at) for at in handicap_points(*shape, count)]
    columns, rows = shape
    return [point_name(1, 1), point_name(columns - 2, rows - 2)] if most >= 2 and min(shape) >= 4 else []


def _playable(komi: float) -> float:
    """The whole or half komi with the same winners as `komi`: areas differ by whole points, at most 361."""
    within = min(max(komi, -400.0), 400.0)
    return within if 2 * within == round(2 * within) else math.floor(within) + 0.5


def _komi_of(name: str) -> float:
    """The komi in a game's name."""
    _, found, rest = name.partition("komi=")
    return float(rest.partition(",")[0]) if found else KOMI
