"""Players that live in this process: tree searches, alpha-beta and chance."""

import random
import time
from typing import Any

from bough.core.budget import Budget
from bough.games.contract import Game
from bough.games.position import Position
from bough.players.player import Choice
from bough.search.classic.deepening import Deepening
from bough.search.classic.minimax import minimax
from bough.search.recipe import Recipe
from bough.search.searcher import Searcher


class SearchPlayer:
    """Plays what a search finds; every move is searched from a fresh tree, so that games can be repeated.

    Simulations that could not change the move are left out.
    """

    def __init__(self, game: Game, recipe: Recipe, seed: int, memory: int):
        self.searcher = Searcher(game, recipe, memory=memory, seed=seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        self.searcher.forget()
        result = self.searcher.search(position, simulations=limits.simulations, seconds=limits.seconds, settle=True)
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.move is not None
        return Choice(result.move, result.simulations, result.seconds, result.value)

    def close(self) -> None:
        self.searcher.stop()


class DeepeningPlayer:
    """Plays what alpha-beta or expectimax finds; a budget of simulations is one of nodes."""

    def __init__(self, searcher: Deepening):
        self.searcher = searcher

    def choose(self, position: Position, limits: Budget) -> Choice:
        result = self.searcher.search(position, seconds=limits.seconds, nodes=limits.simulations)
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.move is not None
        return Choice(result.move, result.simulations, result.seconds)

    def close(self) -> None:
        pass


class MinimaxPlayer:
    """Plays what minimax finds so many plies ahead, whatever the budget."""

    def __init__(self, options: Any):
        self.depth, self.evaluation = options.depth, options.evaluation

    def choose(self, position: Position, limits: Budget) -> Choice:
        begun = time.perf_counter()
        found = minimax(position, self.depth, self.evaluation)
        return Choice(found.move, found.nodes, time.perf_counter() - begun)

    def close(self) -> None:
        pass


class RandomPlayer:
    """Plays any legal move."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        begun = time.perf_counter()
        return Choice(self.rng.choice(sorted(position.moves)), 0, time.perf_counter() - begun)

    def close(self) -> None:
        pass
