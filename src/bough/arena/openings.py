"""Openings: from a file, or random ones that a search rates as balanced, the same for the same seed."""

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from bough.core.errors import BoughError
from bough.core.rng import seeded
from bough.games.formats.game_list import read_records
from bough.games.game import Game, Position
from bough.search.recipe import recipe
from bough.search.searcher import Searcher
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

BALANCE = 0.4
"""An opening is balanced if its value in a quick search lies between minus this and this."""
JUDGE = recipe("uct")
SIMULATIONS = 64
TRIES = 30
PATIENCE = 1000
"""Openings in a row that are not level before we say so."""


def openings_from_file(game: Game, path: Path) -> list[tuple[str, ...]]:
    """One opening per line: moves separated by spaces; # starts a comment."""
    return list(_openings(game, path, path.stat().st_mtime_ns if path.exists() else 0))


@lru_cache(maxsize=16)
def _openings(game: Game, path: Path, changed: int) -> tuple[tuple[str, ...], ...]:
    """The openings of a file as it is since it was changed; many matches share one."""
    openings = []
    for line, position in read_records(game, path, "opening"):
        if position.over:
            raise BoughError(f"{path}, line {line}: the game is over after this opening")
        openings.append(position.history)
    return tuple(openings)


@lru_cache(maxsize=256)
def position_after(game: Game, opening: tuple[str, ...]) -> Position:
    """The position after an opening, cached because several games start from it."""
    if not opening:
        return game.start()
    return position_after(game, opening[:-1]).play(opening[-1])


def _after_random_plies(game: Game, plies: int, rng: random.Random) -> Position:
    position = position_after(game, ())
    for _ in range(plies):
        if not position.over:
            move = position.resolved(rng.choice(sorted(position.moves)), rng)
            position = position_after(game, (*position.history, move))
    return position


def level_openings(
    search: Searcher, plies: int, simulations: int, within: float, seed: str
) -> Iterator[tuple[str, ...] | None]:
    """Openings of random plies, none twice, whose value in a search lies at most so far from 0; None for each that was
    looked at and is not level."""
    rng, seen, refused = random.Random(seed), set[tuple[str, ...]](), 0
    while refused < PATIENCE:
        position = _after_random_plies(search.game, plies, rng)
        search.forget()
        level = (
            not position.over
            and position.history not in seen
            and abs(search.search(position, simulations=simulations).value) <= within
        )
        seen.add(position.history)
        refused = 0 if level else refused + 1
        yield position.history if level else None
    raise BoughError(
        f"none of {PATIENCE} openings of {plies} plies in a row is new and level within {within:g}; allow more"
    )


class RandomOpenings:
    """An infinite sequence of openings of n random plies; each depends only on the seed and its number."""

    def __init__(self, game: Game, plies: int, seed: int):
        self.game, self.plies, self.seed = game, plies, seed
        self._tree: Tree | None = None

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """The opening with this number: the first balanced one, or the most balanced of a few tries."""
        rng = random.Random(f"{self.game.name} {self.plies} {self.seed} {number}")
        if self.plies == 0:
            return ()
        best: tuple[float, tuple[str, ...]] | None = None
        for _ in range(TRIES):
            position = _after_random_plies(self.game, self.plies, rng)
            if position.over:
                continue
            value = abs(self._value(position, number))
            if best is None or value < best[0]:
                best = (value, position.history)
            if value <= BALANCE:
                break
        if best is None:
            raise BoughError(f"{self.game.name} is over within {self.plies} random plies; give fewer opening plies")
        return best[1]

    def _value(self, position: Position, number: int) -> float:
        """The value of a position in a quick search, deterministic for the opening's number."""
        if self._tree is None:
            judge = JUDGE if self.game.rules.outcomes is None else JUDGE + "chance-nodes"
            self._tree = Tree(engine(self.game, judge), judge, 64 << 20, seed=0)
        self._tree.memory[0].rng = seeded(self.seed, number)
        self._tree.plant(position.state)
        self._tree.grow(SIMULATIONS)
        return float(self._tree.nodes[0].value)
