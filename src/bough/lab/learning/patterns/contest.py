"""Which of two searches is stronger at equal time: paired games on all cores, until a test is sure."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple

from bough.arena.results.statistics import Score, Sprt, score_of_pairs
from bough.games.contract import FIRST, SECOND
from bough.games.game import Game
from bough.lab.learning.patterns.experience import TREE, Board, best_child
from bough.search.recipe import Recipe
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

STEPS = 16
"""Simulations between two looks at the clock."""
OPENING_PLIES = 4
LEAST_PAIRS = 4
"""Played however short the time is."""


class Contender(NamedTuple):
    """A search: a game with its knowledge, and a recipe."""

    game: Game
    recipe: Recipe


class Terms(NamedTuple):
    """How long a contest lasts."""

    test: Sprt | None
    """Ends it once it has decided."""
    move_seconds: float
    seconds: float
    pairs: int


def contest(one: Contender, other: Contender, terms: Terms, seed: int, jobs: int) -> Score:
    """Play until the test decides, the time is over or the pairs are played; the score of `one`."""
    until, stop = time.monotonic() + terms.seconds, threading.Event()  # compiling takes its part of the time
    for player in (one, other):
        Tree(engine(*player), player.recipe, TREE, seed).compile()
        Board(player.game, seed)
    found: list[tuple[float, float]] = []

    def pair(number: int) -> tuple[float, float] | None:
        if stop.is_set() or (number >= LEAST_PAIRS and time.monotonic() > until):
            return None
        points = [
            _points(one, other, terms.move_seconds, seed * 1_000_003 + number, seat, stop) for seat in (FIRST, SECOND)
        ]
        return None if None in points else (points[0] or 0.0, points[1] or 0.0)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(pair, number) for number in range(terms.pairs)]
        try:
            for future in as_completed(waiting):
                points = future.result()
                if points is not None:
                    found.append(points)
                if terms.test is not None and terms.test.verdict(score_of_pairs(found)):
                    stop.set()
        except BaseException:
            stop.set()
            raise
    return score_of_pairs(found)


def _points(
    one: Contender, other: Contender, move_seconds: float, seed: int, seat: int, stop: threading.Event
) -> float | None:
    """The points of `one` in this seat; None if the game was stopped."""
    players = (one, other) if seat == FIRST else (other, one)
    trees = [Tree(engine(*player), player.recipe, TREE, seed, k) for k, player in enumerate(players)]
    boards = [Board(player.game, seed) for player in players]
    opening = boards[0].open(random.Random(seed), OPENING_PLIES)
    for move in opening:
        boards[1].play(move)
    while not boards[0].over:
        if stop.is_set():
            return None
        mover = int(boards[0].state[0].to_move)
        tree, until = trees[mover], time.thread_time() + move_seconds
        tree.plant(boards[mover].state)
        while tree.grow(STEPS) == STEPS and time.thread_time() < until:
            pass
        move = int(tree.nodes[best_child(tree)].move)
        for board in boards:
            board.play(move)
    return 1.0 if boards[0].winner == seat else 0.0 if boards[0].winner == 1 - seat else 0.5
