"""From trees to results: values and visits of the nodes, for the player to move at the root."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bough.core.records import records
from bough.search.result import MoveResult, Result
from bough.search.trees.engine import Engine
from bough.search.trees.tree import Tree


def head(tree: Tree) -> np.recarray:
    """Copies of a tree's root and its children, as the first nodes of a new pool."""
    children = tree.children(0)
    nodes = records(len(children) + 1, tree.engine.node)
    nodes[0], nodes[1:] = tree.nodes[0], tree.nodes[children.start : children.stop]
    nodes["first"], nodes["count"][1:] = 0, 0
    nodes[0].first = 1
    return nodes


def seen_from(engine: Engine, node: Any, turned: bool) -> tuple[float, float, float]:
    """Value, clipped to its bounds, and bounds of a node for its mover, or for the other side if `turned`."""
    value = float(node.value)
    low, high = (float(node.low), float(node.high)) if engine.proves else (-1.0, 1.0)
    if turned:
        value, low, high = -value, -high, -low
    return min(max(value, low), high), low, high


def result_of(
    engine: Engine,
    recipe: str,
    nodes: np.recarray,
    chosen: int,
    line: Sequence[int],
    *,
    simulations: int,
    tree_nodes: int,
    seconds: float,
    memory_full: bool,
    interrupted: bool,
    seed: int,
    recycled: int = 0,
    lines: Sequence[list[str]] = (),
) -> Result:
    """The result for a root with its children (see `head`), given the child to play and the line expected after it."""
    name = engine.game.face.move_name
    rows = [MoveResult(name(int(c.move)), int(c.visits), *seen_from(engine, c, turned=False)) for c in nodes[1:]]
    _, low, high = seen_from(engine, nodes[0], turned=True)
    best = rows[chosen - 1] if rows else None
    value = best.value if best else 0.0
    return Result(
        game=engine.game.name,
        recipe=recipe,
        move=best.move if best else None,
        value=min(max(value, low), high),
        low=low,
        high=high,
        variation=[best.move, *map(name, line)] if best else [],
        moves=sorted(rows, key=lambda row: -row.visits),
        simulations=simulations,
        nodes=tree_nodes,
        seconds=seconds,
        memory_full=memory_full,
        interrupted=interrupted,
        seed=seed,
        recycled=recycled,
        lines=list(lines),
    )


def tree_result(tree: Tree, recipe: str, lines: int = 1, **facts: Any) -> Result:
    """The result of a tree, with the lines of its best moves if there shall be more than one."""
    nodes, line = head(tree), tree.line()
    chosen = line[0] - int(tree.nodes[0].first) + 1 if line else tree.decide(nodes) if len(nodes) > 1 else 0
    moves = tree.nodes["move"][line].tolist()[1:]
    facts |= {"tree_nodes": tree.used, "memory_full": tree.full, "recycled": tree.recycled}
    if lines > 1:
        facts["lines"] = _lines(tree, chosen, lines)
    return result_of(tree.engine, recipe, nodes, chosen, moves, **facts)


def _lines(tree: Tree, chosen: int, count: int) -> list[list[str]]:
    """What is expected after each of the best moves, the chosen one first, then by visits."""
    children = tree.children(0)
    if not children:
        return []
    played, name = children[chosen - 1], tree.engine.game.face.move_name
    visits = tree.nodes["visits"]
    order = sorted(children, key=lambda child: (child != played, -int(visits[child])))
    tried = [child for child in order if child == played or visits[child] > 0]
    return [[name(int(tree.nodes[at].move)) for at in (child, *tree.line(child))] for child in tried[:count]]
