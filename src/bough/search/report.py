"""From trees to results: what the nodes say, turned to the player to move at the root."""

from collections.abc import Iterable, Sequence

import numpy as np

from bough.games.contract import Game
from bough.search.ideas.final import FINAL_RULES
from bough.search.recipe import Recipe
from bough.search.result import MoveResult, Result


def root_moves(game: Game, trees: Iterable[tuple[np.ndarray, np.ndarray]]) -> tuple[list[MoveResult], float, float]:
    """The root moves, most visited first, and the bounds of the root, from (root, children) of one or more trees.

    Trees of the same position that were grown apart are added up; what one of them proved counts for all.
    """
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    bounds: dict[int, tuple[float, float]] = {}
    low, high = -1.0, 1.0
    for root, children in trees:
        own = [float(-root["high"]), float(-root["low"])] if "low" in (root.dtype.names or ()) else [-1.0, 1.0]
        low, high = max(low, own[0]), min(high, own[1])
        for child in children:
            move, n = int(child["move"]), int(child["visits"])
            visits[move] = visits.get(move, 0) + n
            totals[move] = totals.get(move, 0.0) + n * float(child["value"])
            proved = (float(child["low"]), float(child["high"])) if "low" in (child.dtype.names or ()) else (-1.0, 1.0)
            before = bounds.get(move, (-1.0, 1.0))
            bounds[move] = max(before[0], proved[0]), min(before[1], proved[1])
    moves = []
    for move, n in sorted(visits.items(), key=lambda item: -item[1]):
        least, most = bounds[move]
        value = min(max(totals[move] / n if n else 0.0, least), most)
        moves.append(MoveResult(game.move_name(move), n, value, least, most))
    return moves, low, high


def best_move(moves: Sequence[MoveResult], recipe: Recipe) -> MoveResult | None:
    """The move to play: a proven win first, a proven loss last, the recipe's final rule among the rest."""
    if not moves:
        return None
    name = next((rule for rule in FINAL_RULES if rule in recipe.shape), "visits")
    weight = recipe.number("secure", "weight") or 0.0
    score = FINAL_RULES[name].score
    best = max(moves, key=lambda m: (m.low == 1.0, m.high > -1.0, score(m.value, m.visits, weight), m.value))
    surest = max(moves, key=lambda m: (m.low, m.visits))
    return surest if surest.low > best.value or (surest.proven and surest.low == best.high) else best


def variation(game: Game, nodes: np.ndarray, recipe: Recipe) -> list[str]:
    """The moves both sides would play, as far as the tree has looked."""
    line: list[str] = []
    node = nodes[0]
    while node["count"] > 0:
        children = nodes[node["first"] : node["first"] + node["count"]]
        moves, _, _ = root_moves(game, [(node, children)])
        best = best_move(moves, recipe)
        if best is None or (best.visits == 0 and not best.proven):
            break
        line.append(best.move)
        node = next(child for child in children if game.move_name(int(child["move"])) == best.move)
    return line


def result_of(
    game: Game,
    recipe: Recipe,
    trees: Sequence[np.ndarray],
    *,
    simulations: int,
    seconds: float,
    memory_full: bool,
    interrupted: bool,
    seed: int,
) -> Result:
    """The result of one or more trees of the same position, given as their node pools."""
    pairs = [(nodes[0], nodes[nodes[0]["first"] : nodes[0]["first"] + nodes[0]["count"]]) for nodes in trees]
    moves, low, high = root_moves(game, pairs)
    best = best_move(moves, recipe)
    line = [best.move] if best else []
    for nodes in trees:
        candidate = variation(game, nodes, recipe)
        if candidate[:1] == line[:1] and len(candidate) > len(line):
            line = candidate
    value = best.value if best else 0.0
    return Result(
        game=game.name,
        recipe=str(recipe),
        move=best.move if best else None,
        value=low if low == high else min(max(value, low), high),
        low=low,
        high=high,
        variation=line,
        moves=moves,
        simulations=simulations,
        seconds=seconds,
        memory_full=memory_full,
        interrupted=interrupted,
        seed=seed,
    )
