"""Exact values of Chinese Dark Chess on small boards, beside those of two independent programs.

    python benchmarks/exact_values.py               # a minute; with --large also 2x4, two minutes and 2 GB more
    python benchmarks/exact_values.py --picture docs/pictures/convergence.svg

The picture shows how the estimates of chance nodes and group nodes approach the exact value as simulations grow.
"""

import argparse
import time
from pathlib import Path

import bough
from bough.search.classic.exact import ExactValues

KNOWN = {
    "2x1,pieces=Kk": 1.0, "2x2,pieces=KPkp": -1.0, "2x2,pieces=GMgm": -1.0, "2x2,pieces=PPpp": -1.0,
    "2x2,pieces=KCkc": -1 / 3, "2x2,pieces=CPcp": -1 / 3, "4x1,pieces=KGkg": -0.5, "4x1,pieces=KCkc": 0.5,
    "6x1,pieces=KCPkcp": -0.052778, "2x3,pieces=KGPkgp": 0.325, "2x3,pieces=KGMkgm": 0.288889,
    "2x3,pieces=GMRgmr": 0.288889, "2x3,pieces=KGCkgc": -0.011111, "2x3,pieces=RNCrnc": -0.011111,
    "2x3,pieces=KPPkpp": 1 / 3, "2x3,pieces=KCPkcp": -0.063889, "2x3,pieces=CCPccp": 0.0,
    "2x3,pieces=CPPcpp": -0.066667,
}  # fmt: skip
LARGE = {"2x4,pieces=KCPPkcpp": -0.011905}
BOARDS = ("2x2,pieces=KCkc", "2x2,pieces=KPkp")
RECIPES = {
    "uct+chance-nodes": "#2e86ab", "uct+chance-nodes+exact-chance": "#3a7d44", "uct+group-nodes": "#d1495b",
}  # fmt: skip


def table(boards: dict[str, float], memory: str) -> None:
    """Print one line per board; fail if a value differs from the known one."""
    for board, known in boards.items():
        start, begun = bough.game(f"dark-chess:{board}").start(), time.perf_counter()
        exact = ExactValues(start.game, memory)
        value = exact.value(start)
        spent = time.perf_counter() - begun
        print(
            f"{board:22} {value:+.6f}  known {known:+.6f}  {exact.positions:>10,} positions  {exact.rounds:>2} rounds",
            end="  ",
        )
        print(f"{spent:.1f} s")
        assert abs(value - known) < 1e-6


def picture(path: Path) -> None:
    """Plot estimates against simulations, five seeds each."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    points = [int(100 * 10 ** (k / 4)) for k in range(17)]
    figure, axes = pyplot.subplots(1, len(BOARDS), figsize=(9, 3.6))
    for axis, board in zip(axes, BOARDS, strict=True):
        start = bough.game(f"dark-chess:{board}").start()
        exact = ExactValues(start.game, "64MiB").value(start)
        axis.axhline(exact, color="#222222", lw=1, ls="--")
        axis.text(points[0], exact + 0.01, f"exact {exact:.3f}", fontsize=8)
        for recipe, colour in RECIPES.items():
            for seed in range(5):
                values = [value for _, value in _estimates(start, recipe, points, seed)]
                axis.plot(points, values, color=colour, lw=1.2, alpha=0.8, label=recipe if seed == 0 else None)
            print(board, recipe, values[-1])
        axis.set_xscale("log")
        axis.set_xlabel("simulations")
        axis.set_title(f"Chinese Dark Chess {board.replace(',pieces=', ' ')}", fontsize=10)
    axes[0].set_ylabel("value of the first position")
    axes[0].legend(fontsize=8, frameon=False)
    figure.tight_layout()
    figure.savefig(path)


def _estimates(start, recipe, points, seed):
    """The estimates of one growing tree at each number of simulations."""
    searcher = bough.searcher(start.game, recipe, memory="2GiB", seed=seed)
    tree = searcher.tree
    tree.plant(start.state)
    for point in points:
        tree.grow(point - int(tree.nodes[0].visits))
        best = max(tree.children(0), key=lambda i: int(tree.nodes[i].visits))
        yield point, float(tree.nodes[best].value)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", action="store_true", help="also 2x4")
    parser.add_argument("--picture", type=Path, help="draw the convergence picture into this file instead")
    given = parser.parse_args()
    if given.picture:
        picture(given.picture)
    else:
        table(KNOWN, "64MiB")
        if given.large:
            table(LARGE, "2GiB")
