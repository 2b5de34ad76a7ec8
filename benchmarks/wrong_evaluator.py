"""Whether proofs hold when the evaluator is as wrong as can be: it is sure of the opposite of every exact value.

    python benchmarks/wrong_evaluator.py               # about ten minutes; --positions 5000 for a look

Every node of every tree is checked against plain minimax: the bounds that the solver gave it must hold its value.
"""

import argparse
import random
from functools import cache
from typing import Any

import numpy as np

import bough

GAMES = {
    "tic-tac-toe": ("puct(batch=1)+solver", "puct(batch=8)+solver", "late-prior(visits=3)+uct+solver"),
    "connect-four:4x3": ("puct(batch=4)+solver", "puct+gumbel+solver"),
    "connect-four:4x4": ("puct(batch=8)+anti-decisive+solver",),
    "hex:3": ("puct(batch=4)+solver", "puct+decisive+solver"),
    "hex:3,swap": ("puct(batch=2)+solver",),
    "y:3": ("puct(batch=4)+solver",),
}
SIMULATIONS = 200


@cache
def exact(position: bough.Position) -> int:
    """The value for the player to move, by minimax."""
    if position.over:
        return 0 if position.winner is None else 1 if position.winner == position.to_move else -1
    return max(signed(position, position.play(move)) for move in position.moves)


def signed(before: bough.Position, after: bough.Position) -> int:
    """The value of `after` for the player to move in `before`."""
    return exact(after) if after.to_move == before.to_move else -exact(after)


def liar(batch: bough.Batch) -> tuple[np.ndarray, np.ndarray]:
    """The opposite of the exact values, and weights for the moves that throw the game away."""
    weights = np.zeros((len(batch), batch.game.rules.move_ids))
    for row, position in zip(weights, batch.positions, strict=True):
        for move, number in position.move_numbers.items():
            row[number] = 1.01 - signed(position, position.play(move))
    return np.array([-exact(position) for position in batch.positions]), weights


def check(searcher: Any, position: bough.Position) -> tuple[int, int, int]:
    """Search, and look at every node: positions seen, those with a proven value, those whose bounds are wrong."""
    searcher.search(position, simulations=SIMULATIONS)
    nodes = searcher.tree.nodes
    seen = proven = wrong = 0
    waiting = [(0, position)]
    while waiting:
        index, here = waiting.pop()
        low, high = int(nodes[index].low), int(nodes[index].high)
        value = exact(here) if here.to_move == nodes[index].mover else -exact(here)  # for its mover, as the bounds are
        seen, proven, wrong = seen + 1, proven + (low == high), wrong + (not low <= value <= high)
        for child in searcher.tree.children(index):
            waiting.append((child, here.play(here.game.face.move_name(int(nodes[child].move)))))
    return seen, proven, wrong


def main() -> None:
    """Check each game and recipe in turn; fail if a bound is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=120_000, help="positions to check in all")
    wanted = parser.parse_args().positions // sum(map(len, GAMES.values()))
    total = np.zeros(3, int)
    for name, recipes in GAMES.items():
        exact.cache_clear()
        for recipe in recipes:
            searcher = bough.searcher(bough.game(name), recipe, memory="8MiB", evaluator=liar)
            rng, sums, searches = random.Random(1), np.zeros(3, int), 0
            while sums[0] < wanted:
                position = bough.game(name).start()
                for _ in range(rng.randrange(0, 7)):
                    after = position.play(rng.choice(position.moves))
                    position = position if after.over else after
                sums += check(searcher, position)
                searches += 1
            counts = f"{searches:6} searches {sums[0]:8,} positions {sums[1]:8,} proven {sums[2]} wrong"
            print(f"{name:18} {recipe:36} {counts}", flush=True)
            total += sums
    print(f"{total[0]:,} positions, {total[1]:,} of them proven, {total[2]} wrong")
    assert total[2] == 0


if __name__ == "__main__":
    main()
