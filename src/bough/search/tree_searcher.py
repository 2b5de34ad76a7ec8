"""Monte-Carlo tree search as a searcher: one tree, grown by one thread or by several."""

from collections.abc import Sequence

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.search.recipe import Recipe
from bough.search.result import Result
from bough.search.searcher import Searcher
from bough.search.trees.batched import BatchedTree
from bough.search.trees.engine import engine
from bough.search.trees.results import tree_result
from bough.search.trees.shared import SharedTree
from bough.search.trees.tree import Tree
from bough.search.views.explore import View, explore
from bough.search.views.pictures import tree_svg
from bough.search.views.simulation import Step, next_simulation

SETTLE_EVERY = 256
"""Simulations between two checks whether the move is settled."""


class TreeSearcher(Searcher):
    """Grows a tree by the ideas of a recipe; with one thread, the same seed gives the same tree."""

    def __init__(
        self,
        game: Game,
        recipe: Recipe,
        *,
        memory: int | str,
        seed: int = 0,
        threads: int = 1,
        batch: int | None = None,
    ):
        super().__init__(game, seed)
        recipe.check_threads(threads, batch)
        recipe.check(game)
        self.recipe, self.name = recipe, str(recipe)
        self.tree = make_tree(game, recipe, memory_bytes(memory), seed, threads, batch)
        """For programs that read its nodes."""
        self.tree.compile()
        self._batch = batch or 1
        made = [one.beside(game, numbers, seed) for one, numbers in recipe.ideas if one.beside is not None]
        self._beside = made[0] if made else None
        if self._beside is not None:
            self.tree.line()  # it asks for the line while the clock runs
        self._made, self._lines = 0, 1
        self._only: frozenset[int] | None = None
        """The moves to look at; None for all."""

    def explore(self, path: Sequence[str] = ()) -> View:
        """A node of the tree and what is below it.

        Args:
            path: The moves that lead to the node, outcomes of chance as steps of their own; none for the root.

        Returns:
            The node, its branches by visits and the line both sides would play.
        """
        if self._position is None:
            raise BoughError("nothing has been searched yet, so there is no tree to look at")
        return explore(self.tree, self._position, path)

    def step(self, position: Position) -> list[Step]:
        """Run one more simulation of a position and tell its steps; put `recorded` into the recipe to see playouts."""
        position.require_unfinished()
        if position != self._position or position.history != self._position.history:
            self._begin(position, go_on=False)
            self._position = position
        return next_simulation(self.tree, position)

    def _repr_svg_(self) -> str | None:
        return None if self._position is None else tree_svg(self.explore, board=self._position._repr_svg_() or "")

    def result(self) -> Result:
        return tree_result(
            self.tree,
            self.name,
            simulations=self._made,
            seconds=self.elapsed,
            interrupted=self._interrupted,
            seed=self.seed,
            lines=self._lines,
        )

    def _focus(self, position: Position, moves: Sequence[str] | None, lines: int) -> None:
        if lines < 1:
            raise BoughError(f"lines must be at least 1, not {lines}")
        self._lines, self._only = lines, None
        if moves is not None:
            position.require_unfinished()
            if not self.tree.engine.one_position:
                raise BoughError(f"{self.name} cannot look at some moves only: its nodes are shared by many positions")
            if not moves:
                raise BoughError("give at least one move to look at")
            self._only = frozenset(map(position.move_number, moves))

    def _begin(self, position: Position, go_on: bool) -> None:
        before = self._position
        same = go_on and before is not None and position == before and position.history == before.history
        same = same and self._only == self.tree.only
        if not same and not self._follow(self.tree, position):
            self.tree.plant(position.state)
        self._made = self.tree.look_at(self._only) if self._only is not None and not same else 0
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

    @property
    def cpu_seconds(self) -> float:
        return self._cpu_seconds + self.tree.others_seconds

    def margin(self, position: Position) -> float | None:
        return None if self.tree.judge is None or position.over else self.tree.judge.margin(position)

    def settled(self, more: int) -> bool:
        return self.tree.settled(more)

    @property
    def in_doubt(self) -> bool:
        return self.tree.in_doubt

    def _done(self) -> int:
        return self._made

    def _allowed(self, steps: int, left: int | None, settle: bool) -> int:
        steps = -(-steps // self._batch) * self._batch  # whole batches, whatever the time
        if self._beside is not None:  # its turns come at fixed numbers of simulations, whatever the time
            steps = min(steps, self._beside.every - self._made % self._beside.every)
        if not settle or left is None:
            return super()._allowed(steps, left, settle)
        # At fixed numbers of simulations, whatever the time: the same seed plays the same game.
        since = self._made % SETTLE_EVERY
        if since == 0 and self.tree.settled(left):
            return 0
        return min(steps, left, SETTLE_EVERY - since)

    def _advance(self, steps: int) -> bool:
        made = self.tree.grow(steps)
        self._made += made
        if self._beside is not None and self._made % self._beside.every == 0:
            self._beside.work(self.tree)
        return made < steps or self.tree.decided


def make_tree(game: Game, recipe: Recipe, memory: int, seed: int, threads: int, batch: int | None) -> Tree:
    """A tree for one thread, for many, or for any number with the same result."""
    if batch is not None:
        return BatchedTree(engine(game, recipe, shared=True), recipe, memory, seed, threads, batch)
    if threads > 1:
        return SharedTree(engine(game, recipe, shared=True), recipe, memory, seed, threads)
    return Tree(engine(game, recipe), recipe, memory, seed)
