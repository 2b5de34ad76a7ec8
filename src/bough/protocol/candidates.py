"""Candidate moves in the words of lz-analyze and kata-analyze, for GUIs that show them."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.games.game import Position
from bough.games.go.game import KOMI
from bough.search.result import Result
from bough.search.searcher import Searcher

MOST = 30
"""Moves in a report."""
SCORED = 10
"""Moves with a score, which costs playouts."""

Owned = Callable[[Position], np.ndarray]
"""For each cell how surely it will be the first player's: 1, to -1 for the second's."""


class Asked(NamedTuple):
    """What a report is to have."""

    player: int
    interval: float
    """Seconds between two reports."""
    mapped: bool
    """Whether the owner of each point is told too."""


class Candidates:
    """Reports about one position; the score is asked for once for each move."""

    def __init__(self, position: Position, kata: bool, owned: Owned | None, komi: float, mapped: bool):
        self.position, self.kata, self.komi, self.mapped = position, kata, komi, mapped
        self.owned = owned if kata else None
        self._leads: dict[str, float] = {}
        self._map = ""

    def report(self, searcher: Searcher, result: Result) -> str:
        """The line of one moment: the move we would play first, though after a proof others may have more visits.

        Win rates are in hundredths of a per cent (lz) or from 0 to 1 (kata). The prior is the evaluator's, or the same
        for all moves where none was asked.
        """
        tried = (row for row in result.moves if row.visits or row.move == result.move)
        shown = sorted(tried, key=lambda row: (row.move != result.move, -row.visits))[:MOST]
        priors = _priors(searcher)
        line = " ".join(move.upper() for move in result.variation[1:9])
        parts = []
        for order, row in enumerate(shown):
            chance, prior = (1 + row.value) / 2, priors.get(row.move, 1 / len(self.position.moves))
            rates = (f"{chance:.4f}", f"{prior:.4f}") if self.kata else (round(10000 * chance), round(10000 * prior))
            lead = f"scoreLead {self._lead(searcher, row.move):.2f} " if self.owned and order < SCORED else ""
            parts.append(
                f"info move {row.move.upper()} visits {row.visits} winrate {rates[0]} {lead}prior {rates[1]} "
                f"order {order} pv {row.move.upper()}" + (f" {line}" if order == 0 and line else "")
            )
        return " ".join(parts) + self._owners()

    def _lead(self, searcher: Searcher, move: str) -> float:
        """The points by which the player to move leads after a move: as a network foresees it where one is asked,
        else on average over playouts."""
        if move not in self._leads:
            assert self.owned is not None
            after = self.position.play(move)
            foreseen = searcher.margin(after)
            if foreseen is None:
                self._leads[move] = self._sign * (float(self.owned(after).sum()) - self.komi)
            else:  # by networks trained with the usual komi
                self._leads[move] = -foreseen + self._sign * (KOMI - self.komi)
        return self._leads[move]

    def _owners(self) -> str:
        if not self.mapped or self.owned is None:
            return ""
        if not self._map:
            shares = self._sign * self.owned(self.position)
            self._map = " ownership " + " ".join(f"{share:.3f}" for share in shares)
        return self._map

    @property
    def _sign(self) -> int:
        return 1 if self.position.to_move == 0 else -1


def _priors(searcher: Searcher) -> dict[str, float]:
    """What an evaluator has said of the moves at the root, if one was asked."""
    try:
        branches = searcher.explore().branches
    except BoughError:  # no tree
        return {}
    return {branch.move: branch.numbers["prior"] for branch in branches if "prior" in branch.numbers}
