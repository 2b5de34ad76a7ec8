"""Solves positions: asks a prover one question after another, keeps checkpoints, and writes the certificate."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.games.formats.certificates import Certificate
from bough.games.game import Position, require_position
from bough.games.names import full_name
from bough.games.solving.keys import keys_of
from bough.search.slices import Slices
from bough.search.solving.extract import Lines
from bough.search.solving.provers import Dfpn, Prover, lacks_prover, prover_for

FORMAT = "bough checkpoint 2"
BETWEEN_CHECKPOINTS, SHARE = 120.0, 25
"""Seconds between two checkpoints, and how many times longer than writing one took."""
FIRST_TURN = 1 << 14
"""Positions searched for one question before the other gets its turn, where neither may have an answer."""


class Unsolved(BoughError):
    """The time is over, or somebody stopped the solve; everything found so far is in the table."""


class Solution(NamedTuple):
    """Who wins, whatever is played."""

    value: int
    """For the player to move: 1 (a win), 0 (a draw) or -1 (a loss)."""
    positions: int
    """How many were searched."""
    certificate: Certificate
    """The proof, which `bough.verify` checks by the rules alone."""


@dataclass
class Solving:
    """A solve that goes on, with what it has found so far."""

    prover: Prover
    watch: Callable[["Solving"], Any] = lambda solving: None
    """Called about ten times a second."""
    seconds: float | None = None
    checkpoint: Path | None = None
    about: dict[str, Any] = field(default_factory=dict)
    """What the checkpoint is a checkpoint of."""
    values: dict[str, int] = field(default_factory=dict)
    """Values of solved positions for the player to move, by what they are called."""
    lines: int = 0
    """Lines written of the certificate's present claim."""
    spent: float = 0.0
    """CPU seconds before the checkpoint that this goes on from."""
    nodes_before: int = 0

    def __post_init__(self) -> None:
        self._began, self._cpu, self._saved = time.monotonic(), time.process_time(), time.monotonic()
        self._slices = Slices(1 << 5, 1, 1 << 24)
        self._wait = BETWEEN_CHECKPOINTS
        self.stopped = False

    @property
    def nodes(self) -> int:
        """Positions searched, with those before the checkpoint."""
        return self.nodes_before + self.prover.nodes

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds spent, with those before the checkpoint."""
        return self.spent + time.process_time() - self._cpu

    def value(self, name: str, position: Position) -> int:
        """The value of a position for the player to move, found now or before."""
        if name not in self.values:
            self.values[name] = self._solved(position)
        return self.values[name]

    def _solved(self, position: Position) -> int:
        if position.over:
            return 0 if position.winner is None else 1 if position.winner == position.to_move else -1
        rules, mover = position.game.rules, position.to_move
        if rules.repetition:
            return self._solved_with_repetition(position)
        if rules.monotone:
            return 1 if self._ask(position, 1 - mover) else -1
        if self._rather_loses(position):
            return -1 if not self._ask(position, mover) else 1 if self._ask(position, 1 - mover) else 0
        return 1 if self._ask(position, 1 - mover) else 0 if self._ask(position, mover) else -1

    def _rather_loses(self, position: Position) -> bool:
        """Whether it seems less work to show that the player to move does not even draw than that he wins; one of the
        two questions is enough then. Known for proof numbers alone, after a turn of each."""
        prover, mover = self.prover, position.to_move
        if not isinstance(prover, Dfpn):
            return False
        wins = self._ask(position, 1 - mover, FIRST_TURN)
        to_win = prover.numbers[0]
        if wins is not None:
            return not wins
        return self._ask(position, mover, FIRST_TURN) is False or prover.numbers[1] < to_win

    def _solved_with_repetition(self, position: Position) -> int:
        """Only wins are sound where positions may come again: look for one of either side in turns."""
        mover, turn = position.to_move, FIRST_TURN
        given_up: set[int] = set()
        while len(given_up) < 2:
            for player in {0, 1} - given_up:
                reached = self._ask(position, 1 - player, turn)
                if reached is not None:
                    if reached == (player == mover):
                        return 1 if player == mover else -1
                    given_up.add(player)
            turn *= 2
        raise BoughError(
            "no side has a forced win that the prover can see; whether it is a draw cannot be told in a game in which "
            "positions may come again"
        )

    def _ask(self, position: Position, draw_to: int, most: int | None = None) -> bool | None:
        """Whether the player to move reaches his goal; None after `most` positions without an answer."""
        prover = self.prover
        prover.ask(position, draw_to)
        while most is None or prover.nodes_now < most:
            self._pause()
            steps = self._slices.size if most is None else min(self._slices.size, most - prover.nodes_now)
            began = time.perf_counter()
            if prover.go_on(steps):
                return prover.reached
            self._slices.adapt(steps, time.perf_counter() - began, self._left)
        return None

    @property
    def _left(self) -> float | None:
        """Seconds left, if they are limited."""
        return None if self.seconds is None else self._began + self.seconds - time.monotonic()

    def _look_up(self) -> None:
        """Show how it goes, and stop where asked to."""
        self.watch(self)
        if self.stopped or ((left := self._left) is not None and left <= 0):
            raise Unsolved

    def _pause(self) -> None:
        """Between two slices of a search, where there may be something to keep."""
        self._look_up()
        if time.monotonic() - self._saved > self._wait:
            self.save()

    def certificate(self, name: str, position: Position, room: int) -> Certificate:
        """The proof of a position that was solved."""
        mover, value = position.to_move, self.values[name]
        monotone = position.game.rules.monotone
        # Each claim: who makes it, and for whom a draw counted in the question that it answers.
        wanted = {
            1: [(mover, 1 - mover)],
            0: [(mover, mover), (1 - mover, 1 - mover)],
            -1: [(1 - mover, 1 - mover if monotone else mover)],
        }[value]
        strategies = []
        for player, draw_to in wanted:
            self._written(0)
            lines = Lines(self.prover, player, room)
            strategies.append(lines.write(position, draw_to, self._written))
        threats = self.prover.insight.longest > 0
        return Certificate(position, value, self.prover.zones, tuple(strategies), threats)

    def _written(self, lines: int) -> None:
        self.lines = lines
        self._look_up()

    def save(self) -> None:
        """Write the checkpoint, if there is one to be written: the entries that took the most work, and all values."""
        self._saved = began = time.monotonic()
        if self.checkpoint is None:
            return
        head = {"format": FORMAT, **self.about, "values": self.values, "nodes": self.nodes, "cpu": self.cpu_seconds}
        try:
            with whole_file(self.checkpoint) as partial, partial.open("wb") as file:
                np.savez(file, **{"head": np.array(json.dumps(head)), **self.prover.kept()})  # type: ignore[arg-type]
        except OSError as error:
            raise BoughError(f"cannot write the checkpoint {self.checkpoint}: {error.strerror}") from None
        self._saved = time.monotonic()
        self._wait = max(BETWEEN_CHECKPOINTS, SHARE * (self._saved - began))

    def resume(self) -> bool:
        """Take up the checkpoint, if it is there; it must be of the same position."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return False
        damaged = f"{self.checkpoint} is no checkpoint, or damaged; name another file, or delete it to begin anew"
        try:
            with np.load(self.checkpoint, allow_pickle=False) as kept:
                head = json.loads(str(kept["head"]))
                if head["format"] != FORMAT or any(head.get(name) != value for name, value in self.about.items()):
                    raise BoughError(f"the checkpoint {self.checkpoint} is of another solve; delete it or name another")
                self.prover.restore(kept)
                self.values = {str(name): int(value) for name, value in head["values"].items()}
                self.nodes_before, self.spent = int(head["nodes"]), float(head["cpu"])
        except BoughError:
            raise
        except Exception as error:  # whatever NumPy, zipfile and JSON make of damaged bytes
            raise BoughError(damaged) from error
        return True


def solve(
    position: Position,
    memory: int | str = "256MiB",
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Solution:
    """Solve a position: find out who wins, and prove it.

    Args:
        position: A position of a game without chance whose board tells all (bough.Rules: look_tells_all).
        memory: For the table of the prover, in bytes or as text such as "2GiB"; the certificate may take as much again.
        seconds: How long it may take, with the certificate; after that a BoughError says so.
        seed: For the playouts that order moves.
        threads: How many search at once, with one table.

    Returns:
        The value, with its certificate.
    """
    require_solvable(position)
    room = memory_bytes(memory)
    solving = Solving(prover_for(position.game, room, seed, threads), seconds=seconds)
    try:
        value = solving.value("", position)
        return Solution(value, solving.nodes, solving.certificate("", position, room))
    except Unsolved:
        missing = "its certificate was not written" if solving.values else "not solved"
        raise Unsolved(f"{missing} in {seconds} s; give it more time or memory") from None


def require_solvable(position: Position) -> None:
    """Refuse positions that no prover can take, with the reason."""
    if lack := lacks_prover(require_position(position).game):
        raise BoughError(f"{position.game.name} cannot be solved: {lack}")
    position.require_unfinished()
    if position.game.rules.repetition and position.history:
        raise BoughError("positions may come again in this game, so its past counts; give the board as a position text")


def about_of(position: Position, text: str | None, moves: Sequence[str]) -> dict[str, Any]:
    """What a checkpoint says that it is of."""
    return {"game": full_name(position.game), "position": text, "moves": list(moves)}


def openings(position: Position) -> dict[str, list[str]]:
    """The moves of a position up to symmetry, each with those that are its images."""
    keys, found = keys_of(position.game), dict[str, list[str]]()
    seen = np.zeros(keys.room, np.int16)
    for move in position.moves:
        after = position.play(move)
        key = f"over {move}" if after.over else str(keys.key(after.state[0], seen)[0])
        found.setdefault(key, []).append(move)
    return {moves[0]: moves for moves in found.values()}
