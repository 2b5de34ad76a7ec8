"""The expected owner of each point of a Go board, by playouts or by the board as it stands."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.game import Game, Position
from bough.games.go.board import BLACK, EMPTY, WHITE, Board
from bough.games.go.rules import go_rules

PLAYOUTS = 200


def ownership(position: Position, playouts: int = PLAYOUTS) -> np.ndarray:
    """For each cell of the layout, from 1 (always black's) to -1; with 0 playouts, the area as it stands."""
    game = position.game
    assert game.face.layout is not None
    board = Board(game.face.layout.rows[0], len(game.face.layout.rows))
    owned = np.zeros(board.points)
    states, moves = records(2, game.rules.record), np.zeros(game.rules.max_plies + 2, np.int16)
    states[0] = position.state[0]
    _kernel(game)(states.view(np.ndarray), moves, owned, playouts, np.uint64(seeded(1, 1)))
    points = [board.point(column, row) for row in reversed(range(board.rows)) for column in range(board.columns)]
    return owned[points] / max(playouts, 1)


@lru_cache(maxsize=16)
def _kernel(game: Game) -> Callable[..., Any]:
    assert game.face.layout is not None
    board = Board(game.face.layout.rows[0], len(game.face.layout.rows))
    rules = go_rules(board, 0.0)
    playout, area_of, rows, columns, wide = rules.playout(False), rules.area_of, board.rows, board.columns, board.wide

    def run(states, moves, owned, playouts, rng):
        for _ in range(max(playouts, 1)):
            states[1] = states[0]
            position = states[1]
            if playouts > 0:
                position.passes = 0
                position.plies = 0
                _, _, rng = playout(position, moves, rng)
            area_of(position)
            for row in range(1, rows + 1):
                for point in range(row * wide + 1, row * wide + 1 + columns):
                    there = position.colour[point]
                    if there == EMPTY:
                        there = position.reached[point]
                    owned[point] += (there == BLACK) * 1.0 - (there == WHITE) * 1.0
        return rng

    return kernel(run)
