"""Alpha-beta and expectimax as searchers with iterative deepening, one ply deeper in every iteration."""

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.options import options_text
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import FIRST
from bough.games.game import Game, Position
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.search.classic import alphabeta, expectimax
from bough.search.classic.alphabeta import ENTER, MOST_PLIES, PLY, PV, UNLIMITED, alphabeta_kernel
from bough.search.classic.expectimax import DEEPEST_LINE, HIGH, LOW, expectimax_kernel
from bough.search.classic.table import CERTAIN, new_table
from bough.search.result import MoveResult, Result
from bough.search.searcher import Searcher

DEEPEST = 60
"""Maximum depth in plies."""


class Found(NamedTuple):
    """The result of an iteration, finished or not."""

    move: int
    value: float
    """For the player to move, from -1 to 1."""
    line: list[int]
    decided: bool
    """Whether no deeper search can change it."""


class Deepening(Searcher):
    """Searches positions of one game, one ply deeper with every iteration.

    A subclass says how an iteration begins and what its result is, and has a kernel that runs for n nodes at a time.
    """

    control: np.recarray
    states: np.recarray
    kernel: Callable[..., Any]
    first_slice, least_slice, largest_slice = 2000, 100, 10_000_000
    _arrays: tuple[Any, ...]
    """The arguments of the kernel."""

    def __init__(self, game: Game, depth: int, seed: int):
        super().__init__(game, seed)
        if not 1 <= depth <= DEEPEST:
            raise BoughError(f"{type(self).__name__.lower()} searches to a depth of 1 to {DEEPEST} plies, not {depth}")
        self.depth, self.ends = depth, depth < DEEPEST
        self._plies = 0
        self._best: Found | None = None
        self._under_way = False

    @abstractmethod
    def _begin_iteration(self, plies: int) -> None:
        """Set up an iteration of this many plies."""

    @abstractmethod
    def _found(self, finished: bool) -> Found | None:
        """The result of the iteration, finished or not; None if it has none yet."""

    def _compile(self) -> None:
        """Compile the kernel, so that no budget is spent on the compiler."""
        self.states[0] = self.game.start().state[0]
        self._begin_iteration(1)
        self.kernel(*self._arrays, 0)

    def _begin(self, position: Position, go_on: bool) -> None:
        self.control[0].nodes = 0
        self.states[0] = position.state[0]
        self._plies, self._best = 0, None
        self._deepen()

    def _deepen(self) -> None:
        self._plies += 1
        self._begin_iteration(self._plies)
        self._under_way = True

    def _advance(self, steps: int) -> bool:
        if not self.kernel(*self._arrays, steps):
            return False
        self._best, self._under_way = self._found(True) or self._best, False
        if self._plies >= self.depth or (self._best is not None and self._best.decided):
            return True
        self._deepen()
        return False

    def _done(self) -> int:
        return int(self.control[0].nodes)

    def result(self) -> Result:
        """The result so far; its bounds stay open, because these searches prove nothing."""
        assert self._position is not None
        found = (self._found(False) if self._under_way else None) or self._best
        if found is None:  # the search was stopped before its first move
            found = Found(next(iter(self._position.move_numbers.values())), 0.0, [], False)
        move_name = self.game.face.move_name
        name = move_name(found.move)
        return Result(
            game=self.game.name,
            recipe=self.name,
            move=name,
            value=found.value,
            low=-1.0,
            high=1.0,
            variation=[move_name(move) for move in found.line] or [name],
            moves=[MoveResult(name, 0, found.value, -1.0, 1.0)],
            simulations=0,
            nodes=self._done(),
            seconds=self.elapsed,
            memory_full=False,
            interrupted=self._interrupted,
            seed=self.seed,
        )


@dataclass(frozen=True)
class AlphaBetaOptions:
    """Options of an alpha-beta search."""

    evaluation: str = ""
    """Name of the evaluation; the game's best one if empty."""
    depth: int = DEEPEST
    """Maximum depth in plies."""
    noise: float = 0.0
    """Maximum noise in points, up or down, in every evaluation; fixed for a given position and seed."""

    def __post_init__(self) -> None:
        if not 0 <= self.noise < math.inf:
            raise BoughError(f"the noise of alphabeta is in points, 0 or more, not {self.noise}")


class AlphaBeta(Deepening):
    """Alpha-beta; the transposition table is kept from move to move.

    A forced win or loss has the value 1 or -1, but is not proven: the table merges positions reached by different
    move orders, and a repetition may draw one of them.
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
        self.states = records(MOST_PLIES + 1, game.rules.record)
        self.control = records(1, alphabeta.CONTROL)
        self.control[0].seed, self.control[0].noise = seeded(seed), options.noise
        arrays = (array.view(np.ndarray) for array in (self.control, self.frames, self.states))
        self._arrays = (*arrays, self.lists, self.table)
        self._compile()

    def _begin(self, position: Position, go_on: bool) -> None:
        if not position.deterministic:
            raise BoughError(f"{self.game.name} leaves something to chance, which alphabeta cannot search; use star2")
        self.lists.history[:] //= 8
        self.lists.killers[:] = -1
        super()._begin(position, go_on)

    def _begin_iteration(self, plies: int) -> None:
        root = self.frames[0]
        root.alpha, root.beta, root.depth = -UNLIMITED, UNLIMITED, plies * PLY
        root.kind, root.stage, root.nulled, root.best, root.move = PV, ENTER, 0, -UNLIMITED, -1
        self.control[0].ply = 0

    def _found(self, finished: bool) -> Found | None:
        root = self.frames[0]
        # An unfinished iteration has not searched all moves: if the first ones lose, the others may still win.
        if root.move < 0 or not (finished or root.best > -CERTAIN):
            return None
        points = int(root.best if not finished else self.control[0].value)
        decided = abs(points) > CERTAIN
        value = math.copysign(1.0, points) if decided else math.tanh(points / POINTS_A_LOGIT / 2)
        return Found(int(root.move), value, self.lists.line[0, : self.lists.lengths[0]].tolist(), decided)


@dataclass(frozen=True)
class StarOptions:
    """Options of an expectimax search."""

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
        self.states = records(DEEPEST_LINE, game.rules.record)
        self.control = records(1, expectimax.CONTROL)
        arrays = (array.view(np.ndarray) for array in (self.control, self.frames, self.states))
        self._arrays = (*arrays, self.lists)
        self._compile()

    def _begin_iteration(self, plies: int) -> None:
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
