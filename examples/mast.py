"""MAST: playouts prefer moves that did well in earlier simulations, wherever they were made.

After Finnsson & Björnsson 2008. A whole idea in one file:

    bough analyze hex:7 --recipe "uct+./examples/mast.py" --simulations 10000
    bough match hex:5 "uct+./examples/mast.py(temperature=1)" uct --simulations 500 --pairs 100 --jobs 2
"""

import math

import bough


@bough.idea(
    "gibbs-mast",
    "playout moves drawn by their mean result so far",
    stage=bough.Stage.POLICY,
    slot="playout policy",
    in_turn="playouts draw by what earlier ones have taught",
    temperature=bough.Number(0.5, least=0.01),
)
def gibbs_mast(game, hooks):
    """Draw a move of mean result m with a probability proportional to exp(m / temperature)."""
    moves, learn_before = game.rules.moves, hooks.learn

    @bough.part
    def choose(position, memory, params, legal, rng):
        count = moves(position, legal)
        total = 0.0
        for i in range(count):
            player, move = position.to_move, legal[i]
            # A move never made counts as a win, so that it is tried.
            mean = memory.mast_mean[player, move] if memory.mast_count[player, move] > 0 else 1.0
            memory.mast_weight[i] = math.exp((mean - 1.0) / params.gibbs_mast_temperature)
            total += memory.mast_weight[i]
        rng = bough.advance(rng)
        left = bough.unit(rng) * total
        for i in range(count - 1):
            left -= memory.mast_weight[i]
            if left < 0.0:
                return legal[i], rng
        return legal[count - 1], rng

    @bough.part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        for ply in range(trail.plies):
            player, move = trail.mover[ply], trail.move[ply]
            own = value if player == bough.FIRST else -value
            memory.mast_count[player, move] += 1
            count = memory.mast_count[player, move]
            memory.mast_mean[player, move] = bough.mean_with(memory.mast_mean[player, move], own, count, memory)

    table = (3, game.rules.move_ids)  # first player, second player, chance
    return hooks._replace(
        memory=(
            *hooks.memory,
            ("mast_mean", "f4", table),
            ("mast_count", "i4", table),
            ("mast_weight", "f8", (game.rules.max_moves,)),
        ),
        choose=choose,
        learn=learn,
        records_moves=True,
    )
