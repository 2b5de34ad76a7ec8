"""MAST: playouts prefer moves that did well wherever they were made (Finnsson & Björnsson 2008)."""

from bough.core.jit import part
from bough.core.rng import advance, below, unit
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks, mean_with

UNTRIED = 1.0
"""A move never made counts as a win, so that it is tried."""


@idea(
    "mast",
    "playouts prefer moves that did well in earlier simulations",
    stage=Stage.POLICY,
    slot="playout policy",
    in_turn="playouts choose by what earlier ones have taught",
    rate=Number(0.6, most=1.0),
    forgetting=Number(0.0, most=1.0),
)
def mast(game: Game, hooks: Hooks) -> Hooks:
    """With probability `rate`, make the move with the best mean result; otherwise any (e-greedy: Tak et al. 2012).

    `forgetting` bounds the count of a move at 1 / forgetting, so that old results fade; 0 forgets nothing.
    """
    moves, learn_before = game.rules.moves, hooks.learn

    @part
    def choose(position, memory, params, legal, rng):
        count, player = moves(position, legal), position.to_move
        rng = advance(rng)
        first = below(rng, count)  # among equals, the first from here on
        rng = advance(rng)
        if unit(rng) >= params.mast_rate:
            return legal[first], rng
        best, highest = first, -2.0
        for k in range(count):
            i = first + k if first + k < count else first + k - count
            mean = memory.mast_mean[player, legal[i]] if memory.mast_count[player, legal[i]] > 0 else UNTRIED
            if mean > highest:
                best, highest = i, mean
        return legal[best], rng

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        most = int(1.0 / params.mast_forgetting) if params.mast_forgetting > 0.0 else 1 << 30
        for ply in range(trail.plies):
            player, move = trail.mover[ply], trail.move[ply]
            own = value if player == FIRST else -value
            count = min(memory.mast_count[player, move] + 1, most)
            memory.mast_count[player, move] = count
            memory.mast_mean[player, move] = mean_with(memory.mast_mean[player, move], own, count, memory)

    table = (3, game.rules.move_ids)  # first player, second player, chance
    return hooks._replace(
        memory=(*hooks.memory, ("mast_mean", "f4", table), ("mast_count", "i4", table)),
        choose=choose,
        learn=learn,
        records_moves=True,
    )
