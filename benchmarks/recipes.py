"""Which recipe plays a game best at equal time: paired games from random openings, with a 95 % interval.

    python benchmarks/recipes.py hex:11 uct+rave+solver uct+solver --pairs 50 --seconds 0.1

Every opening (two random plies) is played twice with colours changed. Both players run in this process, one
after the other, so they share the machine's noise.
"""

import argparse
import math
import random

import bough


def winner_of(game: bough.Game, opening: list[str], recipes: list[str], budget: dict, seed: int) -> int | None:
    """Play one game; recipes[0] moves first after the opening's plies have been made."""
    position = game.start()
    for move in opening:
        position = position.play(move)
    searchers = [bough.Searcher(game, recipe, seed=seed + i, memory="300MiB") for i, recipe in enumerate(recipes)]
    while not position.over:
        result = searchers[position.to_move].search(position, **budget)
        assert result.move is not None
        position = position.play(result.move)
    return position.winner


def interval(scores: list[float]) -> tuple[float, float]:
    """Mean and half-width of the 95 % interval over pairs (the unit that is independent)."""
    mean = sum(scores) / len(scores)
    if len(scores) < 2:
        return mean, 1.0
    variance = sum((s - mean) ** 2 for s in scores) / (len(scores) - 1)
    return mean, 1.96 * math.sqrt(variance / len(scores))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = bough.game(arguments.game)
    budget = {"seconds": arguments.seconds, "simulations": arguments.simulations}
    rng = random.Random(arguments.seed)
    pairs = []
    for pair in range(arguments.pairs):
        opening = []
        position = game.start()
        for _ in range(2):
            opening.append(rng.choice(position.moves))
            position = position.play(opening[-1])
        score = 0.0
        for first_sits in (0, 1):
            order = [arguments.first, arguments.second] if first_sits == 0 else [arguments.second, arguments.first]
            winner = winner_of(game, opening, order, budget, arguments.seed * 1000 + pair)
            score += 0.25 if winner is None else 0.5 * (winner == first_sits)
        pairs.append(score)
    mean, half = interval(pairs)
    limit = f"{arguments.seconds} s" if arguments.seconds else f"{arguments.simulations} simulations"
    print(
        f"{game.name} {arguments.first} against {arguments.second} at {limit} a move: "
        f"{mean:.1%} ± {half:.1%} of {2 * len(pairs)} games"
    )


if __name__ == "__main__":
    main()
