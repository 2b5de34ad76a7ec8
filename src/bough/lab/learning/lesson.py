"""Shared by all learning from games: counting move categories, fitting evaluations, self-play."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.games.contract import Part
from bough.games.formats.game_list import read_records
from bough.games.game import Game, Position, replay
from bough.knowledge.contract import POINTS_A_LOGIT

RIDGE = 1.0
"""Strength of the pull of weights towards zero, in positions, for features scaled to a standard deviation of one."""

Watcher = Callable[[str], None]
Player = Callable[[int], Position]
"""Plays the self-play game with this number."""


class Lesson(NamedTuple):
    """The input and options of learning, and the folder for the tables."""

    game: Game
    paths: list[Path]
    """Files of game records."""
    folder: Path
    games: int
    depth: int
    seed: int
    jobs: int
    watch: Watcher

    def recorded(self) -> list[Position]:
        """All games in the files."""
        return [played for path in self.paths for _, played in read_records(self.game, path)]

    def origin(self, games: int) -> str:
        """The origin of a table, in words."""
        family, names = self.game.name.partition(":")[0], ", ".join(path.name for path in self.paths)
        return f"Learned by `bough learn {family}` from {games:,} recorded games ({names})"


class Counts(NamedTuple):
    """Positions in which each category was played, and in which it was available (Winands et al. 2008, formula 2)."""

    played: np.ndarray
    available: np.ndarray


@lru_cache
def _counter(game: Game, category: Part) -> Callable[..., Any]:
    moves = game.rules.moves

    def count(states, move, legal, played, available, seen):
        position = states[0]
        for i in range(seen.shape[0]):
            seen[i] = 0
        for i in range(moves(position, legal)):
            found = category(position, legal[i])
            if found >= 0:
                seen[found] = 1
        for i in range(seen.shape[0]):
            available[i] += seen[i]
        played[category(position, move)] += 1

    return kernel(count)


def count_categories(game: Game, records: Iterable[Position], category: Part, categories: int) -> Counts:
    """Count categories over all positions of the records; moves of category -1 are skipped."""
    count = _counter(game, category)
    counts = Counts(np.zeros(categories, np.int64), np.zeros(categories, np.int64))
    legal, seen = np.zeros(game.rules.max_moves + 1, np.int16), np.zeros(categories, np.int8)
    for played in records:
        for move, position in zip(played.history, replay(game, played.history), strict=False):
            number, _ = next(iter(position.steps(move)))
            state = position.state.copy()  # parts may try things on it
            if category(state[0], number) >= 0:
                count(state.view(np.ndarray), number, legal, *counts, seen)
    return counts


class Samples(NamedTuple):
    """Features of positions, with the first player's result of the game: 1, 0.5 or 0."""

    names: tuple[str, ...]
    features: np.ndarray
    results: np.ndarray


@lru_cache
def _feature_kernel(features: Part, count: int) -> Callable[..., Any]:
    def fill(states, out):
        for i in range(states.shape[0]):
            found = features(states[i])
            for k in range(count):
                out[i, k] = found[k]

    return kernel(fill)


def samples_of(
    game: Game, records: Iterable[Position], features: Part, names: tuple[str, ...], skip_plies: int = 6
) -> Samples:
    """The positions of finished games, except the first `skip_plies` and the last two, which the rules decide."""
    fill = _feature_kernel(features, len(names))
    rows, results = [], []
    for played in records:
        if not played.over:
            continue
        result = {0: 1.0, 1: 0.0, None: 0.5}[played.winner]
        for position in islice(replay(game, played.history), skip_plies, max(0, len(played.history) - 2)):
            out = np.zeros((1, len(names)))
            fill(position.state.copy().view(np.ndarray), out)
            rows.append(out[0])
            results.append(result)
    if not rows:
        raise BoughError("no recorded game is both finished and long enough, so evaluations cannot be fitted")
    return Samples(names, np.array(rows), np.array(results))


def fitted_weights(samples: Samples, names: tuple[str, ...]) -> dict[str, float]:
    """Weights in points by logistic regression: Newton's method with a small ridge penalty."""
    columns = [samples.names.index(name) for name in names]
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
    """The prediction error of an evaluation, in bits per position."""
    vector = np.array([weights.get(name, 0.0) for name in samples.names]) / POINTS_A_LOGIT
    expected = np.clip(1.0 / (1.0 + np.exp(-samples.features @ vector)), 1e-9, 1 - 1e-9)
    bits = samples.results * np.log2(expected) + (1 - samples.results) * np.log2(1 - expected)
    return float(-bits.mean())


def evaluations_text(samples: Samples, evaluators: dict[str, tuple[str, ...]], origin: str) -> str:
    """The fitted weights of all evaluations, each with its own features, as TOML."""
    lines = [f"# {origin}"]
    for name, names in evaluators.items():
        weights = fitted_weights(samples, names)
        lines += ["", f"[{name}]", *(f"{feature} = {weight:.4g}" for feature, weight in weights.items())]
    return "\n".join(lines) + "\n"


def practised(lesson: Lesson, play: Player, *facts: object) -> list[Position]:
    """`lesson.games` self-play games: first those on file, then new ones, appended to the file as they end.

    The file name depends on the game, the seed and `facts`, so games played with other settings are never mixed in.
    """
    digest = hashlib.sha256("\n".join(map(str, (lesson.game.name, lesson.seed, *facts))).encode()).hexdigest()[:8]
    path = lesson.folder / f"self-play-{digest}.txt"
    games = (
        [played for _, played in read_records(lesson.game, path)][: lesson.games]
        if path.exists() and path.stat().st_size
        else []
    )
    with path.open("a") as file:
        for played in _in_parallel(play, range(len(games), lesson.games), lesson.jobs):
            games.append(played)
            file.write(" ".join(played.history) + "\n")
            file.flush()
            lesson.watch(f"Playing against itself: {len(games)} of {lesson.games} games")
    return games


def _in_parallel(play: Player, numbers: range, jobs: int) -> Iterator[Position]:
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(play, numbers)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
