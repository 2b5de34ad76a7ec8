"""Implicit minimax backups: nodes also carry an evaluation, backed up by minimax (Lanctot et al. 2014)."""

import math

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_evaluation


@idea(
    "implicit",
    "blend in an evaluation backed up by minimax",
    stage=Stage.BACKUP,
    lacks=lacks_evaluation,
    shows={"implicit": "evaluation"},
    in_turn="the evaluation of a leaf waits in memory until it is backed up",
    weight=0.2,
    points=Number(600.0, above=0.0),
)
def implicit(game: Game, hooks: Hooks) -> Hooks:
    """Select by (1 - weight) * mean + weight * evaluation, with evaluations backed up by minimax."""
    evaluate = knowledge_of(game).evaluation()
    open_prepare, open_urgency, open_backup, open_playout = hooks.prepare, hooks.urgency, hooks.backup, hooks.playout

    @part
    def prepare(child, position, params):
        child.implicit = 0.0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        urgent = open_urgency(child, parent, curiosity, params)
        return urgent + params.implicit_weight * (child.implicit - child.value) if child.visits > 0 else urgent

    @part
    def best_of(nodes, node):
        """The best child's evaluation for the player to move; -2 if no child has a visit."""
        best = -2.0
        for child in range(node.first, node.first + node.count):
            if nodes[child].visits > 0:
                best = max(best, float(nodes[child].implicit))
        return best

    @part
    def mean_of(nodes, node):
        """The mean of the children's evaluations by visits, at chance's turn; -2 if no child has a visit."""
        total, visits = 0.0, 0
        for child in range(node.first, node.first + node.count):
            total += nodes[child].visits * float(nodes[child].implicit)
            visits += nodes[child].visits
        return total / visits if visits > 0 else -2.0

    @part
    def backup(nodes, memory, trail, depth, value):
        node = nodes[trail.node[depth]]
        if depth == trail.depth:
            found = value if trail.certain else memory.implicit
            node.implicit = found if node.mover == FIRST else -found
        else:
            found = mean_of(nodes, node) if nodes[node.first].mover == CHANCE else best_of(nodes, node)
            if found >= -1.0:
                node.implicit = found if (nodes[node.first].mover == FIRST) == (node.mover == FIRST) else -found
        return open_backup(nodes, memory, trail, depth, value)

    def with_hooks(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def playout(position, memory, trail, legal, params):
            memory.implicit = math.tanh(evaluate(position) / params.implicit_points)
            return play_out(position, memory, trail, legal, params)

        return playout

    return hooks._replace(
        node=(*hooks.node, ("implicit", "f4")),
        memory=(*hooks.memory, ("implicit", "f8")),
        prepare=prepare,
        urgency=urgency,
        backup=backup,
        playout=with_hooks,
    )
