"""RAVE: also value a move by the simulations that played it later (Gelly & Silver 2007, 2011)."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks, root_log
from bough.search.seams.later import LATER, begin_later, blended, later_value, note_later
from bough.search.seams.plain import own_statistics


@idea(
    "rave",
    "blend in how a move does wherever it is played later",
    stage=Stage.VALUE,
    replaces=("uct.exploration",),
    shows={"seen": "RAVE visits", later_value: "RAVE value"},
    equivalence=Number(1000.0, above=0.0),
    exploration=0.0,
)
def rave(game: Game, hooks: Hooks) -> Hooks:
    """Blend the mean value with the all-moves-as-first value, which counts less as real visits grow.

    RAVE has its own exploration constant, usually 0: the statistics from later moves explore enough.
    """
    unblended_prepare, unblended_learn = hooks.prepare, hooks.learn
    estimate = hooks.estimate or own_statistics

    @part
    def prepare(child, position, params):
        begin_later(child)
        unblended_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        visits, value, bonus = estimate(child, curiosity, params)
        return blended(child, visits, value, params.rave_equivalence) + bonus

    @part
    def curiosity(node, params):
        return params.rave_exploration * root_log(node.visits)

    @part
    def learn(nodes, memory, trail, value, params):
        unblended_learn(nodes, memory, trail, value, params)
        # From the leaf up, so that `played` holds only the moves that each player made at this node or later.
        played = memory.played
        for ply in range(trail.depth, trail.plies):
            played[trail.mover[ply], trail.move[ply]] = 1.0
        for depth in range(trail.depth, -1, -1):
            if depth < trail.depth:
                played[trail.mover[depth], trail.move[depth]] = 1.0
            node = nodes[trail.node[depth]]
            if node.count > 0:
                mover = nodes[node.first].mover
                own, came_by = np.float32(value if mover == FIRST else -value), played[mover]
                for i in range(node.first, node.first + node.count):
                    note_later(nodes[i], came_by[nodes[i].move], own)
        for ply in range(trail.plies):
            played[trail.mover[ply], trail.move[ply]] = 0.0

    return hooks._replace(
        node=(*hooks.node, *LATER),
        memory=(*hooks.memory, ("played", "f4", (3, game.rules.move_ids))),
        prepare=prepare,
        curiosity=curiosity,
        urgency=urgency,
        learn=learn,
        records_moves=True,
    )
