"""Shared trees under stress: all games and recipes in turn, more threads than cores, for as long as is asked.

    python benchmarks/shared_stress.py [--seconds 1800] [--threads 4]

Every search is followed by moves that keep its tree, some with little memory so that subtrees are recycled. After each,
the root's visits must be the simulations made, children must not outnumber their parent's visits, and bounds must be in
order; a search that takes a hundred times its time counts as hung.
"""

import argparse
import random
import resource
import time

import bough
from bough.core.errors import BoughError

GAMES = {
    "hex:5": ("uct", "uct+solver", "uct+rave+solver", "uct+anti-decisive+solver", "uct+decisive+rave"),
    "hex:11": ("uct+rave+solver",),
    "y:5": ("uct+rave+solver", "uct+decisive+solver"),
    "havannah:4": ("uct+rave+solver", "uct+anti-decisive"),
    "havannah:8": ("own",),
    "go:5": ("uct+rave", "go-best"),
    "go:9": ("go-best",),
    "loa:5": ("uct+solver",),
    "loa": ("loa-best", "mc-loa"),
    "connect-four": ("own", "uct+solver+mast"),
    "tic-tac-toe": ("uct+solver",),
    "dark-chess:2x4,pieces=KGCPkgcp,draw=20": ("uct+chance-nodes", "uct+chance-nodes+solver"),
    "dark-chess": ("own", "uct+chance-nodes"),
    "examples/breakthrough.py": ("uct+solver",),
    "examples/pig.py": ("uct+chance-nodes+solver",),
    "examples/othello.py": ("uct+solver",),
}


def checked(searcher, found, before):
    """Stop at the first thing that cannot be."""
    nodes, tree = searcher.tree.nodes, searcher.tree
    assert int(nodes[0].visits) - before == found.simulations, (int(nodes[0].visits), before, found.simulations)
    at, seen = [0], 0
    while at and seen < 2000:
        node, block = nodes[at[-1]], tree.children(at.pop())
        seen += 1
        if len(block):
            assert nodes["visits"][block.start : block.stop].sum() <= node.visits
            at += [child for child in block if nodes[child].visits > 5]
        if "low" in nodes.dtype.names:
            assert node.low <= node.high


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, begun = random.Random(asked.seed), time.monotonic()
    searches = simulations = recycled = 0
    refused, slowest, kinds = set(), 0.0, set()
    while time.monotonic() - begun < asked.seconds:
        name = rng.choice(list(GAMES))
        recipe = rng.choice(GAMES[name])
        game = bough.game(name)
        memory, threads = rng.choice(("256KiB", "2MiB", "64MiB")), rng.choice((2, asked.threads, 2 * asked.threads))
        try:
            searcher = bough.searcher(game, None if recipe == "own" else recipe, memory=memory, threads=threads)
        except BoughError as error:
            refused.add(f"{name} {recipe}: {error}")
            continue
        kinds.add((name, recipe))
        position = game.start().opened(rng)
        for _ in range(rng.choice((1, 4, 12))):
            if position.over:
                break
            seconds = rng.choice((0.05, 0.2, 0.5))
            searcher.search(position, simulations=1)
            before = int(searcher.tree.nodes[0].visits)
            asked_at = time.monotonic()
            found = searcher.search(position, seconds=seconds, go_on=True)
            slowest = max(slowest, (time.monotonic() - asked_at) / seconds)
            assert slowest < 100, f"{name} {recipe}: {slowest:.0f} times its {seconds} s"
            checked(searcher, found, before)
            searches, simulations, recycled = searches + 1, simulations + found.simulations, recycled + found.recycled
            position = position.play(position.resolved(found.move, rng)).opened(rng)
        if searches % 20 < 4:
            rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
            told = (
                f"{len(kinds)} kinds, {searches:,} searches, {simulations:,} simulations, {recycled:,} nodes recycled"
            )
            print(f"{time.monotonic() - begun:6.0f} s  {told}, {rss} MiB, slowest {slowest:.1f} times", flush=True)
    for line in sorted(refused):
        print("refused:", line)
    print(f"{len(kinds)} kinds, {searches:,} searches, {simulations:,} simulations, {recycled:,} nodes recycled: "
          "nothing lost, nothing wrong")  # fmt: skip


if __name__ == "__main__":
    main()
