"""Statistics against known distributions and simulated matches."""

import math
import random

import pytest

from bough.arena.results.ratings import ratings
from bough.arena.results.statistics import Score, Sprt, elo_of, mean_of, score_of_pairs
from bough.core.errors import BoughError


def simulated_pair(rng: random.Random, mean: float, draws: float, bias: float) -> tuple[float, float]:
    """One opening twice: the opening favours one side by a random bias, so the two games are dependent."""
    tilt = rng.uniform(-bias, bias)

    def game(chance: float) -> float:
        win = min(max(chance - draws / 2, 0.0), 1.0 - draws)
        roll = rng.random()
        return 1.0 if roll < win else 0.5 if roll < win + draws else 0.0

    return game(mean + tilt), game(mean - tilt)


@pytest.mark.parametrize(
    ("mean", "draws", "pairs"), [(0.5, 0.3, 100), (0.6, 0.2, 50), (0.75, 0.1, 200), (0.5, 0.6, 30), (0.85, 0.05, 100)]
)
def test_the_interval_covers_the_truth_95_times_in_100(mean, draws, pairs):
    rng = random.Random(5)
    covered = 0
    for _ in range(3000):
        score = score_of_pairs([simulated_pair(rng, mean, draws, 0.1) for _ in range(pairs)])
        low, high = score.interval
        covered += low <= mean <= high
    assert 0.93 <= covered / 3000 <= 0.97


@pytest.mark.parametrize("truth", ["elo0", pytest.param("elo1", marks=pytest.mark.long)])
def test_the_sequential_test_errs_one_time_in_twenty(truth):
    test = Sprt(0, 20)
    rng = random.Random(7)
    mean = mean_of(getattr(test, truth))
    wrong = matches = 0
    while matches < 2000:
        matches += 1
        score, verdict = Score(), None
        while verdict is None and score.pairs < 20_000:
            score += score_of_pairs([simulated_pair(rng, mean, 0.2, 0.1) for _ in range(50)])
            verdict = test.verdict(score)
        wrong += verdict != truth
    assert abs(wrong / matches - 0.05) <= 0.015


def test_elo_and_superiority():
    assert (
        elo_of(0.5) == 0 and math.isclose(elo_of(mean_of(70)), 70) and math.isclose(elo_of(0.75), 190.85, abs_tol=0.01)
    )
    even = score_of_pairs([(1.0, 0.0)] * 50)
    assert even.mean == 0.5 and math.isclose(even.superiority, 0.5) and even.games == 100
    better = score_of_pairs([(1.0, 1.0)] * 30 + [(1.0, 0.0)] * 30)
    assert better.superiority > 0.999 and better.elo > 150
    assert better + even == score_of_pairs([(1.0, 1.0)] * 30 + [(1.0, 0.0)] * 80)


def test_pairs_that_always_split_say_more_than_single_games():
    split = score_of_pairs([(1.0, 0.0)] * 40)
    mixed = score_of_pairs([(1.0, 1.0), (0.0, 0.0)] * 20)
    assert split.interval[1] - split.interval[0] < (mixed.interval[1] - mixed.interval[0]) / 3


def test_an_all_winner_is_not_certain_to_win():
    low, high = score_of_pairs([(1.0, 1.0)] * 50).interval
    assert 0.9 < low < 1.0 and high == pytest.approx(1.0)


@pytest.mark.parametrize("mean", [0.97, 0.99, 0.995])
def test_the_interval_holds_near_certainty(mean):
    """As nearly as Wilson's can, where one game more or less decides whether it holds."""
    rng, covered = random.Random(5), 0
    for _ in range(1000):
        low, high = score_of_pairs([tuple(float(rng.random() < mean) for _ in "ab") for _ in range(50)]).interval
        covered += low <= mean <= high
    assert covered > 900


def test_pairs_that_all_split_may_yet_do_otherwise():
    """After ten of them one in four may (0.75 ** 10 = 6 %), which is worth several points of a hundred."""
    low, high = score_of_pairs([(1.0, 0.0)] * 10).interval
    assert low < 0.45 and high > 0.55


def test_ratings_find_the_strengths_behind_simulated_games():
    strengths = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
    rng = random.Random(3)
    results = {}
    for one in strengths:
        for two in strengths:
            if one < two:
                r, s = (10 ** (strengths[p] / 400) for p in (one, two))
                draw = 0.5 * math.sqrt(r * s)
                counts = [0, 0, 0]
                for _ in range(3000):
                    counts[rng.choices((0, 1, 2), (r, draw, s))[0]] += 1
                results[one, two] = tuple(counts)
    found = ratings(results)
    assert [rating.player for rating in found] == ["a", "b", "c", "d"]
    for rating in found:
        assert abs(rating.elo - strengths[rating.player]) < 2 * rating.half_width < 30
        assert rating.games == 9000
    with pytest.raises(BoughError, match="a and c cannot be rated together: no chain of games connects them"):
        ratings({("a", "b"): (5, 0, 5), ("c", "d"): (5, 0, 5)})
    (best, worst) = ratings({("x", "y"): (10, 0, 0)})
    assert best.player == "x" and math.isfinite(best.elo) and best.half_width > 100
    assert worst.elo == pytest.approx(-best.elo)
