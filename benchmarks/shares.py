"""How a simulation's time divides into copying the position, the playout, and the rest (the tree).

    python benchmarks/shares.py hex:11 havannah:8 y:11 connect-four

CPU microseconds. The playout is timed from the start position, where it is longest; the tree's share is what remains
of a whole simulation with uct+solver, averaged over the first two CPU seconds.
"""

import sys
import time

import numpy as np

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.lab.speed import GAMES, our_run
from bough.search.compose import compose
from bough.search.trees.engine import engine, legal_size, parameters

RECIPE = bough.recipe("uct+solver")


def timed(game: bough.Game, with_playout: bool) -> float:
    """Microseconds of one copy of the position, with or without a playout from it."""
    made, hooks = engine(game, RECIPE), compose(game, RECIPE.shape)
    playout = hooks.playout(hooks)

    def run(roots, works, memory, trail, legal, params, times):
        for i in range(times):
            works[0] = roots[0]
            works[0].to_move ^= i & 0  # stop the compiler from dropping the copy
            if with_playout:
                playout(works[0], memory[0], trail[0], legal, params[0])

    compiled = kernel(run)
    memory, trail = records(1, made.memory), records(1, made.trail)
    memory[0].rng = seeded(1)
    arguments = (game.start().state, records(1, game.rules.record), memory, trail, np.zeros(legal_size(game), np.int16))
    compiled(*arguments, parameters(made, RECIPE), 10)
    times, begun = 200_000, time.process_time()
    compiled(*arguments, parameters(made, RECIPE), times)
    return (time.process_time() - begun) / times * 1e6


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        rules = bough.game(name)
        copy, both = timed(rules, False), timed(rules, True)
        whole = 1e6 / our_run(rules, RECIPE, 2.0, 1)
        parts = f"copy {copy:.2f} + playout {both - copy:.2f} + tree {whole - both:.2f}"
        print(f"{name:13} simulation {whole:.2f} µs = {parts}")
