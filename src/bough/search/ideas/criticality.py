"""Criticality: prefer moves that whoever wins has made (Coulom 2009; Pellegrino et al. 2009)."""

import numpy as np

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.means import with_move_means


@part
def critical(memory, move):
    """P(the winner makes the move) less what it would be if moves and results had nothing to do with each other."""
    if memory.results == 0:
        return 0.0
    together = 0.0
    for player in range(2):
        made = memory.move_count[player, move] / memory.results
        won = 0.5 + 0.5 * np.float64(memory.move_mean[player, move])
        overall = 0.5 + 0.5 * (memory.first_mean if player == 0 else -memory.first_mean)
        together += made * (won - overall)
    return together


@idea(
    "criticality",
    "prefer moves that decide: whoever wins has made them",
    stage=Stage.KNOWLEDGE,
    excludes=("group-nodes", "move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m"),
    in_turn="selection looks at what every simulation has taught",
    weight=0.5,
)
def criticality(game: Game, hooks: Hooks) -> Hooks:
    """Add weight * c / (n + 1) to the urgency, c the covariance of making a move and winning, over all simulations.

    It is made for games in which a move is a place that one player or the other takes.
    """
    open_urgency, open_prepare, open_select = hooks.urgency, hooks.prepare, hooks.select

    @part
    def prepare(child, position, params):
        child.critical = 0.0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        urgent = open_urgency(child, parent, curiosity, params)
        return urgent + params.criticality_weight * child.critical / (child.visits + 1.0)

    def with_hooks(finished: Hooks):
        select_any = open_select(finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            first = nodes[node].first
            for i in range(first, first + nodes[node].count):
                nodes[i].critical = critical(memory, nodes[i].move)
            return select_any(nodes, memory, node, position, legal, params)

        return select

    hooks = with_move_means(game, hooks)
    learn_before = hooks.learn

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        memory.results += 1
        memory.first_mean += (value - memory.first_mean) / memory.results

    return hooks._replace(
        node=(*hooks.node, ("critical", "f4")),
        memory=(*hooks.memory, ("results", "i4"), ("first_mean", "f8")),
        prepare=prepare, urgency=urgency, select=with_hooks, learn=learn,
    )  # fmt: skip
