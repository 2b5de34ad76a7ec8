"""From trees to results: what the nodes say, turned to the player to move at the root."""

from collections.abc import Sequence

import numpy as np

from bough.core.records import records
from bough.search.result import MoveResult, Result
from bough.search.trees.engine import Engine, Tree


def head(tree: Tree) -> np.recarray:
    """The root of a tree and its children, as the first nodes of a pool of their own."""
    children = tree.children(0)
    nodes = records(len(children) + 1, tree.engine.node)
    nodes[0], nodes[1:] = tree.nodes[0], tree.nodes[children.start : children.stop]
    nodes["first"], nodes["count"][1:] = 0, 0
    nodes[0].first = 1
    return nodes


def merged(heads: Sequence[np.recarray]) -> np.recarray:
    """Trees of the same position that were grown apart, added up; what one of them proved counts for all."""
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
        if "low" in (total.dtype.names or ()):
            total.low, total.high = np.maximum(total.low, other.low), np.minimum(total.high, other.high)
            total.sure = np.maximum(total.sure, other.sure)
        if "group_visits" in (total.dtype.names or ()):
            total.group_visits += other.group_visits
    return total


def result_of(
    made: Engine,
    recipe: str,
    nodes: np.recarray,
    chosen: int,
    line: Sequence[int],
    *,
    simulations: int,
    seconds: float,
    memory_full: bool,
    interrupted: bool,
    seed: int,
) -> Result:
    """The result of a root with its children (see `head`), the chosen child and the moves expected after it."""
    game, root = made.game, nodes[0]
    rows = _rows(made, nodes[1:])
    low, high = (float(-root.high), float(-root.low)) if made.proves else (-1.0, 1.0)
    best = rows[chosen - 1] if rows else None
    value = best.value if best else 0.0
    return Result(
        game=game.name,
        recipe=recipe,
        move=best.move if best else None,
        value=min(max(value, low), high),
        low=low,
        high=high,
        variation=[best.move, *(game.move_name(move) for move in line)] if best else [],
        moves=sorted(rows, key=lambda row: -row.visits),
        simulations=simulations,
        seconds=seconds,
        memory_full=memory_full,
        interrupted=interrupted,
        seed=seed,
    )


def _rows(made: Engine, children: np.ndarray) -> list[MoveResult]:
    """One row a child, in the order of the pool."""
    count = len(children)
    lows, highs = np.full(count, -1.0), np.ones(count)
    if made.proves:
        lows, highs = children["low"].astype(float), children["high"].astype(float)
    values = np.clip(children["value"].astype(float), lows, highs)
    columns = (children["move"], children["visits"], values, lows, highs)
    return [
        MoveResult(made.game.move_name(move), visits, value, low, high)
        for move, visits, value, low, high in zip(*(column.tolist() for column in columns), strict=True)
    ]


def trees_result(trees: Sequence[Tree], recipe: str, **facts) -> Result:
    """The result of one or more trees of the same position."""
    first = trees[0]
    nodes = merged([head(tree) for tree in trees])
    lines = [tree.line() for tree in trees]
    if len(trees) == 1 and lines[0]:
        chosen = lines[0][0] - int(first.nodes[0].first) + 1
    else:
        chosen = int(first.engine.decide(nodes, 0, first.params[0])) if len(nodes) > 1 else 0
    moves: list[int] = []
    for tree, line in zip(trees, lines, strict=True):
        named = tree.nodes["move"][line].tolist()
        if named[:1] == [int(nodes[chosen].move)] and len(named) - 1 > len(moves):
            moves = named[1:]
    full = any(tree.full for tree in trees)
    return result_of(first.engine, recipe, nodes, chosen, moves, memory_full=full, **facts)
