"""How often a search plays a best move in Connect Four: positions solved by a prover of its own, 500 by default.

    python benchmarks/best_moves.py [--positions 500] [--stones 20] [SEARCH@SIMULATIONS ...]

SEARCH is a recipe, or `policy` for the network's move without any search. The prover is a plain minimax search on
bitboards with a table, written for this file alone. A position counts only if some of its moves are not best.
"""

import argparse
import random
from collections.abc import Callable

import numpy as np
from numba import njit

import bough
from bough.arena.results.statistics import score_of_pairs
from bough.knowledge.networks.shipped import shipped_network

HEIGHT, WIDTH = 6, 7
TABLE = (1 << 24) - 3
DEFAULT = ("policy@1", "puct+solver@100", "puct+solver@1000", "uct+anti-decisive+solver@1000")


@njit
def won(stones):
    """Four in a row of stones; columns have seven bits each, the highest always 0."""
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@njit
def value(own, other, heights, keys, values, order):
    """1, 0 or -1 for the player to move, whose stones are `own`; nobody has four in a row yet."""
    free, forced = 0, -1
    for column in range(WIDTH):
        if heights[column] < HEIGHT:
            free += 1
            bit = np.uint64(1) << np.uint64(7 * column + heights[column])
            if won(own | bit):
                return 1
            if won(other | bit):
                forced = column if forced < 0 else WIDTH
    if free == 0:
        return 0
    if forced == WIDTH:  # two places to stop, one move to do it
        return -1
    key = own + (own | other)  # no two positions have the same
    place = key % np.uint64(TABLE)
    if keys[place] == key:
        return values[place]
    best = -1
    for column in order:
        if heights[column] == HEIGHT or (forced >= 0 and column != forced):
            continue
        bit = np.uint64(1) << np.uint64(7 * column + heights[column])
        heights[column] += 1
        best = max(best, -value(other, own | bit, heights, keys, values, order))
        heights[column] -= 1
        if best == 1:
            break
    keys[place], values[place] = key, best
    return best


class Prover:
    """The exact values of the moves of a position."""

    def __init__(self) -> None:
        self.keys, self.values = np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.int8)
        self.order = np.array([3, 2, 4, 1, 5, 0, 6])

    def moves(self, columns: list[int]) -> dict[int, int]:
        """The value of each legal column for the player to move, after columns were played."""
        sides, heights = [np.uint64(0), np.uint64(0)], np.zeros(WIDTH, np.int64)
        for ply, column in enumerate(columns):
            sides[ply % 2] |= np.uint64(1) << np.uint64(7 * column + heights[column])
            heights[column] += 1
        own, other = sides[len(columns) % 2], sides[1 - len(columns) % 2]
        found = {}
        for column in range(WIDTH):
            if heights[column] < HEIGHT:
                bit = np.uint64(1) << np.uint64(7 * column + heights[column])
                heights[column] += 1
                after = (other, own | bit, heights, self.keys, self.values, self.order)
                found[column] = 1 if won(own | bit) else -value(*after)
                heights[column] -= 1
        return found


def positions(count: int, stones: int, prover: Prover) -> list[tuple[bough.Position, set[str]]]:
    """Positions of random games with their best moves."""
    game, rng = bough.game("connect-four"), random.Random(7)
    kept: list[tuple[bough.Position, set[str]]] = []
    while len(kept) < count:
        position = game.start()
        columns: list[int] = []
        while len(columns) < stones and not position.over:
            move = rng.choice(position.moves)
            columns.append("abcdefg".index(move[0]))
            position = position.play(move)
        if position.over:
            continue
        found = prover.moves(columns)
        best = {move for move in position.moves if found["abcdefg".index(move[0])] == max(found.values())}
        if len(best) < len(position.moves):
            kept.append((position, best))
    return kept


def player(text: str) -> Callable[[bough.Position], str]:
    """What plays a move: SEARCH@SIMULATIONS."""
    search, _, simulations = text.partition("@")
    game = bough.game("connect-four")
    if search == "policy":
        network = shipped_network(game)
        assert network is not None

        def by_policy(position: bough.Position) -> str:
            _, weights = network(bough.Batch(game, position.state))
            places = network.places[position.to_move]
            return max(position.moves, key=lambda move: weights[0, places[position.move_numbers[move]]])

        return by_policy
    searcher = bough.searcher(game, search, memory="64MiB")

    def by_search(position: bough.Position) -> str:
        searcher.forget()
        return searcher.search(position, simulations=int(simulations)).move or position.moves[0]

    return by_search


def main() -> None:
    """Print the share of best moves of each player."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=DEFAULT)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--stones", type=int, default=20)
    given = parser.parse_args()
    solved = positions(given.positions, given.stones, Prover())
    chance = np.mean([len(best) / len(position.moves) for position, best in solved])
    print(f"{len(solved)} positions of {given.stones} stones; a random move is best in {100 * chance:.1f} %")
    for text in given.players:
        move = player(text)
        right = [float(move(position) in best) for position, best in solved]
        share = score_of_pairs(list(zip(right, right, strict=True)))  # each position counts once
        low, high = share.interval
        print(f"{text:36} {100 * share.mean:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]", flush=True)


if __name__ == "__main__":
    main()
