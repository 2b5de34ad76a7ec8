"""Urgency playouts for Go: (capture or escape + 3x3 pattern) x proximity (Chaslot et al. 2008; Chaslot 2010, 6.2.2).

Patterns change only around the last move and the stones it took, so we update their weights from ply to ply and keep a
sum for each row. Captures and escapes come from the list of strings in atari (ataris.py). At the start of a
playout everything is computed from scratch. A draw treats the total urgency as a sum of three terms: the weights of the
board, the bonus for proximity around the last move, and the bonus of each string in atari at its last liberty.

The thesis uses the four points beside the last move and a factor of 150. The eight points around it, as in MoGo, and a
factor of 30 are far stronger with our patterns (docs/games/go.md).
"""

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields
from bough.core.rng import advance, unit
from bough.games.contract import Part
from bough.games.go.board import EMPTY, Board, around
from bough.games.go.rules import GoParts
from bough.knowledge.go.ataris import MOST_ATARIS, atari_memory, dropping_part, listing_part
from bough.knowledge.go.features import string_size, tactics_part

UNIT = 32
"""Weights are integers in units of 1/32, so that sums updated from ply to ply stay exact."""
TAKING, SAVING, NEAR_LAST = 5000 * UNIT, 500 * UNIT, 30
"""The weight per captured stone and per stone saved from capture, and the factor around the last move."""
A_PATTERN = 10 * UNIT
"""The weight of a pattern of average likelihood."""
FEW = 12
"""From this many captured stones on, it is cheaper to recompute the weights of the whole board."""
TRIES = 12
"""After this many illegal draws, play a uniformly random legal move."""


def urgency_memory(board: Board) -> Fields:
    """The fields a playout keeps from ply to ply."""
    return (
        ("go_weight", "u2", (2 * board.points,)),  # by [2 * point + colour - 1], 0 where there is no move
        ("go_row", "i8", (2 * board.rows,)),  # sums of the weights, by [2 * row + colour - 1]
        ("go_total", "i8", (2,)),
        ("go_key", "u8"),
        ("go_plies", "i4"),
        ("go_taken", "i4"),
        *atari_memory(),
        ("go_point", "i2", (MOST_ATARIS,)),
        ("go_extra", "i8", (MOST_ATARIS,)),
    )


def urgency_draw(board: Board, rules: GoParts, update: Part) -> Part:
    """draw(position, memory, rng): a move drawn in proportion to its urgency."""
    tactical = tactical_part(board, rules.atari)
    legal, random_move = rules.legal, rules.random_move
    rows, columns, wide = board.rows, board.columns, board.wide
    ring = around(board)

    @part
    def from_board(memory, colour, left):
        """The point at which the running sum of the board's weights exceeds `left`."""
        row = 0
        while row < rows - 1 and left >= memory.go_row[2 * row + colour - 1]:
            left -= memory.go_row[2 * row + colour - 1]
            row += 1
        point = (row + 1) * wide + 1
        last = point + columns - 1
        while point < last:
            left -= np.int64(memory.go_weight[2 * point + colour - 1])
            if left < 0:
                break
            point += 1
        return np.int64(point)

    @part
    def from_around(memory, last, colour, left):
        """The same for the points around the last move."""
        for d in range(7):
            left -= np.int64(memory.go_weight[2 * (last + ring[d]) + colour - 1])
            if left < 0:
                return last + ring[d]
        return last + ring[7]

    @part
    def from_tactical(memory, left):
        i = 0
        while left >= memory.go_extra[i]:
            left -= memory.go_extra[i]
            i += 1
        return np.int64(memory.go_point[i])

    @part
    def draw(position, memory, rng):
        update(position, memory)
        colour, last = np.int64(position.to_move) + 1, np.int64(position.last[0])
        extra, near = tactical(position, memory, colour, last), np.int64(0)
        if last > 0:
            for d in range(8):
                near += np.int64(memory.go_weight[2 * (last + ring[d]) + colour - 1])
        near *= NEAR_LAST - 1
        total = extra + near + memory.go_total[colour - 1]
        if total <= 0:
            return random_move(position, rng)
        for _ in range(TRIES):
            rng = advance(rng)
            left = np.int64(unit(rng) * total)
            if left < extra:
                point = from_tactical(memory, left)
            elif left < extra + near:
                point = from_around(memory, last, colour, (left - extra) // (NEAR_LAST - 1))
            else:
                point = from_board(memory, colour, left - extra - near)
            if position.colour[point] == EMPTY and legal(position, point, colour):
                return point, rng
        return random_move(position, rng)

    return draw


def weights_by_shape(patterns: np.ndarray) -> np.ndarray:
    """The weights of 3x3 patterns by [2 * shape + colour - 1], both colours side by side as they are read together."""
    return np.minimum(np.round(A_PATTERN * patterns), 2**16 - 1).astype(np.uint16).T.reshape(-1).copy()


def keeping_part(board: Board, atari: Part, patterns: np.ndarray) -> Part:
    """update(position, memory): bring the memory up to date; `patterns` are factors by [colour - 1, shape]."""
    both, list_ataris = weights_by_shape(patterns), listing_part(board, atari)
    rows, wide, columns = board.rows, board.wide, board.columns

    @part
    def weigh(position, memory, row, first, last):
        """Set the weights of some points in a row; border points and stones have weight 0."""
        black = white = np.int64(0)
        for point in range(first, last):
            shape, free = 2 * np.int64(position.around[point]), np.int64(position.colour[point] == EMPTY)
            one, two = free * np.int64(both[shape]), free * np.int64(both[shape + 1])
            black += one - np.int64(memory.go_weight[2 * point])
            white += two - np.int64(memory.go_weight[2 * point + 1])
            memory.go_weight[2 * point], memory.go_weight[2 * point + 1] = one, two
        memory.go_row[2 * row] += black
        memory.go_row[2 * row + 1] += white
        memory.go_total[0] += black
        memory.go_total[1] += white

    @part
    def weigh_around(position, memory, centre):
        row = centre // wide - 1
        weigh(position, memory, row, centre - 1, centre + 2)
        if row > 0:
            weigh(position, memory, row - 1, centre - wide - 1, centre - wide + 2)
        if row < rows - 1:
            weigh(position, memory, row + 1, centre + wide - 1, centre + wide + 2)

    @part
    def rebuild(position, memory):
        memory.go_total[0] = memory.go_total[1] = 0
        for row in range(rows):
            first = (row + 1) * wide + 1
            memory.go_row[2 * row] = memory.go_row[2 * row + 1] = 0
            for point in range(first, first + columns):
                memory.go_weight[2 * point] = memory.go_weight[2 * point + 1] = 0
            weigh(position, memory, row, first, first + columns)

    @part
    def follow(position, memory, move, captured):
        """Update the memory after one move; the points it cleared are the last of the empty ones."""
        weigh_around(position, memory, move)
        for i in range(position.empties - captured, position.empties):
            weigh_around(position, memory, np.int64(position.empty[i]))

    @part
    def update(position, memory):
        list_ataris(position, memory)
        plies, taken = np.int64(position.plies), np.int64(position.taken[0]) + position.taken[1]
        last, captured = np.int64(position.last[0]), taken - memory.go_taken
        if memory.go_plies == plies and memory.go_key == position.key and plies > 0:
            return
        known = plies > 0 and memory.go_plies == plies - 1 and memory.go_key == position.seen[plies - 1]
        if known and 0 <= captured < FEW:
            if last > 0:
                follow(position, memory, last, captured)
        else:
            rebuild(position, memory)
        memory.go_plies, memory.go_key, memory.go_taken = plies, position.key, taken

    return update


def tactical_part(board: Board, atari: Part) -> Part:
    """tactical(position, memory, colour, last): list the bonus of each string in atari; return the sum."""
    tactics, drop_saved, wide = tactics_part(board, atari), dropping_part(atari), board.wide

    @part
    def worth(position, string, point, colour):
        """The weight of taking an enemy string or saving an own one."""
        if position.colour[string] != colour:
            return TAKING * string_size(position, string)
        _, saved, _ = tactics(position, point, colour)
        return SAVING * string_size(position, string) if saved > 0 else 0

    @part
    def tactical(position, memory, colour, last):
        drop_saved(position, memory)
        count, total = 0, np.int64(0)
        for i in range(memory.go_ataris):
            string, point = np.int64(memory.go_atari[i]), np.int64(memory.go_liberty[i])
            extra = np.int64(worth(position, string, point, colour))
            if extra > 0:
                apart = abs(point - last)
                if last > 0 and (apart == 1 or wide - 1 <= apart <= wide + 1):
                    extra *= NEAR_LAST
                memory.go_point[count], memory.go_extra[count] = point, extra
                total += extra
                count += 1
        return total

    return tactical
