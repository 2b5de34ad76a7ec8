"""Last good reply with forgetting: playouts answer as they last did with success (Baier & Drake 2010)."""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, scattered
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import LAST, uniform_choice

BITS = 16
"""Replies to two moves are kept in a table of this many bits; pairs that fall together share a place."""
_16 = np.uint64(16)
_SHIFT = np.uint64(64 - BITS)


@part
def pair_at(last, before):
    """Where the reply to two moves stands."""
    return np.int64(advance(scattered(np.uint64(last) << _16 | np.uint64(before))) >> _SHIFT)


@idea(
    "last-good-reply",
    "playouts answer the last two moves as they last did with success",
    stage=Stage.PLAYOUT,
    in_turn="playouts choose by what earlier ones have taught",
)
def last_good_reply(game: Game, hooks: Hooks) -> Hooks:
    """Answer the last two moves, or else the last one, as in the last playout won so; a lost reply is forgotten."""
    choose_any, moves, learn_before = hooks.choose or uniform_choice(game), game.rules.moves, hooks.learn

    @part
    def kept(memory, player):
        """The replies to the last two moves and to the last one, -1 for none."""
        if memory.last[0] < 0:
            return -1, -1
        one = memory.reply_one[player, memory.last[0]] - 1
        two = memory.reply_two[player, pair_at(memory.last[0], memory.last[1])] - 1 if memory.last[1] >= 0 else -1
        return two, one

    @part
    def choose(position, memory, params, legal, rng):
        two, one = kept(memory, position.to_move)
        if two >= 0 or one >= 0:
            simple = -1
            for i in range(moves(position, legal)):
                if legal[i] == two:
                    return legal[i], rng
                if legal[i] == one:
                    simple = legal[i]
            if simple >= 0:
                return simple, rng
        return choose_any(position, memory, params, legal, rng)

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        for ply in range(1, trail.plies):
            player, move, last = trail.mover[ply], trail.move[ply], trail.move[ply - 1]
            if player == CHANCE or value == 0.0:
                continue
            at = pair_at(last, trail.move[ply - 2]) if ply > 1 else -1
            if (value > 0.0) == (player == FIRST):
                memory.reply_one[player, last] = move + 1
                if at >= 0:
                    memory.reply_two[player, at] = move + 1
            else:
                if memory.reply_one[player, last] == move + 1:
                    memory.reply_one[player, last] = 0
                if at >= 0 and memory.reply_two[player, at] == move + 1:
                    memory.reply_two[player, at] = 0

    tables = (("reply_one", "i4", (2, game.rules.move_ids)), ("reply_two", "i4", (2, 1 << BITS)))
    return hooks._replace(memory=(*hooks.memory, LAST, *tables), choose=choose, learn=learn, records_moves=True)
