"""Move categories of Lines of Action and how likely each is to be played (Winands et al. 2008, section 3.1).

The category of a move says whether it captures, which regions it leaves and enters (corner, rim, and the inner rings)
and how many squares closer it comes to the centre of mass of the mover's pieces. The transition probability of a
category (formula 2) is the share of the positions with a move of that category in which such a move was played.
"""

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.games.loa.lines import STEPS, lines_of
from bough.games.loa.rules import CAPTURE, MOST_PIECES, PASS
from bough.knowledge.loa.bits import sum_of_files, sum_of_ranks

REGIONS = ("corner", "rim", "ring 2", "ring 3", "centre")
FARTHEST = 7
"""The largest change in distance to the centre of mass."""
CATEGORIES = 2 * 5 * 5 * (2 * FARTHEST + 1)
PRIOR_POSITIONS = 20.0
"""The weight, in positions, of the average over similar categories."""


class Category(NamedTuple):
    """The properties that make up a category."""

    captures: bool
    leaves: int
    enters: int
    nearer: int

    @property
    def number(self) -> int:
        """Its index in tables."""
        return ((self.captures * 5 + self.leaves) * 5 + self.enters) * 15 + self.nearer + FARTHEST


def category_of(number: int) -> Category:
    """The category at this index in tables."""
    rest, nearer = divmod(number, 15)
    rest, enters = divmod(rest, 5)
    return Category(bool(rest // 5), rest % 5, enters, nearer - FARTHEST)


def regions(size: int) -> np.ndarray:
    """The region of each square, as an index into REGIONS."""
    found = np.zeros(64, np.int64)
    for rank in range(size):
        for file in range(size):
            ring = min(rank, file, size - 1 - rank, size - 1 - file)
            corner = rank in (0, size - 1) and file in (0, size - 1)
            found[rank * 8 + file] = 0 if corner else ring + 1
    return found


def distances() -> np.ndarray:
    """The distance in king moves between two squares: [one * 64 + other]."""
    ranks, files_ = np.divmod(np.arange(64), 8)
    apart = np.maximum(abs(ranks[:, None] - ranks), abs(files_[:, None] - files_))
    return apart.ravel().astype(np.int8)


_NEAREST = np.array(
    [(2 * total + n) // (2 * n) if n else 0 for n in range(MOST_PIECES + 1) for total in range(128)], np.int64
)
"""total / n, rounded, where n numbers of up to 7 have this total: [n * 128 + total]."""


@part
def centre_of_mass(position, player):
    """The square nearest to the mean of a player's pieces."""
    pieces, count = position.stones[player], np.int64(position.pieces[player])
    return _NEAREST[count * 128 + sum_of_ranks(pieces)] * 8 + _NEAREST[count * 128 + sum_of_files(pieces)]


def category_part(size: int):
    """category(position, move): the number of a legal move's category; -1 for a pass."""
    region, distance = regions(size), distances()

    @part
    def category(position, move):
        if move == PASS:
            return -1
        centre = centre_of_mass(position, np.int64(position.to_move)) * 64
        origin, target = np.int64(move) >> 6 & 63, np.int64(move) & 63
        captures = 1 if move >= CAPTURE else 0
        nearer = np.int64(distance[centre + origin]) - np.int64(distance[centre + target])
        return ((captures * 5 + region[origin]) * 5 + region[target]) * 15 + nearer + FARTHEST

    return category


def smoothed(played: np.ndarray, available: np.ndarray) -> np.ndarray:
    """Transition probabilities, smoothed towards the average of categories with the same capture and distance."""
    probabilities = np.zeros(CATEGORIES)
    kin: dict[tuple[bool, int], list[int]] = {}
    for number in range(CATEGORIES):
        category = category_of(number)
        kin.setdefault((category.captures, category.nearer), []).append(number)
    for numbers in kin.values():
        prior = (played[numbers].sum() + 0.2) / (available[numbers].sum() + PRIOR_POSITIONS)
        probabilities[numbers] = (played[numbers] + PRIOR_POSITIONS * prior) / (available[numbers] + PRIOR_POSITIONS)
    return probabilities.astype(np.float32)


@lru_cache
def transition_probabilities() -> np.ndarray:
    """The transition probability of each category, from the shipped table."""
    played, available = np.zeros(CATEGORIES), np.zeros(CATEGORIES)
    for line in (files("bough.knowledge.loa") / "categories.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            captures, leaves, enters, nearer, times_played, times_available = map(int, line.split("\t"))
            number = Category(bool(captures), leaves, enters, nearer).number
            played[number], available[number] = times_played, times_available
    return smoothed(played, available)


def move_weight_part(size: int):
    """move_weight(position, move): the transition probability of its category."""
    category, probability = category_part(size), transition_probabilities()

    @part
    def move_weight(position, move):
        number = category(position, move)
        return probability[number] if number >= 0 else 1.0

    return move_weight


def _shares(size: int) -> tuple[np.ndarray, np.ndarray]:
    """What the origin and the target of a move add to its category number: [centre of mass * 64 + square]."""
    region, distance = regions(size), distances().astype(np.int64)
    everywhere = np.tile(region, 64)
    leaving, entering = everywhere * 75 + distance + FARTHEST, everywhere * 15 - distance
    return leaving.astype(np.int16), entering.astype(np.int16)


def weigh_part(size: int):
    """weigh(position, moves, weights): write the legal moves and their transition probabilities."""
    lines = lines_of(size)
    line_of, place_of, pieces_on, can_move = lines.line, lines.place, lines.pieces, lines.can_move
    probability, (leaving, entering) = transition_probabilities(), _shares(size)
    steps = np.array(STEPS, np.int64)

    @part
    def weigh(position, moves, weights):
        player = np.int64(position.to_move)
        enemy = position.stones[1 - player]
        centre = centre_of_mass(position, player) * 64
        count = 0
        for i in range(player * MOST_PIECES, player * MOST_PIECES + position.pieces[player]):
            origin = np.int64(position.square[i])
            left = np.int64(leaving[centre + origin])
            for direction in range(4):
                at = direction * 64 + origin
                number = position.line[line_of[at]]
                ways = can_move[number] >> 2 * place_of[at] & 3
                if ways == 0:
                    continue
                reach = steps[direction] * pieces_on[number]
                for way in range(2):
                    if ways >> way & 1 == 0:
                        continue
                    target = origin + reach if way == 1 else origin - reach
                    captures = np.int64(enemy >> np.uint64(target) & np.uint64(1))
                    moves[count] = origin * 64 + target + captures * CAPTURE
                    weights[count] = probability[captures * 375 + left + entering[centre + target]]
                    count += 1
        if count == 0:
            moves[0], weights[0] = PASS, 1.0
            count = 1
        return count

    return weigh
