"""Knowledge of Chinese Dark Chess; playouts capture whenever they can (Jouandeau & Cazenave 2014, section 4)."""

import tomllib
from functools import lru_cache
from importlib.resources import files

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.dark_chess.rules import CANNON, MOST, REVEAL, neighbours_of, targets_of
from bough.games.game import Game
from bough.knowledge.contract import Knowledge
from bough.knowledge.dark_chess.features import (
    CATEGORIES,
    FEATURES,
    category_numbers,
    category_part,
    features_part,
    share_left,
)

UNSEEN, PRIOR = 0.05, 20.0
"""The prior likelihood of a category, and the number of positions the prior counts for."""


def dark_chess_knowledge(game: Game) -> Knowledge:
    """The knowledge for this game; `weigh` and `draw` consider only captures if there are any, all equally likely."""
    return Knowledge(
        evaluations={"material": material, "knight": knight_evaluation(game)},
        move_weight=move_weight_part(game),
        weigh=_capture_first(game),
        draw=_drawing(game),
        move_group=move_group,
    )


MATERIAL = np.array([640.0, 320.0, 160.0, 80.0, 40.0, 80.0, 20.0])
"""Points by kind, K G M R N C P: a kind is worth twice the next weaker kind that it takes."""


@part
def material(position):
    """The difference in material, face up or down."""
    if position.colour < 0:
        return 0.0
    points = 0.0
    for kind in range(7):
        points += MATERIAL[kind] * (position.left[kind] - position.left[7 + kind])
    return points if position.colour == 0 else -points


@part
def is_flip(move):
    """Whether a move turns a piece over."""
    return np.int64(move) >> 5 == np.int64(move) & 31


@part
def is_capture(position, move):
    """Whether a move takes a piece."""
    return position.on[np.int64(move) & 31] >= 0 and not is_flip(move)


@part
def move_group(position, move):
    """1 for flips, 0 for moves of pieces."""
    return 1 if is_flip(move) else 0


def knight_evaluation(game: Game):
    """evaluate(position): the weighted sum of the features. The weights shift from the full board's to the bare board's
    as pieces leave."""
    weights = tomllib.loads((files("bough.knowledge.dark_chess") / "evaluation.toml").read_text())["knight"]
    full, bare = (np.array([float(weights[board][name]) for name in FEATURES]) for board in ("full", "bare"))
    features, count, lost = features_part(game), len(FEATURES), full - bare

    @part
    def evaluate(position):
        if position.colour < 0:
            return 0.0
        found, left, points = features(position), share_left(position), 0.0
        for i in range(count):
            points += (bare[i] + left * lost[i]) * found[i]
        return points

    return evaluate


@lru_cache
def category_weights() -> np.ndarray:
    """For each category, how likely such a move is to be played where one is available."""
    weights, numbers = np.full(CATEGORIES, UNSEEN), category_numbers()
    for line in (files("bough.knowledge.dark_chess") / "categories.tsv").read_text().splitlines():
        if not line.startswith("#"):
            words, played, available = line.split("\t")
            weights[numbers[words]] = (int(played) + PRIOR * UNSEEN) / (int(available) + PRIOR)
    return weights


def move_weight_part(game: Game):
    """move_weight(position, move): the weight of the move's category."""
    category, weights = category_part(game), category_weights()

    @part
    def move_weight(position, move):
        return weights[category(position, move)] if move < REVEAL else 0.0

    return move_weight


def _capture_first(game: Game):
    moves = game.rules.moves

    @part
    def weigh(position, out, weights):
        count, found = moves(position, out), False
        for i in range(count):
            weights[i] = 1.0 if is_capture(position, out[i]) else 0.0
            found = found or weights[i] > 0.0
        if not found:
            for i in range(count):
                weights[i] = 1.0
        return count

    return weigh


def _drawing(game: Game):
    """Draw a random capture without listing moves; without captures, use the random_move of the game."""
    assert game.face.layout is not None
    step, jump = targets_of(neighbours_of(game.face.layout.rows[0], len(game.face.layout.rows)))
    random_move = game.rules.random_move

    @part
    def draw(position, memory, rng):
        if position.colour < 0:
            return random_move(position, rng)
        colour = position.colour ^ np.int64(position.to_move)
        found, taken = 0, np.int64(-1)
        for i in range(colour * MOST, colour * MOST + position.shown[colour]):
            square = np.int64(position.where[i])
            cannon = position.on[square] % 7 == CANNON
            for direction in range(4):
                target = jump(position, square, direction) if cannon else step(position, square, direction)
                if target >= 0 and position.on[target] >= 0:
                    found += 1
                    rng = advance(rng)
                    if below(rng, found) == 0:
                        taken = square * 32 + target
        if found:
            return taken, rng
        return random_move(position, rng)

    return draw
