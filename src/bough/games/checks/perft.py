"""Perft: count the paths of n plies from a position, the usual check of move generation."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.core.records import records
from bough.games.contract import UNDECIDED
from bough.games.game import Game, Position

STEPS = 1 << 20
"""Steps of the tree walk in one slice."""


def perft(position: Position, depth: int) -> Iterator[int]:
    """Yield the number of paths of 1, 2, ... `depth` plies; games that end earlier are not counted."""
    game = position.game
    if not 1 <= depth <= game.rules.max_plies:
        raise BoughError(f"perft of {game.name} needs a depth of 1 to {game.rules.max_plies}, not {depth}")
    count = _counter(game)
    states = records(depth + 1, game.rules.record)
    legal = np.zeros((depth + 1, game.rules.max_moves + 1), np.int16)
    at, counts = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    for plies in range(1, depth + 1):
        states[0] = position.state[0]
        at[0], counts[0] = 0, len(position.moves)
        legal[0, : counts[0]] = list(position.move_numbers.values())
        level = total = 0
        while level >= 0:  # in slices, so that Ctrl-C works between them
            level, more = count(states, legal, at, counts, plies, level)
            total += int(more)
        yield total


@lru_cache(maxsize=64)
def _counter(game: Game) -> Callable[..., Any]:
    moves, play, winner = game.rules.moves, game.rules.play, game.rules.winner

    def count(states, legal, at, counts, depth, level):
        """Walk the tree with a stack of positions for up to STEPS steps; the last ply is counted, not played."""
        total = 0
        for _ in range(STEPS):
            if level < 0:
                break
            if level == depth - 1:
                total += counts[level]
                level -= 1
            elif at[level] == counts[level]:
                level -= 1
            else:
                move = legal[level, at[level]]
                at[level] += 1
                states[level + 1] = states[level]
                level += 1
                play(states[level], move)
                at[level] = 0
                counts[level] = moves(states[level], legal[level]) if winner(states[level]) == UNDECIDED else 0
        return level, total

    return kernel(count, game.rules.source)
