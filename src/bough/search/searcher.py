"""The contract that all searchers share: search(position, budget, watch) -> Result.

Tree searches (search/tree_searcher.py), alpha-beta, expectimax, minimax and exact values (search/classic) only say how
they begin, how they go on for some steps and what they know; budgets, slices, stopping and watching are here.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bough.core.budget import Budget, Pace, budget
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.search.result import Result
from bough.search.slices import Slices
from bough.search.views.explore import View

Watch = Callable[["Searcher"], Any]
"""Called between slices with the searcher, whose `result` tells how it stands; returning True ends the search."""


class Searcher(ABC):
    """Searches one position of a game after another, and keeps what it knows of the game it follows."""

    name: str
    """The canonical text of the search: a recipe such as uct+solver, or alphabeta(depth=6)."""
    made_with: tuple[Any, ...]
    """Text, memory, seed, threads and batch, from which bough.searcher makes it again."""
    ends = False
    """Whether a search ends by itself, so that it needs no budget."""
    counted = True
    """Whether `simulations` limits its steps; a search to a fixed depth would be none if it were cut off."""
    first_slice, least_slice, largest_slice = 32, 1, 1 << 40
    """Steps in the first slice, and bounds for the others."""

    def __init__(self, game: Game, seed: int):
        self.game, self.seed = game, seed
        self._position: Position | None = None
        self._started = self._waited = 0.0
        self._interrupted = False
        self._stop = threading.Event()
        self._cpu_seconds = 0.0

    def search(
        self,
        position: Position,
        limits: Budget | None = None,
        watch: Watch | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        go_on: bool = False,
        settle: bool = False,
        moves: Sequence[str] | None = None,
        lines: int = 1,
    ) -> Result:
        """Search within a budget; Ctrl-C ends it early with the best so far.

        Args:
            position: Where to search, a position of this searcher's game that is not over. If it follows from the last
                one by moves played, a tree search keeps the subtree it stands on.
            limits: The budget as a value, in place of the next two.
            watch: Called between slices; returning True ends the search.
            simulations: How many simulations may be made (nodes, in searches without simulations; a search to a fixed
                depth makes them all).
            seconds: How long it may take; whichever ends first.
            go_on: Keep the whole tree of the same position and add to it.
            settle: Leave out simulations that could not change the move.
            moves: Look at these moves only; value and bounds are then those of the best of them.
            lines: How many of the best moves come with the line expected after them (`Result.lines`).

        Returns:
            What to play, how good it is and how that was found.
        """
        try:
            self._focus(position, moves, lines)
            for _ in self._slices(self._begun(position, limits, simulations, seconds, go_on), settle):
                if watch is not None and watch(self):
                    break
        except KeyboardInterrupt:
            self._interrupted = True
        finally:
            self._stop.clear()
        return self.result()

    def results(
        self,
        position: Position,
        limits: Budget | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        every: float = 0.1,
        go_on: bool = False,
    ) -> Iterator[Result]:
        """The results of a search while it goes on, about one in `every` seconds, and the last one at its end.

        Leaving the loop early ends the search.
        """
        told = 0.0
        try:
            self._focus(position, None, 1)
            for _ in self._slices(self._begun(position, limits, simulations, seconds, go_on), False):
                if self.elapsed - told >= every:
                    told = self.elapsed
                    yield self.result()
        finally:
            self._stop.clear()
        yield self.result()

    @property
    def position(self) -> Position | None:
        """The position searched last."""
        return self._position

    @property
    def elapsed(self) -> float:
        """Seconds since the current search began, less the time it waited."""
        return time.perf_counter() - self._started - self._waited

    @property
    def cpu_seconds(self) -> float:
        """CPU seconds of all searches so far, in whatever threads they were made."""
        return self._cpu_seconds

    def waited(self, seconds: float) -> None:
        """Exclude time a watcher blocked the search."""
        self._waited += seconds

    def stop(self) -> None:
        """End the search that runs in another thread, after its current slice; or the next one, if none runs."""
        self._stop.set()

    def settled(self, more: int) -> bool:
        """Whether the move stays the same, whatever the next `more` steps find."""
        return False

    @property
    def in_doubt(self) -> bool:
        """Whether it is doubtful which move is best."""
        return False

    def forget(self) -> None:
        """Let the next search start afresh."""
        self._position = None

    def explore(self, path: Sequence[str] = ()) -> View:
        """A node of the search tree and what is below it, by the moves that lead there."""
        raise BoughError(f"{self.name} keeps no tree to look at")

    def margin(self, position: Position) -> float | None:
        """The points by which the player to move is expected to win, as a network foresees it (with the komi of its
        training); None where none does."""
        return None

    def _focus(self, position: Position, moves: Sequence[str] | None, lines: int) -> None:
        """Take up the moves to look at and the number of lines to tell; refused where a search keeps no tree."""
        if moves is not None or lines != 1:
            raise BoughError(f"{self.name} takes neither moves nor lines; use a recipe such as {self.game.recipe}")

    @abstractmethod
    def result(self) -> Result:
        """What is known so far."""

    @abstractmethod
    def _begin(self, position: Position, go_on: bool) -> None:
        """Make ready to search a position."""

    @abstractmethod
    def _advance(self, steps: int) -> bool:
        """Go on for about this many steps; whether the search has ended by itself."""

    @abstractmethod
    def _done(self) -> int:
        """Steps made so far: simulations or nodes."""

    def _allowed(self, steps: int, left: int | None, settle: bool) -> int:
        """The steps of the next slice, at most `steps`; 0 ends the search."""
        return steps if left is None else min(steps, left)

    def _begun(
        self, position: Position, limits: Budget | None, simulations: int | None, seconds: float | None, go_on: bool
    ) -> Budget:
        """Check everything, make ready, start the clock."""
        if limits is None:
            unlimited = self.ends and simulations is None and seconds is None
            limits = Budget(None, None) if unlimited else budget(simulations, seconds)
        if position.game is not self.game:
            raise BoughError(f"this searcher is for {self.game.name}, not for {position.game.name}")
        position.require_unfinished()
        self._interrupted = False
        self._begin(position, go_on)
        self._position = position
        self._started, self._waited = time.perf_counter(), 0.0
        return limits

    def _slices(self, limits: Budget, settle: bool) -> Iterator[None]:
        """Slice by slice, until the budget is spent, the search ends by itself or is stopped."""
        slices = Slices(self.first_slice, self.least_slice, self.largest_slice)
        while not self._stop.is_set():
            left = limits.simulations - self._done() if self.counted and limits.simulations is not None else None
            elapsed = self.elapsed
            if (left is not None and left <= 0) or (limits.seconds and elapsed >= limits.seconds and self._done()):
                return
            steps = self._allowed(slices.size, left, settle)
            if steps == 0:
                return
            begun, begun_cpu, before = time.perf_counter(), time.thread_time(), self._done()
            ended = self._advance(steps)
            took = time.perf_counter() - begun
            self._cpu_seconds += time.thread_time() - begun_cpu
            yield
            if ended or (limits.pace is not None and self._in_time(limits.pace)):
                return
            rest = None if limits.seconds is None else limits.seconds - elapsed - took
            slices.adapt(self._done() - before, took, rest)  # fewer than `steps` where an iteration ended

    def _in_time(self, pace: Pace) -> bool:
        """Whether to end now because of the clock: early if the rest of the time cannot change the move, late while it
        is unsettled (STOP and UNST of Baier and Winands, "Time Management for Monte Carlo Tree Search", 2016)."""
        elapsed = self.elapsed
        if elapsed >= pace.usual and not self.in_doubt:
            return True
        left = (pace.usual if elapsed < pace.usual else pace.most) - elapsed
        return pace.saves and self.settled(int(self._done() * left / elapsed))

    def __repr__(self) -> str:
        at = "" if self._position is None else f", {self._done():,} steps at {self._position.text!r}"
        return f"<searcher {self.name} for {self.game.name}{at}>"
