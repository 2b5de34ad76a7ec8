"""Figures 4 and 5 of Chaslot et al. 2008 from our own counters.

    python benchmarks/progressive_figures.py --picture docs/pictures/progressive-figures.svg

Figure 4: calls of the heuristic for each simulated move, against the threshold T at which a node gets its children.
Figure 5: how many nodes have a given number of visits, with the power law that fits them best. Both from the empty
19x19 board. First the share of a simulation's time that the heuristic takes at T = 30 (paper: 4 %), on 9x9 and 19x19.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.knowledge import knowledge_of

THRESHOLDS = (1, 2, 3, 5, 9, 15, 30, 60, 100, 200, 400)


def heuristic_cost(size: int, simulations: int = 20_000) -> float:
    """The share of the CPU time at T = 30, from the calls in a tree and the time of a call after the first moves."""
    start = bough.game(f"go:{size}").start()
    positions = records(len(start.moves), start.game.record)
    for i, move in enumerate(start.moves):
        positions[i] = start.play(move).state[0]
    moves, weight = start.game.moves, knowledge_of(start.game).move_weight
    assert weight is not None

    def weigh_all(positions, legal):
        calls, total = 0, 0.0
        for i in range(positions.shape[0]):
            count = moves(positions[i], legal)
            calls += count
            for k in range(count):
                total += weight(positions[i], legal[k])
        return calls, total

    compiled, legal = kernel(weigh_all), np.zeros(start.game.max_moves, np.int16)
    compiled(positions, legal)
    begun = time.process_time()
    calls, _ = compiled(positions, legal)
    a_call = (time.process_time() - begun) / calls
    tree = bough.Searcher(start.game, "mango", memory="1GiB", seed=1).trees[0]
    tree.plant(start.state)
    begun = time.process_time()
    tree.grow(simulations)
    return (int(tree.memory[0].used) - 1) * a_call / (time.process_time() - begun)


def grown(recipe: str, simulations: int):
    """A tree from the empty board."""
    start = bough.game("go:19").start()
    tree = bough.Searcher(start.game, recipe, memory="4GiB", seed=1).trees[0]
    tree.plant(start.state)
    tree.grow(simulations)
    return tree


def moves_a_simulation(simulations: int = 300) -> float:
    """The mean number of moves from the empty board to the end, in the tree and in the playout."""
    tree, plies = grown("uct+rave+policy", 0), 0
    for _ in range(simulations):
        tree.grow(1)
        plies += int(tree.trail[0].plies)
    return plies / simulations


def heuristic_calls(threshold: int, simulations: int) -> float:
    """Children made in a simulation, each of which asks the heuristic once."""
    tree = grown(f"uct(exploration=0.7)+policy+bias(weight=8)+unpruning+expand-late(visits={threshold})", simulations)
    return (int(tree.memory[0].used) - 1) / simulations


def visit_counts(simulations: int) -> tuple[np.ndarray, np.ndarray]:
    """Visits, and how many nodes have as many."""
    tree = grown("uct(exploration=0.7)+policy+bias(weight=8)+unpruning+expand-late(visits=1)", simulations)
    visits = tree.nodes["visits"][1 : int(tree.memory[0].used)]
    return np.unique(visits[visits > 0], return_counts=True)


def main(path: Path, simulations: int) -> None:
    """Both figures beside each other."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    for size in (9, 19):
        print(f"{size}x{size}: the heuristic takes {heuristic_cost(size):.1%} of the time at T = 30")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6))
    moves = moves_a_simulation()
    print(f"{moves:.0f} moves a simulation")
    calls = [heuristic_calls(threshold, simulations) / moves for threshold in THRESHOLDS]
    for threshold, share in zip(THRESHOLDS, calls, strict=True):
        print(f"T = {threshold}: {share:.5f} calls a simulated move")
    left.loglog(THRESHOLDS, calls, "o-")
    left.set_xlabel("threshold T")
    left.set_ylabel("calls of the heuristic a simulated move")
    visits, nodes = visit_counts(simulations)
    few = visits <= 300
    slope, height = np.polyfit(np.log(visits[few]), np.log(nodes[few]), 1)
    print(f"nodes with v visits: about {np.exp(height):.0f} v^{slope:.2f}")
    right.loglog(visits, nodes, ".", ms=3)
    right.loglog(visits[few], np.exp(height) * visits[few] ** slope, lw=1, label=f"{np.exp(height):.0f} v^{slope:.2f}")
    right.set_xlabel("visits")
    right.set_ylabel("nodes")
    right.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path, required=True)
    parser.add_argument("--simulations", type=int, default=50_000)
    given = parser.parse_args()
    main(given.picture, given.simulations)
