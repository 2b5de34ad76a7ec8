"""Monte-Carlo tree search as a searcher: one tree, or several grown side by side and added up."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from bough.core.budget import Budget, memory_bytes
from bough.core.errors import BoughError
from bough.core.slices import SLICE_SECONDS, Slices
from bough.games.game import Game, Position
from bough.search.recipe import Recipe
from bough.search.result import Result
from bough.search.searcher import Searcher
from bough.search.trees.engine import engine
from bough.search.trees.results import trees_result
from bough.search.trees.tree import Tree
from bough.search.views.explore import View, explore
from bough.search.views.pictures import tree_svg
from bough.search.views.simulation import Step, next_simulation

SETTLE_EVERY = 256
"""Simulations between two checks whether the move is settled."""


class TreeSearcher(Searcher):
    """Grows a tree by the ideas of a recipe; the same seed gives the same tree."""

    def __init__(self, game: Game, recipe: Recipe, *, memory: int | str, seed: int = 0, threads: int = 1):
        super().__init__(game, seed)
        if threads < 1:
            raise BoughError(f"threads must be at least 1, not {threads}")
        recipe.check(game)
        self.recipe, self.name = recipe, str(recipe)
        share = memory_bytes(memory) // threads
        self.trees = [Tree(engine(game, recipe), recipe, share, seed, stream) for stream in range(threads)]
        self.trees[0].compile()
        made = [one.beside(game, numbers, seed) for one, numbers in recipe.ideas if one.beside is not None]
        self._beside = made[0] if made else None
        if self._beside is not None:
            self.trees[0].line()  # it asks for the line while the clock runs
        self._counts = [0] * threads

    @property
    def tree(self) -> Tree:
        """The (first) tree, for programs that read its nodes."""
        return self.trees[0]

    def explore(self, path: Sequence[str] = ()) -> View:
        """A node of the (first) tree and what is below it.

        Args:
            path: The moves that lead to the node, outcomes of chance as steps of their own; none for the root.

        Returns:
            The node, its branches by visits and the line both sides would play.
        """
        if self._position is None:
            raise BoughError("nothing has been searched yet, so there is no tree to look at")
        return explore(self.trees[0], self._position, path)

    def step(self, position: Position) -> list[Step]:
        """Run one more simulation of a position and tell its steps; put `recorded` into the recipe to see playouts."""
        position.require_unfinished()
        if position != self._position or position.history != self._position.history:
            self._begin(position, go_on=False)
            self._position = position
        return next_simulation(self.trees[0], position)

    def _repr_svg_(self) -> str | None:
        return None if self._position is None else tree_svg(self.explore, board=self._position._repr_svg_() or "")

    def result(self) -> Result:
        return trees_result(
            self.trees,
            self.name,
            simulations=sum(self._counts),
            seconds=self.elapsed,
            interrupted=self._interrupted,
            seed=self.seed,
        )

    def _begin(self, position: Position, go_on: bool) -> None:
        before = self._position
        same = go_on and before is not None and position == before and position.history == before.history
        for tree in self.trees:
            if not same and not self._follow(tree, position):
                tree.plant(position.state)
        self._counts = [0] * len(self.trees)
        if self._beside is not None and not same:
            self._beside.begin(position)

    def _follow(self, tree: Tree, position: Position) -> bool:
        """Keep the subtree of the moves played since the last search, if there is one."""
        before = self._position
        if before is None or position.history[: len(before.history)] != before.history:
            return False
        played = position.history[len(before.history) :]
        reached = before
        try:
            for move in played:
                for number, after in reached.steps(move):
                    if not tree.descend(number, after.state):
                        return False
                    reached = after
        except BoughError:  # the same moves from another board
            return False
        return bool(played) and reached == position

    def _done(self) -> int:
        return sum(self._counts)

    def _allowed(self, steps: int, left: int | None, settle: bool) -> int:
        if self._beside is not None:  # its turns come at fixed numbers of simulations, whatever the time
            steps = min(steps, self._beside.every - self._counts[0] % self._beside.every)
        if not settle or left is None:
            return super()._allowed(steps, left, settle)
        # At fixed numbers of simulations, whatever the time: the same seed plays the same game.
        since = self._counts[0] % SETTLE_EVERY
        if since == 0 and self.trees[0].settled(left):
            return 0
        return min(steps, left, SETTLE_EVERY - since)

    def _advance(self, steps: int) -> bool:
        return self._grow(0, steps)

    def _grow(self, index: int, steps: int) -> bool:
        tree = self.trees[index]
        made = tree.grow(steps)
        self._counts[index] += made
        if index == 0 and self._beside is not None and self._counts[0] % self._beside.every == 0:
            self._beside.work(tree)
        return made < steps or tree.decided

    def _slices(self, limits: Budget, settle: bool) -> Iterator[None]:
        if len(self.trees) == 1:
            yield from super()._slices(limits, settle)
            return
        with ThreadPoolExecutor(len(self.trees)) as pool:
            futures = [pool.submit(self._grow_alone, i, limits) for i in range(len(self.trees))]
            try:
                while not all(future.done() for future in futures):
                    time.sleep(SLICE_SECONDS)
                    yield
            finally:  # also when the watcher leaves: nobody waits for the trees any more
                self._stop.set()
            for future in futures:
                future.result()

    def _grow_alone(self, index: int, limits: Budget) -> None:
        """Grow one of several trees within its share of the simulations; a proof ends them all."""
        slices, threads = Slices(self.first_slice), len(self.trees)
        share = limits.simulations
        if share is not None:
            share = share // threads + (index < share % threads)
        while not self._stop.is_set():
            left = None if share is None else share - self._counts[index]
            elapsed = self.elapsed
            if left == 0 or (limits.seconds and elapsed >= limits.seconds and self._counts[index]):
                return
            steps = self._allowed(slices.size, left, False)
            begun = time.perf_counter()
            if self._grow(index, steps):
                self._stop.set()
                return
            took = time.perf_counter() - begun
            slices.adapt(steps, took, None if limits.seconds is None else limits.seconds - elapsed - took)
