"""Openings: from a file, or random ones that a quick search finds balanced, the same for the same seed."""

import random
from functools import lru_cache
from pathlib import Path

from bough.core.errors import BoughError
from bough.core.rng import seeded
from bough.games.formats.game_list import read_records
from bough.games.game import Game, Position
from bough.search.recipe import recipe
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

BALANCE = 0.4
"""The largest value, either way, that a quick search may give a balanced opening."""
JUDGE = recipe("uct")
SIMULATIONS = 64
TRIES = 30


def openings_from_file(game: Game, path: Path) -> list[tuple[str, ...]]:
    """One opening a line: moves with blanks between them; # starts a remark."""
    openings = []
    for record in read_records(game, path, "opening"):
        if record.last.over:
            raise BoughError(f"{path}, line {record.line}: the game is over after this opening")
        openings.append(record.moves)
    return openings


@lru_cache(maxsize=256)
def position_after(game: Game, opening: tuple[str, ...]) -> Position:
    """The position an opening leads to; several games start from the same one."""
    if not opening:
        return game.start()
    return position_after(game, opening[:-1]).play(opening[-1])


class RandomOpenings:
    """Endless openings of some random plies; each depends on the seed and its number alone."""

    def __init__(self, game: Game, plies: int, seed: int):
        self.game, self.plies, self.seed = game, plies, seed
        self.start = position_after(game, ())
        self._tree: Tree | None = None

    def __getitem__(self, number: int) -> tuple[str, ...]:
        """The opening of this number: the first balanced one, or the most balanced of a few tries."""
        rng = random.Random(f"{self.game.name} {self.plies} {self.seed} {number}")
        if self.plies == 0:
            return ()
        best: tuple[float, tuple[str, ...]] | None = None
        for _ in range(TRIES):
            position = self.start
            for _ in range(self.plies):
                if not position.over:
                    move = position.resolved(rng.choice(sorted(position.moves)), rng)
                    opening = (*position.history, move)
                    position = position_after(self.game, opening)
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
        """What a quick search, the same for the same opening, thinks of a position."""
        if self._tree is None:
            judge = JUDGE if self.game.rules.outcomes is None else JUDGE + "chance-nodes"
            self._tree = Tree(engine(self.game, judge), judge, 64 << 20, seed=0)
        self._tree.memory[0].rng = seeded(self.seed, number)
        self._tree.plant(position.state)
        self._tree.grow(SIMULATIONS)
        return float(self._tree.nodes[0].value)
