"""The question that provers ask and proofs answer: who reaches his goal, if a draw counts for `draw_to`?"""

import numpy as np

from bough.core.jit import part
from bough.games.contract import DRAW, UNDECIDED, Part, Rules


@part
def goal(ended, draw_to):
    """Who has reached his goal in a game that ended like this."""
    return draw_to if ended == DRAW else ended


def ending_at_once(rules: Rules) -> Part:
    """A part ends(states, depth, moves, player, draw_to): a move in states[depth] by which the player, who is to move,
    ends the game and reaches his goal; -1 if there is none. Uses states[depth + 1]."""
    legal, play, winner = rules.moves, rules.play, rules.winner

    @part
    def ends(states, depth, moves, player, draw_to):
        for i in range(legal(states[depth], moves)):
            states[depth + 1] = states[depth]
            play(states[depth + 1], moves[i])
            ended = winner(states[depth + 1])
            if ended != UNDECIDED and goal(ended, draw_to) == player:
                return np.int64(moves[i])
        return np.int64(-1)

    return ends
