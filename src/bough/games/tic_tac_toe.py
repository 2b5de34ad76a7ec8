"""Tic-tac-toe: three in a line on nine cells; a full board is a draw."""

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.boards.decided import Decided, winning_line
from bough.games.boards.layout import square_layout
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, Face, Rules
from bough.games.game import Game
from bough.games.noted import nothing

LINES = np.array([7, 7 << 3, 7 << 6, 73, 73 << 1, 73 << 2, 273, 84], np.int64)
FULL = 511


@part
def setup(position):
    position.stones[FIRST] = position.stones[SECOND] = 0
    position.to_move = FIRST


@part
def moves(position, out):
    count = 0
    taken = position.stones[FIRST] | position.stones[SECOND]
    for cell in range(9):
        if not taken >> cell & 1:
            out[count] = cell
            count += 1
    return count


@part
def play(position, move):
    position.stones[position.to_move] |= 1 << move
    position.to_move = 1 - position.to_move


@part
def winner(position):
    for player in range(2):
        for line in LINES:
            if position.stones[player] & line == line:
                return player
    return DRAW if position.stones[FIRST] | position.stones[SECOND] == FULL else UNDECIDED


@part
def look(position, out):
    for cell in range(9):
        out[cell] = (position.stones[FIRST] >> cell & 1) + 2 * (position.stones[SECOND] >> cell & 1)


def tic_tac_toe_game() -> Game:
    """Tic-tac-toe."""
    layout = square_layout(3, 3)

    def marks(position):
        return [next(("xo"[p] for p in (0, 1) if int(position.stones[p]) >> cell & 1), "") for cell in range(9)]

    return Game(
        name="tic-tac-toe",
        rules=Rules(
            record=record_type((("stones", "i2", (2,)), ("to_move", "i1"))),
            max_moves=9,
            max_plies=9,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            look=look,
            look_tells_all=True,
            occupying=True,
            past=nothing,
        ),
        face=Face(
            move_name=lambda move: layout.cells[move].name,
            layout=layout,
            marks=marks,
            cell_moves=range(9),
            signs=True,
            player_names=("X", "O"),
            title="Tic-tac-toe",
            draws=True,
            decided=lambda position, winner: Decided(
                "with three in a line", winning_line(layout, marks(position), "xo"[winner], 3)
            ),
            rules="Players take turns marking an empty cell. You win with three of your marks in a line: across, "
            "upright or diagonal. A full board is a draw.",
            about="three in a line",
        ),
        recipe="uct+anti-decisive+solver",
    )
