"""A paper's figures that come from a search's own counters; tables come from matches (lab/experiment.py)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bough.games.names import game
from bough.lab.pictures import blank, save
from bough.search.recipe import recipe as recipe_from
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

BOARD = "go:19"
THRESHOLDS = (1, 2, 3, 5, 9, 15, 30, 60, 100, 200, 400)
SIMULATIONS = {"smoke": 60, "quick": 10_000, "full": 50_000}
"""Simulations per tree, by scale."""
MANGO_LATE = "uct(exploration=0.43)+policy+bias(weight=8)+unpruning+expand-late(visits={})"
FITTED = 30
"""Maximum number of visits for fitting the power law; far above it, most visit counts have one node or none."""


class Figure(NamedTuple):
    """One figure: how to compute its points, and its labels."""

    title: str
    source: str
    across: str
    up: str
    points: Callable[[int], Iterator[tuple[float, float]]]
    """points(simulations): yields the points one by one."""
    fitted: bool
    """Whether to fit a power law to the points."""
    differences: tuple[str, ...]


def grown(recipe: str, simulations: int) -> Tree:
    """A tree grown from the empty board."""
    start = game(BOARD).start()
    room = max(64 << 20, simulations * start.game.rules.max_moves * 100)
    full_recipe = recipe_from(recipe)
    tree = Tree(engine(start.game, full_recipe), full_recipe, room, seed=1)
    tree.plant(start.state)
    tree.grow(simulations)
    return tree


def moves_a_simulation(simulations: int) -> float:
    """The mean number of moves per simulation from the empty board, in the tree and in the playout."""
    tree, plies = grown(MANGO_LATE.format(THRESHOLDS[-1]), 0), 0
    for _ in range(simulations):
        tree.grow(1)
        plies += int(tree.works[0].plies)
    return plies / simulations


def heuristic_calls(simulations: int) -> Iterator[tuple[float, float]]:
    """For each threshold T, the calls of the heuristic (one per child created) per simulated move."""
    moves = moves_a_simulation(min(simulations, 300))
    for threshold in THRESHOLDS:
        tree = grown(MANGO_LATE.format(threshold), simulations)
        yield threshold, (int(tree.memory[0].used) - 1) / simulations / moves


def visit_counts(simulations: int) -> Iterator[tuple[float, float]]:
    """Each number of visits, and the number of nodes with that many."""
    tree = grown(MANGO_LATE.format(1), simulations)
    visits = tree.nodes["visits"][1 : int(tree.memory[0].used)]
    for count, nodes in zip(*np.unique(visits[visits > 0], return_counts=True), strict=True):
        yield int(count), int(nodes)


_CHASLOT = "Chaslot et al. 2008"
_BUDGET = f"The paper searches for 30 seconds; ours is a number of simulations, {SIMULATIONS['full']:,} at full scale."
FIGURES: dict[str, Figure] = {
    "progressive/figure4": Figure(
        title="Calls of the heuristic against the threshold T (Figure 4)",
        source=f"{_CHASLOT}, Figure 4",
        across="threshold T",
        up="calls of the heuristic a simulated move",
        points=heuristic_calls,
        fitted=False,
        differences=(_BUDGET, "A call is one move weighed; from the empty 19x19 board."),
    ),
    "progressive/figure5": Figure(
        title="How many nodes have a number of visits (Figure 5)",
        source=f"{_CHASLOT}, Figure 5",
        across="visits",
        up="nodes",
        points=visit_counts,
        fitted=True,
        differences=(_BUDGET, "Every node gets its children at its first visit (T = 1)."),
    ),
}


def power_law(points: list[tuple[float, float]]) -> tuple[float, float]:
    """The factor and the exponent of the best fit."""
    few = np.log([(x, y) for x, y in points if x <= FITTED])
    exponent, height = np.polyfit(few[:, 0], few[:, 1], 1)
    return float(np.exp(height)), float(exponent)


def figure_text(chosen: Figure, points: list[tuple[float, float]], scale: str, picture: str = "") -> str:
    """The figure in Markdown; points on a power law are listed at growing intervals."""
    lines = [f"# {chosen.title}", "", *([f"![{chosen.title}]({picture})", ""] if picture else [])]
    lines += [f"Source: {chosen.source}. Scale: {scale}.", ""]
    if chosen.fitted:
        factor, exponent = power_law(points)
        law = f"About {factor:.0f} v^{exponent:.2f} {chosen.up} have v {chosen.across}"
        lines += [f"{law} (fitted up to {FITTED}).", ""]
    lines += [f"| {chosen.across} | {chosen.up} |", "|---|---|"]
    wanted = 1.0
    for x, y in points:
        if x >= wanted or not chosen.fitted:
            lines.append(f"| {x:g} | {y:.4g} |")
            wanted = x * 1.5
    return "\n".join([*lines, "", "## What differs from the paper", "", *(f"- {d}" for d in chosen.differences), ""])


def write_figure(name: str, points: list[tuple[float, float]], scale: str, folder: Path) -> Path:
    """Write picture and text into a folder, with names like those of the reports on tables."""
    picture = folder / f"{name.replace('/', '-')}.svg"
    draw_figure(FIGURES[name], points, picture)
    text = picture.with_suffix(".md")
    text.write_text(figure_text(FIGURES[name], points, scale, picture.name))
    return text


def draw_figure(chosen: Figure, points: list[tuple[float, float]], path: Path) -> None:
    """Draw the figure as an SVG picture."""
    picture = blank(5, 3.6)
    axis = picture.subplots()
    axis.loglog(*zip(*points, strict=True), "." if chosen.fitted else "o-", ms=3)
    if chosen.fitted:
        factor, exponent = power_law(points)
        across = np.array([x for x, _ in points if x <= FITTED])
        axis.loglog(across, factor * across**exponent, lw=1, label=f"{factor:.0f} v^{exponent:.2f}")
        axis.legend(frameon=False)
    axis.set_xlabel(chosen.across)
    axis.set_ylabel(chosen.up)
    save(picture, path)
