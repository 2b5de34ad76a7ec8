"""Playouts without a tree around them, for benchmarks that look at nothing else."""

from collections.abc import Callable

import numpy as np

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.game import Game
from bough.search.compose import compose
from bough.search.seams.playouts import stepwise_playout
from bough.search.trees.engine import engine, legal_size, parameters


def playouts_of(game: Game, recipe: str, stepwise: bool = False) -> Callable[[np.recarray, int], float]:
    """play_out(state, count): the mean result of so many playouts for the first player; `stepwise` plays ply by ply
    where the game would fill its board in one go."""
    chosen = bough.recipe(recipe)
    made, hooks = engine(game, chosen), compose(game, chosen.shape)
    inner = stepwise_playout(game, hooks) if stepwise else hooks.playout(hooks)

    def run(roots, works, memory, trail, legal, params, count):
        total = 0.0
        for _ in range(count):
            works[0] = roots[0]
            trail[0].plies = 0
            total += inner(works[0], memory[0], trail[0], legal, params[0])
        return total / count

    compiled = kernel(run, game.rules.source)
    memory, trail, params = records(1, made.memory), records(1, made.trail), parameters(made, chosen)
    memory[0].rng = seeded(1)
    works, legal = records(1, game.rules.record), np.zeros(legal_size(game), np.int16)
    return lambda state, count: compiled(state, works, memory, trail, legal, params, count)
