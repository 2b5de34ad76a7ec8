"""How much faster several threads grow one tree: the same simulations with each number of threads, in turn."""

import statistics
import time
from collections.abc import Sequence

from bough.games.game import Game
from bough.lab.speed import MEMORY
from bough.search.recipe import Recipe
from bough.search.trees.engine import engine
from bough.search.trees.shared import SharedTree
from bough.search.trees.tree import Tree

SLICE = 2000
"""Simulations between two looks at the clock, as a search takes them."""


def thread_speeds(game: Game, chosen: Recipe, counts: Sequence[int], seconds: float, runs: int = 5) -> dict[int, float]:
    """Simulations a second of wall time for each number of threads; about `seconds` a run with one thread."""
    trees = {count: _tree(game, chosen, count) for count in counts}
    probe = _run(game, trees[counts[0]], 4 * SLICE)
    simulations = max(SLICE, int(probe * seconds) // SLICE * SLICE)
    rates: dict[int, list[float]] = {count: [] for count in counts}
    for _ in range(runs):
        for count, tree in trees.items():
            rates[count].append(_run(game, tree, simulations))
    return {count: statistics.median(of) for count, of in rates.items()}


def _tree(game: Game, chosen: Recipe, threads: int) -> Tree:
    tree = (
        Tree(engine(game, chosen), chosen, MEMORY, 0)
        if threads == 1
        else SharedTree(engine(game, chosen, shared=True), chosen, MEMORY, 0, threads)
    )
    tree.compile()
    return tree


def _run(game: Game, tree: Tree, simulations: int) -> float:
    tree.plant(game.start().state)
    begun, made = time.perf_counter(), 0
    while made < simulations and not tree.decided:
        made += tree.grow(min(SLICE, simulations - made))
    return made / (time.perf_counter() - begun)
