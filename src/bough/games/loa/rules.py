"""The rules of Lines of Action as parts.

Each player's pieces are bits of one integer (square = rank * 8 + file). The contents of each line of the board are
stored as a number (games/loa/lines.py), which gives the moves of its pieces. A move is from * 64 + to, with 4096 added
for a capture.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below, seeded
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, Part
from bough.games.loa.lines import STEPS, Lines, lines_of

CAPTURE, PASS = 4096, 8192
MOST_PIECES = 12
MAX_PLIES = 1000
REMEMBERED = 256
"""The number of positions stored for the repetition rule; a power of two."""

_1, _8 = np.uint64(1), np.uint64(8)
_NOT_FIRST_FILE, _NOT_LAST_FILE = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
SIDE_KEY = seeded(2008, 128)
_KEYS = np.array([seeded(2008, stream) for stream in range(128)], np.uint64)
"""A random word for each player and square: [player * 64 + square]."""


@part
def around(pieces):
    """These squares and their neighbours."""
    wide = pieces | (pieces << _1 & _NOT_FIRST_FILE) | (pieces >> _1 & _NOT_LAST_FILE)
    return wide | wide << _8 | wide >> _8


@part
def lowest(pieces):
    """The lowest set bit."""
    return pieces & ~(pieces - _1)


@part
def connected(pieces, first):
    """Whether all these pieces form one group; `first` is any one of them."""
    group = around(first) & pieces
    if group == first:
        return group == pieces
    while group != pieces:
        grown = around(group) & pieces
        if grown == group:
            return False
        group = grown
    return True


class LoaParts(NamedTuple):
    """The record and the parts of the game, named as in games/contract.py."""

    record: np.dtype
    clear: Part
    """clear(position): empty the board, with the first player to move."""
    put: Part
    """put(position, square, player): add a piece."""
    setup: Part
    moves: Part
    count_moves: Part
    play: Part
    skip: Part
    random_move: Part
    playout: Callable[[bool], Part]
    wins_at: Part
    may_win: Part


def loa_rules(size: int, mover_wins_both: bool) -> LoaParts:
    """The rules on `size` x `size` squares."""
    lines = lines_of(size)
    clear, put, setup = _setting_up(lines)
    shift = _shifting(lines, mover_wins_both)
    play, skip = _playing(shift)
    random_move, playout = _drawing(lines, shift)
    moves, count_moves = _listing(lines), _counting(lines)
    return LoaParts(
        _record(lines), clear, put, setup, moves, count_moves, play, skip, random_move, playout,
        _winning(mover_wins_both), may_win,
    )  # fmt: skip


def _record(lines: Lines) -> np.dtype:
    return record_type(
        (
            ("stones", "u8", (2,)),
            ("key", "u8"),  # of the pieces and the player to move
            ("seen", "u8", (REMEMBERED,)),  # the key after ply n at n % REMEMBERED
            ("line", "i2", (lines.total,)),
            ("plies", "i2"),
            ("quiet", "i2"),  # plies since the last capture
            ("square", "i1", (2 * MOST_PIECES,)),  # squares of the pieces: player * MOST_PIECES + piece number
            ("number", "i1", (64,)),  # the number of the piece on a square
            ("pieces", "i1", (2,)),
            ("to_move", "i1"),
            ("winner", "i1"),
        )
    )


def _setting_up(lines: Lines) -> tuple[Part, Part, Part]:
    size, line_count = lines.size, lines.total
    line_of, power_of, empty_lines = lines.line, lines.power, lines.empty
    first_squares = np.array([rank * 8 + file for rank in (0, size - 1) for file in range(1, size - 1)])
    second_squares = np.array([rank * 8 + file for file in (0, size - 1) for rank in range(1, size - 1)])
    each = len(first_squares)

    @part
    def put(position, square, player):
        number = position.pieces[player]
        position.square[player * MOST_PIECES + number] = square
        position.number[square] = number
        position.pieces[player] += 1
        position.stones[player] |= _1 << np.uint64(square)
        position.key ^= _KEYS[player * 64 + square]
        for direction in range(4):
            at = direction * 64 + square
            position.line[line_of[at]] += (player + 1) * power_of[at]

    @part
    def clear(position):
        position.stones[FIRST] = position.stones[SECOND] = 0
        position.pieces[FIRST] = position.pieces[SECOND] = 0
        for line in range(line_count):
            position.line[line] = empty_lines[line]
        position.key = 0
        position.plies = position.quiet = 0
        position.to_move = FIRST
        position.winner = UNDECIDED

    @part
    def setup(position):
        clear(position)
        for i in range(each):
            put(position, first_squares[i], FIRST)
            put(position, second_squares[i], SECOND)
        position.seen[0] = position.key

    return clear, put, setup


def _listing(lines: Lines) -> Part:
    line_of, place_of, pieces_on, can_move = lines.line, lines.place, lines.pieces, lines.can_move
    steps = np.array(STEPS, np.int64)

    @part
    def moves(position, out):
        player = np.int64(position.to_move)
        own = position.stones[player]
        enemy = position.stones[1 - player]
        count = 0
        for i in range(player * MOST_PIECES, player * MOST_PIECES + position.pieces[player]):
            origin = np.int64(position.square[i])
            for direction in range(4):
                at = direction * 64 + origin
                number = position.line[line_of[at]]
                ways = can_move[number] >> 2 * place_of[at] & 3
                if ways != 0:
                    reach = steps[direction] * pieces_on[number]
                    for way in range(2):
                        if ways >> way & 1 != 0:
                            target = origin + reach if way == 1 else origin - reach
                            captures = enemy >> np.uint64(target) & _1 != 0
                            out[count] = origin * 64 + target + (CAPTURE if captures else 0)
                            count += 1
        if count == 0 and own != 0:
            out[0] = PASS
            count = 1
        return count

    return moves


def _counting(lines: Lines) -> Part:
    moves_along, line_count = lines.moves, lines.total

    @part
    def count_moves(position):
        player, count = np.int64(position.to_move), 0
        for line in range(line_count):
            count += moves_along[player, position.line[line]]
        return max(count, 1)  # a player without a move passes

    return count_moves


def _shifting(lines: Lines, mover_wins_both: bool) -> Part:
    line_of, power_of = lines.line, lines.power

    @part
    def shift(position, origin, target):
        """Move a piece and set the winner if a side is connected; return whether the move captures."""
        player = np.int64(position.to_move)
        other = 1 - player
        from_bit, to_bit = _1 << np.uint64(origin), _1 << np.uint64(target)
        captures = position.stones[other] & to_bit != 0
        for direction in range(4):
            at = direction * 64 + origin
            position.line[line_of[at]] -= (player + 1) * power_of[at]
            at = direction * 64 + target
            position.line[line_of[at]] += (player - other if captures else player + 1) * power_of[at]
        if captures:
            number, final = position.number[target], position.pieces[other] - 1
            moved = position.square[other * MOST_PIECES + final]
            position.square[other * MOST_PIECES + number] = moved
            position.number[moved] = number
            position.pieces[other] = final
            position.stones[other] ^= to_bit
        number = position.number[origin]
        position.square[player * MOST_PIECES + number] = target
        position.number[target] = number
        own = position.stones[player] ^ from_bit ^ to_bit
        position.stones[player] = own
        mine, yours = connected(own, to_bit), False
        if captures:
            theirs = position.stones[other]
            yours = connected(theirs, lowest(theirs))
        if mine and yours:
            position.winner = player if mover_wins_both else DRAW
        elif mine or yours:
            position.winner = player if mine else other
        position.to_move = other
        return captures

    return shift


def _playing(shift: Part) -> tuple[Part, Part]:
    @part
    def repeated(position):
        """Whether this position has now occurred for the third time."""
        plies, times = np.int64(position.plies), 1
        for back in range(2, min(np.int64(position.quiet), REMEMBERED - 1) + 1, 2):
            if position.seen[(plies - back) % REMEMBERED] == position.key:
                times += 1
                if times == 3:
                    return True
        return False

    @part
    def play(position, move):
        player = np.int64(position.to_move)
        key = position.key ^ SIDE_KEY
        position.plies += 1
        position.quiet += 1
        if move == PASS:
            position.to_move = 1 - player
        else:
            origin, target = np.int64(move) >> 6 & 63, np.int64(move) & 63
            key ^= _KEYS[player * 64 + origin] ^ _KEYS[player * 64 + target]
            if shift(position, origin, target):
                key ^= _KEYS[(1 - player) * 64 + target]
                position.quiet = 0
        position.key = key
        position.seen[position.plies % REMEMBERED] = key
        if position.winner == UNDECIDED and (position.plies >= MAX_PLIES or repeated(position)):
            position.winner = DRAW

    @part
    def skip(position):
        position.to_move = 1 - position.to_move
        position.key ^= SIDE_KEY
        position.plies += 1
        position.quiet = 0
        position.seen[position.plies % REMEMBERED] = position.key

    return play, skip


def _drawing(lines: Lines, shift: Part) -> tuple[Part, Callable[[bool], Part]]:
    line_of, place_of, pieces_on, can_move = lines.line, lines.place, lines.pieces, lines.can_move
    steps = np.array(STEPS, np.int64)

    @part
    def any_way(position, rng):
        """A uniformly random legal move as origin, target and the generator's next word; origin -1 is a pass.

        Redraws a piece and a direction until the move is legal, which takes three tries on average. After 64 tries it
        goes through all moves instead.
        """
        player = np.int64(position.to_move)
        choices = 8 * np.int64(position.pieces[player])
        for _ in range(64):
            rng = advance(rng)
            drawn = below(rng, choices)
            origin = np.int64(position.square[player * MOST_PIECES + (drawn >> 3)])
            at = (drawn >> 1 & 3) * 64 + origin
            number = position.line[line_of[at]]
            if can_move[number] >> 2 * place_of[at] + (drawn & 1) & 1 != 0:
                reach = steps[drawn >> 1 & 3] * pieces_on[number]
                return origin, (origin + reach if drawn & 1 else origin - reach), rng
        origin, target, count = np.int64(-1), np.int64(-1), 0
        for i in range(choices):
            square = np.int64(position.square[player * MOST_PIECES + (i >> 3)])
            at = (i >> 1 & 3) * 64 + square
            number = position.line[line_of[at]]
            if can_move[number] >> 2 * place_of[at] + (i & 1) & 1 != 0:
                count += 1
                rng = advance(rng)
                if below(rng, count) == 0:
                    reach = steps[i >> 1 & 3] * pieces_on[number]
                    origin, target = square, (square + reach if i & 1 else square - reach)
        return origin, target, rng

    @part
    def random_move(position, rng):
        origin, target, rng = any_way(position, rng)
        if origin < 0:
            return np.int64(PASS), rng
        captures = position.stones[1 - position.to_move] >> np.uint64(target) & _1 != 0
        return origin * 64 + target + (CAPTURE if captures else 0), rng

    def playout(recorded):
        """Play uniformly random moves up to 1,000 plies, ignoring repetitions."""

        @part
        def wander(position, out, rng):
            plies, left = 0, MAX_PLIES - np.int64(position.plies)
            while position.winner == UNDECIDED:
                if plies >= left:
                    return np.int64(DRAW), plies, rng
                origin, target, rng = any_way(position, rng)
                if origin < 0:
                    position.to_move = 1 - position.to_move
                    if recorded:
                        out[plies] = PASS
                else:
                    captures = shift(position, origin, target)
                    if recorded:
                        out[plies] = origin * 64 + target + (CAPTURE if captures else 0)
                plies += 1
            return np.int64(position.winner), plies, rng

        return wander

    return random_move, playout


def _winning(mover_wins_both: bool) -> Part:
    @part
    def wins_at(position, move, player):
        if move == PASS:
            return False
        origin, target = np.int64(move) >> 6 & 63, np.int64(move) & 63
        to_bit = _1 << np.uint64(target)
        own = position.stones[player] ^ _1 << np.uint64(origin) ^ to_bit
        if not connected(own, to_bit):
            return False
        theirs = position.stones[1 - player] & ~to_bit
        if mover_wins_both or theirs == position.stones[1 - player]:
            return True
        return not connected(theirs, lowest(theirs))

    return wins_at


@part
def may_win(position, player):
    """Whether some square touches all groups of a player but at most one, a single piece that might move there."""
    left = position.stones[player]
    all_touched = one_left_out = ~np.uint64(0)
    while left != 0:
        single = lowest(left)
        group = single
        reach = around(group)
        while reach & left != group:
            group = reach & left
            reach = around(group)
        left ^= group
        one_left_out = one_left_out & reach | (all_touched if group == single else np.uint64(0))
        all_touched &= reach
        if one_left_out == 0:
            return False
    return True
