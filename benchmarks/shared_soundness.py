"""Bounds of trees that several threads grow, against plain minimax: every bound of every root move of small positions.

    python benchmarks/shared_soundness.py [--threads 4] [--positions 100000] [--seconds 600]

More threads than cores are stopped anywhere, which is what shows a race. The count goes on until positions or time are
used up; a wrong bound ends it with the position.
"""

import argparse
import random
import time
from functools import cache

import bough

GAMES = {"hex:3": (0, 6), "hex:3,swap": (0, 6), "y:3": (0, 3), "tic-tac-toe": (2, 6), "connect-four:4x3": (3, 8),
         "havannah:2": (0, 4), "hex:4": (9, 13)}  # fmt: skip
"""Games, and the plies after which a position is looked at."""
RECIPES = ("uct+solver", "uct+rave+solver", "uct+anti-decisive+solver")


@cache
def exact(position):
    """The value for the player to move."""
    if position.over:
        return 0 if position.winner is None else 1 if position.winner == position.to_move else -1
    return max(turned(position, after) for after in map(position.play, position.moves))


def turned(position, after):
    """The value of a position after a move, for whoever made it."""
    value = exact(after)
    return value if after.to_move == position.to_move else -value


def some_position(game, plies, rng):
    position = game.start()
    while len(position.history) < plies:
        after = position.play(rng.choice(position.moves))
        position = game.start() if after.over else after
    return position


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=600.0)
    arguments = parser.parse_args()
    rng, begun = random.Random(arguments.threads), time.monotonic()
    searchers = []
    for name, plies in GAMES.items():
        game = bough.game(name)
        for recipe in RECIPES:
            made = bough.searcher(game, recipe, memory="4MiB", threads=arguments.threads, seed=rng.randrange(1 << 30))
            searchers.append((game, plies, made))
    positions = bounds = proven = 0
    while positions < arguments.positions and time.monotonic() - begun < arguments.seconds:
        game, (least, most), searcher = searchers[positions % len(searchers)]
        position = some_position(game, rng.randint(least, most), rng)
        searcher.forget()
        simulations = rng.randint(20, 600)
        found = searcher.search(position, simulations=simulations)
        assert searcher.tree.nodes[0].visits == found.simulations, "a visit was lost"
        known = {move: turned(position, position.play(move)) for move in position.moves}
        for row in found.moves:
            assert row.low <= known[row.move] <= row.high, (game.name, searcher.name, position.text, row)
        assert found.low <= max(known.values()) <= found.high, (game.name, searcher.name, position.text, found)
        positions, bounds, proven = positions + 1, bounds + len(found.moves) + 1, proven + found.proven
        if positions % 5000 == 0:
            print(f"{positions:,} positions, {bounds:,} bounds, {proven:,} proven, none wrong", flush=True)
    print(f"{arguments.threads} threads: {positions:,} positions, {bounds:,} bounds, {proven:,} roots proven, 0 wrong, "
          f"{time.monotonic() - begun:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
