"""Plain minimax to a fixed depth, with nothing but alpha-beta cuts: small, obvious and exact.

For the ends of small games, as a modest opponent, and to test cleverer searches against.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.records import record_type, records
from bough.games.contract import DRAW, FIRST, UNDECIDED, Game
from bough.games.position import Position
from bough.knowledge.registry import evaluation_or_nothing
from bough.search.classic.table import WIN

FRAME = record_type((("alpha", "i8"), ("beta", "i8"), ("index", "i4"), ("count", "i4"), ("move", "i4")))
NOW = record_type((("ply", "i8"), ("nodes", "i8"), ("entering", "i1"), ("value", "i8")))
"""Where the search stands between two slices."""
SLICE_NODES = 1 << 18


class Minimax(NamedTuple):
    """What a search to a fixed depth found."""

    move: str
    points: int
    """For the player to move; WIN less the plies it takes if won, the evaluation (or 0) at the horizon."""
    nodes: int


def minimax(position: Position, depth: int, evaluation: str = "") -> Minimax:
    """The best move looking so many plies ahead; of equal ones the first."""
    position.require_unfinished()
    if not position.deterministic:
        raise BoughError(f"{position.game.name} leaves something to chance, which minimax cannot search; use star2")
    if depth < 1:
        raise BoughError(f"minimax looks at least 1 ply ahead, not {depth}")
    game = position.game
    depth = min(depth, game.max_plies)
    states, frames, now = records(depth + 1, game.record), records(depth + 1, FRAME), records(1, NOW)
    states[0] = position.state[0]
    frames[0].alpha, frames[0].beta, now[0].entering = -2 * WIN, 2 * WIN, True
    moves = np.zeros((depth + 1, game.max_moves + 1), np.int16)
    run = _kernel(game, evaluation)
    while not run(states.view(np.ndarray), frames.view(np.ndarray), moves, now.view(np.ndarray), depth):
        pass  # Ctrl-C is heard here
    return Minimax(game.move_name(int(frames[0].move)), int(now[0].value), int(now[0].nodes))


@lru_cache(maxsize=32)
def _kernel(game: Game, evaluation: str) -> Callable[..., Any]:
    play, winner, legal_moves = game.play, game.winner, game.moves
    evaluate = evaluation_or_nothing(game, evaluation)

    @part
    def look(position, ply, depth):
        """The points of a position that ends a line, and whether it does."""
        ended = winner(position)
        if ended == DRAW:
            return 0, True
        if ended != UNDECIDED:
            return (WIN - ply if ended == position.to_move else ply - WIN), True
        if ply < depth:
            return 0, False
        points = np.int64(evaluate(position))
        return (points if position.to_move == FIRST else -points), True

    def run(states, frames, moves, stand, depth):
        """Look at so many nodes; whether the search has ended, with its value in `stand`."""
        now = stand[0]
        ply, nodes, entering, value = np.int64(now.ply), np.int64(now.nodes), now.entering != 0, np.int64(now.value)
        last = nodes + SLICE_NODES
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

    return kernel(run, game.source)
