"""How a network sees a game: cells on a grid, moves as places on it, both from the side of the player to move.

All of it follows from the game's layout. A network always sees the board as the first player would: for the second
player it is turned by the map that exchanges the two sides (in Hex the reflection that exchanges the edges, in
Breakthrough the one that exchanges the ends). That map, and the maps under which the rules stay the same, are found by
playing: a map counts if random games that are turned by it stay legal and end alike.
"""

import math
import random
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.games.boards.layout import HEXAGON, Layout
from bough.games.contract import FIRST, SECOND
from bough.games.game import Game
from bough.games.symmetry import Cells, by_cells, exchange_of, maps_of, move_cells, shown_board, symmetries

TALL = math.sqrt(3) / 2
"""The distance of two rows of hexagons, in cell widths."""
WATCHED = 24
"""Random games played to see which ways pieces go."""

Way = tuple[int, int]
"""Rows and columns from the first cell of a move to its last."""


class Outlook(NamedTuple):
    """What is found by playing; kept with a network, since its inputs and outputs depend on it."""

    swap: str
    """The name of the map that exchanges the sides, "" if there is none."""
    fair: bool
    """Whether both players win alike once sides are exchanged; if not, a plane tells who is to move."""
    single: bool
    """Whether there are moves on a single cell."""
    ways: tuple[Way, ...]
    """How moves lead from one cell to another, seen from the side of the player to move."""
    words: tuple[str, ...]
    """Moves without a cell, such as pass."""


@dataclass(frozen=True, eq=False)
class Frame:
    """Tables from cells and moves to places on the grid, for each player to move."""

    outlook: Outlook
    rows: int
    columns: int
    at: np.ndarray
    """at[player, cell]: the place of a cell on the grid, row by row."""
    places: np.ndarray
    """places[player, move]: the output of a network that weighs this move."""

    @property
    def move_planes(self) -> int:
        """Planes of outputs: one for moves on a single cell, and one for each way."""
        return int(self.outlook.single) + len(self.outlook.ways)

    @property
    def others(self) -> int:
        """Further outputs: one for each word, and one for moves that were never seen."""
        return len(self.outlook.words) + 1

    @property
    def outputs(self) -> int:
        """How many outputs weigh moves."""
        return self.move_planes * self.rows * self.columns + self.others


def frame_of(game: Game, outlook: Outlook) -> Frame:
    """The frame of a game with this outlook."""
    layout = shown_board(game)
    grid = _grid(layout)
    (rows, columns), spots = grid.max(0) + 1, grid[:, 0] * (grid[:, 1].max() + 1) + grid[:, 1]
    if outlook.swap and outlook.swap not in maps_of(layout):
        raise BoughError(f"the board of {game.name} cannot be turned by {outlook.swap}")
    exchanged = maps_of(layout)[outlook.swap] if outlook.swap else np.arange(len(grid))
    at = np.stack([spots, spots[exchanged]]).astype(np.int32)
    frame = Frame(outlook, int(rows), int(columns), at, np.zeros((2, game.rules.move_ids), np.int32))
    frame.places[:] = frame.outputs - 1
    first_way, first_word = int(outlook.single), frame.move_planes * rows * columns
    for number, move in move_cells(game).items():
        for player, turn in ((FIRST, None), (SECOND, exchanged)):
            way = _way(grid, move, turn)
            if not move and (name := game.face.move_name(number)) in outlook.words:
                frame.places[player, number] = first_word + outlook.words.index(name)
            elif way in outlook.ways or (move and way is None and outlook.single):
                plane = first_way + outlook.ways.index(way) if way else 0
                frame.places[player, number] = plane * rows * columns + at[player, move[0]]
    return frame


def outlook_of(game: Game) -> Outlook:
    """Find a game's outlook by playing random games."""
    swap, fair = exchange_of(game)
    layout = shown_board(game)
    grid, exchanged = _grid(layout), maps_of(layout).get(swap)
    single, words = False, set()
    ways: dict[Way, Cells] = {}  # with cells between which each way leads
    for seed in range(WATCHED):
        rng = random.Random(seed)
        position = game.start().opened(rng)
        while not position.over:
            turn = exchanged if position.to_move == SECOND else None
            for move, name in by_cells(position).items():
                seen = move if turn is None else tuple(int(turn[cell]) for cell in move)
                way = _way(grid, seen, None)
                if not move:
                    words.add(name)
                elif way is None:
                    single = True
                else:
                    ways[way] = seen
            position = position.play(position.resolved(rng.choice(position.moves), rng))
    # A way that happened not to be seen must have its place if its image has one: targets are turned by the symmetries.
    turns = [maps_of(layout)[name] for name in symmetries(game)] if ways else []
    every = {way for move in ways.values() for turn in turns if (way := _way(grid, move, turn)) is not None}
    return Outlook(swap, fair, single, tuple(sorted(every)), tuple(sorted(words)))


def turned_places(game: Game, frame: Frame, name: str) -> tuple[np.ndarray, np.ndarray]:
    """A map as two tables for the first player's view: where each spot of the grid and each output comes to lie."""
    turned, cells = maps_of(shown_board(game))[name], move_cells(game)
    spots = np.arange(frame.rows * frame.columns)
    spots[frame.at[FIRST]] = frame.at[FIRST][turned]
    outputs = np.arange(frame.outputs)
    by_cells = {move: number for number, move in cells.items() if move}
    for move, number in by_cells.items():
        image = by_cells.get(tuple(int(turned[cell]) for cell in move))
        if image is not None:
            outputs[frame.places[FIRST, number]] = frame.places[FIRST, image]
    return spots, outputs


def _grid(layout: Layout) -> np.ndarray:
    """(row, column) of every cell, so that neighbours are neighbours on the grid."""
    if layout.shape != HEXAGON:
        spots = np.array([(cell.y, cell.x) for cell in layout.cells])
        return np.rint(spots - spots.min(0)).astype(np.int64)
    rows = np.array([cell.y / TALL for cell in layout.cells])
    either = [np.array([cell.x for cell in layout.cells]) + lean * rows for lean in (-0.5, 0.5)]
    columns = min(either, key=lambda one: float(one.max() - one.min()))
    spots = np.stack([rows, columns], 1)
    return np.rint(spots - spots.min(0)).astype(np.int64)


def _way(grid: np.ndarray, move: Cells, turned: np.ndarray | None) -> Way | None:
    """Rows and columns from the first cell of a move to its last; None for a single cell."""
    if len(set(move)) < 2:
        return None
    first, last = (grid[cell if turned is None else turned[cell]] for cell in move)
    return int(last[0] - first[0]), int(last[1] - first[1])
