"""The interface of a player: it chooses moves."""

from typing import NamedTuple, Protocol

from bough.core.budget import Budget
from bough.games.game import Position


class Choice(NamedTuple):
    """A move and the effort spent on it."""

    move: str
    simulations: int
    seconds: float
    value: float | None = None
    """The result the player expects, from -1 for a loss to 1 for a win, if known."""
    cpu: float | None = None
    """CPU seconds used for this move, on the opponent's time too and by all its processes, if known."""


class Fault(Exception):
    """The player cannot continue; the message is stored with the game as the reason."""


class Player(Protocol):
    """Plays one side of one game."""

    def choose(self, position: Position, limits: Budget) -> Choice:
        """Choose a move for the player to move; raises Fault if it cannot."""
        ...

    def close(self) -> None:
        """Release processes and memory."""
        ...
