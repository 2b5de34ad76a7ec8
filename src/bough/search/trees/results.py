"""From trees to results: values and visits of the nodes, for the player to move at the root."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bough.core.records import records
from bough.search.idea import Merge
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


def merged(heads: Sequence[np.recarray], merges: Mapping[str, Merge]) -> np.recarray:
    """The sum of several trees of the same position; `merges` says how to combine the fields of ideas."""
    if len(heads) == 1:
        return heads[0]
    ordered = [h[np.concatenate(([0], 1 + np.argsort(h["move"][1:], kind="stable")))].view(np.recarray) for h in heads]
    widest = max(ordered, key=len)
    total = widest.copy()
    for other in ordered:
        if other is widest or len(other) != len(widest) or (other.move[1:] != widest.move[1:]).any():
            continue
        visits = total.visits + other.visits
        total.value = (total.value * total.visits + other.value * other.visits) / np.maximum(visits, 1)
        total.visits = visits
        for field, merge in merges.items():
            total[field] = merge(total[field], other[field])
    return total


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
    )


def trees_result(trees: Sequence[Tree], recipe: str, **facts: Any) -> Result:
    """The result of one or more trees of the same position."""
    first = trees[0]
    nodes = merged([head(tree) for tree in trees], first.engine.merges)
    lines = [tree.line() for tree in trees]
    if len(trees) == 1 and lines[0]:
        chosen = lines[0][0] - int(first.nodes[0].first) + 1
    else:
        chosen = first.decide(nodes) if len(nodes) > 1 else 0
    moves: list[int] = []
    for tree, line in zip(trees, lines, strict=True):
        named = tree.nodes["move"][line].tolist()
        if named[:1] == [int(nodes[chosen].move)] and len(named) - 1 > len(moves):
            moves = named[1:]
    full, used = any(tree.full for tree in trees), sum(tree.used for tree in trees)
    facts |= {"tree_nodes": used, "memory_full": full, "recycled": sum(tree.recycled for tree in trees)}
    return result_of(first.engine, recipe, nodes, chosen, moves, **facts)
