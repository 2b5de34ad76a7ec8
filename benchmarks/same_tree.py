"""Digests of trees grown in batches: one a game, whatever the number of threads, to be compared between machines.

python benchmarks/same_tree.py [--simulations 5000]
"""

import argparse
import hashlib

import numpy as np

import bough

TREES = {
    "hex:11": "uct+rave+solver",
    "havannah:8": "own",
    "go:9": "go-best",
    "loa": "loa-best",
    "connect-four": "own",
    "examples/pig.py": "uct+chance-nodes+solver",
}
THREADS = (1, 2, 3, 7)


def digest(name, recipe, threads, simulations):
    """Of all nodes after a search, a move and another search."""
    game = bough.game(name)
    search = bough.searcher(
        game, None if recipe == "own" else recipe, memory="256MiB", threads=threads, batch=64, seed=5
    )
    position = game.start()
    move = search.search(position, simulations=simulations).move
    if not game.rules.stochastic:
        search.search(position.play(move), simulations=simulations)
    nodes = search.tree.nodes[: search.tree.used]
    kept = hashlib.sha256()
    for field in sorted(field for field in nodes.dtype.names if field != "unused"):
        kept.update(np.ascontiguousarray(nodes[field]).tobytes())
    return kept.hexdigest()[:16]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=5000)
    simulations = parser.parse_args().simulations
    for name, recipe in TREES.items():
        found = [digest(name, recipe, threads, simulations) for threads in THREADS]
        same = "equal for" if len(set(found)) == 1 else "NOT EQUAL for"
        print(f"{name:14} {found[0]}  {same} {', '.join(map(str, THREADS))} threads", flush=True)


if __name__ == "__main__":
    main()
