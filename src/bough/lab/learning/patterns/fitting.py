"""Weights of patterns from positions: which moves the searches preferred, and how the games ended.

Both are regressions by stochastic gradients with a step of its own for each weight (Adagrad): a logistic one for the
value of positions, a softmax over the legal moves for their shares of the visits.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import kernel
from bough.games.game import Game
from bough.knowledge.patterns.knowledge import MOST_WORDS, Weights
from bough.knowledge.patterns.surroundings import surroundings_of
from bough.knowledge.patterns.table import Pattern, signs_of, weights_of
from bough.knowledge.patterns.words import OF_MOVES, WAYS, spelling_of, words_of
from bough.lab.learning.patterns.experience import Experience

SEEN_CELLS, SEEN_MOVES = 10, 30
"""A pattern must have been seen this often."""
TRUST_IN_SEARCH = 0.5
"""How much of a position's target is what its search found, beside the result of the game."""
VALUE_RATE, MOVE_RATE = 0.1, 0.2
VALUE_ROUNDS, MOVE_ROUNDS = 8, 4
"""Steps of the regressions, and how often all positions are gone through."""
SHRINKING = 1e-4
MOST_KEPT = 15_000
"""Patterns of evaluations, and of moves, in a table that people can still read."""
HELD_OUT = 0.05
"""The part of the positions, the last ones, that is only used to measure."""


class Fit(NamedTuple):
    """Weights, the patterns that have them, and how well they foretell positions that were held out."""

    patterns: list[Pattern]
    weights: Weights
    results: float
    """Bits a position still needs to tell its target, where 1 is a coin."""
    moves: float
    """Bits needed to tell a move, and those needed if all were alike."""
    moves_uniform: float


def fitted(game: Game, experience: Experience, seed: int = 0) -> Fit:
    """Fit both regressions to positions."""
    rng, count = np.random.default_rng(seed), len(experience)
    learned = np.arange(count) < count - max(1, int(HELD_OUT * count))
    cells, moves = _cell_words(game, experience), _move_words(game, experience)
    known_cells, cell_ids = _numbered(cells, SEEN_CELLS)
    known_moves, move_ids = _numbered(moves, SEEN_MOVES)
    target = 0.5 + 0.5 * ((1 - TRUST_IN_SEARCH) * experience.results + TRUST_IN_SEARCH * experience.values)
    value = _fit_value(cell_ids, target, len(known_cells), np.flatnonzero(learned), rng)
    strength = _fit_moves(experience, move_ids, len(known_moves), np.flatnonzero(learned), rng)
    chances = 1 / (1 + np.exp(-(value[0] + _looked_up(value, cell_ids).sum(1))))
    logits = _looked_up(strength, move_ids).sum(1)
    together = np.log(np.add.reduceat(np.exp(logits), experience.begins[:-1]))
    lengths = np.diff(experience.begins)
    surprise = np.add.reduceat(experience.shares * (np.repeat(together, lengths) - logits), experience.begins[:-1])
    seen_cells = dict(zip(known_cells.tolist(), value[1:].tolist(), strict=True))
    seen_moves = dict(zip(known_moves.tolist(), strength[1:].tolist(), strict=True))
    patterns = _telling(_spelled(game, experience, (seen_cells, seen_moves), cells, moves))
    return Fit(
        patterns,
        weights_of(game, patterns, float(value[0]), float(together[learned].mean())),
        _bits(target[~learned], chances[~learned]),
        float(surprise[~learned].mean() / math.log(2)),
        float(np.log2(lengths[~learned]).mean()),
    )


@lru_cache(maxsize=8)
def _harvesters(game: Game) -> tuple[Callable[..., Any], Callable[..., Any]]:
    cell_words, move_words, cells = words_of(game)

    def all_cells(states, out):
        for i in range(states.shape[0]):
            for cell in range(cells):
                out[i, 2 * cell], out[i, 2 * cell + 1] = cell_words(states[i], cell)

    def all_moves(states, begins, moves, out):
        for i in range(states.shape[0]):
            for k in range(begins[i], begins[i + 1]):
                out[k, 0], out[k, 1], out[k, 2], out[k, 3], out[k, 4], out[k, 5] = move_words(states[i], moves[k])

    return kernel(all_cells, game.rules.source), kernel(all_moves, game.rules.source)


def _cell_words(game: Game, experience: Experience) -> np.ndarray:
    out = np.zeros((len(experience), 2 * words_of(game).cells), np.uint64)
    _harvesters(game)[0](experience.states, out)
    return out


def _move_words(game: Game, experience: Experience) -> np.ndarray:
    out = np.zeros((len(experience.moves), len(OF_MOVES)), np.uint64)
    _harvesters(game)[1](experience.states, experience.begins, experience.moves, out)
    return out


def _numbered(words: np.ndarray, seen: int) -> tuple[np.ndarray, np.ndarray]:
    """The words seen often enough, and where each word stands among them, counted from 1; 0 for all others."""
    known, inverse, counts = np.unique(words, return_inverse=True, return_counts=True)
    if (counts >= seen).sum() > MOST_WORDS:
        seen = int(np.sort(counts)[-MOST_WORDS])
    kept = (counts >= seen) & (known != 0)
    numbers = np.zeros(len(known), np.int32)
    numbers[kept] = np.arange(1, kept.sum() + 1)
    return known[kept], numbers[inverse.reshape(words.shape)]


def _looked_up(weights: np.ndarray, ids: np.ndarray) -> np.ndarray:
    return np.where(ids > 0, weights[ids], 0.0)


def _fit_value(ids: np.ndarray, target: np.ndarray, count: int, learned: np.ndarray, rng: Any) -> np.ndarray:
    """The weight of each pattern; the one at 0 is that of having the move."""
    weights, slopes = np.zeros(count + 1), np.ones(count + 1)
    for _ in range(VALUE_ROUNDS):
        _value_kernel()(
            ids, target.astype(np.float64), weights, slopes, rng.permutation(learned), VALUE_RATE, SHRINKING
        )
    return weights


def _fit_moves(experience: Experience, ids: np.ndarray, count: int, learned: np.ndarray, rng: Any) -> np.ndarray:
    weights, slopes = np.zeros(count + 1), np.ones(count + 1)
    scratch = np.zeros(int(np.diff(experience.begins).max()))
    for _ in range(MOVE_ROUNDS):
        _moves_kernel()(experience.begins, ids, experience.shares.astype(np.float64), weights, slopes,
                        rng.permutation(learned), MOVE_RATE, SHRINKING, scratch)  # fmt: skip
    weights[0] = 0.0
    return weights


@lru_cache
def _value_kernel() -> Callable[..., Any]:
    def learn(ids, target, weights, slopes, order, rate, shrinking):
        for i in order:
            total = weights[0]
            for k in range(ids.shape[1]):
                total += weights[ids[i, k]] if ids[i, k] > 0 else 0.0
            wrong = 1.0 / (1.0 + math.exp(-total)) - target[i]
            slopes[0] += wrong * wrong
            weights[0] -= rate * wrong / math.sqrt(slopes[0])
            for k in range(ids.shape[1]):
                one = ids[i, k]
                if one > 0:
                    slope = wrong + shrinking * weights[one]
                    slopes[one] += slope * slope
                    weights[one] -= rate * slope / math.sqrt(slopes[one])

    return kernel(learn)


@lru_cache
def _moves_kernel() -> Callable[..., Any]:
    def learn(begins, ids, shares, weights, slopes, order, rate, shrinking, scratch):
        for i in order:
            first, count = begins[i], begins[i + 1] - begins[i]
            highest, total = -1e9, 0.0
            for k in range(count):
                scratch[k] = 0.0
                for kind in range(ids.shape[1]):
                    one = ids[first + k, kind]
                    scratch[k] += weights[one] if one > 0 else 0.0
                highest = max(highest, scratch[k])
            for k in range(count):
                scratch[k] = math.exp(scratch[k] - highest)
                total += scratch[k]
            for k in range(count):
                wrong = scratch[k] / total - shares[first + k]
                for kind in range(ids.shape[1]):
                    one = ids[first + k, kind]
                    if one > 0:
                        slope = wrong + shrinking * weights[one]
                        slopes[one] += slope * slope
                        weights[one] -= rate * slope / math.sqrt(slopes[one])

    return kernel(learn)


def _telling(patterns: list[Pattern]) -> list[Pattern]:
    """The patterns that say most, of both uses: far from 0, and seen often."""
    kept = []
    for kinds in (("on", "cell"), (*OF_MOVES, "move")):
        known = [one for one in patterns if one.kind in kinds]
        kept += sorted(known, key=lambda one: -one.seen * one.weight**2)[:MOST_KEPT]
    return kept


def _bits(target: np.ndarray, chance: np.ndarray) -> float:
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-(target * np.log2(chance) + (1 - target) * np.log2(1 - chance)).mean())


def _spelled(
    game: Game,
    experience: Experience,
    weights: tuple[dict[int, float], dict[int, float]],
    cells: np.ndarray,
    moves: np.ndarray,
) -> list[Pattern]:
    """Each pattern as people read it, from a position in which it was seen."""
    spelling, found = spelling_of(game), []
    touches, ends = game.rules.touches, surroundings_of(game).ends
    owner = np.repeat(np.arange(len(experience)), np.diff(experience.begins))

    def add(weight: float, seen: int, kind: str, row: int, cell: int) -> None:
        place, codes = spelling.codes(experience.states[row], cell, kind)
        found.append(Pattern(weight, seen, kind, place, signs_of(codes)))

    known, first, counts = np.unique(cells, return_index=True, return_counts=True)
    for word, at, seen in zip(known.tolist(), first.tolist(), counts.tolist(), strict=True):
        if word in weights[0]:
            row, column = divmod(at, cells.shape[1])
            add(weights[0][word], seen, ("on", "cell")[column % 2], row, column // 2)
    known, first, counts = np.unique(moves, return_index=True, return_counts=True)
    for word, at, seen in zip(known.tolist(), first.tolist(), counts.tolist(), strict=True):
        if word in weights[1]:
            number, column = divmod(at, moves.shape[1])
            move, row = int(experience.moves[number]), int(owner[number])
            kind = OF_MOVES[column]
            last = int(touches(experience.states[row], move) if touches else ends[move, 1])
            if last < 0:
                found.append(Pattern(weights[1][word], seen, "move", "*", game.face.move_name(move)))
            elif kind in WAYS:
                found.append(
                    Pattern(weights[1][word], seen, kind, "*", spelling.way(experience.states[row], last, kind))
                )
            else:
                add(weights[1][word], seen, kind, row, int(ends[move, 0]) if kind == "from" else last)
    return found
