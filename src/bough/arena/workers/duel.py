"""A whole game between two searches in one call of compiled code, on the CPU or as one thread of a GPU.

This needs two recipes and a fixed number of simulations per move. Every move is searched from a fresh tree.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.jit import kernel, part
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import CHANCE, UNDECIDED
from bough.games.game import Position, move_names
from bough.search.recipe import Recipe
from bough.search.trees.engine import Engine
from bough.search.trees.tree import Tree


def duel_part(one: Engine, two: Engine) -> Callable[..., Any]:
    """The part that continues a game for some plies and returns its winner so far.

    `seat` is the side of player one, FIRST or SECOND; `tally` counts the plies and both players' simulations.
    """
    play, winner = one.game.rules.play, one.game.rules.winner
    stochastic, draw_outcome = one.game.rules.outcomes is not None, one.game.rules.draw_outcome or one.game.rules.play
    plant_1, simulate_1, decide_1 = one.plant, one.simulate, one.decide
    plant_2, simulate_2, decide_2 = two.plant, two.simulate, two.decide

    @part
    def play_on(
        roots, works, legal, nodes_1, memory_1, trail_1, params_1, nodes_2, memory_2, trail_2, params_2,
        simulations, seat, moves, tally, plies,
    ):  # fmt: skip
        position = roots[0]
        for _ in range(plies):
            if winner(position) != UNDECIDED:
                break
            if position.to_move == seat:
                plant_1(nodes_1, memory_1, position, params_1)
                tally[1] += simulate_1(nodes_1, memory_1, trail_1, roots, works, legal, params_1, simulations)
                move = nodes_1[decide_1(nodes_1, 0, params_1)].move
            else:
                plant_2(nodes_2, memory_2, position, params_2)
                tally[2] += simulate_2(nodes_2, memory_2, trail_2, roots, works, legal, params_2, simulations)
                move = nodes_2[decide_2(nodes_2, 0, params_2)].move
            moves[tally[0]] = move
            tally[0] += 1
            play(position, move)
            while stochastic and position.to_move == CHANCE and winner(position) == UNDECIDED:
                outcome, memory_1.rng = draw_outcome(position, memory_1.rng)
                moves[tally[0]] = outcome
                tally[0] += 1
                play(position, outcome)
        return winner(position)

    return play_on


@lru_cache(maxsize=64)
def duel_kernel(one: Engine, two: Engine) -> Callable[..., Any]:
    """`duel_part` as a compiled entry point."""
    play_on = duel_part(one, two)

    def run(
        roots, works, legal, nodes_1, memory_1, trail_1, params_1, nodes_2, memory_2, trail_2, params_2,
        simulations, seat, moves, tally, plies,
    ):  # fmt: skip
        return play_on(
            roots, works, legal, nodes_1, memory_1[0], trail_1[0], params_1[0], nodes_2, memory_2[0], trail_2[0],
            params_2[0], simulations, seat, moves, tally, plies,
        )  # fmt: skip

    return kernel(run, one.game.rules.source)


class DuelTable:
    """The trees of two players, reused from game to game."""

    def __init__(self, one: Engine, two: Engine, recipes: tuple[Recipe, Recipe], simulations: int, memory: int):
        self.game = one.game
        self.simulations = simulations
        self.run = duel_kernel(one, two)
        self.trees = [
            Tree(engine, recipe, min(memory, tree_bytes(engine, simulations)), seed=0)
            for engine, recipe in zip((one, two), recipes, strict=True)
        ]
        self.roots, self.works = records(1, one.game.rules.record), records(1, one.game.rules.record)
        self.legal = self.trees[0].legal
        self.moves = np.zeros(one.game.rules.max_plies + 1, np.int16)
        self.tally = np.zeros(3, np.int64)
        arrays = [self.roots, self.works, self.legal]
        for tree in self.trees:
            arrays += [tree.nodes, tree.memory, tree.trail, tree.params]
        self._arrays = [array.view(np.ndarray) for array in arrays]  # dispatched five times faster than recarrays

    def begin(self, position: Position, seat: int, seed: int) -> None:
        """Start a game at a position; player one plays the side `seat`."""
        self.roots[0] = position.state[0]
        self.seat = seat
        self.tally[:] = 0
        for stream, tree in enumerate(self.trees):
            tree.forget()
            tree.memory[0].rng = seeded(seed, stream)

    def play(self, plies: int) -> int:
        """Continue for at most `plies` plies; return the winner so far."""
        return int(self.run(*self._arrays, self.simulations, self.seat, self.moves, self.tally, plies))

    def played(self) -> list[str]:
        """The names of the moves played since `begin`."""
        return move_names(self.game, self.moves[: int(self.tally[0])])


def tree_bytes(made: Engine, simulations: int) -> int:
    """Enough memory for a tree with this many simulations."""
    return (1 + (simulations + 1) * made.game.rules.max_moves) * made.node.itemsize
