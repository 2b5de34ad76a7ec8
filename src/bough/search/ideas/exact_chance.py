"""Exact backups: once every outcome was seen, a chance node is worth their probability-weighted mean.

How often each outcome happened to be drawn then no longer matters, neither here nor above.
"""

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.chance import lacks_chance
from bough.search.seams.hooks import Hooks


@idea(
    "exact-chance",
    "outcomes count by their probability, not by how often they were drawn",
    stage=Stage.CHANCE,
    lacks=lacks_chance,
    needs=("chance-nodes",),
)
def exact_chance(game: Game, hooks: Hooks) -> Hooks:
    """Weigh outcomes by their probabilities instead of by their visits."""
    open_backup = hooks.backup

    @part
    def expected(nodes, node):
        """The mean over all outcomes for the first player, and whether each was seen."""
        mean = 0.0
        for child in range(node.first, node.first + node.count):
            outcome = nodes[child]
            if outcome.visits == 0:
                return 0.0, False
            mean -= outcome.chance * outcome.value  # chance counts as the second player
        return mean, True

    @part
    def backup(nodes, memory, trail, depth, value):
        value = open_backup(nodes, memory, trail, depth, value)
        node = nodes[trail.node[depth]]
        if depth == trail.depth or nodes[node.first].mover != CHANCE:
            return value
        mean, known = expected(nodes, node)
        if not known:
            return value
        # The value that makes the mean of all visits the one wanted; means above then follow it.
        before = float(node.value) if node.mover == FIRST else -float(node.value)
        return (node.visits + 1) * mean - node.visits * before

    return hooks._replace(backup=backup)
