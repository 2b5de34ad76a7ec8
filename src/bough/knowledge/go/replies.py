"""Replies to the last move in playouts of Go: save stones it attacks, take stones it left in atari, make good shape.

The order is that of MoGo (Gelly, Wang, Munos & Teytaud 2006): first strings in atari beside the last move, then good
shapes around it, then captures anywhere. If none of these applies, the playout policy chooses the move. MoGo's shapes
were drawn by hand; ours are the 3x3 shapes that professionals play much more often than others.
"""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below, unit
from bough.games.contract import Part
from bough.games.go.board import BLACK, EMPTY, WHITE, Board, around
from bough.games.go.rules import GoParts
from bough.knowledge.go.ataris import dropping_part, listing_part
from bough.knowledge.go.features import tactics_part
from bough.knowledge.go.playouts import A_PATTERN, weights_by_shape

GOOD_SHAPE = 2.0
"""A shape calls for a reply if it is at least this many times as likely as the average."""
NONE = -1


def reply_part(board: Board, rules: GoParts, patterns: np.ndarray) -> Part:
    """reply(position, memory, rng): a move that answers the last one, or NONE; `patterns` are factors by
    [colour - 1, shape]."""
    atari, legal, tactics = rules.atari, rules.legal, tactics_part(board, rules.atari)
    list_ataris, drop_saved = listing_part(board, atari), dropping_part(atari)
    weights = weights_by_shape(patterns)
    wide, threshold = board.wide, np.uint16(GOOD_SHAPE * A_PATTERN)
    sides = np.array([-wide, -1, 1, wide])
    ring = around(board)

    @part
    def urgent(position, point, colour):
        """Whether a legal move on this liberty takes or saves stones."""
        taken, saved, _ = tactics(position, point, colour)
        return taken + saved > 0 and legal(position, point, colour)

    @part
    def any_of(memory, count, rng):
        """A random one of the first `count` points in memory, or NONE."""
        if count == 0:
            return np.int64(NONE), rng
        rng = advance(rng)
        return np.int64(memory.go_point[below(rng, count)]), rng

    @part
    def beside(position, memory, last, colour, rng):
        """A move that takes or saves stones beside the last move, or NONE."""
        count = 0
        for d in range(5):
            stone = last if d == 4 else last + sides[d]
            if position.colour[stone] == BLACK or position.colour[stone] == WHITE:
                point = atari(position, stone)
                if point != 0 and urgent(position, point, colour):
                    memory.go_point[count] = point
                    count += 1
        return any_of(memory, count, rng)

    @part
    def shape(position, memory, last, colour, rng):
        """A move that makes good shape around the last move, or NONE."""
        count, total = 0, np.int64(0)
        for d in range(8):
            point = last + ring[d]
            if position.colour[point] != EMPTY:
                continue
            weight = weights[2 * np.int64(position.around[point]) + colour - 1]
            if weight >= threshold:
                _, _, caught = tactics(position, point, colour)
                if not caught and legal(position, point, colour):
                    memory.go_point[count], memory.go_extra[count] = point, weight
                    total += memory.go_extra[count]
                    count += 1
        if count == 0:
            return np.int64(NONE), rng
        rng = advance(rng)
        left, i = np.int64(unit(rng) * total), 0
        while i < count - 1 and left >= memory.go_extra[i]:
            left -= memory.go_extra[i]
            i += 1
        return np.int64(memory.go_point[i]), rng

    @part
    def anywhere(position, memory, colour, rng):
        """A move that takes stones anywhere on the board, or NONE."""
        drop_saved(position, memory)
        count = 0
        for i in range(memory.go_ataris):
            string, point = np.int64(memory.go_atari[i]), np.int64(memory.go_liberty[i])
            if position.colour[string] == 3 - colour and legal(position, point, colour):
                memory.go_point[count] = point
                count += 1
        return any_of(memory, count, rng)

    @part
    def reply(position, memory, rng):
        list_ataris(position, memory)
        colour, last = np.int64(position.to_move) + 1, np.int64(position.last[0])
        if last > 0:
            move, rng = beside(position, memory, last, colour, rng)
            if move != NONE:
                return move, rng
            move, rng = shape(position, memory, last, colour, rng)
            if move != NONE:
                return move, rng
        return anywhere(position, memory, colour, rng)

    return reply
