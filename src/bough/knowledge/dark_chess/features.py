"""Features for evaluating Chinese Dark Chess positions, and move categories.

Every feature is from the first player's point of view: their value less the opponent's.
"""

import numpy as np

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST, Part
from bough.games.dark_chess.rules import CANNON, CAPTURES, HIDDEN, KINDS, MOST, neighbours_of, targets_of
from bough.games.game import Game

FEATURES = (
    "kings", "guards", "ministers", "rooks", "knights", "cannons", "pawns",  # on the board, face up or down
    "dominance",  # sum over own pieces of the share of enemy pieces each can take
    "hunting",  # sum over own pieces of 1 / distance to the nearest piece each can take
    "threat",  # the most valuable piece that the player to move can take
    "danger",  # the most valuable piece that the opponent could take next
    "to_move",
)  # fmt: skip

RANKS = np.array([10.0, 8.0, 5.0, 4.0, 2.0, 4.0, 1.0])
"""A rough value of each kind, for threats."""
CAPTURE, QUIET, FLIP = 0, 98, 210
CATEGORIES = 228
"""Captures are classed by taker, victim and whether the square is guarded; quiet moves by kind, by danger before and
after the move, and by whether it ends beside prey or comes closer to it; flips by the friends and enemies beside the
square and by whether an enemy cannon is in line."""


KINDS_OF_CHASE = ("nothing", "beside prey", "towards prey")


def category_words(number: int) -> str:
    """The name of a category, as in the tables."""
    if number >= FLIP:
        friends, rest = divmod(number - FLIP, 6)
        return f"flip, {friends} friends, {rest // 2} enemies" + (", cannon in line" if rest % 2 else "")
    if number >= QUIET:
        kind, rest = divmod(number - QUIET, 16)
        dangers = (", into danger" if rest & 8 else "") + (", out of danger" if rest & 4 else "")
        return f"{KINDS[kind]} moves, {KINDS_OF_CHASE[rest & 3]}{dangers}"
    taker, rest = divmod(number, 14)
    return f"{KINDS[taker]} takes {KINDS[rest // 2]}" + (", guarded" if rest % 2 else "")


def category_numbers() -> dict[str, int]:
    """The number of each category, by name."""
    numbers = (n for n in range(CATEGORIES) if not (QUIET <= n < FLIP and (n - QUIET) & 3 == 3))
    return {category_words(number): number for number in numbers}


def board_of(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """The neighbours of each square, and distances in steps: [square * MOST + square]."""
    assert game.face.layout is not None
    columns, rows = game.face.layout.rows[0], len(game.face.layout.rows)
    squares = np.arange(columns * rows)
    apart = abs(squares[:, None] % columns - squares % columns) + abs(squares[:, None] // columns - squares // columns)
    distances = np.zeros((MOST, MOST), np.int64)
    distances[: len(squares), : len(squares)] = apart
    return neighbours_of(columns, rows), distances.ravel()


def attacked_part(neighbours: np.ndarray) -> Part:
    """attacked(position, square, kind, colour): whether an enemy could take a piece of this kind and colour here."""

    @part
    def attacked(position, square, kind, colour):
        for direction in range(4):
            target = neighbours[4 * square + direction]
            if target < 0:
                continue
            there = np.int64(position.on[target])
            if there >= 0 and there // 7 != colour and CAPTURES[there % 7 * 7 + kind]:
                return True
            screens = 0
            while target >= 0:
                there = np.int64(position.on[target])
                if there >= 0 or there == HIDDEN:
                    if screens == 1:
                        if there >= 0 and there // 7 != colour and there % 7 == CANNON:
                            return True
                        break
                    screens = 1
                target = neighbours[4 * target + direction]
        return False

    return attacked


def hunting_part(distances: np.ndarray) -> Part:
    """nearest(position, square, kind, colour): distance to the nearest piece it can take by a step, or 99."""

    @part
    def nearest(position, square, kind, colour):
        other, found = 1 - colour, np.int64(99)
        for i in range(other * MOST, other * MOST + position.shown[other]):
            there = np.int64(position.where[i])
            if CAPTURES[kind * 7 + position.on[there] % 7]:
                found = min(found, distances[square * MOST + there])
        return found

    return nearest


def features_part(game: Game) -> Part:
    """features(position): all features, in the order of FEATURES."""
    neighbours, distances = board_of(game)
    step, jump = targets_of(neighbours)
    nearest = hunting_part(distances)

    @part
    def dominance(position, colour):
        total = 0.0
        for kind in range(7):
            if position.left[colour * 7 + kind] > 0:
                prey = 0
                for victim in range(7):
                    if CAPTURES[kind * 7 + victim]:
                        prey += position.left[(1 - colour) * 7 + victim]
                total += prey * position.left[colour * 7 + kind]
        return total / max(1, np.int64(position.alive[1 - colour]))

    @part
    def hunting(position, colour):
        total = 0.0
        for i in range(colour * MOST, colour * MOST + position.shown[colour]):
            square = np.int64(position.where[i])
            steps = nearest(position, square, np.int64(position.on[square] % 7), colour)
            if steps < 99:
                total += 1.0 / steps
        return total

    @part
    def prize(position, colour):
        """The value of the most valuable piece this colour can take."""
        best = 0.0
        for i in range(colour * MOST, colour * MOST + position.shown[colour]):
            square = np.int64(position.where[i])
            cannon = position.on[square] % 7 == CANNON
            for direction in range(4):
                target = jump(position, square, direction) if cannon else step(position, square, direction)
                if target >= 0 and position.on[target] >= 0:
                    best = max(best, RANKS[position.on[target] % 7])
        return best

    @part
    def features(position):
        own = np.int64(max(position.colour, 0))
        # While a flip waits for chance, the next player to move is the one who did not flip.
        player = 1 - position.mover if position.to_move == CHANCE else position.to_move
        other, moves = 1 - own, 1.0 if player == FIRST else -1.0
        mover = own if player == FIRST else other
        o, p = 7 * own, 7 * other
        left = position.left
        return (
            float(left[o] - left[p]), float(left[o + 1] - left[p + 1]), float(left[o + 2] - left[p + 2]),
            float(left[o + 3] - left[p + 3]), float(left[o + 4] - left[p + 4]), float(left[o + 5] - left[p + 5]),
            float(left[o + 6] - left[p + 6]),
            dominance(position, own) - dominance(position, other),
            hunting(position, own) - hunting(position, other),
            moves * prize(position, mover),
            -moves * prize(position, 1 - mover),
            moves,
        )  # fmt: skip

    return features


@part
def share_left(position):
    """The share of a full set of 32 pieces that is still on the board."""
    return (position.alive[0] + position.alive[1]) / 32.0


def category_part(game: Game) -> Part:
    """category(position, move): the number of a legal move's category."""
    neighbours, distances = board_of(game)
    attacked, nearest = attacked_part(neighbours), hunting_part(distances)

    @part
    def flip_category(position, square, colour):
        friends = enemies = 0
        for direction in range(4):
            target = neighbours[4 * square + direction]
            if target >= 0 and position.on[target] >= 0:
                if position.on[target] // 7 == colour:
                    friends += 1
                else:
                    enemies += 1
        lined = attacked(position, square, CANNON, colour)
        return FLIP + 6 * min(friends, 2) + 2 * min(enemies, 2) + lined

    @part
    def category(position, move):
        origin, target = np.int64(move) >> 5, np.int64(move) & 31
        colour = np.int64(max(position.colour, 0)) ^ np.int64(position.to_move)
        if origin == target:
            return flip_category(position, origin, colour)
        kind, there = np.int64(position.on[origin] % 7), np.int64(position.on[target])
        piece = position.on[origin]
        position.on[origin] = -1  # as after the move
        guarded = attacked(position, target, kind, colour)
        if there >= 0:
            position.on[origin] = piece
            return CAPTURE + 14 * kind + 2 * (there % 7) + guarded
        position.on[origin] = piece
        exposed = attacked(position, origin, kind, colour)
        before, after = nearest(position, origin, kind, colour), nearest(position, target, kind, colour)
        chase = 1 if after == 1 else 2 if after < before else 0
        return QUIET + 16 * kind + 8 * guarded + 4 * exposed + chase

    return category
