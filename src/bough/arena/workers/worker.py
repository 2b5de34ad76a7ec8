"""A worker plays games of one match, one after another, in one thread."""

import json
import platform
import random
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version

from bough.arena.match import Match
from bough.arena.openings import position_after
from bough.arena.referee import Stopped, play_game
from bough.arena.results.store import GameRow
from bough.arena.schedule import Task
from bough.arena.workers.duel import DuelTable
from bough.core.version import __version__
from bough.games.contract import DRAW, UNDECIDED
from bough.games.game import Game, Position
from bough.games.names import game as game_named
from bough.players.names import DEFAULT_MEMORY, is_machine_code, recipe_named, seat
from bough.players.player import Fault, Player
from bough.search.trees.engine import engine

SIMULATIONS_A_CALL = 20_000
"""About how many simulations a duel makes between checks of the stop flag."""


@lru_cache
def versions() -> str:
    """The software a game was played with."""
    facts = {"bough": __version__} | {name: version(name) for name in ("numba", "numpy")}
    return json.dumps(facts | {"python": platform.python_version(), "machine": platform.machine()}, sort_keys=True)


def game_row(
    match: Match,
    task: Task,
    moves: Sequence[str],
    winner: int | None,
    ending: str,
    simulations: Sequence[int],
    seconds: Sequence[float | None],
    spent: float,
    cpu: Sequence[float | None] = (None, None),
) -> GameRow:
    """A finished game; simulations and seconds of the player who moved first come first."""
    return GameRow(
        match=match.id,
        number=task.number,
        game=game_named(match.game).name,
        first=task.first,
        second=task.second,
        opening=" ".join(task.opening),
        moves=" ".join(moves),
        winner=winner,
        ending=ending,
        seed=task.seed,
        budget=json.dumps(match.limits.plain),
        first_simulations=simulations[0],
        second_simulations=simulations[1],
        first_seconds=seconds[0],
        second_seconds=seconds[1],
        seconds=spent,
        versions=versions(),
        finished=datetime.now(UTC).isoformat(timespec="seconds"),
        first_cpu=cpu[0],
        second_cpu=cpu[1],
    )


class Worker:
    """Plays games of one match; two tree searches by simulations play in machine code, all others by the referee."""

    def __init__(self, match: Match, stop: threading.Event, memory: int = DEFAULT_MEMORY):
        self.match, self.stop, self.memory = match, stop, memory
        self.game: Game = game_named(match.game)
        self._tables: dict[tuple[str, str], DuelTable] = {}

    def play(self, task: Task) -> GameRow:
        """One game as a row for the store."""
        position = position_after(self.game, task.opening)
        to_the_end = self.match.seconds is None and not self.match.resign
        if to_the_end and is_machine_code(task.first) and is_machine_code(task.second):
            return self._duel(task, position)
        return self._refereed(task, position)

    def _duel(self, task: Task, position: Position) -> GameRow:
        one, two = task.by_name
        table = self._table(one, two)
        seat_of_one = 0 if task.first == one else 1
        begun = time.perf_counter()
        table.begin(position, seat_of_one, task.seed)
        winner = UNDECIDED
        while winner == UNDECIDED:
            if self.stop.is_set():
                raise Stopped
            winner = table.play(1 + SIMULATIONS_A_CALL // table.simulations)
        simulations = (int(table.tally[1]), int(table.tally[2]))[:: 1 if seat_of_one == 0 else -1]
        moves, spent = (*task.opening, *table.played()), time.perf_counter() - begun
        winner_side = None if winner == DRAW else winner
        return game_row(self.match, task, moves, winner_side, "over", simulations, (None, None), spent)

    def _table(self, one: str, two: str) -> DuelTable:
        if (one, two) not in self._tables:
            assert self.match.simulations is not None
            recipes = recipe_named(one, self.game), recipe_named(two, self.game)
            engines = engine(self.game, recipes[0]), engine(self.game, recipes[1])
            self._tables[one, two] = DuelTable(*engines, recipes, self.match.simulations, self.memory)
        return self._tables[one, two]

    def _refereed(self, task: Task, position: Position) -> GameRow:
        begun = time.perf_counter()
        players: list[Player] = []
        try:
            for side, name in enumerate((task.first, task.second)):
                try:
                    players.append(seat(name, self.game, task.seed * 2 + side, self.memory))
                except Fault as fault:
                    return game_row(
                        self.match, task, position.history, 1 - side, f"{name} {fault}", (0, 0), (0.0, 0.0), 0.0
                    )
            luck = random.Random(f"{self.match.seed} {task.number // 2}")
            played = play_game(
                position, players, self.match.limits, luck, resign=self.match.resign, stopped=self.stop.is_set
            )
        finally:
            for player in players:
                player.close()
        ending = played.ending
        if played.loser is not None:
            ending = f"{(task.first, task.second)[played.loser]} {ending}"
        spent = time.perf_counter() - begun
        return game_row(
            self.match, task, played.position.history, played.winner, ending, played.simulations, played.seconds, spent,
            played.cpu,
        )  # fmt: skip
