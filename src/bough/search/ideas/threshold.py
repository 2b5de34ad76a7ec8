"""Threshold T: while a node has fewer visits, the playout policy picks the child (Coulom 2006; papers 1 and 2)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice


@idea("threshold", "below n visits the playout policy picks the child", stage=Stage.SELECT, visits=30.0)
def threshold(game: Game, hooks: Hooks) -> Hooks:
    """Select by urgency only in nodes with at least `visits` visits."""
    select_above = hooks.select

    def with_hooks(finished: Hooks):
        above = select_above(finished)
        choose = finished.choose_early or finished.choose or uniform_choice(game)

        @part
        def select(nodes, memory, node, position, legal, params):
            parent = nodes[node]
            if parent.visits >= params.threshold_visits:
                return above(nodes, memory, node, position, legal, params)
            move, rng = choose(position, memory, params, legal, memory.rng)
            memory.rng = rng
            for child in range(parent.first, parent.first + parent.count):
                if nodes[child].move == move:
                    return child
            return above(nodes, memory, node, position, legal, params)

        return select

    return hooks._replace(select=with_hooks)
