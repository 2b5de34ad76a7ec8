"""Hex on a rhombus: the first player (x) joins top and bottom, the second (o) joins left and right.

Letters are columns, numbers are rows. With the swap rule the second player's first move may be `swap`:
the first stone changes colour and goes to the mirrored cell (swap-pieces).
"""

import math

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.boards.layout import HEXAGON, Cell, Layout, cell_name
from bough.games.connection.decided import chains
from bough.games.connection.stones import connection_game, filling_playouts, full_board_fields
from bough.games.connection.structure import RHOMBIC, connection, rim_of
from bough.games.contract import FIRST
from bough.games.game import Game

TOP, BOTTOM, LEFT, RIGHT = 1, 2, 4, 8
GOALS = (
    [("with a chain from top to bottom", (TOP, BOTTOM))],
    [("with a chain from left to right", (LEFT, RIGHT))],
)
LARGEST = 26


def hex_game(size: int = 11, swap: bool = False) -> Game:
    """Hex on `size` x `size` cells."""
    if not 1 <= size <= LARGEST:
        raise BoughError(f"hex has sizes 1 to {LARGEST}, not {size}")
    cells = [(column, row) for row in range(size) for column in range(size)]
    borders = [
        TOP * (row == 0) | BOTTOM * (row == size - 1) | LEFT * (column == 0) | RIGHT * (column == size - 1)
        for column, row in cells
    ]
    board = connection(
        cells,
        borders,
        RHOMBIC,
        _joins_own_sides,
        rings=False,
        goals=(TOP | BOTTOM, LEFT | RIGHT),
        extra=full_board_fields(size),
        first_wins=_winner_of_full_board(size),
    )
    padded = {(column, row): int(cell) for (column, row), cell in zip(cells, board.cells, strict=True)}
    twins = np.zeros(board.area, np.int16)
    for (column, row), cell in padded.items():
        twins[cell] = padded[row, column]
    return connection_game(
        f"hex:{size}",
        board,
        [cell_name(*at) for at in cells],
        _layout(size, cells),
        "Hex",
        "join your two sides of a rhombus; sizes 1 to 26, option swap",
        "Players take turns placing a stone on an empty cell. Red wins by joining the red sides, top and bottom, "
        "with an unbroken chain of red stones; Blue wins by joining left and right. There are no draws.",
        chains(cells, borders, RHOMBIC, GOALS),
        swap=swap,
        monotone=True,
        recipe="uct+rave+reply(rate=1)+solver",
        twins=twins,
        playout=filling_playouts(board),
    )


@part
def _joins_own_sides(borders, player):
    return borders & 3 == 3 if player == FIRST else borders & 12 == 12


def _winner_of_full_board(size):
    """A part that tells whether the first player wins a full board, from the rows of its stones as bits."""

    @part
    def widened(reached, stones):
        """Extend the reached stones of a row to all stones connected with them along the row."""
        while True:
            wider = reached | ((reached << 1 | reached >> 1) & stones)
            if wider == reached:
                return reached
            reached = wider

    @part
    def joins_top_and_bottom(rows, reach):
        """Flood the first player's stones from the top row, going back up where that reaches more stones."""
        for row in range(size):
            reach[row] = 0
        reached = np.int64(rows[0])
        reach[0] = reached
        row = 0
        while row < size - 1 and reached != 0:
            if row > 0:
                above = np.int64(reach[row - 1])
                back = (reached | reached << 1) & np.int64(rows[row - 1]) & ~above
                if back != 0:
                    row -= 1
                    reached = widened(above | back, np.int64(rows[row]))
                    reach[row] = reached
                    continue
            row += 1
            stones = np.int64(rows[row])
            reached = widened(np.int64(reach[row]) | ((reached | reached >> 1) & stones), stones)
            reach[row] = reached
        return reached != 0

    return joins_top_and_bottom


def _layout(size, cells):
    placed = tuple(Cell(cell_name(*at), at[0] + at[1] / 2, at[1] * math.sqrt(3) / 2) for at in cells)
    rim = rim_of(cells, RHOMBIC, lambda cell, column, row: "o" if 0 <= row < size else "x")
    return Layout(placed, HEXAGON, (size,) * size, rim)
