"""Playouts of Go by urgency: (capture or escape + 3x3 pattern) x proximity (Chaslot et al. 2008; Chaslot 2010, 6.2.2).

Patterns change only around the last move and the stones it took, so their weights are kept from ply to ply and added up
by rows; captures and escapes are found from the strings in atari, which are remembered too. At the start of a playout
everything is found anew.
"""

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields
from bough.core.rng import advance, unit
from bough.games.contract import Part
from bough.games.go_board import BLACK, BORDER, EMPTY, WHITE, Board
from bough.games.go_rules import Rules
from bough.knowledge.go_features import tactics_part

TAKING, SAVING, NEAR_LAST = 5000.0, 500.0, 150.0
"""For each stone captured, for each stone saved from capture, and the factor beside the last move."""
A_PATTERN = 10.0
"""The weight of a pattern that is as likely as the average one."""
MOST_ATARIS = 48
FEW = 12
"""So many captured stones and it is cheaper to weigh the whole board anew."""
TRIES = 12
"""Draws of a move that turns out illegal before any legal move will do."""


def urgency_memory(board: Board) -> Fields:
    """What is kept between the plies of a playout."""
    return (
        ("go_weight", "f4", (2 * board.points,)),
        ("go_row", "f8", (2 * board.rows,)),
        ("go_key", "u8"),
        ("go_plies", "i4"),
        ("go_taken", "i4"),
        ("go_ataris", "i4"),
        ("go_atari", "i2", (MOST_ATARIS,)),
        ("go_point", "i2", (MOST_ATARIS + 4,)),
        ("go_extra", "f8", (MOST_ATARIS + 4,)),
    )


def urgency_draw(board: Board, rules: Rules, update: Part) -> Part:
    """draw(position, memory, rng): a move drawn by urgency."""
    specials = _specials(board, rules.atari)
    legal, random_move = rules.legal, rules.random_move
    rows, columns, wide, points = board.rows, board.columns, board.wide, board.points

    @part
    def from_board(memory, colour, left):
        """The point at which the weights of the board, added up, pass a number."""
        row, base = 0, (colour - 1) * rows
        while row < rows - 1 and left >= memory.go_row[base + row]:
            left -= memory.go_row[base + row]
            row += 1
        point = (row + 1) * wide + 1
        last, base = point + columns - 1, (colour - 1) * points
        while point < last:
            left -= float(memory.go_weight[base + point])
            if left < 0.0:
                break
            point += 1
        return np.int64(point)

    @part
    def draw(position, memory, rng):
        update(position, memory)
        colour = np.int64(position.to_move) + 1
        count, extra = specials(position, memory, colour)
        total = extra
        for row in range((colour - 1) * rows, colour * rows):
            total += memory.go_row[row]
        if total <= 0.0:
            return random_move(position, rng)
        for _ in range(TRIES):
            rng = advance(rng)
            left = unit(rng) * total
            point = np.int64(0)
            if left < extra:
                i = 0
                while i < count - 1 and left >= memory.go_extra[i]:
                    left -= memory.go_extra[i]
                    i += 1
                point = np.int64(memory.go_point[i])
            else:
                point = from_board(memory, colour, left - extra)
            if position.colour[point] == EMPTY and legal(position, point, colour):
                return point, rng
        return random_move(position, rng)

    return draw


def keeping_part(board: Board, atari: Part, patterns: np.ndarray) -> Part:
    """update(position, memory): bring what is kept up to date; `patterns` are factors by [colour - 1, shape]."""
    weights = (A_PATTERN * patterns).astype(np.float32)
    rows, wide, points, columns = board.rows, board.wide, board.points, board.columns
    sides = np.array([-wide, -1, 1, wide])
    black, white = weights[0].copy(), weights[1].copy()

    @part
    def weigh(position, memory, point):
        """Set the weights of one point of the board."""
        row, first, second = point // wide - 1, np.float32(0.0), np.float32(0.0)
        if position.colour[point] == EMPTY:
            first, second = black[position.around[point]], white[position.around[point]]
        # Compiled, float() would leave the difference in half precision, and the sums would drift.
        memory.go_row[row] += np.float64(first) - np.float64(memory.go_weight[point])
        memory.go_row[rows + row] += np.float64(second) - np.float64(memory.go_weight[points + point])
        memory.go_weight[point], memory.go_weight[points + point] = first, second

    @part
    def remember(position, memory, point):
        """Note a string in atari, once."""
        if atari(position, point) != 0 and memory.go_ataris < MOST_ATARIS:
            string = position.string[point]
            for i in range(memory.go_ataris):
                if memory.go_atari[i] == string:
                    return
            memory.go_atari[memory.go_ataris] = string
            memory.go_ataris += 1

    @part
    def rebuild(position, memory):
        memory.go_ataris = 0
        for row in range(2 * rows):
            memory.go_row[row] = 0.0
        for row in range(rows):
            for point in range((row + 1) * wide + 1, (row + 1) * wide + 1 + columns):
                memory.go_weight[point] = memory.go_weight[points + point] = 0.0
                weigh(position, memory, point)
                if position.colour[point] != EMPTY and position.string[point] == point:
                    remember(position, memory, point)

    @part
    def weigh_around(position, memory, centre):
        for dy in range(-wide, wide + 1, wide):
            for point in range(centre + dy - 1, centre + dy + 2):
                if position.colour[point] != BORDER:
                    weigh(position, memory, point)

    @part
    def follow(position, memory, move, captured):
        """After one move; the points it cleared are the last of the empty ones."""
        weigh_around(position, memory, move)
        for i in range(position.empties - captured, position.empties):
            weigh_around(position, memory, np.int64(position.empty[i]))
        remember(position, memory, move)
        for d in range(4):
            side = move + sides[d]
            if position.colour[side] == BLACK or position.colour[side] == WHITE:
                remember(position, memory, side)

    @part
    def update(position, memory):
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


def _specials(board: Board, atari: Part) -> Part:
    """specials(position, memory, colour): list the points that are worth more than their pattern, and by how much."""
    tactics, points, wide = tactics_part(board, atari), board.points, board.wide
    sides = np.array([-board.wide, -1, 1, board.wide])

    @part
    def listed(memory, point, count):
        for i in range(count):  # noqa: SIM110 (compiled)
            if memory.go_point[i] == point:
                return True
        return False

    @part
    def add(memory, colour, point, count, tactical, near):
        """One point with what it is worth beyond its pattern."""
        pattern = float(memory.go_weight[(colour - 1) * points + point])
        extra = (tactical + pattern) * (NEAR_LAST if near else 1.0) - pattern
        if extra <= 0.0:
            return count, 0.0
        memory.go_point[count], memory.go_extra[count] = point, extra
        return count + 1, extra

    @part
    def beside(point, other):
        apart = abs(point - other)
        return other > 0 and (apart == 1 or apart == wide)

    @part
    def specials(position, memory, colour):
        count, extra, kept, last = 0, 0.0, 0, np.int64(position.last[0])
        for i in range(memory.go_ataris):
            string = np.int64(memory.go_atari[i])
            if position.colour[string] == EMPTY or position.string[string] != string:
                continue
            point = atari(position, string)
            if point == 0:
                continue
            memory.go_atari[kept] = string
            kept += 1
            if not listed(memory, point, count):
                taken, saved, _ = tactics(position, point, colour)
                tactical = TAKING * taken + SAVING * saved
                count, more = add(memory, colour, point, count, tactical, beside(point, last))
                extra += more
        memory.go_ataris = kept
        if last > 0:
            for d in range(4):
                # What takes or saves something is listed by now.
                point = last + sides[d]
                if position.colour[point] == EMPTY and not listed(memory, point, count):
                    count, more = add(memory, colour, point, count, 0.0, True)
                    extra += more
        return count, extra

    return specials
