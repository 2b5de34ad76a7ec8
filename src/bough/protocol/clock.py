"""Clocks: how long a move may take when the game has a time limit."""

from dataclasses import dataclass, field

LEAST_SECONDS = 0.01
RESERVE_SECONDS = 0.5
"""Time we never plan to use, because communication with the other program takes time too."""


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

    @property
    def unlimited(self) -> bool:
        """Whether there is no time limit, which GTP expresses as a period without moves."""
        return self.period > 0 and self.moves == 0

    def anew(self) -> "Clock | None":
        """The clock for the next game; None if its settings are unknown."""
        return Clock(self.main, self.period, self.moves) if self.known else None

    def allowance(self, player: int, moves_to_go: int) -> float:
        """Seconds for a player's next move, if about `moves_to_go` moves are still to come."""
        seconds, stones = self.left.get(player, (self.main, 0))
        if stones > 0:
            share = (seconds - RESERVE_SECONDS) / stones
        elif self.moves and seconds <= 0:
            share = (self.period - RESERVE_SECONDS) / self.moves
        else:
            share = (seconds - RESERVE_SECONDS) / max(moves_to_go, 1)
            if self.moves and seconds > 0:
                share += self.period / self.moves / 2
            # Never more than a fifth of the time left, however few moves remain.
            extra = self.period / self.moves if self.moves else 0.0
            share = min(share, max(seconds - RESERVE_SECONDS, 0.0) / 5 + extra)
        return max(share, min(LEAST_SECONDS, max(seconds, 0.05) / 100))

    def spend(self, player: int, seconds: float) -> None:
        """Subtract a move's time, in case the controller does not send the time left."""
        had, stones = self.left.get(player, (self.main, 0))
        if stones == 0:
            had -= seconds
            if had <= 0 and self.moves:
                had, stones = self.period, self.moves
        else:
            had, stones = had - seconds, stones - 1
            if stones == 0:
                had, stones = self.period, self.moves
        self.left[player] = (had, stones)
