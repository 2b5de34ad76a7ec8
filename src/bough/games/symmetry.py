"""The symmetries of a game: maps of its board onto itself under which the rules stay the same.

All of it follows from the game's layout. A map counts if random games that are turned by it stay legal and end alike.
"""

import math
import random
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from bough.core.errors import BoughError
from bough.games.boards.cells import clicks
from bough.games.boards.layout import HEXAGON, Layout
from bough.games.contract import FIRST, SECOND
from bough.games.game import Game, Position
from bough.games.text import join_move, split_move

TRIED = 6
"""Random games played to try a map."""

Cells = tuple[int, ...]
"""The cells of a move, in order."""


def symmetries(game: Game) -> list[str]:
    """The maps under which the rules stay the same."""
    layout = board_of(game)
    return [
        name for name, turned in maps_of(layout).items() if stays_legal(game, turned, exchange=False) == (True, True)
    ]


def exchange_of(game: Game) -> tuple[str, bool]:
    """The map that exchanges the sides, and whether both sides then win alike; ("", False) if there is none."""
    found: list[tuple[str, bool]] = []
    for name, turned in maps_of(board_of(game)).items():
        legal, alike = stays_legal(game, turned, exchange=True)
        if legal and alike:
            return name, True
        if legal:
            found.append((name, False))
    return found[0] if found else ("", False)


def board_of(game: Game) -> Layout:
    """The layout of a game that has one."""
    if game.face.layout is None:
        raise BoughError(f"{game.name} has no board to look at; give its Face a layout")
    return game.face.layout


def shown_board(game: Game) -> Layout:
    """The layout of a game that says what stands on it; says what is lacking in others."""
    if game.rules.look is None:
        raise BoughError(f"{game.name} does not say what a network sees; give its Rules a part `look(position, out)`")
    return board_of(game)


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


def stays_legal(game: Game, turned: np.ndarray, exchange: bool) -> tuple[bool, bool]:
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
        own, image = by_cells(one), by_cells(other)
        if {tuple(int(turned[cell]) for cell in move) for move in own} != set(image):
            yield None, None
            return
        move = rng.choice(sorted(own))
        made = one.resolved(own[move], rng)
        turned_move = image[tuple(int(turned[cell]) for cell in move)]
        one, other = one.play(made), other.play(join_move(turned_move, split_move(made)[1]))  # the same luck
        yield one, other


def by_cells(position: Position) -> dict[Cells, str]:
    """The legal moves by their cells; at most one of them may have none."""
    cells = move_cells(position.game)
    return {cells[number]: name for name, number in position.move_numbers.items()}


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
