"""Group nodes: all outcomes of a move that asks chance share one node (an open loop).

Jouandeau & Cazenave 2014, algorithm 6: every descent draws the outcome again and lists the legal moves again, so a
node has the children of all the positions it was reached with.
"""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.chance import lacks_chance
from bough.search.seams.growth import begin_child
from bough.search.seams.hooks import NEVER, Hooks
from bough.search.seams.playouts import chance_acting


@idea(
    "group-nodes",
    "all outcomes of a move share one node, drawn anew on every descent",
    stage=Stage.CHANCE,
    slot="chance",
    excludes=("solver", "pn", "threshold", "know-late", "unpruning"),
    lacks=lacks_chance,
    alone="it moves a node's children when a new move comes up",
)
def group_nodes(game: Game, hooks: Hooks) -> Hooks:
    """Draw outcomes without chance nodes, and select only among the children that are legal this time."""
    let_chance_act = chance_acting(game)

    @part
    def follow(position, memory):
        memory.rng = let_chance_act(position, memory.rng)

    return hooks._replace(follow=follow, select=_select_legal)


def _select_legal(finished: Hooks):
    candidates, prepare = finished.candidates, finished.prepare
    curiosity, urgency = finished.curiosity, finished.urgency

    @part
    def child_of(nodes, node, move):
        for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
            if nodes[child].move == move:
                return child
        return -1

    @part
    def admit(nodes, memory, node, position, legal, count, params):
        """Give every legal move a child; if any is missing, all children move to a new block with room for it."""
        missing = 0
        for i in range(count):
            if child_of(nodes, node, legal[i]) < 0:
                missing += 1
        had, old, first = nodes[node].count, nodes[node].first, memory.used
        if missing == 0:
            return
        if first + had + missing > nodes.shape[0]:
            memory.full = 1
            return
        for i in range(had):
            nodes[first + i] = nodes[old + i]
        last = first + had
        for i in range(count):
            if child_of(nodes, node, legal[i]) < 0:
                begin_child(nodes[last], legal[i], position.to_move)
                prepare(nodes[last], position, params)
                last += 1
        memory.used = last
        nodes[node].first = first
        nodes[node].count = had + missing

    @part
    def select(nodes, memory, node, position, legal, params):
        count = candidates(position, memory, legal)
        admit(nodes, memory, node, position, legal, count, params)
        parent = nodes[node]
        curious = curiosity(parent, params)
        best, highest = -1, NEVER
        for i in range(count):
            child = child_of(nodes, node, legal[i])
            if child >= 0:
                urgent = urgency(nodes[child], parent, curious, params)
                if urgent > highest:
                    best, highest = child, urgent
        return best

    return select
