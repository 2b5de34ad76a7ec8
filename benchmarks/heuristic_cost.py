"""The share of a simulation's time spent in the heuristic of `mango` at T = 30 (Chaslot et al. 2008: 4 %).

    python benchmarks/heuristic_cost.py

Time is the process's CPU time, so other work on the machine does not count.
"""

import time

import numpy as np

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.knowledge.registry import knowledge_of
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree


def heuristic_cost(size: int, simulations: int = 20_000) -> float:
    """The heuristic's share of CPU time at T = 30: its calls in a tree times the time of one call after one move."""
    start = bough.game(f"go:{size}").start()
    positions = records(len(start.moves), start.game.rules.record)
    for i, move in enumerate(start.moves):
        positions[i] = start.play(move).state[0]
    moves, weight = start.game.rules.moves, knowledge_of(start.game).move_weight
    assert weight is not None

    def weigh_all(positions, legal):
        calls, total = 0, 0.0
        for i in range(positions.shape[0]):
            count = moves(positions[i], legal)
            calls += count
            for k in range(count):
                total += weight(positions[i], legal[k])
        return calls, total

    compiled, legal = kernel(weigh_all), np.zeros(start.game.rules.max_moves, np.int16)
    compiled(positions, legal)
    begun = time.process_time()
    calls, _ = compiled(positions, legal)
    a_call = (time.process_time() - begun) / calls
    mango = bough.recipe("mango")
    tree = Tree(engine(start.game, mango), mango, 1 << 30, seed=1)
    tree.compile()
    tree.plant(start.state)
    begun = time.process_time()
    tree.grow(simulations)
    taken = time.process_time() - begun
    nodes = tree.nodes[: int(tree.memory[0].used)]
    return int(nodes["count"][nodes["known"] == 1].sum()) * a_call / taken


if __name__ == "__main__":
    for size in (9, 19):
        print(f"{size}x{size}: the heuristic takes {heuristic_cost(size):.1%} of the CPU time at T = 30")
