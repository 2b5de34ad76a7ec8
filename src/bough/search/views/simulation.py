"""One simulation step by step, in words and boards: select, expand, play out, back up."""

from collections.abc import Sequence
from typing import NamedTuple

from bough.core.errors import BoughError
from bough.games.game import Position
from bough.search.trees.tree import Tree


class Step(NamedTuple):
    """One of the four steps."""

    name: str
    words: str
    position: Position
    """The board that shows it."""


def next_simulation(tree: Tree, position: Position) -> list[Step]:
    """Run one more simulation from the root, which has this position, and tell what it did."""
    if position.game.rules.stochastic:
        raise BoughError(f"{position.game.name} leaves something to chance; one simulation is shown for other games")
    visits, values = tree.nodes["visits"][: tree.used].copy(), tree.nodes["value"][: tree.used].copy()
    if not tree.grow(1):
        raise BoughError("the position is proven, so there is nothing left to simulate")
    trail = tree.trail[0]
    depth, plies = int(trail.depth), int(trail.plies)
    way = [int(node) for node in trail.node[: depth + 1]]
    followed = _played(position, trail.move[:depth])
    leaf = followed[-1]
    end = _played(leaf, trail.move[depth:plies])[-1]
    moves = [after.history[-1] for after in followed[1:]]

    def was(node: int) -> int:
        return int(visits[node]) if node < len(visits) else 0

    new = was(way[-1]) == 0
    steps = [Step("Select", _selecting(moves[: depth - new]), followed[max(0, depth - new)])]
    if new and depth:
        steps.append(Step("Expand", f"{moves[-1]} has not been tried here: it becomes part of the tree.", leaf))
    else:
        why = "the game is over here" if leaf.over else "this node has its children later, or needs none"
        steps.append(Step("Expand", f"Nothing new: {why}.", leaf))
    if tree.judge is not None and not leaf.over:
        judged = _percent(float(tree.nodes[way[-1]].value))
        steps.append(Step("Judge", f"No playout: the evaluator gives the player who moved {judged}.", leaf))
    elif end is leaf:
        steps.append(Step("Play out", f"Nothing to play out: {leaf.ending or 'the value is proven'}.", leaf))
    else:
        count = len(end.history) - len(leaf.history)
        ends = end.ending or "stopped early, by what the recipe knows"
        steps.append(Step("Play out", f"{count} quick moves, most of them at random: {ends}.", end))
    rows = [
        f"{name} {was(node)} → {int(tree.nodes[node].visits)} visits, "
        + (f"{_percent(float(values[node]))} → " if was(node) else "")
        + _percent(float(tree.nodes[node].value))
        for name, node in zip(moves, way[1:], strict=True)
    ]
    steps.append(Step("Back up", "From the leaf to the root: " + "; ".join(reversed(rows)) + ".", position))
    return steps


def _played(position: Position, numbers: Sequence[int]) -> list[Position]:
    """The positions after each of these moves, until the game is over: some playouts fill the board first."""
    reached = [position]
    for number in numbers:
        if reached[-1].over:
            break
        reached.append(reached[-1].play(position.game.face.move_name(int(number))))
    return reached


def _selecting(moves: list[str]) -> str:
    if not moves:
        return "At the root there are moves that were never tried."
    return f"From the root, follow the most urgent child each time: {', '.join(moves)}."


def _percent(value: float) -> str:
    """A value from -1 to 1 as people read it."""
    return f"{50 * (1 + value):.0f} %"
