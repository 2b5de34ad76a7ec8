"""Plain minimax to a fixed depth, with nothing but alpha-beta cuts: small, obvious and exact.

Useful for endgames of small games, as a weak opponent, and as a reference for testing other searches.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.options import options_text
from bough.core.records import record_type, records
from bough.games.contract import DRAW, FIRST, UNDECIDED
from bough.games.game import Game, Position
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.registry import evaluation_or_nothing
from bough.search.classic.deepening import DEEPEST
from bough.search.classic.table import CERTAIN, WIN
from bough.search.result import MoveResult, Result
from bough.search.searcher import Searcher

FRAME = record_type((("alpha", "i8"), ("beta", "i8"), ("index", "i4"), ("count", "i4"), ("move", "i4")))
NOW = record_type((("ply", "i8"), ("nodes", "i8"), ("entering", "i1"), ("value", "i8")))
"""State of the search between two slices."""


@dataclass(frozen=True)
class MinimaxOptions:
    """The search depth and the evaluation."""

    depth: int = 3
    evaluation: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEEPEST:
            raise BoughError(f"minimax looks at least 1 ply ahead and at most {DEEPEST}, not {self.depth}")


class Minimax(Searcher):
    """Looks a fixed number of plies ahead and plays the first of equal moves. A win or loss it finds is proven."""

    ends = True
    counted = False

    def __init__(self, game: Game, options: MinimaxOptions | None = None, seed: int = 0):
        super().__init__(game, seed)
        options = options or MinimaxOptions()
        self.name = options_text("minimax", options)
        self.depth = depth = min(options.depth, game.rules.max_plies)
        self._states, self._frames = records(depth + 1, game.rules.record), records(depth + 1, FRAME)
        self._now = records(1, NOW)
        self._moves = np.zeros((depth + 1, game.rules.max_moves + 1), np.int16)
        self._run = _kernel(game, options.evaluation)
        self._ended = False

    @property
    def points(self) -> int:
        """For the player to move: WIN minus the plies to the win if won, the evaluation (or 0) at the horizon."""
        return int(self._now[0].value)

    def _begin(self, position: Position, go_on: bool) -> None:
        if not position.deterministic:
            raise BoughError(f"{self.game.name} leaves something to chance, which minimax cannot search; use star2")
        self._states[0] = position.state[0]
        self._now[:] = 0
        self._frames[0].alpha, self._frames[0].beta = -2 * WIN, 2 * WIN
        self._frames[0].move, self._now[0].entering = -1, True
        self._ended = False

    def _advance(self, steps: int) -> bool:
        arrays = (self._states.view(np.ndarray), self._frames.view(np.ndarray), self._moves, self._now.view(np.ndarray))
        self._ended = bool(self._run(*arrays, self.depth, steps))
        return self._ended

    def _done(self) -> int:
        return int(self._now[0].nodes)

    def result(self) -> Result:
        assert self._position is not None
        move = int(self._frames[0].move)
        name = self.game.face.move_name(move) if move >= 0 else self._position.moves[0]
        certain = self._ended and abs(self.points) > CERTAIN
        value = math.copysign(1.0, self.points) if certain else math.tanh(self.points / POINTS_A_LOGIT / 2)
        low, high = (value, value) if certain else (-1.0, 1.0)
        return Result(
            game=self.game.name, recipe=self.name, move=name, value=value if self._ended else 0.0, low=low, high=high,
            variation=[name], moves=[MoveResult(name, 0, value, low, high)], simulations=0, nodes=self._done(),
            seconds=self.elapsed, memory_full=False, interrupted=self._interrupted, seed=self.seed,
        )  # fmt: skip


@lru_cache(maxsize=32)
def _kernel(game: Game, evaluation: str) -> Callable[..., Any]:
    play, winner, legal_moves = game.rules.play, game.rules.winner, game.rules.moves
    evaluate = evaluation_or_nothing(game, evaluation)

    @part
    def look(position, ply, depth):
        """The points of a position, and whether it ends the line."""
        ended = winner(position)
        if ended == DRAW:
            return 0, True
        if ended != UNDECIDED:
            return (WIN - ply if ended == position.to_move else ply - WIN), True
        if ply < depth:
            return 0, False
        points = np.int64(evaluate(position))
        return (points if position.to_move == FIRST else -points), True

    def run(states, frames, moves, stand, depth, steps):
        """Search at most `steps` nodes; return whether the search has ended, its value in `stand`."""
        now = stand[0]
        ply, nodes, entering, value = np.int64(now.ply), np.int64(now.nodes), now.entering != 0, np.int64(now.value)
        last = nodes + steps
        while nodes < last:
            frame, leaves = frames[ply], False
            if entering:
                nodes += 1
                value, leaves = look(states[ply], ply, depth)
                frame.index, frame.move = 0, -1
                frame.count = 0 if leaves else legal_moves(states[ply], moves[ply])
            else:
                value = value if states[ply + 1].to_move == states[ply].to_move else -value
                if value > frame.alpha:
                    frame.alpha, frame.move = value, moves[ply, frame.index]
                frame.index += 1
            if not leaves and (frame.index >= frame.count or frame.alpha >= frame.beta):
                value, leaves = frame.alpha, True
            if leaves:
                if ply == 0:
                    now.value, now.nodes = value, nodes
                    return True
                ply -= 1
                entering = False
                continue
            states[ply + 1] = states[ply]
            play(states[ply + 1], moves[ply, frame.index])
            frames[ply + 1].alpha, frames[ply + 1].beta = -frame.beta, -frame.alpha
            if states[ply + 1].to_move == states[ply].to_move:
                frames[ply + 1].alpha, frames[ply + 1].beta = frame.alpha, frame.beta
            ply += 1
            entering = True
        now.ply, now.nodes, now.entering, now.value = ply, nodes, entering, value
        return False

    return kernel(run, game.rules.source)
