"""Every prover against plain minimax: values of many small positions, asked one after another with one table.

    python benchmarks/solver_soundness.py [--positions 100000] [GAME ...]

The reference is written here and shares nothing with the provers but the rules: it visits every position below one
(with the past left out, as provers do), and keeps three values. Positions come from random games, each cut where so few
plies are left that all that follows can be visited.
"""

import argparse
import random
import sys
import time

import numpy as np

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.table import find
from bough.games.contract import DRAW, UNDECIDED
from bough.games.solving.keys import keys_of
from bough.search.solving.provers import DepthFirst, Dfpn

GAMES = {
    "hex:3": 0, "hex:3,swap": 0, "hex:4": 6, "hex:4,swap": 6, "y:3": 0, "y:4": 0, "connect-four:4x4": 0,
    "connect-four:5x4": 6, "tic-tac-toe": 0, "havannah:2": 0, "havannah:3": 10, "examples/breakthrough.py:5": 30,
}  # fmt: skip
"""Each game with the plies that are played at random before a position counts."""
ROOM = 1 << 23


def reference(game):
    """solve(states, moves, keys, values, stack): the value for the player to move, by visiting everything below."""
    rules, key_of = game.rules, keys_of(game, symmetric=False).key
    legal, play, winner = rules.moves, rules.play, rules.winner

    def solve(states, moves, keys, values, frames, seen):
        depth, entering, value = 0, True, 0
        while True:
            if entering:
                entering = False
                ended = winner(states[depth])
                known = ended != UNDECIDED
                if known:
                    value = 0 if ended == DRAW else 1 if ended == states[depth].to_move else -1
                else:
                    key, _ = key_of(states[depth], seen)
                    place = find(keys, key)
                    if keys[place] == key:
                        value, known = values[place], True
                if not known:
                    frames[depth, 0], frames[depth, 1], frames[depth, 2] = legal(states[depth], moves[depth]), -1, -2
                if known:
                    if depth == 0:
                        return value
                    depth -= 1
                    same = states[depth].to_move == states[depth + 1].to_move
                    frames[depth, 2] = max(frames[depth, 2], value if same else -value)
                    continue
            frames[depth, 1] += 1
            if frames[depth, 1] == frames[depth, 0]:
                value = frames[depth, 2]
                key, _ = key_of(states[depth], seen)
                place = find(keys, key)
                keys[place], values[place] = key, value
                if depth == 0:
                    return value
                depth -= 1
                same = states[depth].to_move == states[depth + 1].to_move
                frames[depth, 2] = max(frames[depth, 2], value if same else -value)
                continue
            states[depth + 1] = states[depth]
            play(states[depth + 1], moves[depth, frames[depth, 1]])
            depth += 1
            entering = True

    return kernel(solve, rules.source)


def provers(game):
    """Every prover that the game can have."""
    found = {"df-pn": Dfpn(game, 1 << 24, zones=False)}
    if game.rules.monotone:
        found["df-pn with zones"] = Dfpn(game, 1 << 24, zones=True)
    if not game.rules.repetition:
        found["depth-first"] = DepthFirst(game, 1 << 24)
    return found


def value_by(prover, position):
    """As search/solving/solving.py asks."""
    mover = position.to_move
    for draw_to, yes in ((1 - mover, 1), (mover, 0)):
        prover.ask(position, draw_to)
        while not prover.go_on(1 << 16):
            pass
        if prover.reached:
            return yes
    return -1


def check(name, wanted, plies):
    """Compare values; return how many positions and how many were wrong."""
    game, rng, wrong = bough.game(name), random.Random(1), 0
    solve, rules, found = reference(game), game.rules, provers(game)
    depth = rules.max_plies + 3
    states, moves = records(depth, rules.record), np.zeros((depth, rules.max_moves + 1), np.int16)
    keys, values = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.int8)
    frames, seen = np.zeros((depth, 3), np.int64), np.zeros(keys_of(game).room, np.int16)
    began, checked, met = time.monotonic(), 0, set()
    while checked < wanted and time.monotonic() - began < LIMIT:
        position, ply = game.start(), 0
        while not position.over and checked < wanted:
            if ply >= plies and position.text not in met:
                met.add(position.text)
                if np.count_nonzero(keys[:: ROOM // 4096]) > 2400:
                    keys[:] = 0
                states[0] = position.state[0]
                true = solve(states.view(np.ndarray), moves, keys, values, frames, seen)
                for prover_name, prover in found.items():
                    told = value_by(prover, position)
                    checked += 1
                    if told != true:
                        wrong += 1
                        print(f"  WRONG: {name} {position.text}: {prover_name} says {told}, minimax {true}")
            position = position.play(rng.choice(position.moves))
            ply += 1
        if len(met) > 200_000:
            met.clear()
    took = time.monotonic() - began
    print(f"{name}: {checked:,} values by {', '.join(found)}; {wrong} wrong; {took:.0f} s", flush=True)
    return checked, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=120.0, help="at most, for each game")
    given = parser.parse_args()
    LIMIT = given.seconds
    totals = [check(name, given.positions, GAMES.get(name, 0)) for name in given.games or GAMES]
    print(f"in all {sum(n for n, _ in totals):,} values, {sum(w for _, w in totals)} wrong")
    sys.exit(any(w for _, w in totals))
