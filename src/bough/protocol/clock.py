"""Clocks: how long a move may take when the game has a time limit."""

from dataclasses import dataclass, field

LEAST_SECONDS = 0.01
RESERVE_SECONDS = 0.5
"""Never planned for: the way to and from the other program takes time too."""


@dataclass
class Clock:
    """GTP time settings: main time, then periods of so many seconds for so many moves; absolute if there are none."""

    main: float = 0.0
    period: float = 0.0
    moves: int = 0
    known: bool = True
    """Whether this is how the game was set up; if not, only the time left was ever told."""
    left: dict[int, tuple[float, int]] = field(default_factory=dict)
    """By player: seconds left and, in a period, moves left in it (0 is main time)."""

    @property
    def unlimited(self) -> bool:
        """No time limit: GTP says so by a period without moves."""
        return self.period > 0 and self.moves == 0

    def anew(self) -> "Clock | None":
        """The clock of the next game."""
        return Clock(self.main, self.period, self.moves) if self.known else None

    def allowance(self, player: int, moves_to_go: int) -> float:
        """Seconds for the next move of a player who will make about so many more."""
        seconds, stones = self.left.get(player, (self.main, 0))
        if stones > 0:
            share = (seconds - RESERVE_SECONDS) / stones
        elif self.moves and seconds <= 0:
            share = (self.period - RESERVE_SECONDS) / self.moves
        else:
            share = (seconds - RESERVE_SECONDS) / max(moves_to_go, 1)
            if self.moves and seconds > 0:
                share += self.period / self.moves / 2
            # Never more than a fifth of what is left, however few moves may be left.
            extra = self.period / self.moves if self.moves else 0.0
            share = min(share, max(seconds - RESERVE_SECONDS, 0.0) / 5 + extra)
        return max(share, min(LEAST_SECONDS, max(seconds, 0.05) / 100))

    def spend(self, player: int, seconds: float) -> None:
        """Count what a move took, where the controller does not tell the time left."""
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
