"""Match statistics: scores with intervals that respect pairing, Elo, superiority, SPRT.

The unit is the pair: one opening played twice with colours swapped. A pair's score is the mean of its two games in
[0, 1] for the first-named player. Scores of different pairs are independent; the two games of a pair are not.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)


class Score(NamedTuple):
    """Wins, draws and losses of the first-named player, and the sums over pairs that all statistics are computed from.

    Scores of disjoint sets of games add.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Score") -> "Score":  # type: ignore[override]
        return Score._make(a + b for a, b in zip(self, other, strict=True))

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def mean(self) -> float:
        """The share of points in [0, 1]."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of a pair's score, but at least as if one pair were off by half a point."""
        if self.pairs < 2:
            return 0.25
        mean = self.total / self.pairs
        sample = max(0.0, (self.squares - self.pairs * mean * mean) / (self.pairs - 1))
        return max(sample, 0.25 / self.pairs)

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % Wilson interval of the mean, with the effective number of games implied by the pairs' variance."""
        if self.pairs == 0:
            return 0.0, 1.0
        mean = self.mean
        inner = min(max(mean, 0.5 / (2 * self.pairs + 1)), 1 - 0.5 / (2 * self.pairs + 1))
        worth = inner * (1 - inner) / (self.variance / self.pairs)
        z2 = _t95(self.pairs - 1) ** 2
        centre = (mean + z2 / (2 * worth)) / (1 + z2 / worth)
        half = math.sqrt(z2 * (mean * (1 - mean) / worth + z2 / (4 * worth * worth))) / (1 + z2 / worth)
        return max(0.0, centre - half), min(1.0, centre + half)

    @property
    def elo(self) -> float:
        """The Elo difference that corresponds to the mean."""
        return elo_of(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """The probability that the first-named player is stronger."""
        if self.pairs == 0:
            return 0.5
        return NORMAL.cdf((self.mean - 0.5) / math.sqrt(self.variance / self.pairs))

    def __str__(self) -> str:
        low, high = self.interval
        elo_low, elo_high = self.elo_interval
        return (
            f"{self.mean:.1%} [{low:.1%}, {high:.1%}] of {self.games} games "
            f"(+{self.wins} ={self.draws} -{self.losses}), "
            f"Elo {self.elo:+.0f} [{elo_low:+.0f}, {elo_high:+.0f}], superior with {self.superiority:.1%}"
        )


def _t95(freedom: int) -> float:
    """Student's 97.5 % quantile (Cornish-Fisher; within 0.5 % from 3 degrees of freedom on)."""
    n, z = max(freedom, 3), Z95
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def elo_of(mean: float) -> float:
    """The Elo difference for a share of points; infinite at 0 and 1."""
    if mean <= 0 or mean >= 1:
        return math.copysign(math.inf, mean - 0.5)
    return 400 * math.log10(mean / (1 - mean))


def mean_of(elo: float) -> float:
    """The share of points expected for an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def score_of_pairs(pairs: Sequence[tuple[float, float]]) -> Score:
    """The score of pairs, each given as the points (1, 0.5 or 0) of its two games."""
    points = [point for pair in pairs for point in pair]
    means = [(a + b) / 2 for a, b in pairs]
    return Score(
        points.count(1.0), points.count(0.5), points.count(0.0), len(pairs), sum(means), sum(m * m for m in means)
    )


class Sprt(NamedTuple):
    """A sequential test of `elo1` against `elo0` with error rates of 5 % each."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts elo0 and elo1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, score: Score) -> float:
        """The log-likelihood ratio, with a normal model of the pairs' mean (the generalised SPRT of chess engines)."""
        if score.pairs < 2:
            return 0.0
        low, high = mean_of(self.elo0), mean_of(self.elo1)
        # With few pairs the estimated variance is unreliable: pull it towards that of two games between equals.
        variance = (score.variance * (score.pairs - 1) + 0.125 * 4) / (score.pairs + 3)
        return score.pairs * (high - low) * (2 * score.total / score.pairs - low - high) / (2 * variance)

    def verdict(self, score: Score) -> str | None:
        """ "elo0" or "elo1" once the test has decided, else None."""
        lower, upper = self.bounds
        ratio = self.ratio(score)
        return "elo0" if ratio <= lower else "elo1" if ratio >= upper else None
