"""The leaf check of MCTS-Solver: a node with a winning move gets only that child (Winands et al. 2008, 4.2)."""

from bough.core.jit import part
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.winning.wins import urgent_alone, winning_move_part


@idea(
    "leaf-check",
    "in the tree, a node with a winning move gets that child alone",
    stage=Stage.PLAYOUT,
    slot="decisive moves",
)
def leaf_check(game: Game, hooks: Hooks) -> Hooks:
    """Check for a win when a node gets children; otherwise many simulations might pass before the win is tried."""
    winning_move, scratch = winning_move_part(game)

    @part
    def own_win(position, memory, legal, count):
        if position.to_move == CHANCE:
            return -1
        return winning_move(position, memory, legal, count, position.to_move)

    return hooks._replace(candidates=urgent_alone(hooks, own_win), memory=(*hooks.memory, *scratch))
