"""What a simulation of Go costs by the kind of its playouts, beside OpenSpiel's in the same run.

    python benchmarks/go_playouts.py [--seconds 2]

OpenSpiel draws from all legal moves, own eyes and passing among them. Bough's uniform playouts leave own eyes alone, so
they end sooner and end right; with OpenSpiel's kind of playouts one row compares like with like. Urgency playouts
(`policy`) and those of `go-best` know shapes and captures, as Pachi's do.
"""

import argparse
from dataclasses import replace

import numpy as np

import bough
from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.game import Game
from bough.games.go.board import PASS, Board
from bough.games.go.rules import rules_on
from bough.lab.speed import comparison


def unsparing(game: Game, board: Board) -> Game:
    """The game with playouts over all legal moves."""
    allowed = rules_on(board).allowed

    @part
    def any_move(position, rng):
        colour = np.int64(position.to_move) + 1
        while True:  # an illegal draw is drawn again, so that all legal moves are equally likely
            rng = advance(rng)
            drawn = below(rng, np.int64(position.empties) + 1)
            if drawn == position.empties:
                return np.int64(PASS), rng
            point = np.int64(position.empty[drawn])
            if allowed(position, point, colour):
                return point, rng

    return replace(game, rules=replace(game.rules, random_move=any_move, playout=None))


KINDS = (
    ("all legal moves, as OpenSpiel's", "uct", unsparing),
    ("uniform, own eyes left alone", "uct", lambda game, board: game),
    ("by urgency (`uct+policy`)", "uct+policy", lambda game, board: game),
    ("answering the last move (`go-best`)", "go-best", lambda game, board: game),
)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--seconds", type=float, default=2.0, help="CPU seconds a run, of three")
    seconds = asked.parse_args().seconds
    for size in (9, 19):
        name = f"go:{size}"
        game = bough.game(name)
        print(f"\n| {name}, playouts | thousand simulations a CPU second | OpenSpiel's | ratio |\n|---|---:|---:|---:|")
        for kind, recipe, changed in KINDS:
            both = comparison(changed(game, Board(size, size)), bough.recipe(recipe), seconds)
            print(f"| {kind} | {both.ours.median / 1000:.1f} | {both.peer.median / 1000:.2f} | {both.ratio:.1f} |")


if __name__ == "__main__":
    main()
