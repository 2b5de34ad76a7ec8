"""Every prover against plain minimax: values of many small positions, asked one after another with one table.

    python benchmarks/solver_soundness.py [--positions 100000] [GAME ...]

The reference is written here and shares nothing with the provers but the rules: it visits every position below one
(with the past left out, as provers do), and keeps three values. Positions come from random games, each cut where so few
plies are left that all that follows can be visited. Lines of Action, where positions come again, has a reference of its
own (loa_reference.py); there a prover claims wins alone, and those that it does not see are counted as missed.
"""

import argparse
import random
import sys
import time

import numpy as np
from loa_reference import Reference

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.table import find
from bough.games.contract import DRAW, UNDECIDED
from bough.games.solving.keys import keys_of
from bough.search.solving.insight.insight import NONE
from bough.search.solving.insight.sequences import sequences
from bough.search.solving.provers import DepthFirst, Dfpn

GAMES = {
    "hex:3": 0, "hex:3,swap": 0, "hex:4": 6, "hex:4,swap": 6, "y:3": 0, "y:4": 0, "connect-four:4x4": 0,
    "connect-four:5x4": 6, "tic-tac-toe": 0, "havannah:2": 0, "havannah:3": 10, "examples/breakthrough.py:4": 0,
    "examples/breakthrough.py:5": 30, "loa:4": 0,
}  # fmt: skip
"""Each game with the plies that are played at random before a position counts."""
ROOM = 1 << 23
STALE = 500
"""Games without a new position after which all are taken to have been seen."""


def visiting(game):
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

    return solve


def provers(game):
    """Every prover that the game can have."""
    found = {"df-pn": Dfpn(game, 1 << 24, zones=False, insight=NONE)}
    if not game.rules.monotone and sequences(game).useful:
        found["df-pn with threats in a row"] = Dfpn(game, 1 << 24)
        found["df-pn with threats in a row, 3 threads"] = Dfpn(game, 1 << 16, threads=3)
    if game.rules.monotone:
        found["df-pn with zones"] = Dfpn(game, 1 << 24, zones=True, insight=NONE)
        found["df-pn with virtual connections"] = Dfpn(game, 1 << 24)
        found["df-pn with zones, 3 threads"] = Dfpn(game, 1 << 16, zones=True, insight=NONE, threads=3)
    if not game.rules.repetition:
        found["depth-first"] = DepthFirst(game, 1 << 24)
        found["depth-first, 3 threads"] = DepthFirst(game, 1 << 14, threads=3)  # small tables, for which they fight
    return found


def ask(prover, position, draw_to):
    """Whether the player to move reaches his goal."""
    prover.ask(position, draw_to)
    while not prover.go_on(1 << 16):
        pass
    return prover.reached


def value_by(prover, position):
    """As search/solving/solving.py asks; None where positions come again and nobody is seen to win."""
    mover = position.to_move
    if position.game.rules.repetition:
        won = next((player for player in (0, 1) if ask(prover, position, 1 - player) == (player == mover)), None)
        return None if won is None else 1 if won == mover else -1
    for draw_to, yes in ((1 - mover, 1), (mover, 0)):
        if ask(prover, position, draw_to):
            return yes
    return -1


def exact_values(game, plies):
    """Different positions with their exact values, until random games show no other."""
    rng = random.Random(SEED)
    if game.rules.repetition:
        exact = Reference()
        yield from ((game.position(text), exact.value(text)) for text in exact.texts(rng))
    solve, rules = kernel(visiting(game), game.rules.source), game.rules
    depth = rules.max_plies + 3
    states, moves = records(depth, rules.record), np.zeros((depth, rules.max_moves + 1), np.int16)
    keys, values = np.zeros(ROOM, np.uint64), np.zeros(ROOM, np.int8)
    frames, seen = np.zeros((depth, 3), np.int64), np.zeros(keys_of(game).room, np.int16)
    met, stale = set(), 0
    while stale < STALE:
        stale += 1
        position, ply = game.start(), 0
        while not position.over:
            if ply >= plies and position.text not in met:
                met.add(position.text)
                stale = 0
                if np.count_nonzero(keys[:: ROOM // 4096]) > 2400:
                    keys[:] = 0
                states[0] = position.state[0]
                yield position, int(solve(states.view(np.ndarray), moves, keys, values, frames, seen))
            position = position.play(rng.choice(position.moves))
            ply += 1
        if len(met) > 200_000:
            met.clear()


def check(name, wanted, plies):
    """Compare values; return how many there were and how many were wrong."""
    game = bough.game(name)
    found, began = provers(game), time.monotonic()
    checked = wrong = missed = 0
    for position, true in exact_values(game, plies):
        for prover_name, prover in found.items():
            told = value_by(prover, position)
            checked += 1
            if told is None:
                missed += true != 0
            elif told != true:
                wrong += 1
                print(f"  WRONG: {name} {position.text}: {prover_name} says {told}, exact {true}")
        if checked >= wanted or time.monotonic() - began > LIMIT:
            break
    took, unseen = time.monotonic() - began, f" ({missed} wins missed)" if missed else ""
    print(f"{name}: {checked:,} values by {', '.join(found)}; {wrong} wrong{unseen}; {took:.0f} s", flush=True)
    return checked, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=120.0, help="at most, for each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    LIMIT, SEED = given.seconds, given.seed
    totals = [check(name, given.positions, GAMES.get(name, 0)) for name in given.games or GAMES]
    print(f"in all {sum(n for n, _ in totals):,} values, {sum(w for _, w in totals)} wrong")
    sys.exit(any(w for _, w in totals))
