"""How a network sees a game: cells on a grid, moves as places on it, both from the side of the player to move.

All of it follows from the game's layout. A network always sees the board as the first player would: for the second
player it is turned by the map that exchanges the two sides (in Hex the reflection that exchanges the edges, in
Breakthrough the one that exchanges the ends). That map, and the maps under which the rules stay the same, are found by
playing: a map counts if random games that are turned by it stay legal and end alike.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.games.boards.cells import clicks
from bough.games.boards.layout import HEXAGON, Layout
from bough.games.contract import FIRST, SECOND
from bough.games.game import Game, Position

TALL = math.sqrt(3) / 2
"""The distance of two rows of hexagons, in cell widths."""
TRIED, WATCHED = 6, 24
"""Random games played to try a map, and to see which ways pieces go."""

Cells = tuple[int, ...]
"""The cells of a move, in order."""
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
    layout = board_of(game)
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
    swap, fair = _exchange_of(game)
    layout = board_of(game)
    grid, exchanged = _grid(layout), maps_of(layout).get(swap)
    single, ways, words = False, set(), set()
    for seed in range(WATCHED):
        rng = random.Random(seed)
        position = game.start().opened(rng)
        while not position.over:
            turn = exchanged if position.to_move == SECOND else None
            for move, name in _by_cells(position).items():
                way = _way(grid, move, turn)
                if not move:
                    words.add(name)
                elif way is None:
                    single = True
                else:
                    ways.add(way)
            position = position.play(position.resolved(rng.choice(position.moves), rng))
    return Outlook(swap, fair, single, tuple(sorted(ways)), tuple(sorted(words)))


def board_of(game: Game) -> Layout:
    """The layout of a game that has one, and a `look` at it; says what is lacking in others."""
    if game.face.layout is None:
        raise BoughError(f"{game.name} has no board for a network to see; give its Face a layout")
    if game.rules.look is None:
        raise BoughError(f"{game.name} does not say what a network sees; give its Rules a part `look(position, out)`")
    return game.face.layout


@lru_cache(maxsize=16)
def maps_of(layout: Layout) -> dict[str, np.ndarray]:
    """The ways to turn and reflect a board onto itself, each by name: where every cell comes to lie."""
    points = np.array([(cell.x, cell.y) for cell in layout.cells])
    points = points - (points.max(0) + points.min(0)) / 2 if layout.shape != HEXAGON else points - points.mean(0)
    found = {}
    for mirrored in (False, True):
        for step in range(12):
            angle = step * math.pi / 6
            turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
            if mirrored:
                turn = turn @ np.array([[1.0, 0.0], [0.0, -1.0]])
            apart = np.linalg.norm((points @ turn.T)[:, None] - points[None], axis=2)
            if (apart.min(1) < 0.01).all():
                found[f"{'mirror' if mirrored else 'turn'}{30 * step}"] = apart.argmin(1)
    return found


def symmetries(game: Game) -> list[str]:
    """The maps under which the rules stay the same."""
    layout = board_of(game)
    return [
        name for name, turned in maps_of(layout).items() if _stays_legal(game, turned, exchange=False) == (True, True)
    ]


def _exchange_of(game: Game) -> tuple[str, bool]:
    """The map that exchanges the sides, and whether both sides then win alike; ("", False) if there is none."""
    found: list[tuple[str, bool]] = []
    for name, turned in maps_of(board_of(game)).items():
        legal, alike = _stays_legal(game, turned, exchange=True)
        if legal and alike:
            return name, True
        if legal:
            found.append((name, False))
    return found[0] if found else ("", False)


def turned_places(game: Game, frame: Frame, name: str) -> tuple[np.ndarray, np.ndarray]:
    """A map as two tables for the first player's view: where each spot of the grid and each output comes to lie."""
    turned, cells = maps_of(board_of(game))[name], move_cells(game)
    spots = np.arange(frame.rows * frame.columns)
    spots[frame.at[FIRST]] = frame.at[FIRST][turned]
    outputs = np.arange(frame.outputs)
    by_cells = {move: number for number, move in cells.items() if move}
    for move, number in by_cells.items():
        image = by_cells.get(tuple(int(turned[cell]) for cell in move))
        if image is not None:
            outputs[frame.places[FIRST, number]] = frame.places[FIRST, image]
    return spots, outputs


@lru_cache(maxsize=16)
def move_cells(game: Game) -> dict[int, Cells]:
    """The cells of every move that has a name, the first and the last of them where there are more than two."""
    found: dict[int, Cells] = {}
    for number in range(game.rules.move_ids):
        try:
            name = game.face.move_name(number)
            steps = clicks(game.face, name)
        except (KeyError, IndexError, ValueError):  # a number that stands for no move
            continue
        cells = tuple(step[-1] for step in steps)
        found[number] = (cells[0], cells[-1]) if len(cells) > 1 else cells
    return found


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


def _stays_legal(game: Game, turned: np.ndarray, exchange: bool) -> tuple[bool, bool]:
    """Whether turned random games stay legal, and whether they end alike; with `exchange`, with the sides exchanged."""
    alike = True
    for seed in range(TRIED):
        for one, other in _games(game, turned, exchange, random.Random(seed)):
            if one is None or other is None or one.over != other.over:
                return False, False
            if one.over:
                winner = {None: None, FIRST: SECOND, SECOND: FIRST}[one.winner] if exchange else one.winner
                alike = alike and other.winner == winner
    return True, alike


def _games(
    game: Game, turned: np.ndarray, exchange: bool, rng: random.Random
) -> Iterator[tuple[Position | None, Position | None]]:
    """Pairs of positions of a random game and of its image; (None, None) where a move has no image."""
    one = other = game.start().opened(rng)
    if exchange:
        state = other.state.copy()
        state[0].to_move = 1 - one.to_move
        other = game.at(state.view(np.recarray))
    while not one.over:
        own, image = _by_cells(one), _by_cells(other)
        if {tuple(int(turned[cell]) for cell in move) for move in own} != set(image):
            yield None, None
            return
        move = rng.choice(sorted(own))
        one, other = one.play(own[move]), other.play(image[tuple(int(turned[cell]) for cell in move)])
        yield one, other


def _by_cells(position: Position) -> dict[Cells, str]:
    """The legal moves by their cells; at most one of them may have none."""
    cells = move_cells(position.game)
    return {cells[number]: name for name, number in position.move_numbers.items()}
