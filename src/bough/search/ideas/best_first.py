"""Unbounded best-first minimax: always extend the line that both players would choose (Korf & Chickering 1996).

A node is worth what its best child is worth, and all children are evaluated as soon as a node gets any (Cohen-Solal
2020). The line of best children grows by one ply a simulation, until another one looks better. Nothing is played out.
"""

import math

from bough.core.jit import part
from bough.games.contract import FIRST, UNDECIDED
from bough.games.game import Game
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks, worth
from bough.search.seams.moves.weights import lacks_evaluation
from bough.search.seams.playouts import PLAYOUT_IDEAS
from bough.search.seams.winning.wins import trial_field


def lacks(game: Game) -> str | None:
    """Why a game cannot be searched best first, or None if it can."""
    if game.rules.stochastic:
        return "it leaves something to chance, which has no best outcome"
    return lacks_evaluation(game)


@idea(
    "best-first",
    "the line of best evaluations, backed up by minimax, grows by a ply; no playouts",
    stage=Stage.VALUE,
    slot="selection",
    excludes=(*PLAYOUT_IDEAS, "late-prior"),
    lacks=lacks,
    shows={"best": "evaluation"},
    alone="threads would all extend the same line",
)
def best_first(game: Game, hooks: Hooks) -> Hooks:
    """Follow the child of the highest evaluation, backed up by minimax."""
    evaluate, play, winner = knowledge_of(game).evaluation(), game.rules.play, game.rules.winner
    open_prepare, open_backup, open_expand = hooks.prepare, hooks.backup, hooks.expand

    @part
    def prepare(child, position, params):
        child.best = 0.0
        open_prepare(child, position, params)

    @part
    def judged(position):
        """The value of a position for the first player."""
        ended = winner(position)
        return math.tanh(evaluate(position) / POINTS_A_LOGIT / 2.0) if ended == UNDECIDED else worth(ended)

    @part
    def urgency(child, parent, curiosity, params):
        return child.best * 1.0

    @part
    def backup(nodes, memory, trail, depth, value):
        node = nodes[trail.node[depth]]
        if depth == trail.depth:
            if trail.certain:
                node.best = value if node.mover == FIRST else -value
        else:
            best = -1.0
            for child in range(node.first, node.first + node.count):
                best = max(best, float(nodes[child].best))
            node.best = best if nodes[node.first].mover == node.mover else -best
        return open_backup(nodes, memory, trail, depth, float(node.best if node.mover == FIRST else -node.best))

    @part
    def no_playout(position, memory, trail, legal, params):
        return 0.0  # the leaf knows its value

    def expanding(finished: Hooks):
        grow = open_expand(finished)

        @part
        def expand(nodes, memory, node, position, legal, params):
            if not grow(nodes, memory, node, position, legal, params):
                return False
            trial = memory.trial[0]
            for child in range(nodes[node].first, nodes[node].first + nodes[node].count):
                memory.trial[0] = position
                play(trial, nodes[child].move)
                value = judged(trial)
                nodes[child].best = value if nodes[child].mover == FIRST else -value
            return True

        return expand

    return hooks._replace(
        node=(*hooks.node, ("best", "f4")),
        memory=(*hooks.memory, trial_field(game)),
        prepare=prepare,
        urgency=urgency,
        backup=backup,
        expand=expanding,
        playout=lambda finished: no_playout,
    )
