"""What is decided at once: a move that wins, two that the opponent would win by, one that must be stopped."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game

OPEN, WON, LOST = 0, 1, 2
"""For the player to move."""


def deciding_at_once(game: Game) -> Part:
    """A part at_once(position, moves, count): what is decided, and how many moves are left to look at.

    If one side wins by a move, that move is moves[0]. Where only making a winning move oneself takes it from the
    opponent (Rules: occupying), two threats of his decide (moves[0] and moves[1]), and one leaves a single answer.
    """
    wins_at, occupying = game.rules.wins_at, game.rules.occupying

    @part
    def at_once(position, moves, count):
        player = np.int64(position.to_move)
        for i in range(count):
            if wins_at(position, moves[i], player):
                moves[0] = moves[i]
                return WON, count
        threats = 0
        if occupying:
            for i in range(count):
                if wins_at(position, moves[i], 1 - player):
                    moves[threats], moves[i] = moves[i], moves[threats]
                    threats += 1
                    if threats == 2:
                        return LOST, count
        return OPEN, (1 if threats == 1 else count)

    @part
    def nothing(position, moves, count):
        return OPEN, count

    return nothing if wins_at is None else at_once
