"""Players that live in this process: any searcher, and chance."""

import random
import time

from bough.core.budget import Budget
from bough.games.game import Position
from bough.players.levels import Level
from bough.players.player import Choice
from bough.search.pondering import Pondering
from bough.search.result import Result
from bough.search.searcher import Searcher


class SearchPlayer:
    """Plays what a search finds; every move is searched from a fresh tree, so that games can be repeated.

    Simulations that could not change the move are left out.
    """

    def __init__(self, searcher: Searcher):
        self.searcher = searcher
        self._cpu = searcher.cpu_seconds

    def choose(self, position: Position, limits: Budget) -> Choice:
        self.searcher.forget()
        return self._choice(self.searcher.search(position, limits, settle=True))

    def close(self) -> None:
        self.searcher.stop()

    def _choice(self, result: Result) -> Choice:
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.move is not None
        before, self._cpu = self._cpu, self.searcher.cpu_seconds
        done = result.simulations or result.nodes
        return Choice(result.move, done, result.seconds, result.value, self._cpu - before)


class KeepingPlayer(SearchPlayer):
    """Plays what a search finds, and keeps the part of its tree that the game reaches."""

    def choose(self, position: Position, limits: Budget) -> Choice:
        return self._choice(self.searcher.search(position, limits, settle=True))


class PonderingPlayer(SearchPlayer):
    """Plays what a search finds, keeps its tree, and thinks on while the opponent does."""

    def __init__(self, searcher: Searcher):
        super().__init__(searcher)
        self.pondering = Pondering(searcher)

    def choose(self, position: Position, limits: Budget) -> Choice:
        self.pondering.end()
        choice = self._choice(self.searcher.search(position, limits))
        if not position.game.rules.stochastic:  # what chance does to a move is for the arena to draw
            self.pondering.begin(position.play(choice.move))
        return choice

    def close(self) -> None:
        self.pondering.end()
        super().close()


class LevelPlayer(SearchPlayer):
    """Plays as well as a level does, whatever time there is."""

    def __init__(self, level: Level, searcher: Searcher, seed: int):
        super().__init__(searcher)
        self.level, self.careless = level, RandomPlayer(seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        if self.careless.rng.random() < self.level.careless:
            return self.careless.choose(position, limits)
        return super().choose(position, self.level.budget)


class RandomPlayer:
    """Plays any legal move."""

    def __init__(self, seed: int):
        self.rng = random.Random(seed)

    def choose(self, position: Position, limits: Budget) -> Choice:
        begun, cpu = time.perf_counter(), time.thread_time()
        move = self.rng.choice(sorted(position.moves))
        return Choice(move, 0, time.perf_counter() - begun, cpu=time.thread_time() - cpu)

    def close(self) -> None:
        pass
