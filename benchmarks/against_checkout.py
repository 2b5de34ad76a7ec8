"""Paired games of two searches that may come from two checkouts and use several threads; the two take turns.

    python benchmarks/against_checkout.py hex:11 --threads 2 --other ../older --other-threads 2 --games 200

Each side runs in a process of its own and keeps its tree. Openings are random, or those of a
file, and played twice with colours exchanged. Games are appended to a CSV file as they end, and the same command goes
on where it stopped.
"""

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import bough
from bough.arena.openings import openings_from_file, position_after
from bough.arena.results.statistics import score_of_pairs

SIDE = """
import json, sys, time
import bough

asked = json.loads(sys.stdin.readline())
game = bough.game(asked["game"])
search = bough.searcher(game, asked["recipe"], memory="1GiB", threads=asked["threads"], seed=asked["seed"])
search.search(game.start(), simulations=100)
search.forget()
print("ready", flush=True)
for line in sys.stdin:
    moves = json.loads(line)
    if moves == "new":
        search.forget()
        continue
    position = game.start()
    for move in moves:
        position = position.play(move)
    begun = time.process_time()
    found = search.search(position, seconds=asked["seconds"])
    print(json.dumps([found.move, found.simulations, time.process_time() - begun]), flush=True)
"""


class Side:
    """One searcher in its own process."""

    def __init__(self, source: Path, recipe: str, threads: int, arguments: argparse.Namespace, seed: int):
        environment = os.environ | {"PYTHONPATH": str(source / "src")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        asked = {"game": arguments.game, "recipe": recipe, "threads": threads, "seed": seed}
        self._say(asked | {"seconds": arguments.seconds})
        assert self._hear() == "ready"
        self.simulations, self.cpu = 0, 0.0

    def _say(self, what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def _hear(self):
        return self.process.stdout.readline().strip()

    def new(self):
        self._say("new")
        self.simulations, self.cpu = 0, 0.0

    def move(self, moves):
        self._say(moves)
        move, simulations, cpu = json.loads(self._hear())
        self.simulations += simulations
        self.cpu += cpu
        return move


def opening(game, number, listed):
    """One of those in the file, or two random moves; the same for both games of a pair."""
    if listed:
        return position_after(game, listed[number % len(listed)])
    rng, position = random.Random(number), game.start()
    for _ in range(2):
        position = position.play(rng.choice([move for move in position.moves if move != "pass"]))
    return position


def played(game, sides, number, listed):
    """One game; the first side has the first move in even games."""
    position, first = opening(game, number // 2, listed), number % 2
    for side in sides:
        side.new()
    while not position.over:
        side = sides[(position.to_move + first) % 2]
        position = position.play(side.move(list(position.history)))
    points = 0.5 if position.winner is None else float(position.winner == first)
    return points, position


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--recipe", help="the game's own unless given")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--other", type=Path, default=Path("."), help="the other side's checkout")
    parser.add_argument("--other-recipe", help="the same unless given")
    parser.add_argument("--other-threads", type=int, default=1)
    parser.add_argument("--openings", type=Path, help="a file with one a line, such as bough openings makes")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--limit", type=float, default=1e9, help="seconds after which no game begins")
    parser.add_argument("--output", type=Path, default=Path("against_checkout.csv"))
    arguments = parser.parse_args()
    game = bough.game(arguments.game)
    arguments.recipe = arguments.recipe or game.recipe
    arguments.other_recipe = arguments.other_recipe or arguments.recipe
    sides = [
        Side(Path("."), arguments.recipe, arguments.threads, arguments, 1),
        Side(arguments.other, arguments.other_recipe, arguments.other_threads, arguments, 2),
    ]
    listed = openings_from_file(game, arguments.openings) if arguments.openings else []
    done = []
    if arguments.output.exists():
        done = [float(row["points"]) for row in csv.DictReader(arguments.output.open())]
    begun = time.monotonic()
    with arguments.output.open("a") as file:
        out = csv.writer(file)
        if not done:
            out.writerow(["game", "recipe", "seconds", "threads", "other", "other_recipe", "number", "points",
                          "moves", "simulations", "other_simulations", "cpu", "other_cpu"])  # fmt: skip
        for number in range(len(done), arguments.games):
            if time.monotonic() - begun > arguments.limit and number % 2 == 0:
                break
            points, position = played(game, sides, number, listed)
            done.append(points)
            out.writerow([game.name, arguments.recipe, arguments.seconds, arguments.threads, arguments.other_threads,
                          arguments.other_recipe, number, points, " ".join(position.history), sides[0].simulations,
                          sides[1].simulations, round(sides[0].cpu, 2), round(sides[1].cpu, 2)])  # fmt: skip
            file.flush()
            if number % 2:
                score = score_of_pairs(list(zip(done[::2], done[1::2], strict=True)))
                low, high = (100 * bound for bound in score.interval)
                print(f"{100 * score.mean:.1f} % [{low:.1f}, {high:.1f}] of {len(done)}", flush=True)


if __name__ == "__main__":
    main()
