"""How many of the shipped puzzles a search solves in its time: `python benchmarks/puzzle_yardstick.py [hex ...]`.

    python benchmarks/puzzle_yardstick.py connect-four hex --seconds 1 --recipe uct+rave+solver --least 1000

A puzzle is solved if the move played is the only one that wins, and proven if the search also knows that it wins. The
game's own recipe is measured, and each one named besides; puzzles that need fewer simulations are left out by --least.
The puzzles were made by provers and are never learned from.
"""

import argparse

import bough
from bough.arena.results.statistics import score_of_pairs
from bough.knowledge.puzzles.puzzle import shipped_families, shipped_puzzles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("families", nargs="*", default=shipped_families())
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--recipe", action="append", default=[])
    parser.add_argument("--least", type=int, default=0)
    asked = parser.parse_args()
    for family in asked.families:
        puzzles = [one for one in shipped_puzzles(family) if one.simulations >= asked.least]
        for recipe in (None, *asked.recipe):
            solved, proven = [], 0
            for puzzle in puzzles:
                position = bough.game(puzzle.game).position(puzzle.position)
                bough.search(position, recipe, simulations=1)  # compiled before the clock runs
                found = bough.search(position, recipe, seconds=asked.seconds, seed=1)
                solved.append(float(found.move == puzzle.move))
                proven += found.move == puzzle.move and found.proven
            low, high = score_of_pairs([(one, one) for one in solved]).interval
            name = recipe or bough.game(puzzles[0].game).recipe
            print(
                f"{family}, {asked.seconds:g} s, {name}: {sum(solved):.0f} of {len(solved)} solved "
                f"({100 * sum(solved) / len(solved):.0f} % [{100 * low:.0f}, {100 * high:.0f}]), {proven} proven",
                flush=True,
            )


if __name__ == "__main__":
    main()
