"""An evaluator of three lines for Breakthrough: who has more pawns is better off.

bough match examples/breakthrough.py "puct+solver+./examples/material.py" uct+solver --simulations 500
"""

import numpy as np

import bough


@bough.evaluator("material")
def material(batch):
    """The pawns of the player to move less the opponent's, of the 12 there are at most."""
    left, mover = batch.records["left"], batch.to_move
    rows = np.arange(len(batch))
    return (left[rows, mover] - left[rows, 1 - mover]) / 12
