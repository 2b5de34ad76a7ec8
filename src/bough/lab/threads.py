"""How much faster several threads grow one tree: the same simulations with each number of threads, in turn."""

import statistics
import time
from collections.abc import Sequence

from bough.games.game import Game
from bough.lab.speed import MEMORY
from bough.search.recipe import Recipe
from bough.search.tree_searcher import make_tree
from bough.search.trees.tree import Tree

SLICE = 2048
"""Simulations between two looks at the clock, as a search takes them; whole batches."""


def thread_speeds(
    game: Game, chosen: Recipe, counts: Sequence[int], seconds: float, batch: int | None = None, runs: int = 5
) -> dict[int, float]:
    """Simulations a second of wall time for each number of threads; about `seconds` a run with the first."""
    chosen.check_threads(max(counts), batch)
    trees = {count: make_tree(game, chosen, MEMORY, 0, count, batch) for count in counts}
    for tree in trees.values():
        tree.compile()
    probe = _run(game, trees[counts[0]], 4 * SLICE)
    simulations = max(SLICE, int(probe * seconds) // SLICE * SLICE)
    rates: dict[int, list[float]] = {count: [] for count in counts}
    for _ in range(runs):
        for count, tree in trees.items():
            rates[count].append(_run(game, tree, simulations))
    return {count: statistics.median(of) for count, of in rates.items()}


def _run(game: Game, tree: Tree, simulations: int) -> float:
    tree.plant(game.start().state)
    begun, made = time.perf_counter(), 0
    while made < simulations and not tree.decided:
        made += tree.grow(min(SLICE, simulations - made))
    return made / (time.perf_counter() - begun)
