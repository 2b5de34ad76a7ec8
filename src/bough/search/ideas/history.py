"""Progressive history: prefer moves that did well elsewhere, less and less as losses grow (Nijssen & Winands 2011)."""

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks, mean_with


@idea(
    "history",
    "progressive history: prefer moves that did well wherever they were made",
    stage=Stage.KNOWLEDGE,
    excludes=("group-nodes", "move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m"),
    in_turn="selection looks at what every simulation has taught",
    weight=3.0,
)
def history(game: Game, hooks: Hooks) -> Hooks:
    """Add weight * h / (losses + 1) to the urgency, h the share of points that the move has had in all simulations and
    losses = n (1 - value) / 2 those of the child itself."""
    open_urgency, open_prepare, open_select, learn_before = hooks.urgency, hooks.prepare, hooks.select, hooks.learn

    @part
    def prepare(child, position, params):
        child.history = 0.5
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        urgent = open_urgency(child, parent, curiosity, params)
        losses = 0.5 * child.visits * (1.0 - child.value)
        return urgent + params.history_weight * child.history / (losses + 1.0)

    def with_hooks(finished: Hooks):
        select_any = open_select(finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            first = nodes[node].first
            for i in range(first, first + nodes[node].count):
                child = nodes[i]
                if memory.history_count[child.mover, child.move] > 0:
                    child.history = 0.5 + 0.5 * memory.history_mean[child.mover, child.move]
            return select_any(nodes, memory, node, position, legal, params)

        return select

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        for ply in range(trail.plies):
            player, move = trail.mover[ply], trail.move[ply]
            own = value if player == FIRST else -value
            memory.history_count[player, move] += 1
            count = memory.history_count[player, move]
            memory.history_mean[player, move] = mean_with(memory.history_mean[player, move], own, count, memory)

    table = (3, game.rules.move_ids)
    return hooks._replace(
        node=(*hooks.node, ("history", "f4")),
        memory=(*hooks.memory, ("history_mean", "f4", table), ("history_count", "i4", table)),
        prepare=prepare,
        urgency=urgency,
        select=with_hooks,
        learn=learn,
        records_moves=True,
    )
