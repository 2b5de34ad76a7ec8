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

import bough
from bough.arena.results.kept import kept_games
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import FIRST
from bough.search.compose import compose
from bough.search.seams.playouts import stepwise_playout
from bough.search.trees.engine import engine, legal_size, parameters

EACH = 6
"""Positions a game."""


def positions_of(game, paths, wanted):
    """Positions, the number of the game each is from, and whether the first player won it."""
    rows = [row for path in paths for row in kept_games(path) if row.game == game.name and row.winner in (0, 1)]
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
    chosen = bough.recipe(recipe)
    made, hooks = engine(game, chosen), compose(game, chosen.shape)
    inner = stepwise_playout(game, hooks) if hooks.choose else hooks.playout(hooks)

    def run(roots, works, memory, trail, legal, params, count):
        total = 0.0
        for _ in range(count):
            works[0] = roots[0]
            trail[0].plies = 0
            total += inner(works[0], memory[0], trail[0], legal, params[0])
        return total / count

    compiled = kernel(run, game.rules.source)
    memory, trail, params = records(1, made.memory), records(1, made.trail), parameters(made, chosen)
    memory[0].rng = seeded(1)
    works, legal = records(1, game.rules.record), np.zeros(legal_size(game), np.int16)
    compiled(positions[0][0].state, works, memory, trail, legal, params, 2)
    begun = time.process_time()
    found = [compiled(one.state, works, memory, trail, legal, params, playouts) for one, *_ in positions]
    return np.array(found), (time.process_time() - begun) / (playouts * len(positions))


def losses(mean, won):
    """The loss of each position in bits, after the logistic fit by Newton's method."""
    columns = np.stack([mean, np.ones(len(mean))], axis=1)
    weights = np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (won - chance) - 1e-3 * weights
        bend = (columns * (chance * (1 - chance))[:, None]).T @ columns + 1e-3 * np.eye(2)
        weights += np.linalg.solve(bend, slope)
    chance = 1 / (1 + np.exp(-columns @ weights))
    return -np.log2(np.where(won, chance, 1 - chance))


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
