"""Many positions of one game at once, one tree each: on CPU cores or on a GPU."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from bough.core.budget import Budget, budget, memory_bytes
from bough.core.errors import BoughError
from bough.games.game import Position, require_position
from bough.search.kinds import DEFAULT_MEMORY, SearchText, kind_of, meant
from bough.search.recipe import Recipe
from bough.search.recipe import recipe as recipe_from
from bough.search.result import Result
from bough.search.trees.engine import engine
from bough.search.trees.results import tree_result
from bough.search.trees.tree import Tree

STEPS = 4096
"""Simulations of one of many searches before it looks whether to go on."""
TIMED_STEPS = 256
"""The same where seconds are limited."""

Progress = Callable[[int, int], None]
"""progress(searched, all) after each position."""


def search_many(
    positions: Sequence[Position],
    recipe: SearchText | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    memory: int | str = DEFAULT_MEMORY,
    threads: int | None = None,
    device: str = "cpu",
    progress: Progress | None = None,
) -> list[Result]:
    """Search many positions of one game at once, one tree each.

    On the CPU the i-th position gets the tree of stream i of the seed, whatever the number of threads.

    Args:
        positions: Positions of one game, none of them over.
        recipe: The recipe; the game's own if nothing is given.
        simulations: Simulations of each tree.
        seconds: Seconds of each tree (CPU only); whichever ends first.
        seed: Of the random generators.
        memory: The limit for all trees that are grown at the same time.
        threads: Positions searched at the same time; all cores if nothing is given.
        device: "cpu", or "cuda" for all trees at once on a GPU.
        progress: Called with the number of positions searched and of all, after each.

    Returns:
        One result for each position, in order. After Ctrl-C those searched so far, the unfinished ones marked
        `interrupted`; positions that were not begun are left out at the end.
    """
    limits = budget(simulations, seconds)
    if not positions:
        return []
    game = require_position(positions[0]).game
    if any(require_position(position).game is not game for position in positions):
        raise BoughError("search_many takes positions of one game at a time")
    if any(position.over for position in positions):
        raise BoughError("the game is over in one of the positions: there is nothing to search")
    search = meant(recipe, game)
    if kind_of(search):
        raise BoughError(f"search_many takes recipes, not {kind_of(search)}; search one position after another")
    chosen = recipe_from(search)
    for one in chosen.shape:
        if one.beside is not None:
            raise BoughError(f"search_many has nothing beside its trees; leave out {one.name}")
    if device == "cuda":
        if simulations is None or seconds is not None:
            raise BoughError("device cuda searches by simulations, not by seconds")
        if chosen.asks:
            raise BoughError(f"device cuda asks no evaluator, so it cannot search with {chosen}; use device cpu")
        from bough.search.trees.cuda import search_many_on_gpu

        return search_many_on_gpu(positions, chosen, simulations, seed)
    if device != "cpu":
        raise BoughError(f"unknown device '{device}'; use cpu or cuda")
    workers = min(len(positions), threads or os.cpu_count() or 1)
    return _on_cores(positions, chosen, limits, seed, memory_bytes(memory) // workers, workers, progress)


def _on_cores(
    positions: Sequence[Position],
    chosen: Recipe,
    limits: Budget,
    seed: int,
    share: int,
    workers: int,
    progress: Progress | None,
) -> list[Result]:
    compiled = engine(positions[0].game, chosen)
    Tree(compiled, chosen, share, seed).compile()  # once, before threads ask for it
    stop = threading.Event()

    def search_one(stream: int, position: Position) -> Result:
        tree = Tree(compiled, chosen, share, seed, stream)
        started = time.perf_counter()
        tree.plant(position.state)
        done, ended = 0, False
        while not ended and not stop.is_set():
            most = STEPS if limits.seconds is None else TIMED_STEPS
            size = most if limits.simulations is None else min(most, limits.simulations - done)
            grown = tree.grow(size)
            done += grown
            spent = time.perf_counter() - started
            ended = (
                grown < size or done == limits.simulations or (limits.seconds is not None and spent >= limits.seconds)
            )
        spent = time.perf_counter() - started
        return tree_result(tree, str(chosen), simulations=done, seconds=spent, interrupted=not ended, seed=seed)

    results: dict[int, Result] = {}
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(search_one, i, position): i for i, position in enumerate(positions)}
        try:
            for future in as_completed(futures):
                results[futures[future]] = future.result()
                if progress is not None:
                    progress(len(results), len(positions))
        except KeyboardInterrupt:
            begun = [future for future in reversed(list(futures)) if not future.cancel()]
            stop.set()
            results |= {futures[future]: future.result() for future in begun if future.result().simulations}
        except BaseException:
            stop.set()
            for future in futures:
                future.cancel()
            raise
    return [results[i] for i in sorted(results)]
