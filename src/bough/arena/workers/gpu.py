"""Plays all games of a match between recipes in parallel on a GPU, one game per thread."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bough.arena.match import Match
from bough.arena.openings import position_after
from bough.arena.results.store import GameRow
from bough.arena.schedule import Task
from bough.arena.workers.duel import duel_part, tree_bytes
from bough.arena.workers.worker import game_row
from bough.core.errors import BoughError
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import DRAW, UNDECIDED
from bough.games.game import move_names
from bough.games.names import game as game_named
from bough.players.names import recipe_named
from bough.search.recipe import Recipe
from bough.search.trees.cuda import MEMORY_SHARE, THREADS_PER_BLOCK, cuda_module, gpu, register_parts
from bough.search.trees.engine import Engine, engine, legal_size, new_memory, parameters

SIMULATIONS_A_LAUNCH = 2000


def play_on_gpu(match: Match, todo: list[Task]) -> Iterator[list[GameRow]]:
    """Yield finished games in batches. Pairings with the same compiled searches, such as recipes that differ only in
    their numbers, share batches as large as the GPU's memory allows."""
    if not match.fits_gpu:
        raise BoughError(
            "device cuda plays only recipes, with --simulations and without --seconds or --resign; use cpu otherwise"
        )
    assert match.simulations is not None
    cuda = gpu()
    game = game_named(match.game)
    recipes = {name: recipe_named(name, game) for name in match.players}
    by_engines: dict[tuple[Engine, Engine], list[Task]] = {}
    for task in todo:
        one, two = (engine(game, recipes[name]) for name in task.by_name)
        by_engines.setdefault((one, two), []).append(task)
    for engines, tasks in by_engines.items():
        free, _ = cuda.current_context().get_memory_info()
        a_game = sum(tree_bytes(one, match.simulations) + one.memory.itemsize + one.trail.itemsize for one in engines)
        at_once = max(1, int(free * MEMORY_SHARE) // a_game)
        run = cuda.jit(gpu_duel(*engines))
        for start in range(0, len(tasks), at_once):
            yield _Batch(match, cuda, run, engines, recipes, tasks[start : start + at_once]).play()


def gpu_duel(one: Engine, two: Engine) -> Any:
    """The entry point that plays on in every game, not yet compiled."""
    cuda = cuda_module()
    play_on = duel_part(one, two)
    register_parts()

    def run(
        roots, works, legals, nodes_1, memory_1, trail_1, params_1, nodes_2, memory_2, trail_2, params_2,
        capacity, simulations, seats, moves, tally, plies, winners,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < roots.shape[0]:
            winners[i] = play_on(
                roots[i : i + 1], works[i : i + 1], legals[i],
                nodes_1[i * capacity : (i + 1) * capacity], memory_1[i], trail_1[i], params_1[i],
                nodes_2[i * capacity : (i + 1) * capacity], memory_2[i], trail_2[i], params_2[i],
                simulations, seats[i], moves[i], tally[i], plies,
            )  # fmt: skip

    return run


class _Batch:
    """Games that run on the GPU together."""

    def __init__(
        self,
        match: Match,
        cuda: Any,
        run: Any,
        engines: tuple[Engine, Engine],
        recipes: dict[str, Recipe],
        tasks: list[Task],
    ):
        self.match, self.cuda, self.run, self.tasks = match, cuda, run, tasks
        self.game = engines[0].game
        count, game = len(tasks), self.game
        roots, seats = records(count, game.rules.record), np.zeros(count, np.int64)
        for i, task in enumerate(tasks):
            roots[i] = position_after(game, task.opening).state[0]
            seats[i] = 0 if task.first == task.by_name[0] else 1
        assert match.simulations is not None
        self.capacity = 1 + (match.simulations + 1) * game.rules.max_moves
        self.table = [
            cuda.to_device(roots),
            cuda.device_array(count, game.rules.record),
            cuda.device_array((count, legal_size(game)), np.int16),
        ]
        for stream, player_engine in enumerate(engines):
            memories = new_memory(player_engine, count)
            memories.rng = [seeded(task.seed, stream) for task in tasks]
            seated = [task.by_name[stream] for task in tasks]
            numbers = {name: parameters(player_engine, recipes[name])[0] for name in set(seated)}
            params = records(count, player_engine.params)
            for i, name in enumerate(seated):
                params[i] = numbers[name]
            self.table += [
                cuda.device_array(count * self.capacity, player_engine.node),
                cuda.to_device(memories),
                cuda.device_array(count, player_engine.trail),
                cuda.to_device(params),
            ]
        self.seats = cuda.to_device(seats)
        self.moves = cuda.to_device(np.zeros((count, game.rules.max_plies + 1), np.int16))
        self.tally = cuda.to_device(np.zeros((count, 3), np.int64))
        self.winners = cuda.to_device(np.full(count, UNDECIDED, np.int64))

    def play(self) -> list[GameRow]:
        """Launch until every game is over; Ctrl-C is handled between launches."""
        begun = time.perf_counter()
        simulations = self.match.simulations
        assert simulations is not None
        plies = 1 + SIMULATIONS_A_LAUNCH // simulations
        blocks = (len(self.tasks) + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK
        while True:
            self.run[blocks, THREADS_PER_BLOCK](
                *self.table, self.capacity, simulations, self.seats, self.moves, self.tally, plies, self.winners
            )
            winners = self.winners.copy_to_host()
            if (winners != UNDECIDED).all():
                break
        seconds = (time.perf_counter() - begun) / len(self.tasks)
        moves, tally = self.moves.copy_to_host(), self.tally.copy_to_host()
        rows = []
        for i, task in enumerate(self.tasks):
            names = move_names(self.game, moves[i, : tally[i, 0]])
            counts = tally[i, 1:] if task.first == task.by_name[0] else tally[i, :0:-1]
            winner = None if winners[i] == DRAW else int(winners[i])
            rows.append(
                game_row(
                    self.match,
                    task,
                    (*task.opening, *names),
                    winner,
                    "over",
                    tuple(map(int, counts)),
                    (None, None),
                    seconds,
                )
            )
        return rows
