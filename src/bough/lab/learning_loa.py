"""Learning the tables of Lines of Action from game records: move categories and the weights of evaluations."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.games.contract import Game
from bough.games.loa_rules import PASS
from bough.games.position import replay
from bough.games.records import GameRecord
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.loa import EVALUATORS
from bough.knowledge.loa_categories import CATEGORIES, category_of, category_part
from bough.knowledge.loa_features import FEATURES, features_part
from bough.search.deepening import AlphaBeta, AlphaBetaOptions

RIDGE = 1.0
"""How strongly weights are drawn to zero, in positions, after features are scaled to a deviation of one."""

RANDOM_PLIES = (3, 9)
"""A game of self-play starts with 3 to 8 random plies."""
SELF_PLAY_NOISE = 50.0
"""Points of noise in its evaluations, so that games differ."""
LONGEST = 160
"""Plies after which such a game is given up."""


class Counts(NamedTuple):
    """In how many positions each category was played and was there to be played (formula 2)."""

    played: np.ndarray
    available: np.ndarray


@lru_cache
def _counter(game: Game, size: int) -> Callable[..., Any]:
    moves, category = game.moves, category_part(size)

    def count(states, move, legal, played, available, seen):
        position = states[0]
        for i in range(seen.shape[0]):
            seen[i] = 0
        for i in range(moves(position, legal)):
            if legal[i] != PASS:
                seen[category(position, legal[i])] = 1
        for i in range(seen.shape[0]):
            available[i] += seen[i]
        played[category(position, move)] += 1

    return kernel(count)


def count_categories(game: Game, records: Iterable[GameRecord]) -> Counts:
    """Go through all positions of the records."""
    assert game.layout is not None
    count = _counter(game, game.layout.rows[0])
    counts = Counts(np.zeros(CATEGORIES, np.int64), np.zeros(CATEGORIES, np.int64))
    legal, seen = np.zeros(game.max_moves + 1, np.int16), np.zeros(CATEGORIES, np.int8)
    for record in records:
        for move, position in zip(record.moves, replay(game, record.moves), strict=False):
            number = position.move_number(move)
            if number != PASS:
                count(position.state.view(np.ndarray), number, legal, *counts, seen)
    return counts


def categories_text(counts: Counts, origin: str) -> str:
    """The table as it is shipped."""
    lines = [f"# {origin}", "# captures, leaves, enters, nearer, played, available"]
    for number in range(CATEGORIES):
        if counts.available[number]:
            category = category_of(number)
            fields = (int(category.captures), *category[1:], counts.played[number], counts.available[number])
            lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


class Samples(NamedTuple):
    """Positions by their features, with what the first player made of the game: 1, 0.5 or 0."""

    features: np.ndarray
    results: np.ndarray


@lru_cache
def feature_kernel(size: int) -> Callable[..., Any]:
    """fill(states, out): the features of each position, one row each."""
    features, count = features_part(size), len(FEATURES)

    def fill(states, out):
        for i in range(states.shape[0]):
            found = features(states[i])
            for k in range(count):
                out[i, k] = found[k]

    return kernel(fill)


def samples_of(game: Game, records: Iterable[GameRecord], skip_plies: int = 6) -> Samples:
    """All positions of decided games, but for the first plies and the last two (which the rules decide)."""
    assert game.layout is not None
    fill = feature_kernel(game.layout.rows[0])
    rows, results = [], []
    for record in records:
        if not record.last.over:
            continue
        result = {0: 1.0, 1: 0.0, None: 0.5}[record.last.winner]
        for position in islice(replay(game, record.moves), skip_plies, max(0, len(record.moves) - 2)):
            out = np.zeros((1, len(FEATURES)))
            fill(position.state.view(np.ndarray), out)
            rows.append(out[0])
            results.append(result)
    if not rows:
        raise BoughError("no recorded game is long enough and played to its end; evaluations cannot be fitted")
    return Samples(np.array(rows), np.array(results))


def fitted_weights(samples: Samples, names: tuple[str, ...]) -> dict[str, float]:
    """Weights in points by logistic regression: Newton's method with a little ridge."""
    columns = [FEATURES.index(name) for name in names]
    values = samples.features[:, columns]
    scale = values.std(axis=0)
    scale[scale == 0] = 1.0
    scaled, weights = values / scale, np.zeros(len(names))
    for _ in range(30):
        expected = 1.0 / (1.0 + np.exp(-scaled @ weights))
        slope = scaled.T @ (samples.results - expected) - RIDGE * weights
        curvature = (scaled * (expected * (1 - expected))[:, None]).T @ scaled + RIDGE * np.eye(len(names))
        step = np.linalg.solve(curvature, slope)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return dict(zip(names, (weights / scale * POINTS_A_LOGIT).tolist(), strict=True))


def cross_entropy(samples: Samples, weights: dict[str, float]) -> float:
    """How badly an evaluation foretells results: mean bits a position."""
    vector = np.array([weights.get(name, 0.0) for name in FEATURES]) / POINTS_A_LOGIT
    expected = np.clip(1.0 / (1.0 + np.exp(-samples.features @ vector)), 1e-9, 1 - 1e-9)
    bits = samples.results * np.log2(expected) + (1 - samples.results) * np.log2(1 - expected)
    return float(-bits.mean())


def fitted_evaluations(samples: Samples) -> dict[str, dict[str, float]]:
    """The weights of every evaluation by name."""
    return {name: fitted_weights(samples, features) for name, features in EVALUATORS.items()}


def evaluations_text(samples: Samples, origin: str) -> str:
    """The weights of every evaluation as they are shipped."""
    lines = [f"# {origin}"]
    for name, weights in fitted_evaluations(samples).items():
        lines += ["", f"[{name}]", *(f"{feature} = {weight:.4g}" for feature, weight in weights.items())]
    return "\n".join(lines) + "\n"


def self_play(game: Game, numbers: range, depth: int, seed: int, jobs: int) -> Iterator[GameRecord]:
    """Games of alpha-beta with the shipped evaluation against itself; each depends on the seed and its number."""

    def play(number: int) -> GameRecord:
        rng = random.Random(f"{seed} {number}")
        player = AlphaBeta(
            game, AlphaBetaOptions(depth=depth, noise=SELF_PLAY_NOISE), memory="4MiB", seed=seed + number
        )
        position = game.start()
        for _ in range(rng.randrange(*RANDOM_PLIES)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        while not position.over and len(position.history) < LONGEST:
            found = player.search(position)
            assert found.move is not None
            position = position.play(found.move)
        return GameRecord(position.history, position)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(play, numbers)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def openings_text(game: Game, records: Iterable[GameRecord], origin: str, plies: int = 3) -> str:
    """The openings of the records, the commonest first; those that reach the same position are one."""
    found: dict[str, Counter[tuple[str, ...]]] = {}
    for record in records:
        if len(record.moves) > plies:
            opening = record.moves[:plies]
            *_, position = replay(game, opening)
            found.setdefault(position.text, Counter())[opening] += 1
    ordered = sorted(found.values(), key=lambda orders: (-orders.total(), min(orders)))
    lines = [f"# {origin}: openings of {plies} plies, the commonest first."]
    for orders in ordered:
        moves, _ = max(orders.items(), key=lambda item: (item[1], item[0]))
        lines.append(f"{' '.join(moves)}  # {orders.total()}")
    return "\n".join(lines) + "\n"
