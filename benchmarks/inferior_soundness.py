"""The moves that `inferior` keeps against plain minimax: does the best of them always have the position's value?

Where no move stays, the game is decided whatever is played: all moves must have the position's value.

    python benchmarks/inferior_soundness.py [--positions 250000]

Positions come from random games of Hex and Y; on the larger boards after so many plies that all that follows can be
visited.
"""

import argparse
import sys
import time

import numpy as np
from solver_soundness import ROOM, visiting

import bough
from bough.core.jit import kernel, part
from bough.core.records import records
from bough.core.rng import advance, below
from bough.games.connection.dead import BEATEN, judging
from bough.games.contract import UNDECIDED
from bough.games.solving.keys import keys_of

GAMES = {"hex:3": 1, "hex:4": 6, "hex:5": 16, "y:3": 1, "y:4": 1, "y:5": 6, "y:6": 12}
"""Each game with the plies that are played at random before a position counts."""


def checking(game):
    """A kernel that plays random games and counts positions, moves, moves left out and wrong values."""
    judge, solve = judging(game.rules.connection), part(visiting(game))
    setup, legal_moves, play, winner = game.rules.setup, game.rules.moves, game.rules.play, game.rules.winner

    def check(states, moves, keys, values, frames, seen, ring, use, legal, found, plies, wanted, rng):
        while found[0] < wanted:
            setup(states[-1])
            ply = 0
            while winner(states[-1]) == UNDECIDED:
                count = legal_moves(states[-1], legal)
                if ply >= plies:
                    if np.count_nonzero(keys[:4096]) > 2400:
                        keys[:] = 0
                    states[0] = states[-1]
                    true = solve(states, moves, keys, values, frames, seen)
                    judge(states[-1], ring, use)
                    best, worst, kept = -1, 1, 0
                    for i in range(count):
                        states[0] = states[-1]
                        play(states[0], legal[i])
                        value = -solve(states, moves, keys, values, frames, seen)
                        worst = min(worst, value)
                        if use[legal[i]] < BEATEN:
                            best = max(best, value)
                            kept += 1
                    found[0] += 1
                    found[1] += count
                    found[2] += count - kept
                    found[3] += (best if kept > 0 else worst) != true
                rng = advance(rng)
                play(states[-1], legal[below(rng, count)])
                ply += 1
        return rng

    return kernel(check, game.rules.source)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=250_000)
    wanted, wrong, total = parser.parse_args().positions, 0, 0
    for name, plies in GAMES.items():
        game, began = bough.game(name), time.monotonic()
        rules, area = game.rules, game.rules.connection.area
        check, depth, found = checking(game), game.rules.max_plies + 4, np.zeros(4, np.int64)
        states, moves = records(depth, rules.record).view(np.ndarray), np.zeros((depth, rules.max_moves + 1), np.int16)
        keys, values = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.int8)
        frames, seen = np.zeros((depth, 3), np.int64), np.zeros(keys_of(game).room, np.int16)
        ring, use = np.zeros((2, area + 1), np.uint8), np.zeros(area + 1, np.int8)
        legal = np.zeros(rules.max_moves + 1, np.int16)
        check(states, moves, keys, values, frames, seen, ring, use, legal, found, plies, wanted, np.uint64(7))
        positions, listed, out, bad = found.tolist()
        took = time.monotonic() - began
        share = out / listed
        print(f"{name}: {positions:,} positions, {share:.1%} of moves left out, {bad} wrong; {took:.0f} s", flush=True)
        wrong, total = wrong + bad, total + positions
    print(f"in all {total:,} positions, {wrong} wrong")
    sys.exit(wrong > 0)
