"""A tree that several threads grow together: one pool, one root, every proof shared (search/seams/sharing.py).

Threads run between two looks of the search at its tree: whoever reads, proves, recycles or keeps a subtree does so
while none of them runs.
"""

import threading

import numpy as np

from bough.search.recipe import Recipe
from bough.search.seams.sharing import GOES_WITHOUT, WANTS_ROOM
from bough.search.trees.crew import Crew
from bough.search.trees.engine import Engine
from bough.search.trees.tree import MOST_VISITS, Tree

STRETCH = 1 << 16
"""Nodes that a thread takes from the pool at a time, at most."""
LEAST = 32
"""Turns become shorter towards the end of a slice, so that all threads end together; the last are such parts of it."""


class SharedTree(Tree):
    """One tree and the scratch space of the threads that grow it; what they find depends on who comes first."""

    def __init__(self, engine: Engine, recipe: Recipe, memory: int, seed: int, threads: int):
        self.threads = threads
        super().__init__(engine, recipe, memory, seed)
        self._stretch = min(STRETCH, max(self.capacity // (4 * threads), engine.game.rules.max_moves + 2))
        legals = np.zeros((threads, len(self.legal)), np.int16)
        nodes, memories, trails, roots, works, _, params = self._arrays
        self._hands = [
            (nodes, memories[t : t + 1], trails[t : t + 1], roots, works[t : t + 1], legals[t], params)
            for t in range(threads)
        ]
        self._lock = threading.Lock()
        self._crew: Crew = Crew(threads)
        self._taken = 1
        """Where the part of the pool begins that no thread has taken yet."""
        self._left = self._made = 0

    def plant(self, position: np.recarray) -> None:
        super().plant(position)
        self._take_back(1)

    def grow(self, simulations: int) -> int:
        """Let all threads run simulations until this number is reached or the root is proven; the number made."""
        simulations = min(simulations, MOST_VISITS - int(self.nodes[0].visits))
        self._left, self._made = simulations, 0
        least = 1 + simulations // (LEAST * self.threads)
        self._crew.run(lambda thread: self._work(thread, least), self._end_turns)
        if not self._stuck and (self.memory.full == GOES_WITHOUT).any():
            self._recycle()
        return self._made

    def _end_turns(self) -> None:
        """Nobody begins another turn."""
        self._left = 0

    def _work(self, thread: int, least: int) -> None:
        """One thread's turns."""
        memory = self.memory[thread]
        while True:
            with self._lock:
                steps = min(max(least, self._left // (2 * self.threads)), self._left)
                self._left -= steps
            made = 0
            while made < steps:
                now = int(self.engine.run(*self._hands[thread], steps - made))
                made += now
                if memory.full == WANTS_ROOM:
                    self._supply(thread)
                elif made < steps:
                    self._end_turns()  # the root is proven
                    break
            with self._lock:
                self._made += made
            if made < steps or steps == 0:
                return

    def _supply(self, thread: int) -> None:
        """Give a thread a stretch of the pool, or let it go on without one."""
        memory = self.memory[thread]
        with self._lock:
            room = min(self._stretch, self.capacity - self._taken)
            if room < self.engine.game.rules.max_moves + 2:
                memory.full = GOES_WITHOUT
                return
            memory.desk, memory.used, memory.limit = self._taken, self._taken + 1, self._taken + room
            memory.full = 0
            self._taken += room

    def _keep(self, child: int) -> None:
        self.memory[0].used = self._taken
        super()._keep(child)
        self._take_back(int(self.memory[0].used))

    def _take_back(self, taken: int) -> None:
        """No thread has a stretch any more; the pool is in use up to here."""
        self._taken = taken
        self.memory.used = self.memory.limit = self.memory.full = 0

    @property
    def used(self) -> int:
        return self._taken

    @property
    def full(self) -> bool:
        return self._stuck and bool((self.memory.full == GOES_WITHOUT).any())
