"""One simulation after another: select, expand, play out, back up, learn."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bough.core.jit import inlined_part, part
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.search.seams.hooks import UNKNOWN, Hooks
from bough.search.seams.playouts import remember_part
from bough.search.seams.sharing import access_of, pauses_part


class Halves(NamedTuple):
    """The two halves of a simulation, before and after its leaf is judged."""

    descend: Callable[..., Any]
    """descend(nodes, memory, trail, works, k, legal, params): follow selected children from the root, which stands in
    works[k], to a leaf; its value if that is certain, else UNKNOWN."""
    ascend: Callable[..., Any]
    """ascend(nodes, memory, trail, value, params): back a value up from the leaf and let the ideas learn."""


def halves_of(game: Game, hooks: Hooks) -> Halves:
    """Both halves for one game and one set of hooks."""
    play, stochastic = game.rules.play, game.rules.outcomes is not None
    verdict, backup, learn = hooks.verdict, hooks.backup, hooks.learn
    follow, follows = hooks.follow or _stay, hooks.follow is not None
    ripe, judged_outside = hooks.ripe or _once_visited, hooks.judged_outside
    select, remember = hooks.select(hooks), remember_part(hooks)
    children, grow, enter, take = access_of(game, hooks)

    @inlined_part
    def descend(nodes, memory, trail, works, k, legal, params):
        # 1. Start at the root.
        position = works[k]
        node = depth = 0
        trail.node[0] = 0
        remember(memory, -1)
        value = verdict(nodes[0], position, memory)

        # 2. Follow selected children; a leaf is expanded when it is ripe, the root and chance nodes at once. Where
        # leaves are judged from outside, they get their children with the judgement.
        while value == UNKNOWN:
            if children(nodes[node]) == 0:
                chance_acts = stochastic and position.to_move == CHANCE
                if judged_outside and not chance_acts:
                    break
                if depth > 0 and not chance_acts and not ripe(nodes[node], params):
                    break
                if not grow(nodes, memory, node, position, legal, params):
                    break
            chosen = select(nodes, memory, node, position, legal, params)
            if follows and chosen < 0:
                break
            enter(nodes[node])
            node = chosen
            move = nodes[node].move
            trail.move[depth], trail.mover[depth] = move, position.to_move
            play(position, move)
            remember(memory, move)
            if follows:
                follow(position, memory)
            depth += 1
            trail.node[depth] = node
            value = verdict(nodes[node], position, memory)
        trail.depth = trail.plies = depth
        trail.certain = value != UNKNOWN
        if depth > 0 or value == UNKNOWN:
            enter(nodes[node])
        return value

    @inlined_part
    def ascend(nodes, memory, trail, value, params):
        # 4. Back up the value to every node on the path, from the leaf up.
        passed = value
        for d in range(trail.depth, -1, -1):
            passed = backup(nodes, memory, trail, d, passed)
            reached = nodes[trail.node[d]]
            take(reached, passed if reached.mover == FIRST else -passed, memory)

        # 5. Let the ideas learn from the whole simulation.
        learn(nodes, memory, trail, value, params)

    return Halves(descend, ascend)


def simulation_loop(hooks: Hooks, halves: Halves) -> Callable[..., Any]:
    """The part that runs simulations and returns the number it ran; fewer once the root is proven."""
    (descend, ascend), playout = halves, hooks.playout(hooks)
    pauses = pauses_part(hooks)

    @part
    def simulate(nodes, memory, trail, roots, works, legal, params, simulations):
        for simulation in range(simulations):
            works[0] = roots[0]
            value = descend(nodes, memory, trail, works, 0, legal, params)
            if trail.certain and trail.depth == 0:
                return simulation  # the root's value is proven: there is nothing left to search

            # 3. Play the game out from the leaf.
            if value == UNKNOWN:
                value = playout(works[0], memory, trail, legal, params)
            ascend(nodes, memory, trail, value, params)
            if pauses(memory):
                return simulation + 1
        return simulations

    return simulate


@part
def _once_visited(node, params):
    return node.visits > 0


@part
def _stay(position, memory):
    pass
