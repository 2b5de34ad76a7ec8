"""Players that live in this process: tree searches, alpha-beta and chance."""

import random
import time

from bough.core.budget import Budget
from bough.games.contract import Game
from bough.games.position import Position
from bough.players.player import Choice
from bough.search.deepening import AlphaBeta, AlphaBetaOptions
from bough.search.recipe import Recipe
from bough.search.searching import Searcher


class SearchPlayer:
    """Plays what a search finds; every move is searched from a fresh tree, so that games can be repeated."""

    def __init__(self, game: Game, recipe: Recipe, seed: int, memory: int):
        self.searcher = Searcher(game, recipe, memory=memory, seed=seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        self.searcher.forget()
        result = self.searcher.search(position, simulations=limits.simulations, seconds=limits.seconds)
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.move is not None
        return Choice(result.move, result.simulations, result.seconds)

    def close(self) -> None:
        self.searcher.stop()


class AlphaBetaPlayer:
    """Plays what alpha-beta finds; a budget of simulations is one of nodes."""

    def __init__(self, game: Game, options: AlphaBetaOptions, seed: int, memory: int):
        self.search = AlphaBeta(game, options, min(memory, 64 << 20), seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        result = self.search.search(position, seconds=limits.seconds, nodes=limits.simulations)
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.move is not None
        return Choice(result.move, result.simulations, result.seconds)

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
