"""Knowledge at T visits: the playout policy picks the child below, and all children are weighed then (paper 2)."""

from bough.core.jit import part
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import PRIOR, lacks_move_weight, likeliest_first
from bough.search.seams.playouts import child_by_playouts


@idea(
    "know-late",
    "below n visits the playout policy picks the child; then the children are weighed",
    stage=Stage.ESTIMATE,
    excludes=("prior", "late-prior", "puct", "expand-late", "threshold"),
    lacks=lacks_move_weight,
    alone="its children change places when they are weighed",
    visits=30.0,
)
def know_late(game: Game, hooks: Hooks) -> Hooks:
    """Spend no knowledge on nodes with fewer than `visits` visits (Chaslot et al. 2008, 2.3.2 and 3.1).

    Their children are there, gather statistics, and keep them: the same tree as with `threshold`, which weighs every
    child when it is made. Comes before all ideas that use weights, so that none of them weighs early.
    """
    move_weight, open_prepare, select_above = knowledge_of(game).move_weight, hooks.prepare, hooks.select

    @part
    def prepare(child, position, params):
        child.prior, child.known = 0.0, 0
        open_prepare(child, position, params)

    @part
    def weigh(nodes, memory, node, position):
        """Weigh the children and sort them; false where there is no room to sort."""
        parent = nodes[node]
        if memory.used >= nodes.shape[0]:
            return False
        for child in range(parent.first, parent.first + parent.count):
            if nodes[child].move >= 0 and position.to_move != CHANCE:
                nodes[child].prior = move_weight(position, nodes[child].move)
        likeliest_first(nodes, memory, node)
        nodes[node].known = 1
        return True

    def with_hooks(finished: Hooks):
        above = select_above(finished)
        by_playouts = child_by_playouts(game, finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            parent = nodes[node]
            if parent.visits >= params.know_late_visits and (parent.known == 1 or weigh(nodes, memory, node, position)):
                return above(nodes, memory, node, position, legal, params)
            child = by_playouts(nodes, memory, node, position, legal, params)
            return child if child >= 0 else above(nodes, memory, node, position, legal, params)

        return select

    return hooks._replace(
        node=(*hooks.node, PRIOR, ("known", "i1")),
        of_children=(*hooks.of_children, "known"),
        prepare=prepare,
        select=with_hooks,
    )
