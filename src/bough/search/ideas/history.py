"""Progressive history: prefer moves that did well elsewhere, less and less as losses grow (Nijssen & Winands 2011)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.means import with_move_means


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
    open_urgency, open_prepare, open_select = hooks.urgency, hooks.prepare, hooks.select

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
                if memory.move_count[child.mover, child.move] > 0:
                    child.history = 0.5 + 0.5 * memory.move_mean[child.mover, child.move]
            return select_any(nodes, memory, node, position, legal, params)

        return select

    return with_move_means(game, hooks)._replace(
        node=(*hooks.node, ("history", "f4")), prepare=prepare, urgency=urgency, select=with_hooks
    )
