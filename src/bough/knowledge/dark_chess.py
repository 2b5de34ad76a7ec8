"""What is good in Chinese Dark Chess: a capture before anything else (Jouandeau & Cazenave 2014, section 4)."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import Game
from bough.knowledge.contract import Knowledge


def dark_chess_knowledge(game: Game) -> Knowledge:
    """Captures, if there are any, are all that is played; each is as likely as the others."""
    moves = game.moves

    @part
    def captures(position, move):
        origin, target = np.int64(move) >> 5, np.int64(move) & 31
        return origin != target and position.on[target] >= 0

    @part
    def weigh(position, out, weights):
        count, found = moves(position, out), False
        for i in range(count):
            weights[i] = 1.0 if captures(position, out[i]) else 0.0
            found = found or weights[i] > 0.0
        if not found:
            for i in range(count):
                weights[i] = 1.0
        return count

    return Knowledge(weigh=weigh)
