"""Positions to learn from: of games that a search plays against itself, with what it found in each."""

import random
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import FIRST, SECOND, UNDECIDED
from bough.games.game import Game
from bough.games.kernels import first_state
from bough.search.recipe import Recipe
from bough.search.seams.playouts import chance_acting
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

TREE = 16 << 20
"""Bytes of one tree."""
RANDOM_PLIES = 8
"""At most this many moves at the start of a game are made at random."""
VARIED_PLIES = 12
"""For this many moves after them, moves are drawn by their visits; later the best is made, with a slip now and then."""
SLIP = 0.05


class Experience(NamedTuple):
    """Positions of finished games."""

    states: np.recarray
    """Their records."""
    begins: np.ndarray
    """begins[i] to begins[i + 1]: the moves of the i-th position."""
    moves: np.ndarray
    shares: np.ndarray
    """The part of its search's visits that each move had."""
    values: np.ndarray
    """What the search thought of each position, from -1 to 1, for the player to move."""
    results: np.ndarray
    """How the game ended, in the same way."""
    games: int

    def __len__(self) -> int:
        return len(self.states)


def joined(parts: list[Experience]) -> Experience:
    """Several as one."""
    lengths = np.concatenate([np.diff(part.begins) for part in parts])
    states = _in_a_row([part.states for part in parts])
    fields = ("moves", "shares", "values", "results")
    moves, shares, values, results = (np.concatenate([getattr(part, name) for part in parts]) for name in fields)
    begins = np.concatenate([[0], np.cumsum(lengths)])
    return Experience(states, begins, moves, shares, values, results, sum(part.games for part in parts))


def _in_a_row(parts: Sequence[np.ndarray]) -> np.recarray:
    """Records of one kind in one array; np.concatenate would forget that they are records."""
    whole = records(sum(map(len, parts)), parts[0].dtype)
    at = 0
    for part in parts:
        whole[at : at + len(part)] = part
        at += len(part)
    return whole


def save(experience: Experience, path: Path) -> None:
    """Write to a file that appears whole or not at all."""
    facts = experience._asdict()
    facts["states"] = np.frombuffer(experience.states.tobytes(), np.uint8)
    with whole_file(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, **facts)


def load(path: Path, game: Game) -> Experience:
    """Read what `save` has written."""
    try:
        with np.load(path) as kept:
            facts = dict(kept)
        states = _in_a_row([np.frombuffer(facts.pop("states").tobytes(), game.rules.record)])
        games = int(facts.pop("games"))
        if len(states) != len(facts["begins"]) - 1:
            raise ValueError("of another game")
        return Experience(states=states, games=games, **facts)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise BoughError(
            f"cannot read {path}: {error}; delete the file, and its round and the later ones are played again"
        ) from None


@lru_cache(maxsize=8)
def step_kernel(game: Game) -> Callable[..., Any]:
    """step(states, move, legal, rng): make a move (none if it is negative), let chance act, list the moves that follow;
    the winner, their number and the generator's next word."""
    rules, let_chance_act = game.rules, chance_acting(game)
    play, winner, moves = rules.play, rules.winner, rules.moves

    def step(states, move, legal, rng):
        position = states[0]
        if move >= 0:
            play(position, move)
        rng = let_chance_act(position, rng)
        won = winner(position)
        return won, (moves(position, legal) if won == UNDECIDED else 0), rng

    return kernel(step, rules.source)


class Board:
    """One game under way, moved by numbers."""

    def __init__(self, game: Game, seed: int):
        self.game, self.step = game, step_kernel(game)
        self.rng, self.state = np.uint64(seeded(seed, 5)), first_state(game.rules)
        self.legal, self.plies = np.zeros(game.rules.max_moves + 1, np.int16), 0
        self._step(-1)

    def play(self, move: int) -> None:
        """Make a move."""
        self._step(move)
        self.plies += 1

    def _step(self, move: int) -> None:
        winner, self.count, rng = self.step(self.state.view(np.ndarray), move, self.legal, self.rng)
        self.winner, self.rng = int(winner), np.uint64(rng)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner != UNDECIDED

    def open(self, choice: random.Random, plies: int) -> list[int]:
        """Make random moves, none that ends the game; which ones."""
        made = []
        for _ in range(plies):
            before = self.state.copy(), self.winner, self.count, self.legal.copy(), self.rng
            move = int(choice.choice(self.legal[: self.count].tolist()))
            self.play(move)
            if self.over:
                self.state, self.winner, self.count, self.legal, self.rng = before
                break
            made.append(move)
        return made


def best_child(tree: Tree) -> int:
    """The node of the move to play."""
    line = tree.line()
    return line[0] if line else tree.children(0).start


def root_shares(tree: Tree) -> tuple[np.ndarray, np.ndarray, float]:
    """The moves of a tree's root, the part of the visits that each had, and the value for the player to move; all of
    them for the best move where the value is proven."""
    children = tree.nodes[tree.children(0).start : tree.children(0).stop]
    moves, visits = children["move"].astype(np.int16), children["visits"].astype(np.float32)
    chosen = best_child(tree) - tree.children(0).start
    value = float(np.clip(children[chosen].value, -1.0, 1.0))
    if tree.engine.proves and children[chosen].low == children[chosen].high:
        value, visits = float(children[chosen].low), np.zeros_like(visits)
        visits[chosen] = 1.0
    return moves, visits / max(visits.sum(), 1.0), value


class Amount(NamedTuple):
    """How much is played."""

    simulations: int
    """Of each search."""
    seconds: float
    games: int
    """At least this many, however long it takes."""


Progress = Callable[[int, int], None]
"""progress(games, positions) after each game."""


def played(game: Game, recipe: Recipe, amount: Amount, seed: int, jobs: int, progress: Progress) -> Experience:
    """Games that a search plays against itself."""
    until, done = time.monotonic() + amount.seconds, [0, 0]  # compiling takes its part of the time
    compiled, stop, lock = engine(game, recipe), threading.Event(), threading.Lock()
    Tree(compiled, recipe, TREE, seed).compile()
    Board(game, seed)  # compiled before threads ask for it
    finished: list[list[tuple[Any, ...]]] = []

    def work(worker: int) -> None:
        tree, number = Tree(compiled, recipe, TREE, seed, worker), 0
        while not stop.is_set() and (time.monotonic() < until or done[0] < amount.games):
            number += 1
            rows = _one_game(game, tree, amount.simulations, seed * 1_000_003 + number * jobs + worker, stop)
            with lock:
                if rows:
                    finished.append(rows)
                    done[0], done[1] = done[0] + 1, done[1] + len(rows)
                    progress(done[0], done[1])

    with ThreadPoolExecutor(jobs) as pool:
        workers = [pool.submit(work, worker) for worker in range(jobs)]
        try:
            for one in workers:
                one.result()
        except BaseException:
            stop.set()
            raise
    return _as_arrays([row for rows in finished for row in rows], len(finished))


def _one_game(game: Game, tree: Tree, simulations: int, seed: int, stop: threading.Event) -> list[tuple[Any, ...]]:
    """The positions of one game; none if it was stopped."""
    choice, board = random.Random(seed), Board(game, seed)
    board.open(choice, choice.randrange(RANDOM_PLIES + 1))
    opened, rows = board.plies, []
    while not board.over:
        if stop.is_set():
            return []
        tree.plant(board.state)
        tree.grow(simulations)
        moves, shares, value = root_shares(tree)
        rows.append((board.state.copy(), moves, shares, value, int(board.state[0].to_move)))
        varied = board.plies - opened < VARIED_PLIES or choice.random() < SLIP
        drawn = choice.choices(range(len(moves)), shares.tolist())[0] if varied else int(shares.argmax())
        board.play(int(moves[drawn]))
    sign = {FIRST: 1.0, SECOND: -1.0}.get(board.winner, 0.0)
    return [(*row, sign if row[4] == FIRST else -sign) for row in rows]


def _as_arrays(rows: list[tuple[Any, ...]], games: int) -> Experience:
    states, moves, shares, values, _, results = zip(*rows, strict=True)
    return Experience(
        _in_a_row(states),
        np.concatenate([[0], np.cumsum([len(one) for one in moves])]),
        np.concatenate(moves), np.concatenate(shares).astype(np.float32),
        np.array(values, np.float32), np.array(results, np.float32), games,
    )  # fmt: skip
