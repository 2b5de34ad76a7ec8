"""What virtual connections, table and zones save in Hex after its centre: positions and CPU seconds, size by size.

    python benchmarks/hex_sizes.py [-o docs/pictures/proven/hex-sizes.svg] [--most 30000000]

"Without a table" means one that holds little more than the current line.
"""

import argparse
import time
from pathlib import Path

import bough
from bough.lab.pictures import blank, save
from bough.search.solving.insight.insight import NONE
from bough.search.solving.provers import Dfpn

CENTRES = {3: "b2", 4: "b3", 5: "c3", 6: "d3", 7: "d4"}
WAYS = {
    "connections, table and zones": (1 << 30, True, True),
    "table and zones": (1 << 30, True, False),
    "table": (1 << 30, False, False),
    "zones": (1 << 12, True, False),
    "neither": (1 << 12, False, False),
}


def solved(size: int, memory: int, zones: bool, insight: bool, most: int) -> tuple[int, float] | None:
    """Positions and CPU seconds, or None if more than `most` positions are needed."""
    game = bough.game(f"hex:{size}")
    position = game.start().play(CENTRES[size])
    prover = Dfpn(game, memory, zones=zones, insight=None if insight else NONE)
    prover.prepare(position)
    began = time.process_time()
    prover.ask(position, 1)
    while not prover.go_on(1 << 14):
        if prover.nodes > most:
            return None
    return prover.nodes_now, time.process_time() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--most", type=int, default=30_000_000)
    given = parser.parse_args()
    figure = blank(6, 4)
    axes = figure.subplots()
    axes.set_xlabel("size of the board")
    axes.set_ylabel("positions searched")
    for way, (memory, zones, insight) in WAYS.items():
        points = []
        for size in CENTRES:
            found = solved(size, memory, zones, insight, given.most)
            told = f"more than {given.most:,} positions" if found is None else "{:,} positions, {:.2f} s".format(*found)
            print(f"hex:{size} after {CENTRES[size]}, {way}: {told}", flush=True)
            if found is None:
                break
            points.append((size, found[0]))
        axes.plot(*zip(*points, strict=True), marker="o", label=way)
    axes.set_yscale("log")
    axes.set_xticks(list(CENTRES))
    axes.legend()
    if given.output:
        save(figure, given.output)
