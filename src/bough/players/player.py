"""Somebody who chooses moves."""

from typing import NamedTuple, Protocol

from bough.core.budget import Budget
from bough.games.game import Position


class Choice(NamedTuple):
    """A move and what it took to find it."""

    move: str
    simulations: int
    seconds: float
    value: float | None = None
    """What the player expects, from -1 for a loss to 1 for a win, if it says."""


class Fault(Exception):
    """A player that cannot go on; the message is the reason in the game's record."""


class Player(Protocol):
    """One seat for one game."""

    def choose(self, position: Position, limits: Budget) -> Choice:
        """A move for the player to move; raises Fault if there will be none."""
        ...

    def close(self) -> None:
        """Leave nothing behind."""
        ...
