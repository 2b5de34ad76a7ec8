"""How strong an opponent is, in words that people choose from.

Each level is the search below it with more time and fewer careless moves. `bough play --level`, the page and matches
(`level:easy`) take the same ones; docs/measurements.md says how far they are apart.
"""

from typing import NamedTuple

from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.games.game import Game
from bough.search.kinds import best_search


class Level(NamedTuple):
    """An opponent for people."""

    name: str
    careless: float
    """The share of moves made at random."""
    simulations: int | None = None
    seconds: float | None = None
    strongest: bool = False
    """With the game's network, if there is one."""

    def search(self, game: Game) -> str:
        """The search that plays in this game."""
        return best_search(game) if self.strongest else game.recipe

    @property
    def budget(self) -> Budget:
        """How long it thinks about a move."""
        return Budget(self.simulations, self.seconds)


LEVELS = {
    level.name: level
    for level in (
        Level("beginner", careless=0.8, simulations=30),
        Level("easy", careless=0.55, simulations=50),
        Level("medium", careless=0.3, simulations=100),
        Level("hard", careless=0.1, simulations=400),
        Level("expert", careless=0.0, simulations=4000),
        Level("best", careless=0.0, seconds=2.0, strongest=True),
    )
}


def level_named(name: str) -> Level:
    """A level by name."""
    if name not in LEVELS:
        raise BoughError(f"there is no level '{name}'; there are {', '.join(LEVELS)}")
    return LEVELS[name]
