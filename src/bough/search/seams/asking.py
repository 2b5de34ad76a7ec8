"""Leaves for an evaluator: a kernel hands out a batch of them, Python judges it, a kernel goes on with the answers.

`gather` descends until enough leaves ask; nodes on the way to them count visits under way, which keep the next descents
apart. A leaf that has been asked about ends its batch. `scatter` gives the leaves their children, weighed by the
answer, and backs the values up. With a batch of one this is the sequential search.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.seams.hooks import UNKNOWN, Hooks, worth
from bough.search.seams.loop import Halves
from bough.search.seams.playouts import chance_acting


class Asking(NamedTuple):
    """Both sides of an evaluator's work, as parts."""

    gather: Callable[..., Any]
    """gather(nodes, memory, trails, roots, works, legal, params, most, simulations): how many positions in `works` ask,
    and how many simulations were run for it, those that wait for an answer included."""
    scatter: Callable[..., Any]
    """scatter(nodes, memory, trails, works, legal, params, asked, values, weights, places): go on with the answers.

    values[k] is for the player to move in works[k]; weights[k, places[player, move]] weighs a move of that player, and
    weights without columns leave all moves alike."""


def asking_of(game: Game, hooks: Hooks, halves: Halves) -> Asking | None:
    """The parts for a search that asks an evaluator; None for others."""
    if hooks.judged_outside:
        return _judged_leaves(game, hooks, halves)
    return _weighed_nodes(game, hooks, halves) if hooks.wonders is not None else None


def _judged_leaves(game: Game, hooks: Hooks, halves: Halves) -> Asking:
    """Every leaf asks, in place of a playout."""
    descend, ascend = halves
    expand, winner, let_chance_act = hooks.expand(hooks), game.rules.winner, chance_acting(game)

    @part
    def gather(nodes, memory, trails, roots, works, legal, params, most, simulations):
        asked = ended = 0
        while asked < most and asked + ended < simulations:
            trail = trails[asked]
            works[asked] = roots[0]
            value = descend(nodes, memory, trail, works, asked, legal, params)
            if trail.certain and trail.depth == 0:
                break
            if value == UNKNOWN and nodes[trail.node[trail.depth]].under_way > 0:
                break
            if value == UNKNOWN:
                before = works[asked].to_move
                memory.rng = let_chance_act(works[asked], memory.rng)  # if there was no room for a chance node
                trail.plies += works[asked].to_move != before
                value = worth(winner(works[asked])) if trail.plies > trail.depth else UNKNOWN
            if value != UNKNOWN:
                ascend(nodes, memory, trail, value, params)
                ended += 1
                continue
            for depth in range(trail.depth + 1):
                nodes[trail.node[depth]].under_way += 1
            asked += 1
        return asked, asked + ended

    @part
    def scatter(nodes, memory, trails, works, legal, params, asked, values, weights, places):
        for k in range(asked):
            trail = trails[k]
            leaf = trail.node[trail.depth]
            for depth in range(trail.depth + 1):
                nodes[trail.node[depth]].under_way -= 1
            judged_here = trail.plies == trail.depth
            if judged_here and expand(nodes, memory, leaf, works[k], legal, params):
                weigh(nodes, leaf, weights[k], places)
            value = values[k] if works[k].to_move == FIRST else -values[k]
            ascend(nodes, memory, trail, value * 1.0, params)

    return Asking(gather, scatter)


def _weighed_nodes(game: Game, hooks: Hooks, halves: Halves) -> Asking:
    """Playouts as ever; a node that `wonders` on the way asks for weights of its children."""
    descend, ascend = halves
    play, playout, wonders = game.rules.play, hooks.playout(hooks), hooks.wonders
    assert wonders is not None

    @part
    def gather(nodes, memory, trails, roots, works, legal, params, most, simulations):
        asked = made = 0
        while asked < most and made < simulations:
            trail = trails[asked]
            works[asked] = roots[0]
            value = descend(nodes, memory, trail, works, asked, legal, params)
            if trail.certain and trail.depth == 0:
                break
            if value == UNKNOWN:
                value = playout(works[asked], memory, trail, legal, params)
            ascend(nodes, memory, trail, value, params)
            made += 1
            for depth in range(trail.depth):
                if wonders(nodes[trail.node[depth]], params):
                    nodes[trail.node[depth]].asked = 1
                    works[asked] = roots[0]
                    for ply in range(depth):
                        play(works[asked], trail.move[ply])
                    trail.depth = depth
                    asked += 1
                    break
        return asked, made

    @part
    def scatter(nodes, memory, trails, works, legal, params, asked, values, weights, places):
        for k in range(asked):
            weigh(nodes, trails[k].node[trails[k].depth], weights[k], places)

    return Asking(gather, scatter)


@part
def weigh(nodes, node, weights, places):
    """Share 1 out among the children of a node by their weights; evenly if all weights are 0 or none were given."""
    parent = nodes[node]
    total = np.float64(0.0)
    if weights.shape[0] > 0:
        for child in range(parent.first, parent.first + parent.count):
            total += max(weights[places[nodes[child].mover, nodes[child].move]], 0.0)
    for child in range(parent.first, parent.first + parent.count):
        if total > 0.0:
            nodes[child].prior = max(weights[places[nodes[child].mover, nodes[child].move]], 0.0) / total
        else:
            nodes[child].prior = 1.0 / parent.count
