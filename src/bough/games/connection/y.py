"""The game of Y on a triangle: join all three sides with one group; a corner cell belongs to two sides.

Letters are columns, numbers are rows; row 1 is the full side at the top. With the swap rule the second
player's first move may be `swap`: the first stone becomes theirs.
"""

import math

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.boards.layout import HEXAGON, Cell, Layout, cell_name
from bough.games.connection.decided import chains
from bough.games.connection.stones import connection_game, filling_playouts, full_board_fields
from bough.games.connection.structure import RHOMBIC, connection, rim_of
from bough.games.game import Game

TOP, LEFT, RIGHT = 1, 2, 4
GOALS = ([("by joining all three sides", (TOP, LEFT, RIGHT))],) * 2
LARGEST = 26


def y_game(size: int = 11, swap: bool = False) -> Game:
    """Y on a triangle with `size` cells per side."""
    if not 1 <= size <= LARGEST:
        raise BoughError(f"y has sizes 1 to {LARGEST}, not {size}")
    cells = [(column, row) for row in range(size) for column in range(size - row)]
    borders = [TOP * (row == 0) | LEFT * (column == 0) | RIGHT * (column + row == size - 1) for column, row in cells]
    board = connection(
        cells,
        borders,
        RHOMBIC,
        _joins_all_sides,
        rings=False,
        goals=(7, 7),
        extra=full_board_fields(size),
        first_wins=_winner_of_full_board(size),
    )
    return connection_game(
        f"y:{size}",
        board,
        [cell_name(*at) for at in cells],
        _layout(size, cells),
        "Y",
        "join all three sides of a triangle; sizes 1 to 26, option swap",
        "Players take turns placing a stone on an empty cell. You win by joining all three sides of the triangle with "
        "one unbroken chain; corners count for both of their sides. There are no draws.",
        chains(cells, borders, RHOMBIC, GOALS),
        swap=swap,
        monotone=True,
        recipe="uct+rave+reply(rate=1)+solver",
        network_recipe="puct+solver+df-pn",
        gtp_colours=("white", "black"),
        playout=filling_playouts(board),
    )


@part
def _joins_all_sides(borders, player):
    return borders == 7


def _winner_of_full_board(size):
    """A part that tells whether the first player wins a full board, from the rows of its stones as bits."""

    @part
    def first_wins(rows, scratch):
        """Apply Schensted's reduction until one cell is left.

        Each three touching cells become one cell of the majority's colour, which does not change the winner.
        """
        for side in range(size - 1, 0, -1):
            upper = np.int64(rows[0])
            for row in range(side):
                lower = np.int64(rows[row + 1])
                rows[row] = (upper & upper >> 1) | ((upper | upper >> 1) & lower)
                upper = lower
        return rows[0] & 1 == 1

    return first_wins


def _layout(size, cells):
    placed = tuple(Cell(cell_name(*at), at[0] + at[1] / 2, at[1] * math.sqrt(3) / 2) for at in cells)
    rim = rim_of(cells, RHOMBIC, lambda cell, column, row: "0" if row < 0 else "1" if column < 0 else "2")
    return Layout(placed, HEXAGON, tuple(range(size, 0, -1)), rim)
