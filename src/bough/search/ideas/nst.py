"""NST: playouts prefer moves that did well after the moves before them (Tak, Winands & Björnsson 2012)."""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, scattered
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks, mean_with
from bough.search.seams.moves.means import greedy_choice
from bough.search.seams.playouts import LAST

MOST_BITS = 18
"""Sequences are kept in a table of at most this many bits; those that fall together share a place."""
LONGEST = 3
_16, _32, _48 = np.uint64(16), np.uint64(32), np.uint64(48)


@part
def place_of(player, length, move, before, earlier, shift):
    """Where a sequence of one, two or three moves stands in a table of 64 - shift bits."""
    word = np.uint64(move) | np.uint64(player * LONGEST + length) << _48
    if length > 1:
        word |= np.uint64(before) << _16
    if length > 2:
        word |= np.uint64(earlier) << _32
    return np.int64(advance(scattered(word)) >> shift)


@idea(
    "nst",
    "playouts prefer moves that did well after the last moves",
    stage=Stage.POLICY,
    slot="playout policy",
    in_turn="playouts choose by what earlier ones have taught",
    rate=Number(0.6, most=1.0),
    length=Number(2.0, least=1.0, most=float(LONGEST)),
    seen=Number(7.0, least=1.0),
)
def nst(game: Game, hooks: Hooks) -> Hooks:
    """With probability `rate`, make the move whose sequences have the best mean result, averaged over their lengths up
    to `length`; a sequence counts once it was `seen` this often."""
    learn_before = hooks.learn
    bits = min(MOST_BITS, (4 * 3 * game.rules.move_ids**LONGEST).bit_length())
    shift = np.uint64(64 - bits)

    @part
    def worth(memory, params, player, move):
        total, known = 0.0, 0
        for length in range(1, int(params.nst_length) + 1):
            if length > 1 and memory.last[length - 2] < 0:
                break
            at = place_of(player, length, move, memory.last[0], memory.last[1], shift)
            if length == 1 or memory.nst_count[at] >= params.nst_seen:
                total += np.float64(memory.nst_mean[at]) if memory.nst_count[at] > 0 else 1.0
                known += 1
        return total / known

    choose_best = greedy_choice(game, worth)

    @part
    def choose(position, memory, params, legal, rng):
        return choose_best(position, memory, params, legal, rng, params.nst_rate)

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        for ply in range(trail.plies):
            player = trail.mover[ply]
            own = value if player == FIRST else -value
            before = trail.move[ply - 1] if ply > 0 else -1
            earlier = trail.move[ply - 2] if ply > 1 else -1
            for length in range(1, min(int(params.nst_length), ply + 1) + 1):
                at = place_of(player, length, trail.move[ply], before, earlier, shift)
                memory.nst_count[at] += 1
                memory.nst_mean[at] = mean_with(memory.nst_mean[at], own, memory.nst_count[at], memory)

    return hooks._replace(
        memory=(*hooks.memory, LAST, ("nst_mean", "f4", (1 << bits,)), ("nst_count", "i4", (1 << bits,))),
        choose=choose,
        learn=learn,
        records_moves=True,
    )
