"""Mean results of moves wherever they were made, and playouts that make the best ones."""

from bough.core.jit import part
from bough.core.rng import advance, below, unit
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.seams.hooks import Hooks, mean_with


def with_move_means(game: Game, hooks: Hooks) -> Hooks:
    """Keep the mean result of every move of either player over all simulations in memory.move_mean, and how often it
    was made in memory.move_count; several ideas may ask for them."""
    table = (3, game.rules.move_ids)  # first player, second player, chance
    fields = ("move_mean", "f4", table), ("move_count", "i4", table)
    if fields[0] in hooks.memory:
        return hooks
    learn_before = hooks.learn

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        for ply in range(trail.plies):
            player, move = trail.mover[ply], trail.move[ply]
            own = value if player == FIRST else -value
            memory.move_count[player, move] += 1
            count = memory.move_count[player, move]
            memory.move_mean[player, move] = mean_with(memory.move_mean[player, move], own, count, memory)

    return hooks._replace(memory=(*hooks.memory, *fields), learn=learn, records_moves=True)


def greedy_choice(game: Game, worth):
    """choose(position, memory, params, legal, rng, rate): with probability `rate` the legal move of the highest
    worth(memory, params, player, move), otherwise any."""
    moves = game.rules.moves

    @part
    def choose(position, memory, params, legal, rng, rate):
        count, player = moves(position, legal), position.to_move
        rng = advance(rng)
        first = below(rng, count)  # among equals, the first from here on
        rng = advance(rng)
        if unit(rng) >= rate:
            return legal[first], rng
        best, highest = first, -2.0
        for k in range(count):
            i = first + k if first + k < count else first + k - count
            found = worth(memory, params, player, legal[i])
            if found > highest:
                best, highest = i, found
        return legal[best], rng

    return choose
