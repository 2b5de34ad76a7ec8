"""A player with several stages: one player after another in the same seat."""

from bough.core.budget import Budget
from bough.games.game import Position
from bough.players.player import Choice, Player


class StagedPlayer:
    """Each stage plays a number of turns, or until chance plays no further part; the last stage plays to the end."""

    def __init__(self, stages: list[tuple[Player, int]]):
        self.stages = stages
        """Each player with its number of turns; 0 means until chance plays no further part."""
        self.turns = 0

    def choose(self, position: Position, limits: Budget) -> Choice:
        while len(self.stages) > 1 and self._over(position):
            self.stages.pop(0)[0].close()
            self.turns = 0
        self.turns += 1
        return self.stages[0][0].choose(position, limits)

    def close(self) -> None:
        for player, _ in self.stages:
            player.close()

    def _over(self, position: Position) -> bool:
        """Whether the current stage is over."""
        turns = self.stages[0][1]
        return self.turns >= turns if turns else position.deterministic
