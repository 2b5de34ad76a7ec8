"""Plays with any GTP engine, run as a child process.

We set the engine up with boardsize, clear_board and the game's own settings (komi, handicap stones), send every
move with play and ask for moves with genmove. An engine that crashes, hangs, says nothing or answers rubbish raises a
Fault, and its process group is killed.
"""

import re
import time
from fractions import Fraction

from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.players.child import ChildProcess
from bough.players.player import Choice, Fault

START_SECONDS = 30.0
"""Time limit for commands that need no search."""
READY_SECONDS = 180.0
"""Time limit for time_settings, at which an engine may load or compile what it needs."""
GRACE_SECONDS = 3.0
"""Extra time after a move's limit before we call the engine hung."""
IN_GTP = {"swap": "swap-pieces"}
"""Moves with a different name in GTP."""
FROM_GTP = {theirs: ours for ours, theirs in IN_GTP.items()}
UNTIMED_SECONDS = 60.0
"""Time limit for a move if the match sets none in seconds."""


class GtpPlayer:
    """An external GTP engine."""

    def __init__(self, game: Game, command: str, seed: int):
        self.game = game
        self.told: tuple[str, ...] | None = None
        self.limits: Budget | None = None
        self.child = ChildProcess(command, seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        colour = self.game.gtp.colours[position.to_move]
        self._catch_up(position)
        if limits.seconds is not None and limits != self.limits:
            self.set_clock(limits.seconds)
            self.limits = limits
        begun = time.perf_counter()
        allowed = UNTIMED_SECONDS if limits.seconds is None else limits.seconds + GRACE_SECONDS
        try:
            answer = self._ask(f"genmove {colour}", allowed).strip()
        except Refused as refused:
            raise Fault(f"refused genmove: {refused}") from None
        took = time.perf_counter() - begun
        if answer.lower() == "resign":
            raise Fault("resigned")
        if not re.fullmatch(r"[^\s()]{1,16}", answer):
            raise Fault(f"answered rubbish: {answer[:40]!r}")
        try:
            move = self.game.face.move_name(position.move_number(FROM_GTP.get(answer.lower(), answer)))
        except BoughError:
            raise Fault(f"played an illegal move: {answer}") from None
        self.told = (*position.history, move)
        return Choice(move, 0, took, cpu=self.child.cpu_spent())

    def knows(self, command: str) -> bool:
        """Whether the engine says that it has a command."""
        try:
            return self._ask(f"known_command {command}", START_SECONDS).strip().lower() != "false"
        except Refused:
            return True  # it does not even know how to tell

    def set_clock(self, seconds: float) -> bool:
        """Tell the engine the seconds of a move; whether it will keep to them."""
        try:
            self._ask("time_settings 0 {} {}".format(*_period(seconds)), READY_SECONDS)
        except Refused:
            return False
        return True

    def close(self) -> None:
        """Stop the engine and every process it started."""
        self.child.close("quit")

    def _catch_up(self, position: Position) -> None:
        """Send the engine the moves it has not seen."""
        try:
            if self.told is None or position.history[: len(self.told)] != self.told:
                if self.game.face.layout is not None:
                    self._ask(f"boardsize {self.game.gtp.size or len(self.game.face.layout.rows)}", START_SECONDS)
                self._ask("clear_board", START_SECONDS)
                for command in self.game.gtp.setup:
                    self._ask(command, START_SECONDS)
                self.told = ()
            first = self.game.start().to_move
            for ply, move in enumerate(position.history[len(self.told) :], start=len(self.told)):
                colour = self.game.gtp.colours[(first + ply) % 2]
                self._ask(f"play {colour} {IN_GTP.get(move, move)}", START_SECONDS)
        except Refused as refused:
            raise Fault(f"refused the game: {refused}") from None
        self.told = position.history

    def _ask(self, command: str, seconds: float) -> str:
        """Send one command and wait for its answer."""
        self.child.send(command)
        deadline = time.monotonic() + seconds
        answer: list[str] = []
        while True:
            line = self.child.line(deadline)
            if line is None:
                said = "hung" if answer else "said nothing"
                raise Fault(f"{said} for {seconds:g} s after {command.split()[0]}")
            if not answer and not line.strip():
                continue
            if not answer and line[:1] not in "=?":
                raise Fault(f"answered rubbish: {line.strip()[:40]!r}")
            if not line.strip():
                break
            answer.append(line)
        body = re.sub(r"^[=?]\d*\s*", "", "".join(answer)).strip()
        if answer[0].startswith("?"):
            raise Refused(body)
        return body


def _period(seconds: float) -> tuple[int, int]:
    """A period in seconds and its number of moves, both whole as GTP requires: 0.4 s per move is 2 s for 5 moves."""
    share = max(Fraction(seconds).limit_denominator(100), Fraction(1, 100))
    return share.numerator, share.denominator


class Refused(Exception):
    """The engine answered a command with a GTP error."""
