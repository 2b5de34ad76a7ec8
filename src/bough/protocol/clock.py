"""Clocks: how long a move may take when the game has a time limit."""

import math
from dataclasses import dataclass, field

from bough.core.budget import Budget, Pace

LEAST_SECONDS = 0.01
RESERVE_SECONDS = 0.5
"""Time we never plan to use, because communication with the other program takes time too."""
RESERVED, RESERVED_OF_ALL = 0.1, 0.25
"""The part of a short period, and of a short main time, that is reserved instead."""
USED = 0.75
"""The part of its share that a move takes on average, since searches end early; the others get the rest."""
STRETCH, LARGEST_PART = 2.0, 0.2
"""An unsettled move may take twice its share, but at most a fifth of the main time that is left."""


@dataclass
class Clock:
    """GTP time settings: main time, then `moves` moves in every `period` seconds; without periods, sudden death."""

    main: float = 0.0
    period: float = 0.0
    moves: int = 0
    known: bool = True
    """Whether the controller sent time_settings; if not, we only know the time left."""
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """By player: seconds left, and the moves left in the current period (0 in main time)."""
    reserve: float = RESERVE_SECONDS

    @property
    def unlimited(self) -> bool:
        """Whether there is no time limit, which GTP expresses as a period without moves."""
        return self.period > 0 and self.moves == 0

    def anew(self) -> "Clock | None":
        """The clock for the next game; None if its settings are unknown."""
        return Clock(self.main, self.period, self.moves, reserve=self.reserve) if self.known else None

    def budget(self, player: int, moves_to_go: int) -> Budget:
        """What a player's next move may take, if about `moves_to_go` moves are still to come."""
        pace = self.pace(player, moves_to_go)
        return Budget(None, pace.most, pace)

    def pace(self, player: int, moves_to_go: int) -> Pace:
        """Seconds for a player's next move."""
        seconds, stones = self._left(player)
        least = min(LEAST_SECONDS, max(seconds, 0.05) / 100)
        short = RESERVED * self.period if stones > 0 else RESERVED_OF_ALL * self.main
        free = max(seconds - min(self.reserve, short if self.known else math.inf), 0.0)
        if stones > 0:
            # What a period has left over is lost, so its last move saves nothing.
            usual, most = free / stones, free - (stones - 1) * free / stones / 2
        else:
            a_period = (1 - RESERVED) * self.period / self.moves if self.moves else 0.0
            most = LARGEST_PART * free + a_period
            usual = min(free / max(USED * moves_to_go, 1) + a_period / 2, most)
        usual = max(usual, least)
        return Pace(usual, max(usual, min(most, STRETCH * usual)), saves=stones != 1)

    def _left(self, player: int) -> tuple[float, int]:
        """Seconds and moves left, in the first period once the main time is over."""
        seconds, stones = self.left.get(player, (self.main, 0))
        return (self.period, self.moves) if seconds <= 0 and stones == 0 and self.moves else (seconds, stones)

    def spend(self, player: int, seconds: float) -> None:
        """Subtract a move's time, in case the controller does not send the time left."""
        had, stones = self._left(player)
        if stones == 0:
            had -= seconds
            if had <= 0 and self.moves:  # the move ran into the first period, and is one of its moves
                had, stones = had + self.period, self.moves
        else:
            had -= seconds
        if stones > 0:
            stones -= 1
            if stones == 0:
                had, stones = self.period, self.moves
        self.left[player] = (had, stones)
