"""The cells around each cell, so that what was learned in one place holds in all that look the same.

Everything is seen by the player to move: for the second player the board is turned by the map that exchanges the sides.
Then a symmetry of the game turns the cell into one that stands for all its images.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.games.boards.layout import Layout
from bough.games.contract import FIRST, SECOND
from bough.games.game import Game
from bough.games.symmetry import board_of, exchange_of, maps_of, move_cells, symmetries

RINGS = (1.5, 2.3)
"""How far each ring reaches, in cell widths: the cells next to one, and those next to them."""
REACH = 4.2
"""How far a move may lie from an earlier one to be seen as near it."""
FAR = -(1 << 40)
OUTSIDE = -1


class Surroundings(NamedTuple):
    """Tables of cells, for each player to move."""

    near: np.ndarray
    """near[player, cell, view, k]: the k-th cell around a cell, itself first, ring by ring; OUTSIDE beyond the edge. A
    cell that a symmetry leaves where it is has several views, one for each way to turn what is around it."""
    views: np.ndarray
    """views[player, cell]: how many there are."""
    rings: tuple[int, int]
    """How many cells lie within the first and the second ring, the cell itself included."""
    place: np.ndarray
    """place[player, cell]: a number for the cell and all its images."""
    ways: np.ndarray
    """ways[player, from, to]: a number for the way from one cell to another and all its images; 0 where it is far."""
    way_names: tuple[str, ...]
    """The ways by number: to the right and downwards, in cell widths."""
    ends: np.ndarray
    """ends[move]: the first and the last cell of a move; OUTSIDE where it has none, or only one."""


@lru_cache(maxsize=16)
def surroundings_of(game: Game) -> Surroundings:
    """The surroundings of a game with a board."""
    layout = board_of(game)
    maps = maps_of(layout)
    swap, fair = exchange_of(game)
    exchanged = maps[swap] if swap else np.arange(len(layout.cells))
    turns = [maps[name] for name in symmetries(game)] or [np.arange(len(layout.cells))]
    vectors, rings = _vectors(layout)
    around = _around(layout, vectors)
    near = np.full((2, len(layout.cells), len(turns), len(vectors)), OUTSIDE, np.int16)
    place, views = (np.zeros((2, len(layout.cells)), np.int16) for _ in range(2))
    for player, seen in ((FIRST, np.arange(len(layout.cells))), (SECOND, exchanged)):
        for cell in range(len(layout.cells)):
            stands_for = min(int(turn[seen[cell]]) for turn in turns)
            place[player, cell] = stands_for
            inside = around[stands_for] != OUTSIDE
            for turn in turns:
                if turn[seen[cell]] == stands_for:
                    back = np.argsort(turn[seen])
                    near[player, cell, views[player, cell], inside] = back[around[stands_for][inside]]
                    views[player, cell] += 1
    near = near[:, :, : views.max()].copy()
    if not fair:  # the sides are not alike: what is good for one may be bad for the other
        place[SECOND] += len(layout.cells)
    _, numbers = np.unique(place, return_inverse=True)
    places = numbers.reshape(place.shape).astype(np.int16)
    return Surroundings(near, views, rings, places, *_ways(layout, exchanged, turns), _ends(game))


def directions_of(game: Game) -> list[tuple[float, float]]:
    """Where the cells around one lie, seen from it: to the right and downwards, in cell widths."""
    return [(float(x), float(y)) for x, y in _vectors(board_of(game))[0]]


def _vectors(layout: Layout) -> tuple[np.ndarray, tuple[int, int]]:
    """The ways from a cell to those around it, by length and angle, and how many lie within each ring."""
    spots = np.array([(cell.x, cell.y) for cell in layout.cells])
    apart = np.round((spots[None] - spots[:, None]).reshape(-1, 2), 2) + 0.0
    apart = np.unique(apart[np.hypot(apart[:, 0], apart[:, 1]) < RINGS[-1]], axis=0)
    length = np.round(np.hypot(apart[:, 0], apart[:, 1]), 1)
    order = np.lexsort((np.arctan2(apart[:, 1], apart[:, 0]), length))
    inner, outer = ((length < reach).sum() for reach in RINGS)
    return apart[order], (int(inner), int(outer))


def _around(layout: Layout, vectors: np.ndarray) -> np.ndarray:
    """around[cell, k]: the cell that lies in the k-th direction."""
    spots = np.array([(cell.x, cell.y) for cell in layout.cells])
    apart = np.abs(spots[:, None, None] + vectors[None, :, None] - spots[None, None]).max(3)
    return np.where(apart.min(2) < 0.1, apart.argmin(2), OUTSIDE)


def _ways(layout: Layout, exchanged: np.ndarray, turns: list[np.ndarray]) -> tuple[np.ndarray, tuple[str, ...]]:
    """Ways from cell to cell, and their names: the least of their images, seen by the player to move."""
    spots = np.array([(cell.y, cell.x) for cell in layout.cells])
    kept = []
    for seen in (np.arange(len(spots)), exchanged):
        turned = [spots[turn[seen]] for turn in turns]
        steps = np.stack([np.rint(100 * (one[None] - one[:, None])) for one in turned]).astype(np.int64)
        rank = (steps[..., 0] * 100_000 + steps[..., 1]).min(0)
        kept.append(np.where(np.hypot(steps[0, ..., 0], steps[0, ..., 1]) < 100 * REACH, rank, FAR))
    every = np.unique(kept)
    names = [f"{(rank + 50_000) % 100_000 / 100 - 500:+.1f},{(rank + 50_000) // 100_000 / 100:+.1f}" for rank in every]
    return np.searchsorted(every, kept).astype(np.int16), ("far", *names[1:])


def _ends(game: Game) -> np.ndarray:
    ends = np.full((game.rules.move_ids, 2), OUTSIDE, np.int16)
    for move, cells in move_cells(game).items():
        if cells:
            ends[move] = (cells[0] if len(cells) > 1 else OUTSIDE, cells[-1])
    return ends
