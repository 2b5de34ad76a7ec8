"""Exact backups: once every outcome has a visit, a chance node's value is their probability-weighted mean.

From then on the number of times each outcome was drawn no longer matters, neither here nor in the nodes above.
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
        """The mean over all outcomes for the first player, and whether each outcome has a visit."""
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
        # Pass up the value that moves the mean over all visits to the exact one; the means above then follow.
        before = float(node.value) if node.mover == FIRST else -float(node.value)
        return (node.visits + 1) * mean - node.visits * before

    return hooks._replace(backup=backup)
