"""Ratings of many players from their games: Bradley-Terry with draws (Davidson 1970), maximum likelihood.

P(win) : P(draw) : P(loss) = r : nu sqrt(r s) : s, with Elo = 400 log10 r. The log-likelihood is concave in log r and
log nu, so Newton's method finds its only maximum; the inverse Hessian gives the intervals. A prior of one drawn game
between every two players who met keeps the rating of a player who never lost finite.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from bough.arena.results.statistics import Z95
from bough.core.errors import BoughError

Results = Mapping[tuple[str, str], tuple[float, float, float]]
"""Wins, draws and losses of the first player against the second."""


class Rating(NamedTuple):
    """A player's Elo, relative to a mean of 0, with the half-width of its 95 % interval."""

    player: str
    elo: float
    half_width: float
    games: int


def ratings(results: Results, prior: float = 1.0) -> list[Rating]:
    """The ratings, best first."""
    players = sorted({player for pair in results for player in pair})
    if len(players) < 2:
        return []
    apart = _not_connected(players, results)
    if apart:
        raise BoughError(f"{players[0]} and {apart[0]} cannot be rated together: no chain of games connects them")
    index = {player: i for i, player in enumerate(players)}
    rows = [(index[a], index[b], w + prior / 4, d + prior / 2, x + prior / 4) for (a, b), (w, d, x) in results.items()]
    n = len(players)
    theta = np.zeros(n + 1)  # log strengths, then log nu
    for _ in range(100):
        gradient, hessian = _derivatives(theta, rows)
        gradient[:n] -= theta[:n].mean()  # strengths are defined up to a constant, so fix their mean at 0
        hessian[:n, :n] += 1.0 / n
        step = np.linalg.solve(hessian, gradient)
        theta += step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-10:
            break
    _, hessian = _derivatives(theta, rows)
    covariance = np.linalg.pinv(hessian)
    scale = 400 / math.log(10)
    centred = np.eye(n) - 1.0 / n
    spread = centred @ covariance[:n, :n] @ centred.T
    games = {p: sum(int(sum(r)) for pair, r in results.items() if p in pair) for p in players}
    return sorted(
        (
            Rating(p, scale * theta[i], Z95 * scale * math.sqrt(max(spread[i, i], 0.0)), games[p])
            for p, i in index.items()
        ),
        key=lambda rating: -rating.elo,
    )


def _not_connected(players: list[str], results: Results) -> list[str]:
    """The players whom no chain of games connects with the first."""
    reached, before = {players[0]}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {player for pair in results if reached & set(pair) for player in pair}
    return [player for player in players if player not in reached]


def _derivatives(theta: np.ndarray, rows) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the log-likelihood and minus its Hessian."""
    n = len(theta) - 1
    gradient, hessian = np.zeros(n + 1), np.zeros((n + 1, n + 1))
    for a, b, wins, draws, losses in rows:
        weights = np.exp([theta[a], theta[n] + (theta[a] + theta[b]) / 2, theta[b]])
        chances = weights / weights.sum()
        # Rows: win, draw, loss; columns: exponents of r, s and nu.
        features = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 1.0], [0.0, 1.0, 0.0]])
        counts, at = np.array([wins, draws, losses]), [a, b, n]
        expected = chances @ features
        gradient[at] += counts @ features - counts.sum() * expected
        spread = features.T @ np.diag(chances) @ features - np.outer(expected, expected)
        hessian[np.ix_(at, at)] += counts.sum() * spread
    hessian[n, n] += 1e-9
    return gradient, hessian
