"""What a network sees of Chinese Dark Chess: pieces, what is hidden, and how near a draw is.

Layers, in order: one for each kind of piece face up; the squares face down; then layers that are the same on the whole
board: for each kind, whether a player has at least 1, 2, ... of it face down, and how near a draw is.
"""

import numpy as np

from bough.core.jit import part
from bough.games.contract import Part
from bough.games.dark_chess.rules import EMPTY, HIDDEN, KINDS

EVERYBODY = 3
"""Of both players, or of none in particular."""
STEPS_TO_DRAW = 4
"""Layers that tell how many fifths of the quiet plies have passed."""
KINDS_THERE = len(KINDS)


def look_of(squares: list[int], bag: np.ndarray) -> tuple[Part, int]:
    """The part `look` for a board whose cells are these squares and a game with these pieces, and how many layers it
    writes."""
    cells, order = len(squares), np.array(squares)
    most = np.maximum(bag[:KINDS_THERE], bag[KINDS_THERE:])
    counted = np.array([(kind, least) for kind in range(KINDS_THERE) for least in range(1, most[kind] + 1)])
    first_count = KINDS_THERE + 1
    first_step = first_count + len(counted)
    layers = first_step + STEPS_TO_DRAW

    @part
    def look(position, out):
        red = np.int64(max(position.colour, 0))  # the player who has the red pieces; anybody, while nobody has any
        for i in range(first_count * cells):
            out[i] = 0
        for cell in range(cells):
            there = np.int64(position.on[order[cell]])
            if there == HIDDEN:
                out[KINDS_THERE * cells + cell] = EVERYBODY
            elif there != EMPTY:
                out[there % KINDS_THERE * cells + cell] = 1 << (red ^ (there // KINDS_THERE))
        for i in range(len(counted)):
            kind, least, who = counted[i, 0], counted[i, 1], 0
            for colour in range(2):
                if position.bag[colour * KINDS_THERE + kind] >= least:
                    who |= 1 << (red ^ colour)
            for cell in range(cells):
                out[(first_count + i) * cells + cell] = who
        passed = (STEPS_TO_DRAW + 1) * np.int64(position.quiet) // max(1, np.int64(position.patience))
        for i in range(STEPS_TO_DRAW):
            for cell in range(cells):
                out[(first_step + i) * cells + cell] = EVERYBODY if passed > i else 0

    return look, layers
