"""One simulation after another: select, expand, play out, back up, learn."""

from collections.abc import Callable
from typing import Any

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.search.seams.hooks import UNKNOWN, Hooks, mean_with, spread


def simulation_loop(game: Game, hooks: Hooks) -> Callable[..., Any]:
    """The part that runs simulations for one game and one set of hooks, and returns the number it ran."""
    play, stochastic = game.rules.play, game.rules.outcomes is not None
    verdict, backup, learn = hooks.verdict, hooks.backup, hooks.learn
    follow, follows = hooks.follow or _stay, hooks.follow is not None
    ripe = hooks.ripe or _once_visited
    expand, select, playout = hooks.expand(hooks), hooks.select(hooks), hooks.playout(hooks)

    @part
    def simulate(nodes, memory, trail, roots, works, legal, params, simulations):
        position = works[0]
        for simulation in range(simulations):
            # 1. Start at the root; once its value is proven, there is nothing left to search.
            works[0] = roots[0]
            node = depth = 0
            trail.node[0] = 0
            value = verdict(nodes[0], position, memory)
            if value != UNKNOWN:
                return simulation

            # 2. Follow selected children; a leaf is expanded when it is ripe, the root and chance nodes at once.
            while value == UNKNOWN:
                if nodes[node].count == 0:
                    waits = depth > 0 and not (stochastic and position.to_move == CHANCE)
                    if waits and not ripe(nodes[node], params):
                        break
                    if not expand(nodes, memory, node, position, legal, params):
                        break
                chosen = select(nodes, memory, node, position, legal, params)
                if follows and chosen < 0:
                    break
                node = chosen
                move = nodes[node].move
                trail.move[depth], trail.mover[depth] = move, position.to_move
                play(position, move)
                if follows:
                    follow(position, memory)
                depth += 1
                trail.node[depth] = node
                value = verdict(nodes[node], position, memory)
            trail.depth = trail.plies = depth
            trail.certain = value != UNKNOWN

            # 3. Play the game out from the leaf.
            if value == UNKNOWN:
                value = playout(position, memory, trail, legal, params)

            # 4. Back up the value to every node on the path, from the leaf up.
            passed = value
            for d in range(depth, -1, -1):
                passed = backup(nodes, memory, trail, d, passed)
                reached = nodes[trail.node[d]]
                own = passed if reached.mover == FIRST else -passed
                reached.visits += 1
                reached.value = mean_with(reached.value, own, reached.visits, memory)
                reached.spread = spread(reached.visits)

            # 5. Let the ideas learn from the whole simulation.
            learn(nodes, memory, trail, value, params)
        return simulations

    return simulate


@part
def _once_visited(node, params):
    return node.visits > 0


@part
def _stay(position, memory):
    pass
