"""Threshold T: while a node has fewer visits, the playout policy picks the child (Coulom 2006; papers 1 and 2)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import child_by_playouts


@idea("threshold", "below n visits the playout policy picks the child", stage=Stage.SELECT, visits=30.0)
def threshold(game: Game, hooks: Hooks) -> Hooks:
    """Select by urgency only in nodes with at least `visits` visits."""
    select_above = hooks.select

    def with_hooks(finished: Hooks):
        above = select_above(finished)
        by_playouts = child_by_playouts(game, finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            if nodes[node].visits >= params.threshold_visits:
                return above(nodes, memory, node, position, legal, params)
            child = by_playouts(nodes, memory, node, position, legal, params)
            return child if child >= 0 else above(nodes, memory, node, position, legal, params)

        return select

    return hooks._replace(select=with_hooks)
