"""RAVE: a move's value wherever it was played later in a simulation (Gelly & Silver 2007, 2011)."""

from bough.core.jit import part
from bough.games.contract import FIRST, Game
from bough.search.seams.hooks import AT_ONCE, Hooks, mean_with, root_log

SEEN = ("seen", "i4")


@part
def beta(visits, seen, equivalence):
    """m / (n + m + n m / equivalence), where n are visits and m the times the move was seen later."""
    return seen / (visits + seen + visits * seen / equivalence)


def rave(game: Game, hooks: Hooks) -> Hooks:
    """Blend the two values; the all-moves-as-first one counts less as real visits grow.

    The formula has its own exploration, as a rule none: what was seen elsewhere explores enough.
    """
    unblended_prepare, unblended_learn = hooks.prepare, hooks.learn

    @part
    def prepare(child, position, params):
        child.seen = 0
        child.seen_value = 0.0
        unblended_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        n, m = child.visits * 1.0, child.seen * 1.0
        if n + m == 0.0:
            return AT_ONCE
        blend = beta(n, m, params.rave_equivalence)
        spread = child.spread if child.visits > 0 else 1.0
        return (1.0 - blend) * child.value + blend * child.seen_value + curiosity * spread

    @part
    def curiosity(node, params):
        return params.rave_exploration * root_log(node.visits)

    @part
    def learn(nodes, memory, trail, value, params):
        unblended_learn(nodes, memory, trail, value, params)
        # From the leaf up, so that a node finds noted what each player did there or later, and nothing from before.
        made = memory.made
        for ply in range(trail.depth, trail.plies):
            made[trail.mover[ply], trail.move[ply]] = 1
        for depth in range(trail.depth, -1, -1):
            if depth < trail.depth:
                made[trail.mover[depth], trail.move[depth]] = 1
            node = nodes[trail.node[depth]]
            for i in range(node.first, node.first + node.count):
                child = nodes[i]
                if made[child.mover, child.move]:
                    child.seen += 1
                    own = value if child.mover == FIRST else -value
                    child.seen_value = mean_with(child.seen_value, own, child.seen, memory)
        for ply in range(trail.plies):
            made[trail.mover[ply], trail.move[ply]] = 0

    return hooks._replace(
        node=(*hooks.node, SEEN, ("seen_value", "f4")),
        memory=(*hooks.memory, ("made", "i1", (3, game.move_ids))),
        prepare=prepare,
        curiosity=curiosity,
        urgency=urgency,
        learn=learn,
        records_moves=True,
    )
