"""How well playouts foretell who wins finished games: their mean against the result, as log-loss, and their speed.

    python benchmarks/playout_loss.py go:9 docs/results/games/networks-go.csv --recipe uct --recipe uct+reply+careful

Positions are drawn from the second to fourth fifth of each game of the CSV, several a game. The playouts of every
recipe start from the same positions. A mean m becomes a chance by the logistic function of a m + b, fitted to the same
positions (two numbers for hundreds of results). After the first recipe the difference to it is shown with its standard
error, the games being what is drawn. Fewer bits are better: a policy is worth a match if it saves more than two errors.
"""

import argparse
import math
import random
import time
from pathlib import Path

import numpy as np
from playouts_alone import playouts_of

import bough
from bough.arena.results.kept import kept_games
from bough.games.contract import FIRST
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.lab.learning.lesson import Samples, fitted_weights

EACH = 6
"""Positions a game."""


def positions_of(game, paths, wanted):
    """Positions, the number of the game each is from, and whether the first player won it."""
    rows = [row for path in paths for row in kept_games(path) if row.game == game.name and row.winner in (0, 1)]
    rows = [row for row in rows if len(row.moves.split()) >= 2 * EACH]
    random.Random(1).shuffle(rows)
    found = []
    for number, row in enumerate(rows[: math.ceil(wanted / EACH)]):
        moves = row.moves.split()
        for ply in sorted(random.Random(number).sample(range(len(moves) // 5, 4 * len(moves) // 5), EACH)):
            position = game.start()
            for move in moves[:ply]:
                position = position.play(move)
            found.append((position, number, row.winner == FIRST))
    return found


def means(game, recipe, positions, playouts):
    """The mean result of playouts from each position, for the first player, and the CPU seconds of one."""
    play_out = playouts_of(game, recipe)
    play_out(positions[0][0].state, 2)
    begun = time.process_time()
    found = [play_out(one.state, playouts) for one, *_ in positions]
    return np.array(found), (time.process_time() - begun) / (playouts * len(positions))


def losses(mean, won):
    """The loss of each position in bits, after the logistic fit."""
    columns, names = np.stack([mean, np.ones(len(mean))], axis=1), ("mean", "always")
    weights = fitted_weights(Samples(names, columns, won), names)
    logit = columns @ [weights[name] / POINTS_A_LOGIT for name in names]
    return np.log2(1 + np.exp(np.where(won, -logit, logit)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("games", nargs="+", type=Path, help="CSV files of games, as bough results --csv writes them")
    parser.add_argument("--recipe", action="append", help="whose playouts; several are compared")
    parser.add_argument("--positions", type=int, default=2400)
    parser.add_argument("--playouts", type=int, default=100)
    given = parser.parse_args()
    game = bough.game(given.game)
    positions = positions_of(game, given.games, given.positions)
    if not positions:
        raise SystemExit(f"none of these files has a finished game of {game.name} with a winner")
    number, won = (np.array([row[i] for row in positions]) for i in (1, 2))
    print(f"{len(positions)} positions of {number[-1] + 1} games")
    first = None
    for recipe in given.recipe or [game.recipe]:
        mean, seconds = means(game, recipe, positions, given.playouts)
        loss = losses(mean, won)
        told = f"{recipe}: {loss.mean():.4f} bits, {1 / seconds:,.0f} playouts a CPU second"
        if first is not None:
            by_game = np.bincount(number, loss - first) / np.bincount(number)
            told += f"; {by_game.mean():+.4f} +- {by_game.std(ddof=1) / math.sqrt(len(by_game)):.4f} to the first"
        first = loss if first is None else first
        print(told, flush=True)


if __name__ == "__main__":
    main()
