"""The rules of Chinese Dark Chess as parts.

A square is row * columns + column, row 1 at the bottom. It is EMPTY, HIDDEN (a piece face down) or holds piece number
colour * 7 + kind, with colours red 0 and black 1 and kinds K G M R N C P from 0 to 6. The record does not say which
piece is on a HIDDEN square, only how many of each piece are still face down. A move is from * 32 + to; from = to is a
flip. After a flip it is chance's turn, and its outcome is REVEAL + piece.
"""

from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below, seeded
from bough.games.contract import CHANCE, DRAW, FIRST, UNDECIDED, Part

EMPTY, HIDDEN = -1, -2
KINDS = "KGMRNCP"
KING, CANNON, PAWN = 0, 5, 6
REVEAL = 1024
"""Outcomes are numbered from here on."""
MAX_PLIES = 2000
REMEMBERED = 64
"""The number of moves stored for the rule of repeated cycles; a power of two."""
MOST = 32
"""The most squares, and so the most pieces."""
SIDE_KEY, _COLOUR_KEY = seeded(2014, 600), seeded(2014, 601)
_KEYS = np.array([seeded(2014, stream) for stream in range(16 * 32)], np.uint64)
"""A random word for each piece (14 means face down) and square: [piece * 32 + square]."""
BAG_KEYS = np.array([seeded(2014, 1000 + stream) for stream in range(14 * 8)], np.uint64)
"""A random word for each number of a piece still face down: [piece * 8 + number]."""


def _captures() -> np.ndarray:
    """Whether one kind can take another by a step: [attacker * 7 + victim]."""
    takes = np.zeros(49, np.bool_)
    for attacker in range(7):
        for victim in range(7):
            takes[attacker * 7 + victim] = attacker <= victim and attacker != CANNON
    takes[KING * 7 + PAWN] = False
    takes[PAWN * 7 + KING] = True
    return takes


CAPTURES = _captures()


def neighbours_of(columns: int, rows: int) -> np.ndarray:
    """The neighbour of a square, or -1 off the board: [square * 4 + direction]."""
    neighbours = np.full(4 * columns * rows, -1, np.int64)
    for row in range(rows):
        for column in range(columns):
            for direction, (right, up) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
                if 0 <= column + right < columns and 0 <= row + up < rows:
                    neighbours[4 * (row * columns + column) + direction] = (row + up) * columns + column + right
    return neighbours


class DarkChessParts(NamedTuple):
    """The record and the parts of the game, named as in games/contract.py."""

    record: np.dtype
    clear: Part
    put: Part
    """put(position, square, piece): place a piece face up."""
    hide: Part
    """hide(position, square): place a piece face down."""
    setup: Part
    moves: Part
    play: Part
    outcomes: Part
    draw_outcome: Part
    random_move: Part
    settle: Part
    """settle(position): set the winner if a player has no pieces left or the player to move cannot move."""


RECORD = record_type(
    (
        ("key", "u8"),
        ("recent", "i2", (REMEMBERED,)),  # the last moves, ply n at n % REMEMBERED
        ("plies", "i2"),
        ("quiet", "i2"),  # plies since the last capture or flip
        ("patience", "i2"),  # this many quiet plies are a draw
        ("on", "i1", (MOST,)),  # EMPTY, HIDDEN or the piece on a square
        ("where", "i1", (2 * MOST,)),  # squares of the pieces face up: colour * MOST + number
        ("number", "i1", (MOST,)),  # of the piece on a square, in `where` or in `down`
        ("shown", "i1", (2,)),  # pieces face up, by colour
        ("alive", "i1", (2,)),  # pieces on the board, by colour, face up or down
        ("left", "i1", (14,)),  # the same by piece
        ("down", "i1", (MOST,)),  # squares of pieces face down
        ("hidden", "i1"),  # how many pieces are face down
        ("bag", "i1", (14,)),  # how many of each piece are face down
        ("flipping", "i1"),  # the square of a flip that waits for chance, or -1
        ("colour", "i1"),  # of the first player: 0 red, 1 black, -1 undecided
        ("mover", "i1"),  # the player who flipped, during chance's turn
        ("to_move", "i1"),
        ("winner", "i1"),
    )
)


def dark_chess_rules(neighbours: np.ndarray, bag: np.ndarray, quiet_limit: int, cycles: bool) -> DarkChessParts:
    """The rules for a board and its pieces; with `cycles`, the same run of quiet moves three times is a draw."""
    clear, put, hide, take = _pieces(bag, quiet_limit)
    step, jump = targets_of(neighbours)
    can_move, squares = _mobility(step, jump), len(neighbours) // 4

    @part
    def settle(position):
        player = position.to_move
        if player == CHANCE or position.colour < 0 or position.winner != UNDECIDED:
            return
        colour = position.colour ^ player
        if position.alive[1 - colour] == 0:
            position.winner = player
        elif position.alive[colour] == 0 or (position.hidden == 0 and not can_move(position, colour)):
            position.winner = 1 - player

    @part
    def setup(position):
        clear(position)
        for square in range(squares):
            hide(position, square)

    play = _playing(put, take, settle, cycles)
    outcomes, draw_outcome = _chance()
    moves, random_move = _listing(step, jump), _drawing(step, jump)
    return DarkChessParts(RECORD, clear, put, hide, setup, moves, play, outcomes, draw_outcome, random_move, settle)


def _pieces(bag: np.ndarray, quiet_limit: int) -> tuple[Part, Part, Part, Part]:
    """The parts clear, put, hide and take, which keep squares and piece lists consistent."""
    reds, blacks = int(bag[:7].sum()), int(bag[7:].sum())

    @part
    def clear(position):
        for square in range(MOST):
            position.on[square] = EMPTY
        for piece in range(14):
            position.bag[piece] = position.left[piece] = bag[piece]
        position.shown[0] = position.shown[1] = position.hidden = 0
        position.alive[0], position.alive[1] = reds, blacks
        position.key = 0
        position.plies = position.quiet = 0
        position.patience = quiet_limit
        position.flipping = position.colour = -1
        position.to_move = FIRST
        position.winner = UNDECIDED

    @part
    def put(position, square, piece):
        colour = piece // 7
        number = position.shown[colour]
        position.where[colour * MOST + number] = square
        position.number[square] = number
        position.shown[colour] = number + 1
        position.on[square] = piece
        position.key ^= _KEYS[piece * 32 + square]

    @part
    def hide(position, square):
        position.down[position.hidden] = square
        position.number[square] = position.hidden
        position.hidden += 1
        position.on[square] = HIDDEN
        position.key ^= _KEYS[14 * 32 + square]

    @part
    def take(position, square):
        """Remove a face-up piece from a square."""
        piece = np.int64(position.on[square])
        colour = piece // 7
        last = position.shown[colour] - 1
        moved, number = position.where[colour * MOST + last], position.number[square]
        position.where[colour * MOST + number] = moved
        position.number[moved] = number
        position.shown[colour] = last
        position.on[square] = EMPTY
        position.key ^= _KEYS[piece * 32 + square]

    return clear, put, hide, take


def targets_of(neighbours: np.ndarray) -> tuple[Part, Part]:
    """The parts step(position, square, direction) and jump(...): the square a piece can move to, or -1."""

    @part
    def step(position, square, direction):
        target = neighbours[4 * square + direction]
        if target < 0:
            return np.int64(-1)
        there = np.int64(position.on[target])
        if there == EMPTY:
            return target
        if there == HIDDEN:
            return np.int64(-1)
        piece = np.int64(position.on[square])
        if there // 7 != piece // 7 and CAPTURES[piece % 7 * 7 + there % 7]:
            return target
        return np.int64(-1)

    @part
    def jump(position, square, direction):
        """For a cannon: the square of the enemy piece beyond exactly one other piece."""
        target = neighbours[4 * square + direction]
        while target >= 0 and position.on[target] == EMPTY:
            target = neighbours[4 * target + direction]
        if target < 0:
            return np.int64(-1)
        target = neighbours[4 * target + direction]
        while target >= 0 and position.on[target] == EMPTY:
            target = neighbours[4 * target + direction]
        if target < 0:
            return np.int64(-1)
        there = np.int64(position.on[target])
        return target if there >= 0 and there // 7 != position.on[square] // 7 else np.int64(-1)

    return step, jump


def _mobility(step: Part, jump: Part) -> Part:
    @part
    def can_move(position, colour):
        for i in range(colour * MOST, colour * MOST + position.shown[colour]):
            square = np.int64(position.where[i])
            for direction in range(4):
                if step(position, square, direction) >= 0:
                    return True
                if position.on[square] % 7 == CANNON and jump(position, square, direction) >= 0:
                    return True
        return False

    return can_move


def _listing(step: Part, jump: Part) -> Part:
    @part
    def moves(position, out):
        count = 0
        if position.to_move == CHANCE:
            for piece in range(14):
                if position.bag[piece] > 0:
                    out[count] = REVEAL + piece
                    count += 1
            return count
        if position.colour >= 0:
            colour = position.colour ^ np.int64(position.to_move)
            for i in range(colour * MOST, colour * MOST + position.shown[colour]):
                square = np.int64(position.where[i])
                for direction in range(4):
                    target = step(position, square, direction)
                    if target >= 0:
                        out[count] = square * 32 + target
                        count += 1
                if position.on[square] % 7 == CANNON:
                    for direction in range(4):
                        target = jump(position, square, direction)
                        if target >= 0:
                            out[count] = square * 32 + target
                            count += 1
        for i in range(position.hidden):
            out[count] = np.int64(position.down[i]) * 33
            count += 1
        return count

    return moves


def _playing(put: Part, take: Part, settle: Part, cycles: bool) -> Part:
    @part
    def cycled(position):
        """Whether the last quiet moves are the same run three times."""
        plies, quiet = np.int64(position.plies), np.int64(position.quiet)
        length = 2
        while 3 * length <= min(quiet, REMEMBERED):
            same = True
            for back in range(2 * length):
                one = position.recent[(plies - back) % REMEMBERED]
                if one != position.recent[(plies - back - length) % REMEMBERED]:
                    same = False
                    break
            if same:
                return True
            length += 2
        return False

    @part
    def reveal(position, piece):
        """Turn the flipped piece face up, as chance decided."""
        square, last = np.int64(position.flipping), position.hidden - 1
        moved, number = position.down[last], position.number[square]
        position.down[number] = moved
        position.number[moved] = number
        position.hidden = last
        position.key ^= _KEYS[14 * 32 + square]
        put(position, square, piece)
        left = np.int64(position.bag[piece])
        position.bag[piece] = left - 1
        position.key ^= BAG_KEYS[piece * 8 + left] ^ BAG_KEYS[piece * 8 + left - 1]
        if position.colour < 0:
            position.colour = piece // 7 ^ position.mover
            if position.colour:
                position.key ^= _COLOUR_KEY
        position.flipping = -1
        position.to_move = 1 - position.mover
        position.key ^= SIDE_KEY

    @part
    def play(position, move):
        if move >= REVEAL:
            reveal(position, np.int64(move) - REVEAL)
        else:
            position.plies += 1
            position.quiet += 1
            position.recent[position.plies % REMEMBERED] = move
            origin, target = np.int64(move) >> 5, np.int64(move) & 31
            if origin == target:
                position.quiet = 0
                position.flipping = origin
                position.mover = position.to_move
                position.to_move = CHANCE
                return
            piece = np.int64(position.on[origin])
            if position.on[target] >= 0:
                position.alive[position.on[target] // 7] -= 1
                position.left[position.on[target]] -= 1
                take(position, target)
                position.quiet = 0
            take(position, origin)
            put(position, target, piece)
            position.to_move = 1 - position.to_move
            position.key ^= SIDE_KEY
        settle(position)
        if position.winner == UNDECIDED and (
            position.quiet >= position.patience or position.plies >= MAX_PLIES or (cycles and cycled(position))
        ):
            position.winner = DRAW

    return play


def _chance() -> tuple[Part, Part]:
    @part
    def outcomes(position, out, chances):
        count = 0
        for piece in range(14):
            if position.bag[piece] > 0:
                out[count] = REVEAL + piece
                chances[count] = position.bag[piece] / position.hidden
                count += 1
        return count

    @part
    def draw_outcome(position, rng):
        rng = advance(rng)
        left = below(rng, np.int64(position.hidden))
        piece = 0
        while left >= position.bag[piece]:
            left -= position.bag[piece]
            piece += 1
        return np.int64(REVEAL + piece), rng

    return outcomes, draw_outcome


def _drawing(step: Part, jump: Part) -> Part:
    @part
    def random_move(position, rng):
        """A uniformly random legal move: a piece and a direction, or a flip, redrawn until it is legal."""
        shown, colour = np.int64(0), np.int64(0)
        if position.colour >= 0:
            colour = position.colour ^ np.int64(position.to_move)
            shown = 8 * np.int64(position.shown[colour])
        while True:
            rng = advance(rng)
            drawn = below(rng, shown + position.hidden)
            if drawn >= shown:
                return np.int64(position.down[drawn - shown]) * 33, rng
            square = np.int64(position.where[colour * MOST + (drawn >> 3)])
            if drawn & 4 == 0:
                target = step(position, square, drawn & 3)
            elif position.on[square] % 7 == CANNON:
                target = jump(position, square, drawn & 3)
            else:
                target = np.int64(-1)
            if target >= 0:
                return square * 32 + target, rng

    return random_move
