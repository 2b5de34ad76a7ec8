"""The cost in nanoseconds of each piece of an alpha-beta node and of a playout ply in Lines of Action.

    python benchmarks/loa_shares.py

Each piece is timed alone on a middle-game position; nodes per second come from a search of the start position.
"""

import random
import time

import numpy as np

import bough
from bough.core.jit import kernel, part
from bough.core.records import records
from bough.knowledge.registry import knowledge_of
from bough.search.classic.deepening import AlphaBeta, AlphaBetaOptions

REPEATS = 200_000


def nanoseconds(piece, position: bough.Position) -> float:
    """CPU time of one call piece(states, legal, weights)."""

    def run(states, legal, weights, repeats):
        total = 0.0
        for _ in range(repeats):
            total += piece(states, legal, weights)
        return total

    compiled = kernel(run)
    states = records(2, position.game.rules.record)
    states[0] = position.state[0]
    legal = np.array(list(position.move_numbers.values()) + [0] * 100, np.int16)
    arrays = states.view(np.ndarray), legal, np.zeros(100, np.float32)
    compiled(*arrays, 10)
    begun = time.process_time()
    compiled(*arrays, REPEATS)
    return (time.process_time() - begun) / REPEATS * 1e9


def pieces(game: bough.Game):
    """The pieces to time, each with its name."""
    known = knowledge_of(game)
    moves, play, wins_at, weigh = game.rules.moves, game.rules.play, game.rules.wins_at, known.weigh

    def evaluating(evaluate):
        @part
        def piece(states, legal, weights):
            return evaluate(states[0])

        return piece

    @part
    def listing(states, legal, weights):
        return moves(states[0], legal)

    @part
    def weighing(states, legal, weights):
        return weigh(states[0], legal, weights)

    @part
    def seeing_wins(states, legal, weights):
        found = 0
        for i in range(30):
            found += wins_at(states[0], legal[i], states[0].to_move)
        return found

    @part
    def copying(states, legal, weights):
        states[1] = states[0]
        return states[1].to_move

    @part
    def copying_and_playing(states, legal, weights):
        states[1] = states[0]
        play(states[1], legal[0])
        return states[1].to_move

    yield "list the moves", listing
    yield "list and weigh the moves", weighing
    yield "look for a win among 30 moves", seeing_wins
    yield "copy the position", copying
    yield "copy it and play", copying_and_playing
    for name, evaluate in known.evaluations.items():
        yield f"evaluate, {name}", evaluating(evaluate)


def main() -> None:
    """Print the table and the speed of alpha-beta."""
    game, rng = bough.game("loa"), random.Random(3)
    position = game.start()
    while len(position.history) < 14 or len(position.moves) < 30:
        position = position.play(rng.choice(position.moves))
    for name, piece in pieces(game):
        print(f"{name:32} {nanoseconds(piece, position):6.0f} ns")
    for name in knowledge_of(game).evaluations:
        searcher = AlphaBeta(game, AlphaBetaOptions(evaluation=name))
        begun = time.process_time()
        nodes = searcher.search(game.start(), simulations=1_000_000).nodes
        print(f"alphabeta, {name:21} {nodes / (time.process_time() - begun) / 1000:6.0f} thousand nodes a second")


if __name__ == "__main__":
    main()
