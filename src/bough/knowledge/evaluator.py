"""Judgement from outside: any function may judge the leaves of a search, many at a time."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.games.contract import SECOND
from bough.games.game import Game, Position


class Batch:
    """Positions to judge. What is asked for is made when it is asked for."""

    def __init__(self, game: Game, records: Any):
        self.game = game
        self.records = records
        """Their records, as kernels see them; each field is an array with one row a position."""

    def __len__(self) -> int:
        return len(self.records)

    @property
    def to_move(self) -> np.ndarray:
        """The player to move in each, 0 or 1."""
        return np.asarray(self.records["to_move"])

    @cached_property
    def positions(self) -> list[Position]:
        """The positions themselves; slower to make than arrays, and easier to ask."""
        return [self.game.at(self.records[i : i + 1].copy()) for i in range(len(self))]

    @cached_property
    def planes(self) -> np.ndarray:
        """What a network sees: float32 of the shape (positions, planes, rows, columns), from the mover's side."""
        from bough.knowledge.networks.planes import eyes_of

        return eyes_of(self.game).planes(self.records)


Evaluator = Callable[[Batch], Any]
"""evaluator(batch) returns the value of each position for its player to move, from -1 to 1; or a tuple of these values
and an array of move weights. The weights have a row for each position and a column for each move number; the columns
of illegal moves are ignored."""


class Judge:
    """An evaluator as a tree asks it: answers are checked, and turned into the arrays that kernels read."""

    def __init__(self, game: Game, evaluator: Evaluator):
        self.game, self.evaluator = game, evaluator
        by_number = np.tile(np.arange(game.rules.move_ids, dtype=np.int32), (SECOND + 1, 1))
        self.places: np.ndarray = getattr(evaluator, "places", by_number)
        """places[player, move]: the column of a move in the weights."""
        self._columns: int = getattr(evaluator, "columns", game.rules.move_ids)

    def __call__(self, records: Any) -> tuple[np.ndarray, np.ndarray]:
        answer = self.evaluator(Batch(self.game, records))
        values, weights = answer if isinstance(answer, tuple) else (answer, None)
        values = self._array("values", values, (len(records),))
        if values.size and not (np.abs(values) <= 1.0).all():
            raise BoughError("an evaluator's values must be from -1 to 1, for the player to move")
        if weights is None:
            return values, np.empty((len(records), 0), np.float32)
        return values, self._array("weights", weights, (len(records), self._columns))

    def margin(self, position: Position) -> float | None:
        """The points by which the evaluator expects the player to move to win; None if it foresees none."""
        if not getattr(self.evaluator, "foresees_margins", False):
            return None
        return float(self.evaluator.margins(Batch(self.game, position.state))[0])  # type: ignore[attr-defined]

    def _array(self, what: str, given: Any, shape: tuple[int, ...]) -> np.ndarray:
        try:
            array = np.ascontiguousarray(given, np.float32)
        except (TypeError, ValueError):
            raise BoughError(f"an evaluator's {what} must be an array of numbers, not {type(given).__name__}") from None
        if array.shape != shape:
            raise BoughError(f"an evaluator's {what} must have the shape {shape}, not {array.shape}")
        if not np.isfinite(array).all():
            raise BoughError(f"an evaluator's {what} must be finite numbers")
        return array
