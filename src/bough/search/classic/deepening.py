"""Alpha-beta and expectimax as searchers: iterative deepening within a budget, and what was found as a result."""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.options import options_text
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import FIRST, Game
from bough.games.position import Position
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.search.classic import alphabeta, expectimax
from bough.search.classic.alphabeta import ENTER, MOST_PLIES, PLY, PV, UNLIMITED, alphabeta_kernel
from bough.search.classic.expectimax import DEEPEST_LINE, HIGH, LOW, expectimax_kernel
from bough.search.classic.table import CERTAIN, new_table
from bough.search.result import MoveResult, Result

DEEPEST = 60
"""Plies at which deepening ends by itself."""
FIRST_SLICE, LARGEST_SLICE = 2000, 10_000_000
SLICE_SECONDS = 0.01


class Found(NamedTuple):
    """What an iteration says so far."""

    move: int
    value: float
    """For the player to move, from -1 to 1."""
    line: list[int]
    decided: bool
    """Nothing deeper can change it."""


class Deepening(ABC):
    """Searches positions of one game, one ply deeper with every iteration.

    A kind of search says how an iteration begins and what it found, and has a kernel that goes on for some nodes.
    """

    name: str
    control: np.recarray
    states: np.recarray
    kernel: Callable[..., Any]
    _arrays: tuple[Any, ...]
    """What the kernel works on."""

    def __init__(self, game: Game, depth: int, seed: int):
        self.game, self.depth, self.seed = game, depth, seed
        if not 1 <= depth <= DEEPEST:
            raise BoughError(f"{type(self).__name__.lower()} searches to a depth of 1 to {DEEPEST} plies, not {depth}")

    @abstractmethod
    def _begin(self, plies: int) -> None:
        """Make ready for an iteration of so many plies."""

    @abstractmethod
    def _found(self, finished: bool) -> Found | None:
        """What the iteration says, finished or not; None if that is nothing."""

    def _run(self, nodes: int) -> bool:
        """Go on for so many nodes; whether the iteration is finished."""
        return bool(self.kernel(*self._arrays, nodes))

    def _compile(self) -> None:
        """Have the kernel ready, so that no budget pays for the compiler."""
        self.states[0] = self.game.start().state[0]
        self._begin(1)
        self._run(0)

    def search(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> Result:
        """Deepen until the budget is spent, the depth is reached or a win or loss is found; Ctrl-C ends it early."""
        position.require_unfinished()
        started = time.perf_counter()
        self.control[0].nodes = 0
        self.states[0] = position.state[0]
        interrupted, found = False, None
        try:
            for plies in range(1, min(depth or DEEPEST, self.depth) + 1):
                self._begin(plies)
                finished = self._iterate(started, seconds, nodes)
                found = self._found(finished) or found
                if not finished or (found and found.decided):
                    break
        except KeyboardInterrupt:
            interrupted = True
        if found is None:  # not even one move was looked at
            found = Found(next(iter(position.move_numbers.values())), 0.0, [], False)
        return self._result(found, time.perf_counter() - started, interrupted)

    def _iterate(self, started: float, seconds: float | None, nodes: int | None) -> bool:
        """One iteration, slice by slice; false if the budget ran out in it."""
        size = FIRST_SLICE
        while True:
            begun = time.perf_counter()
            left = None if nodes is None else nodes - int(self.control[0].nodes)
            if (left is not None and left <= 0) or (seconds is not None and begun - started >= seconds):
                return False
            if self._run(size if left is None else min(size, left)):
                return True
            took = time.perf_counter() - begun
            rest = math.inf if seconds is None else max(seconds - (time.perf_counter() - started), 0.0005)
            size = max(100, int(size * min(4.0, min(SLICE_SECONDS, rest) / max(took, 1e-6))))
            size = min(size, LARGEST_SLICE)

    def _result(self, found: Found, seconds: float, interrupted: bool) -> Result:
        """What was found; bounds stay open, for these searches call nothing proven."""
        name, nodes = self.game.move_name(found.move), int(self.control[0].nodes)
        return Result(
            game=self.game.name,
            recipe=self.name,
            move=name,
            value=found.value,
            low=-1.0,
            high=1.0,
            variation=[self.game.move_name(move) for move in found.line] or [name],
            moves=[MoveResult(name, nodes, found.value, -1.0, 1.0)],
            simulations=nodes,
            seconds=seconds,
            memory_full=False,
            interrupted=interrupted,
            seed=self.seed,
        )


@dataclass(frozen=True)
class AlphaBetaOptions:
    """What can be chosen about an alpha-beta search."""

    evaluation: str = ""
    """The name of an evaluation; the game's best if empty."""
    depth: int = DEEPEST
    """Plies at which deepening ends."""
    noise: float = 0.0
    """Points, either way, added to every evaluation; the same for the same position and seed."""

    def __post_init__(self) -> None:
        if not 0 <= self.noise < math.inf:
            raise BoughError(f"the noise of alphabeta is in points, 0 or more, not {self.noise}")


class AlphaBeta(Deepening):
    """Alpha-beta, keeping its transposition table from move to move.

    A win or loss that it found has the value 1 or -1, but is not proven: the table merges positions that were reached
    in different ways, and a repetition may draw one of them.
    """

    def __init__(
        self, game: Game, options: AlphaBetaOptions | None = None, memory: int | str = "128MiB", seed: int = 0
    ):
        options = options or AlphaBetaOptions()
        super().__init__(game, options.depth, seed)
        self.name = options_text("alphabeta", options)
        self.kernel = alphabeta_kernel(game, options.evaluation)
        self.table = new_table(memory_bytes(memory)).view(np.ndarray)
        self.lists = alphabeta.new_lists(game)
        self.frames = records(MOST_PLIES + 1, alphabeta.FRAME)
        self.states = records(MOST_PLIES + 1, game.record)
        self.control = records(1, alphabeta.CONTROL)
        self.control[0].seed, self.control[0].noise = seeded(seed), options.noise
        arrays = (array.view(np.ndarray) for array in (self.control, self.frames, self.states))
        self._arrays = (*arrays, self.lists, self.table)
        self._compile()

    def search(self, position: Position, **limits: Any) -> Result:
        if not position.deterministic:
            raise BoughError(f"{self.game.name} leaves something to chance, which alphabeta cannot search; use star2")
        self.lists.history[:] //= 8
        self.lists.killers[:] = -1
        return super().search(position, **limits)

    def _begin(self, plies: int) -> None:
        root = self.frames[0]
        root.alpha, root.beta, root.depth = -UNLIMITED, UNLIMITED, plies * PLY
        root.kind, root.stage, root.nulled, root.best, root.move = PV, ENTER, 0, -UNLIMITED, -1
        self.control[0].ply = 0

    def _found(self, finished: bool) -> Found | None:
        root = self.frames[0]
        # An iteration cut short has not seen all moves: that the first ones lose says nothing of the rest.
        if root.move < 0 or not (finished or root.best > -CERTAIN):
            return None
        points = int(root.best if not finished else self.control[0].value)
        decided = abs(points) > CERTAIN
        value = math.copysign(1.0, points) if decided else math.tanh(points / POINTS_A_LOGIT / 2)
        return Found(int(root.move), value, self.lists.line[0, : self.lists.lengths[0]].tolist(), decided)


@dataclass(frozen=True)
class StarOptions:
    """What can be chosen about an expectimax search."""

    evaluation: str = ""
    depth: int = DEEPEST


class Star(Deepening):
    """Expectimax with the cuts of Star1 or Star2."""

    def __init__(self, game: Game, version: int = 2, options: StarOptions | None = None, seed: int = 0):
        options = options or StarOptions()
        super().__init__(game, options.depth, seed)
        self.name = options_text(f"star{version}", options)
        self.kernel = expectimax_kernel(game, options.evaluation, version == 2)
        self.lists = expectimax.new_lists(game)
        self.frames = records(DEEPEST_LINE, expectimax.FRAME)
        self.states = records(DEEPEST_LINE, game.record)
        self.control = records(1, expectimax.CONTROL)
        arrays = (array.view(np.ndarray) for array in (self.control, self.frames, self.states))
        self._arrays = (*arrays, self.lists)
        self._compile()

    def _begin(self, plies: int) -> None:
        root = self.frames[0]
        root.alpha, root.beta, root.depth = LOW - 1.0, HIGH + 1.0, plies
        root.stage, root.probed, root.move = expectimax.ENTER, 0, -1
        self.control[0].ply = 0

    def _found(self, finished: bool) -> Found | None:
        root = self.frames[0]
        if root.move < 0 or not finished:
            return None
        value = float(root.best if self.states[0].to_move == FIRST else -root.best)
        return Found(int(root.move), value, [int(root.move)], False)
