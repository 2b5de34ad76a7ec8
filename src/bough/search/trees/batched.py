"""A tree that grows in batches: the same for any number of threads (search/seams/batches.py)."""

import numpy as np

from bough.core.records import records
from bough.search.recipe import Recipe
from bough.search.trees.crew import Crew
from bough.search.trees.engine import Engine, new_memory
from bough.search.trees.tree import MOST_VISITS, Tree


class BatchedTree(Tree):
    """One tree, and scratch space for each simulation of a batch and for each thread that plays out."""

    def __init__(self, engine: Engine, recipe: Recipe, memory: int, seed: int, threads: int, batch: int):
        super().__init__(engine, recipe, memory, seed)
        self._size = batch
        self._trails = records(batch, engine.trail).view(np.ndarray)
        self._works = records(batch, engine.game.rules.record).view(np.ndarray)
        self._values, self._seeds = np.zeros(batch), np.zeros(batch, np.uint64)
        own = new_memory(engine, threads).view(np.ndarray)
        legals = np.zeros((threads, len(self.legal)), np.int16)
        self._players = [
            (self._works, own[t : t + 1], self._trails, legals[t], self._params, self._values, self._seeds)
            for t in range(threads)
        ]
        self._crew: Crew = Crew(threads)

    def compile(self) -> None:
        super().compile()
        self._round(0)

    def plant(self, position: np.recarray) -> None:
        super().plant(position)
        self._make_room()

    def grow(self, simulations: int) -> int:
        """Run simulations in whole batches, the last one smaller; fewer if the root is proven."""
        simulations = min(simulations, MOST_VISITS - int(self.nodes[0].visits))
        made = 0
        while made < simulations:
            wanted = min(self._size, simulations - made)
            now = self._round(wanted)
            made += now
            if now < wanted:
                break
            if self.memory[0].full and not self._stuck:
                self._recycle()
        return made

    def _round(self, wanted: int) -> int:
        steps = self.engine.batches
        assert steps is not None
        nodes, memory, _, roots, _, legal, params = self._arrays
        own = (self._works, legal, params, self._values, self._seeds)
        count = int(steps.choose(nodes, memory, self._trails, roots, *own, wanted))
        ends = [count * thread // self._crew.threads for thread in range(self._crew.threads + 1)]
        self._crew.run(lambda thread: steps.play_out(*self._players[thread], ends[thread], ends[thread + 1]))
        steps.back_up(nodes, memory, self._trails, params, self._values, count)
        return count

    def _keep(self, child: int) -> None:
        super()._keep(child)
        self._make_room()

    def _make_room(self) -> None:
        """New nodes come after those in use, the first of which is the desk of expansion."""
        memory = self.memory[0]
        memory.desk, memory.limit, memory.full = memory.used, self.capacity, 0
        memory.used += 1
