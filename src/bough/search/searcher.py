"""Searching a position within a budget, alone or many at once."""

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bough.core.budget import Budget, budget, memory_bytes
from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.games.position import Position
from bough.search.recipe import Recipe
from bough.search.recipe import recipe as recipe_from
from bough.search.result import Result
from bough.search.trees.engine import Tree, engine
from bough.search.trees.results import trees_result
from bough.search.views.explore import View, explore
from bough.search.views.notebook import tree_svg

SLICE_SECONDS = 0.02
"""A search looks at the clock, at Ctrl-C and at whoever watches about so often."""
SETTLE_EVERY = 256
"""Simulations after which a search looks whether its move is settled."""
MANY_AT_ONCE = 4096
"""Simulations of one of many searches before it looks whether to go on."""
DEFAULT_MEMORY = "1GiB"

RecipeLike = str | Recipe | Mapping | Path
Watcher = Callable[["Searcher"], None]


class Searcher:
    """Searches one position after another with the same recipe and keeps what it knows of the game it follows."""

    def __init__(
        self,
        game: Game,
        recipe: RecipeLike | None = None,
        *,
        memory: int | str = DEFAULT_MEMORY,
        seed: int = 0,
        threads: int = 1,
    ):
        if threads < 1:
            raise BoughError(f"threads must be at least 1, not {threads}")
        self.game = game
        self.recipe = recipe_from(recipe or game.recipe)
        self.seed = seed
        share = memory_bytes(memory) // threads
        self.trees = [Tree(engine(game, self.recipe), self.recipe, share, seed, stream) for stream in range(threads)]
        self.trees[0].compile()
        self._position: Position | None = None
        self._started = 0.0
        self._waited = 0.0
        self._done = [0] * threads
        self._interrupted = False
        self._stop = threading.Event()

    def search(
        self,
        position: Position,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        watch: Watcher | None = None,
        go_on: bool = False,
        settle: bool = False,
    ) -> Result:
        """Search within a budget; Ctrl-C ends it early with the best so far.

        If the position follows from the last one by moves played, the subtree it stands on is kept; to `go_on` is to
        keep the whole tree of the same position, to `settle` to leave out simulations that could not change the move.
        `watch` is called between slices with this searcher, whose `result` tells how it stands.
        """
        limits = budget(simulations, seconds)
        if position.game is not self.game:
            raise BoughError(f"this searcher is for {self.game.name}, not for {position.game.name}")
        position.require_unfinished()
        before = self._position
        same = go_on and before is not None and position == before and position.history == before.history
        for tree in self.trees:
            if not same and not self._follow(tree, position):
                tree.plant(position.state)
        self._position = position
        self._stop.clear()
        self._interrupted = False
        self._done = [0] * len(self.trees)
        self._started, self._waited = time.perf_counter(), 0.0
        self._grow_all(limits, watch, settle)
        return self.result()

    @property
    def elapsed(self) -> float:
        """Seconds since the current search began, less what it waited."""
        return time.perf_counter() - self._started - self._waited

    def waited(self, seconds: float) -> None:
        """Do not count so many seconds that a watcher kept this search from going on."""
        self._waited += seconds

    def forget(self) -> None:
        """Let the next search start a new tree."""
        self._position = None

    def stop(self) -> None:
        """End a search that runs in another thread, after its current slice."""
        self._stop.set()

    def explore(self, path: Sequence[str] = ()) -> View:
        """A node of the (first) tree and what is below it, by the moves that lead there."""
        if self._position is None:
            raise BoughError("nothing has been searched yet, so there is no tree to look at")
        return explore(self.trees[0], self._position, path)

    def _repr_svg_(self) -> str | None:
        return None if self._position is None else tree_svg(self.explore)

    def result(self) -> Result:
        """What is known so far."""
        return trees_result(
            self.trees,
            str(self.recipe),
            simulations=sum(self._done),
            seconds=self.elapsed,
            interrupted=self._interrupted,
            seed=self.seed,
        )

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

    def _grow_all(self, limits: Budget, watch: Watcher | None, settle: bool) -> None:
        shares = [_share(limits.simulations, i, len(self.trees)) for i in range(len(self.trees))]
        try:
            if len(self.trees) == 1:
                self._grow(0, shares[0], limits.seconds, watch, settle)
                return
            with ThreadPoolExecutor(len(self.trees)) as pool:
                futures = [pool.submit(self._grow, i, share, limits.seconds, None) for i, share in enumerate(shares)]
                try:
                    while not all(future.done() for future in futures):
                        time.sleep(SLICE_SECONDS)
                        if watch:
                            watch(self)
                except BaseException:  # of the watcher too: nobody waits for the trees any more
                    self._stop.set()
                    raise
                for future in futures:
                    future.result()
        except KeyboardInterrupt:
            self._interrupted = True

    def _grow(
        self, index: int, simulations: int | None, seconds: float | None, watch: Watcher | None, settle: bool = False
    ) -> None:
        """Grow one tree slice by slice until the budget is spent, the root proven or the search stopped."""
        tree = self.trees[index]
        slice_size = 32
        while not self._stop.is_set():
            left = None if simulations is None else simulations - self._done[index]
            elapsed = self.elapsed
            if left == 0 or (seconds is not None and elapsed >= seconds and self._done[index]):
                return
            size = slice_size if left is None else min(slice_size, left)
            if settle and left is not None:
                # At fixed numbers of simulations, whatever the time: the same seed plays the same game.
                since = self._done[index] % SETTLE_EVERY
                if since == 0 and tree.settled(left):
                    return
                size = min(size, SETTLE_EVERY - since)
            begun = time.perf_counter()
            done = tree.grow(size)
            took = time.perf_counter() - begun
            self._done[index] += done
            if watch:
                watch(self)
            if done < size or tree.decided:
                self._stop.set()
                return
            target = SLICE_SECONDS if seconds is None else min(SLICE_SECONDS, max(seconds - elapsed - took, 0.001))
            slice_size = max(1, min(slice_size * 4, int(size * target / max(took, 1e-6))))


def _share(simulations: int | None, index: int, threads: int) -> int | None:
    return None if simulations is None else simulations // threads + (index < simulations % threads)


def search(
    position: Position,
    recipe: RecipeLike | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    memory: int | str = DEFAULT_MEMORY,
    threads: int = 1,
    watch: Watcher | None = None,
) -> Result:
    """Search one position, by the game's own recipe if none is given; the same seed gives the same tree."""
    budget(simulations, seconds)
    position.require_unfinished()  # before anything is compiled
    searcher = Searcher(position.game, recipe, memory=memory, seed=seed, threads=threads)
    return searcher.search(position, simulations=simulations, seconds=seconds, watch=watch)


def search_many(
    positions: Sequence[Position],
    recipe: RecipeLike | None = None,
    *,
    simulations: int,
    seed: int = 0,
    memory: int | str = DEFAULT_MEMORY,
    threads: int | None = None,
    device: str = "cpu",
) -> list[Result]:
    """Search many positions of one game at once, one tree each: on CPU cores, or on a GPU with device="cuda".

    On the CPU the i-th position gets the tree of stream i of the seed, whatever the number of threads.
    """
    budget(simulations)
    if not positions:
        return []
    game = positions[0].game
    if any(position.game is not game for position in positions):
        raise BoughError("search_many takes positions of one game at a time")
    if any(position.over for position in positions):
        raise BoughError("the game is over in one of the positions: there is nothing to search")
    chosen = recipe_from(recipe or game.recipe)
    if device == "cuda":
        from bough.search.trees.cuda import search_many_on_gpu

        return search_many_on_gpu(positions, chosen, simulations, seed)
    if device != "cpu":
        raise BoughError(f"unknown device '{device}'; use cpu or cuda")
    workers = min(len(positions), threads or os.cpu_count() or 1)
    share = memory_bytes(memory) // workers
    made = engine(game, chosen)
    Tree(made, chosen, share, seed).compile()  # once, before threads ask for it

    stop = threading.Event()

    def search_one(item: tuple[int, Position]) -> Result:
        stream, position = item
        tree = Tree(made, chosen, share, seed, stream)
        started = time.perf_counter()
        tree.plant(position.state)
        done, proven = 0, False
        while done < simulations and not proven and not stop.is_set():
            size = min(MANY_AT_ONCE, simulations - done)
            grown = tree.grow(size)
            done, proven = done + grown, grown < size
        spent = time.perf_counter() - started
        return trees_result([tree], str(chosen), simulations=done, seconds=spent, interrupted=False, seed=seed)

    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(search_one, enumerate(positions)))
        except BaseException:
            stop.set()
            raise
