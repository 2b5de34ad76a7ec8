"""Alpha-beta as a searcher: iterative deepening within a budget, and what it found as a result."""

import math
import time
from dataclasses import dataclass

import numpy as np

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import Game
from bough.games.position import Position
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.search.alphabeta import (
    CONTROL,
    ENTER,
    FRAME,
    MOST_PLIES,
    PLY,
    PV,
    UNLIMITED,
    alphabeta_kernel,
    new_lists,
)
from bough.search.result import MoveResult, Result
from bough.search.transpositions import CERTAIN, new_table

DEEPEST = 60
"""Plies at which deepening ends by itself."""
FIRST_SLICE, LARGEST_SLICE = 2000, 10_000_000
SLICE_SECONDS = 0.01


@dataclass(frozen=True)
class AlphaBetaOptions:
    """What can be chosen about an alpha-beta search."""

    evaluation: str = ""
    """The name of an evaluation; the game's best if empty."""
    depth: int = DEEPEST
    """Plies at which deepening ends."""
    noise: float = 0.0
    """Points, either way, added to every evaluation; the same for the same position and seed."""


class AlphaBeta:
    """Searches positions of one game, keeping its transposition table from move to move."""

    def __init__(
        self, game: Game, options: AlphaBetaOptions | None = None, memory: int | str = "128MiB", seed: int = 0
    ):
        options = options or AlphaBetaOptions()
        if game.outcomes is not None:
            raise BoughError(f"{game.name} leaves something to chance, which alphabeta cannot search; use a recipe")
        if not 1 <= options.depth <= DEEPEST:
            raise BoughError(f"alphabeta searches to a depth of 1 to {DEEPEST} plies, not {options.depth}")
        self.game, self.options, self.seed = game, options, seed
        self.run = alphabeta_kernel(game, options.evaluation)
        self.table = new_table(memory_bytes(memory)).view(np.ndarray)
        self.lists = new_lists(game)
        self.frames = records(MOST_PLIES + 1, FRAME)
        self.states = records(MOST_PLIES + 1, game.record)
        self.control = records(1, CONTROL)
        self.control[0].seed, self.control[0].noise = seeded(seed), options.noise
        self._arrays = (
            self.control.view(np.ndarray),
            self.frames.view(np.ndarray),
            self.states.view(np.ndarray),
            self.lists,
            self.table,
        )
        self.states[0] = game.start().state[0]
        self._begin(1)
        self.run(*self._arrays, 0)

    @property
    def name(self) -> str:
        """As players are named."""
        return alphabeta_name(self.options)

    def search(
        self, position: Position, *, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> Result:
        """Deepen until the budget is spent, the depth is reached or a win or loss is found; Ctrl-C ends it early."""
        if position.over:
            raise BoughError("the game is over: there is nothing to search")
        started = time.perf_counter()
        self.lists.history[:] //= 8
        self.lists.killers[:] = -1
        self.control[0].nodes = 0
        self.states[0] = position.state[0]
        best, value, line, interrupted = -1, 0, [], False
        try:
            for plies in range(1, min(depth or DEEPEST, self.options.depth) + 1):
                self._begin(plies)
                finished = self._iterate(started, seconds, nodes)
                root = self.frames[0]
                # An iteration cut short has not seen all moves: that the first ones lose says nothing of the rest.
                if root.move >= 0 and (finished or root.best > -CERTAIN):
                    best, value = int(root.move), int(root.best if not finished else self.control[0].value)
                    line = self.lists.line[0, : self.lists.lengths[0]].tolist()
                if not finished or abs(value) > CERTAIN:
                    break
        except KeyboardInterrupt:
            interrupted = True
        if best < 0:  # not even one move was looked at
            best = next(iter(position.move_numbers.values()))
        return self._result(best, value, line, time.perf_counter() - started, interrupted)

    def _begin(self, plies: int) -> None:
        root = self.frames[0]
        root.alpha, root.beta, root.depth = -UNLIMITED, UNLIMITED, plies * PLY
        root.kind, root.stage, root.nulled, root.best, root.move = PV, ENTER, 0, -UNLIMITED, -1
        self.control[0].ply = 0

    def _iterate(self, started: float, seconds: float | None, nodes: int | None) -> bool:
        """One iteration, slice by slice; false if the budget ran out in it."""
        size = FIRST_SLICE
        while True:
            begun = time.perf_counter()
            left = None if nodes is None else nodes - int(self.control[0].nodes)
            if (left is not None and left <= 0) or (seconds is not None and begun - started >= seconds):
                return False
            if self.run(*self._arrays, size if left is None else min(size, left)):
                return True
            took = time.perf_counter() - begun
            rest = math.inf if seconds is None else max(seconds - (time.perf_counter() - started), 0.0005)
            size = max(100, int(size * min(4.0, min(SLICE_SECONDS, rest) / max(took, 1e-6))))
            size = min(size, LARGEST_SLICE)

    def _result(self, best: int, value: int, line: list[int], seconds: float, interrupted: bool) -> Result:
        """A win or loss that was found has the value 1 or -1, but its bounds stay open.

        The table merges positions that were reached in different ways, and a repetition may draw one of them.
        """
        shown = math.tanh(value / POINTS_A_LOGIT / 2)
        if abs(value) > CERTAIN:
            shown = math.copysign(1.0, value)
        names = [self.game.move_name(move) for move in (line or [best])]
        return Result(
            game=self.game.name,
            recipe=self.name,
            move=self.game.move_name(best),
            value=shown,
            low=-1.0,
            high=1.0,
            variation=names,
            moves=[MoveResult(self.game.move_name(best), int(self.control[0].nodes), shown, -1.0, 1.0)],
            simulations=int(self.control[0].nodes),
            seconds=seconds,
            memory_full=False,
            interrupted=interrupted,
            seed=self.seed,
        )


def alphabeta_name(options: AlphaBetaOptions) -> str:
    """The canonical text of such a player."""
    default, written = AlphaBetaOptions(), []
    for key in ("evaluation", "depth", "noise"):
        value = getattr(options, key)
        if value != getattr(default, key):
            written.append(f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}")
    return f"alphabeta({','.join(written)})" if written else "alphabeta"


def alphabeta_options(text: str) -> AlphaBetaOptions:
    """Read `alphabeta(evaluation=mia2002,depth=6,noise=20)`."""
    inside = text.strip().removeprefix("alphabeta").strip()
    if inside and not (inside.startswith("(") and inside.endswith(")")):
        raise BoughError(f"cannot read the player {text!r}; write alphabeta(evaluation=NAME,depth=6)")
    given: dict[str, str | int | float] = {}
    for item in filter(str.strip, inside[1:-1].split(",")):
        key, _, value = (piece.strip() for piece in item.partition("="))
        kind = {"evaluation": str, "depth": int, "noise": float}.get(key)
        if key in given:
            raise BoughError(f"the option {key} of alphabeta stands twice; once is enough")
        if kind is None:
            raise BoughError(f"alphabeta has no option '{key}'; its options are: evaluation, depth, noise")
        try:
            given[key] = kind(value)
        except ValueError:
            raise BoughError(f"the option {key} of alphabeta must be a number, not {value!r}") from None
    options = AlphaBetaOptions(**given)  # type: ignore[arg-type]
    if not 0 <= options.noise < math.inf:
        raise BoughError(f"the noise of alphabeta is in points, 0 or more, not {options.noise}")
    return options
