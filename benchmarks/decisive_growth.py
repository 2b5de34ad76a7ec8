"""How the cost of a playout with decisive moves grows with the board: online, offline, anti-decisive, uniform.

    python benchmarks/decisive_growth.py --store growth.csv --picture docs/pictures/decisive-growth.svg

Times whole playouts from the empty board, in microseconds of CPU time, for Hex and Havannah of sizes 4 to 20.
Resumes where it stopped: rows already in the store are not measured again.
"""

import argparse
import csv
import math
import statistics
import time
from pathlib import Path

import numpy as np
from playouts_alone import playouts_of

import bough
from bough.games.game import Game

FORMS = {"uniform": "uct", "online": "uct+decisive", "offline": "uct+decisive-offline", "anti": "uct+anti-decisive"}
TITLES = {
    "uniform": "uniform, ply by ply",
    "online": "decisive, online",
    "offline": "decisive, offline (section III-D)",
    "anti": "decisive and anti-decisive, online",
}
COLOURS = {"uniform": "#777777", "online": "#2e86ab", "offline": "#d1495b", "anti": "#3a7d44"}
RUNS, RUN_SECONDS = 5, 0.15


def playout_microseconds(game: Game, form: str) -> float:
    """The CPU time of one playout, as the median over several runs."""
    play_out, root = playouts_of(game, FORMS[form], stepwise=form == "uniform"), game.start().state

    def timed(playouts: int) -> float:
        begun = time.process_time()
        play_out(root, playouts)
        return time.process_time() - begun

    timed(10)
    playouts = max(20, int(200 * RUN_SECONDS / max(timed(200), 1e-6)))
    return statistics.median(timed(playouts) / playouts for _ in range(RUNS)) * 1e6


def measure(store: Path, sizes: range) -> list[dict]:
    """Measure the missing rows and return all rows."""
    rows = list(csv.DictReader(store.open())) if store.exists() else []
    done = {(row["game"], row["size"], row["form"]) for row in rows}
    with store.open("a", newline="") as file:
        writer = csv.DictWriter(file, ["game", "size", "cells", "form", "microseconds"])
        if not rows:
            writer.writeheader()
        for size in sizes:
            for name in ("hex", "havannah"):
                game = bough.game(f"{name}:{size}")
                for form in FORMS:
                    if (name, str(size), form) in done:
                        continue
                    cost = playout_microseconds(game, form)
                    row = {
                        "game": name, "size": str(size), "cells": str(len(game.rules.connection.cells)), "form": form,
                        "microseconds": f"{cost:.3f}",
                    }  # fmt: skip
                    writer.writerow(row)
                    file.flush()
                    rows.append(row)
                    print(f"{name}:{size} {form} {cost:.2f} µs", flush=True)
    return rows


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of log cost over log cells: 1 is linear growth."""
    xs, ys = [math.log(cells) for cells, _ in points], [math.log(cost) for _, cost in points]
    return float(np.polyfit(xs, ys, 1)[0])


def points_of(rows: list[dict], name: str, form: str) -> list[tuple[int, float]]:
    chosen = [row for row in rows if row["game"] == name and row["form"] == form]
    return sorted((int(row["cells"]), float(row["microseconds"])) for row in chosen)


def draw(rows: list[dict], picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import NullFormatter

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.2), sharey=True)
    for axis, name in zip(axes, ("hex", "havannah"), strict=True):
        for form, title in TITLES.items():
            points = points_of(rows, name, form)
            axis.loglog(
                *zip(*points, strict=True), "o-", ms=3, color=COLOURS[form], label=f"{title}: T^{exponent(points):.2f}"
            )
        cells = np.array([c for c, _ in points_of(rows, name, "uniform")], float)
        base = points_of(rows, name, "uniform")[0][1] * 0.6
        axis.loglog(cells, base * cells * np.log(cells) / (cells[0] * np.log(cells[0])), "k:", lw=1, label="T log T")
        axis.xaxis.set_minor_formatter(NullFormatter())
        axis.set_title(name.capitalize())
        axis.set_xlabel("cells T (sizes 4 to 20)")
        axis.legend(fontsize=8, frameon=False)
    axes[0].set_ylabel("µs of CPU time a playout")
    figure.tight_layout()
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=Path("decisive-growth.csv"))
    parser.add_argument("--picture", type=Path, default=Path("docs/pictures/decisive-growth.svg"))
    parser.add_argument("--largest", type=int, default=20)
    arguments = parser.parse_args()
    rows = measure(arguments.store, range(4, arguments.largest + 1))
    draw(rows, arguments.picture)
    for name in ("hex", "havannah"):
        for form in FORMS:
            points = points_of(rows, name, form)
            first, last = points[0][1], points[-1][1]
            print(f"{name:9} {form:8} {first:8.2f} to {last:8.2f} µs, grows like T^{exponent(points):.2f}")


if __name__ == "__main__":
    main()
