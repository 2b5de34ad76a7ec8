"""MAST: playouts prefer moves that did well wherever they were made (Finnsson & Björnsson 2008)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.means import greedy_choice, with_move_means

UNTRIED = 1.0
"""A move never made counts as a win, so that it is tried."""


@idea(
    "mast",
    "playouts prefer moves that did well in earlier simulations",
    stage=Stage.POLICY,
    slot="playout policy",
    in_turn="playouts choose by what earlier ones have taught",
    rate=Number(0.6, most=1.0),
)
def mast(game: Game, hooks: Hooks) -> Hooks:
    """With probability `rate`, make the move with the best mean result; otherwise any (e-greedy: Tak et al. 2012)."""

    @part
    def worth(memory, params, player, move):
        return memory.move_mean[player, move] if memory.move_count[player, move] > 0 else UNTRIED

    choose_best = greedy_choice(game, worth)

    @part
    def choose(position, memory, params, legal, rng):
        return choose_best(position, memory, params, legal, rng, params.mast_rate)

    return with_move_means(game, hooks)._replace(choose=choose)
