"""PPA: playouts learn a softmax over moves from the games that won (Cazenave 2015, Playout policy adaptation)."""

import math

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks

MOST = 1024
"""Choices of one playout that are learned from; later ones are not."""
STEEPEST = 1e6
"""A move is at most this many times as likely as one that nothing was learned about, and at least its inverse."""


@part
def strength(memory, player, move):
    """e to the weight of a move; 1 before anything was learned."""
    known = memory.strength[player, move]
    return known if known > 0.0 else 1.0


@idea(
    "ppa",
    "playouts draw moves by weights that won games raise",
    stage=Stage.POLICY,
    slot="playout policy",
    in_turn="playouts choose by what earlier ones have taught",
    rate=Number(0.02, above=0.0, most=5.0),
)
def ppa(game: Game, hooks: Hooks) -> Hooks:
    """Draw moves in proportion to e^w. After a playout the winner's moves gain `rate`, and what the policy would have
    made in their place loses as much.

    The paper takes rate * p from every legal move, p its probability. Here one move, drawn by p, loses the whole rate:
    the same on average, without a second look at the positions of the playout.
    """
    moves, learn_before = game.rules.moves, hooks.learn

    @part
    def drawn(memory, player, legal, count, total, share):
        """The move at which the weights added up pass a share of their total."""
        left = share * total
        for i in range(count - 1):
            left -= strength(memory, player, legal[i])
            if left < 0.0:
                return legal[i]
        return legal[count - 1]

    @part
    def choose(position, memory, params, legal, rng):
        count, player, total = moves(position, legal), position.to_move, 0.0
        for i in range(count):
            total += strength(memory, player, legal[i])
        rng = advance(rng)
        move = drawn(memory, player, legal, count, total, unit(rng))
        if memory.choices < MOST:
            rng = advance(rng)
            at = memory.choices
            memory.chose[at, 0], memory.chose[at, 1] = player, move
            memory.chose[at, 2] = drawn(memory, player, legal, count, total, unit(rng))
            memory.choices += 1
        return move, rng

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        step = math.exp(params.ppa_rate)
        for at in range(memory.choices):
            player = memory.chose[at, 0]
            if value != 0.0 and (value > 0.0) == (player == FIRST):
                made, instead = memory.chose[at, 1], memory.chose[at, 2]
                memory.strength[player, made] = min(STEEPEST, strength(memory, player, made) * step)
                memory.strength[player, instead] = max(1.0 / STEEPEST, strength(memory, player, instead) / step)
        memory.choices = 0

    fields = (("strength", "f8", (2, game.rules.move_ids)), ("chose", "i4", (MOST, 3)), ("choices", "i4"))
    return hooks._replace(memory=(*hooks.memory, *fields), choose=choose, learn=learn)
