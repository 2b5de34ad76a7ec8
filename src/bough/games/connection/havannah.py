"""Havannah on a hexagon with `size` cells per side: win by a ring, a bridge or a fork.

A ring is a loop around at least one cell, empty or filled by either side; a bridge joins two of the six
corners; a fork joins three of the six sides (corners belong to no side). A full board is a draw.
Letters are columns and numbers are rows of the skewed grid that HavannahGui uses.
"""

import math

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.boards.layout import HEXAGON, Cell, Layout, cell_name
from bough.games.connection.decided import forks_bridges_and_rings
from bough.games.connection.stones import connection_game
from bough.games.connection.structure import HEXAGONAL, connection, rim_of
from bough.games.game import Game

SMALLEST, LARGEST = 2, 20

WINNING_BORDERS = np.array([(b & 63).bit_count() >= 3 or (b >> 6).bit_count() >= 2 for b in range(1 << 12)])
"""Whether a set of borders wins: sides are bits 0 to 5, corners bits 6 to 11."""


def havannah_game(size: int = 8, swap: bool = False) -> Game:
    """Havannah with `size` cells per side."""
    if not SMALLEST <= size <= LARGEST:
        raise BoughError(f"havannah has sizes {SMALLEST} to {LARGEST}, not {size}")
    far = size - 1
    cells = [(x, y) for y in range(2 * size - 1) for x in range(2 * size - 1) if abs(x - y) < size]
    borders = [_borders(x, y, far) for x, y in cells]
    board = connection(
        cells,
        borders,
        HEXAGONAL,
        _forks_or_bridges,
        rings=True,
        goals=(4095, 4095),
    )
    return connection_game(
        f"havannah:{size}",
        board,
        [cell_name(*at) for at in cells],
        _layout(size, cells, borders),
        "Havannah",
        "ring, bridge or fork on a hexagon; sizes 2 to 20, option swap",
        "Players take turns placing a stone on an empty cell. You win with a ring around at least one cell, a bridge "
        "between two corners, or a fork that joins three sides (corners belong to no side).",
        forks_bridges_and_rings(cells, borders, HEXAGONAL),
        swap=swap,
        draws=True,
        recipe="uct+grave+reply(rate=1)+anti-decisive+solver",
        gtp_colours=("white", "black"),
        gtp_size=str(size),
    )


def _borders(x: int, y: int, far: int) -> int:
    corners = ((0, 0), (far, 0), (2 * far, far), (2 * far, 2 * far), (far, 2 * far), (0, far))
    if (x, y) in corners:
        return 64 << corners.index((x, y))
    sides = (y == 0, x - y == far, x == 2 * far, y == 2 * far, y - x == far, x == 0)
    return sum(1 << k for k, touched in enumerate(sides) if touched)


@part
def _forks_or_bridges(borders, player):
    return WINNING_BORDERS[borders]


def _layout(size, cells, borders):
    placed = tuple(Cell(cell_name(*at), at[0] - at[1] / 2, at[1] * math.sqrt(3) / 2) for at in cells)
    lengths = tuple(2 * size - 1 - abs(row - size + 1) for row in range(2 * size - 1))

    def side(cell, column, row):
        return str((borders[cell] & 63).bit_length() - 1) if borders[cell] < 64 else "corner"

    return Layout(placed, HEXAGON, lengths, rim_of(cells, HEXAGONAL, side))
