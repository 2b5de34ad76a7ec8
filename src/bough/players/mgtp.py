"""Plays with any engine that speaks MGTP, the Chinese Dark Chess course platform's protocol, as a child process.

A line is a number, a command and arguments; the answer begins with = or ? and the same number. Engines may print
anything else on other lines.
"""

import time

from bough.core.budget import Budget
from bough.games.game import Game, Position
from bough.players.child import ChildProcess
from bough.players.gtp import GRACE_SECONDS, START_SECONDS, UNTIMED_SECONDS
from bough.players.player import Choice, Fault

NUMBERS = {
    "protocol_version": 0, "name": 1, "version": 2, "known_command": 3, "list_commands": 4, "quit": 5, "boardsize": 6,
    "reset_board": 7, "num_repetition": 8, "num_moves_to_draw": 9, "move": 10, "flip": 11, "genmove": 12,
    "game_over": 13, "ready": 14, "time_settings": 15, "time_left": 16, "showboard": 17, "init_board": 18,
}  # fmt: skip
"""The platform's number for each command."""
COLOURS = {"r": "red", "b": "black", "?": "unknown"}
MOVES_LEFT = 60
"""MGTP only has a time limit for the whole game: we give this many times the seconds per move, more if it is long."""
LEAST_MOVES_LEFT = 20
"""Moves for which an engine has time left, however long the game, if no move took more than its seconds."""


class MgtpPlayer:
    """An external MGTP engine."""

    def __init__(self, game: Game, command: str, seed: int):
        self.game = game
        self.told: tuple[str, ...] | None = None
        self.spent, self.made = 0.0, 0
        self.child = ChildProcess(command, seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        self._catch_up(position)
        colour = COLOURS[position.text.split()[1]]
        allowed = UNTIMED_SECONDS
        if limits.seconds is not None:
            left = max(0.0, max(MOVES_LEFT, self.made + LEAST_MOVES_LEFT) * limits.seconds - self.spent)
            allowed = left + GRACE_SECONDS
            self._ask("time_left", f"{colour} {round(1000 * left)}")
        begun = time.perf_counter()
        answer = self._ask("genmove", colour, allowed).split()
        took = time.perf_counter() - begun
        self.spent, self.made = self.spent + took, self.made + 1
        if len(answer) != 2:
            raise Fault(f"answered rubbish: {' '.join(answer)[:40]!r}")
        move = answer[0] if answer[0] == answer[1] else "-".join(answer)
        if move not in position.move_numbers:
            raise Fault(f"played an illegal move: {move[:40]}")
        return Choice(move, 0, took, cpu=self.child.cpu_spent())

    def close(self) -> None:
        """Stop the engine and every process it started."""
        self.child.close(f"{NUMBERS['quit']} quit")

    def _catch_up(self, position: Position) -> None:
        """Send the engine the moves it has not seen, including its own, with the pieces that flips revealed."""
        if self.told is None or position.history[: len(self.told)] != self.told:
            for told in ("name", "version", *self.game.gtp.setup, "reset_board", "ready"):
                command, _, arguments = told.partition(" ")
                self._ask(command, arguments)
            self.told, self.spent, self.made = (), 0.0, 0
        for move in position.history[len(self.told) :]:
            squares, _, piece = move.removesuffix(")").partition("(")
            if piece:
                self._ask("flip", f"{squares} {piece}")
            else:
                self._ask("move", squares.replace("-", " "))
        self.told = position.history

    def _ask(self, command: str, arguments: str = "", seconds: float = START_SECONDS) -> str:
        number = NUMBERS[command]
        self.child.send(f"{number} {command} {arguments}".rstrip())
        deadline = time.monotonic() + seconds
        while True:
            line = self.child.line(deadline)
            if line is None:
                raise Fault(f"said nothing for {seconds:g} s after {command}")
            words = line.strip()
            if words.startswith(f"={number}"):
                return words.removeprefix(f"={number}").strip()
            if words.startswith(f"?{number}"):
                raise Fault(f"refused {command}: {words[:60]}")
