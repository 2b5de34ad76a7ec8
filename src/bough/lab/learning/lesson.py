"""What learning from games has in common: counting categories of moves, fitting evaluations, playing for practice."""

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
from bough.games.formats.game_list import GameRecord, read_records
from bough.games.game import Game, replay
from bough.knowledge.contract import POINTS_A_LOGIT

RIDGE = 1.0
"""How strongly weights are drawn to zero, in positions, after features are scaled to a deviation of one."""

Watcher = Callable[[str], None]
Player = Callable[[int], GameRecord]
"""Plays the game of practice with this number."""


class Lesson(NamedTuple):
    """What there is to learn from, and where tables are written."""

    game: Game
    paths: list[Path]
    """Files of games."""
    folder: Path
    games: int
    depth: int
    seed: int
    jobs: int
    watch: Watcher

    def recorded(self) -> list[GameRecord]:
        """All games of the files."""
        return [record for path in self.paths for record in read_records(self.game, path)]

    def origin(self, games: int) -> str:
        """Where a table comes from, in words."""
        family, names = self.game.name.partition(":")[0], ", ".join(path.name for path in self.paths)
        return f"Learned by `bough learn {family}` from {games:,} recorded games ({names})"


class Counts(NamedTuple):
    """In how many positions each category was played and was there to be played (Winands et al. 2008, formula 2)."""

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


def count_categories(game: Game, records: Iterable[GameRecord], category: Part, categories: int) -> Counts:
    """Go through all positions of the records; moves of category -1 are left out."""
    count = _counter(game, category)
    counts = Counts(np.zeros(categories, np.int64), np.zeros(categories, np.int64))
    legal, seen = np.zeros(game.rules.max_moves + 1, np.int16), np.zeros(categories, np.int8)
    for record in records:
        for move, position in zip(record.moves, replay(game, record.moves), strict=False):
            number, _ = next(iter(position.steps(move)))
            if category(position.state[0], number) >= 0:
                count(position.state.view(np.ndarray), number, legal, *counts, seen)
    return counts


class Samples(NamedTuple):
    """Positions by their features, with what the first player made of the game: 1, 0.5 or 0."""

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
    game: Game, records: Iterable[GameRecord], features: Part, names: tuple[str, ...], skip_plies: int = 6
) -> Samples:
    """All positions of decided games, but for the first plies and the last two (which the rules decide)."""
    fill = _feature_kernel(features, len(names))
    rows, results = [], []
    for record in records:
        if not record.last.over:
            continue
        result = {0: 1.0, 1: 0.0, None: 0.5}[record.last.winner]
        for position in islice(replay(game, record.moves), skip_plies, max(0, len(record.moves) - 2)):
            out = np.zeros((1, len(names)))
            fill(position.state.view(np.ndarray), out)
            rows.append(out[0])
            results.append(result)
    if not rows:
        raise BoughError("no recorded game is long enough and played to its end; evaluations cannot be fitted")
    return Samples(names, np.array(rows), np.array(results))


def fitted_weights(samples: Samples, names: tuple[str, ...]) -> dict[str, float]:
    """Weights in points by logistic regression: Newton's method with a little ridge."""
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
    """How badly an evaluation foretells results: mean bits a position."""
    vector = np.array([weights.get(name, 0.0) for name in samples.names]) / POINTS_A_LOGIT
    expected = np.clip(1.0 / (1.0 + np.exp(-samples.features @ vector)), 1e-9, 1 - 1e-9)
    bits = samples.results * np.log2(expected) + (1 - samples.results) * np.log2(1 - expected)
    return float(-bits.mean())


def evaluations_text(samples: Samples, evaluators: dict[str, tuple[str, ...]], origin: str) -> str:
    """The weights of evaluations, each of its own features, as they are shipped."""
    lines = [f"# {origin}"]
    for name, names in evaluators.items():
        weights = fitted_weights(samples, names)
        lines += ["", f"[{name}]", *(f"{feature} = {weight:.4g}" for feature, weight in weights.items())]
    return "\n".join(lines) + "\n"


def practised(lesson: Lesson, play: Player, *facts: object) -> list[GameRecord]:
    """So many games of practice, those on file first; new ones are added as they end.

    The file is named after the game and the facts that decide what is played: others would be no games of this kind.
    """
    digest = hashlib.sha256("\n".join(map(str, (lesson.game.name, lesson.seed, *facts))).encode()).hexdigest()[:8]
    path = lesson.folder / f"self-play-{digest}.txt"
    played = list(read_records(lesson.game, path))[: lesson.games] if path.exists() and path.stat().st_size else []
    with path.open("a") as kept:
        for record in _in_parallel(play, range(len(played), lesson.games), lesson.jobs):
            played.append(record)
            kept.write(" ".join(record.moves) + "\n")
            kept.flush()
            lesson.watch(f"Playing against itself: {len(played)} of {lesson.games} games")
    return played


def _in_parallel(play: Player, numbers: range, jobs: int) -> Iterator[GameRecord]:
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(play, numbers)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
