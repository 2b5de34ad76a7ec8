"""RAVE: also value a move by the simulations that played it later (Gelly & Silver 2007, 2011)."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import MANY, Hooks, mean_with, root_log
from bough.search.seams.plain import blended, own_statistics


@idea(
    "rave",
    "blend in how a move does wherever it is played later",
    stage=Stage.VALUE,
    replaces=("uct.exploration",),
    shows={"seen": "RAVE visits", "seen_value": "RAVE value"},
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
        child.seen = 0
        child.seen_value = 0.0
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
            played[trail.mover[ply], trail.move[ply]] = 1
        for depth in range(trail.depth, -1, -1):
            if depth < trail.depth:
                played[trail.mover[depth], trail.move[depth]] = 1
            node = nodes[trail.node[depth]]
            for i in range(node.first, node.first + node.count):
                child = nodes[i]
                came = played[child.mover, child.move]
                own = value if child.mover == FIRST else -value
                child.seen += came
                mean, seen = np.float64(child.seen_value), max(child.seen, 1)
                if seen < MANY:
                    # 0 or 1 is multiplied: a branch that no processor can foresee takes a quarter of the search's time.
                    child.seen_value = mean + came * (own - mean) / seen
                elif came:
                    child.seen_value = mean_with(child.seen_value, own, seen, memory)
        for ply in range(trail.plies):
            played[trail.mover[ply], trail.move[ply]] = 0

    return hooks._replace(
        node=(*hooks.node, ("seen", "i4"), ("seen_value", "f4")),
        memory=(*hooks.memory, ("played", "i1", (3, game.rules.move_ids))),
        prepare=prepare,
        curiosity=curiosity,
        urgency=urgency,
        learn=learn,
        records_moves=True,
    )
