"""One search tree: a pool of nodes and the scratch space to grow it."""

from collections.abc import Collection

import numpy as np

from bough.core.errors import BoughError
from bough.core.records import records, unset_records
from bough.core.rng import seeded
from bough.games.contract import FIRST
from bough.knowledge.evaluator import Judge
from bough.search.evaluators import judge_of
from bough.search.recipe import Recipe
from bough.search.seams.hooks import MEMORY
from bough.search.trees.crew import Crew
from bough.search.trees.engine import Engine, legal_size, new_memory, parameters
from bough.search.trees.recycling import EVERY, KEPT, LEAST, doomed, steps_until_full

TELLING = 0.1
"""A move with this part of the visits of the one visited most has a value worth comparing."""
MOST_VISITS = 2**31 - 2**20
"""Maximum visits of the root: visits are 32-bit numbers."""


class Tree:
    """One search tree and the scratch space to grow it."""

    threads = 1

    _crew: Crew | None = None
    """The threads that grow it together, if there are several."""

    def __init__(self, engine: Engine, recipe: Recipe, memory: int, seed: int, stream: int = 0):
        self.engine = engine
        self.capacity = min(memory // engine.node.itemsize, 2**31 - 1)
        if self.capacity < engine.game.rules.max_moves + 1:
            least = (engine.game.rules.max_moves + 1) * engine.node.itemsize
            raise BoughError(
                f"the memory limit of {memory} bytes is too small for {engine.game.name}; give at least {least}"
            )
        self.nodes = unset_records(self.capacity, engine.node)
        self.memory = new_memory(engine, self.threads)
        self.memory.rng = [seeded(seed, stream + thread) for thread in range(self.threads)]
        self.judge = judge_of(engine.game, recipe) if engine.asking else None
        self.batch = recipe.batch if self.judge else 1
        self.trail = records(max(self.batch, self.threads), engine.trail)
        self.roots = records(1, engine.game.rules.record)
        self.works = records(max(self.batch, self.threads), engine.game.rules.record)
        self.legal = np.zeros(legal_size(engine.game), np.int16)
        self.params = parameters(engine, recipe)
        # Numba dispatches on plain arrays several times faster than on recarrays; both share the same memory.
        arrays = (self.nodes, self.memory, self.trail, self.roots, self.works, self.legal, self.params)
        self._nodes, self._memory, *_, self._params = self._arrays = [array.view(np.ndarray) for array in arrays]
        self.recycled = 0
        """Nodes given back since the tree was planted."""
        self._stuck = not engine.reusable
        self.only: Collection[int] | None = None
        """The moves that the root was left with; None if it has all."""

    def compile(self) -> None:
        """Compile both entry points, so that no budget is spent on the compiler."""
        self.roots[0].to_move = 0
        self.engine.begin(self._nodes, self._memory, self._arrays[3], self._params)
        self._grow(0)
        if self.judge is not None:
            self._scatter(0, np.empty(0, np.float32), np.empty((0, 0), np.float32))

    def plant(self, position: np.recarray) -> None:
        """Start a new tree at this position (an array of one record)."""
        self.roots[0] = position[0]
        self.engine.begin(self._nodes, self._memory, self._arrays[3], self._params)
        self.recycled = 0
        self.only = None
        self._stuck = not self.engine.reusable

    def grow(self, simulations: int) -> int:
        """Run simulations and return their number: fewer if the root is proven or its visit counter is full."""
        simulations = min(simulations, MOST_VISITS - int(self.nodes[0].visits))
        most_moves, made = self.engine.game.rules.max_moves, 0
        while made < simulations:
            steps = simulations - made
            if not self._stuck:
                steps = min(steps, steps_until_full(self.capacity, self.used, most_moves, int(self.nodes[0].visits)))
            now = self._grow(steps)
            made += now
            if now < steps:
                break
            if self.memory[0].full and not self._stuck and self.nodes[0].visits % EVERY == 0:
                self._recycle()
        return made

    def _grow(self, simulations: int) -> int:
        if self.judge is None:
            return int(self.engine.run(*self._arrays, simulations))
        return self._grow_judged(self.judge, simulations)

    def _recycle(self) -> None:
        """Give the least useful subtrees back."""
        before = self.used
        nodes = self._nodes[:before]
        given_back = doomed(nodes, self.engine.proves, int(KEPT * self.capacity))
        for field in ("count", "first", *self.engine.of_children):
            nodes[field][given_back] = 0
        self._keep(0)
        self.recycled += before - self.used
        self._stuck = before - self.used < LEAST * self.capacity
        self.memory[0].full = self._stuck

    def _grow_judged(self, judge: Judge, simulations: int) -> int:
        """The same where an evaluator is asked, batch by batch."""
        assert self.engine.gather is not None
        done = 0
        while True:
            asked, made = self.engine.gather(*self._arrays, self.batch, simulations - done)
            if asked:
                self._scatter(asked, *self._judged(judge, asked))
            done += made
            if made == 0 or done >= simulations:
                return done

    def _judged(self, judge: Judge, asked: int) -> tuple[np.ndarray, np.ndarray]:
        """The evaluator's answer; if it fails or is interrupted, no visit stays under way."""
        try:
            return judge(self.works[:asked])
        except BaseException:
            if "under_way" in (self.engine.node.names or ()):
                self.nodes["under_way"][: self.used] = 0
            raise

    def _scatter(self, asked: int, values: np.ndarray, weights: np.ndarray) -> None:
        assert self.engine.scatter is not None and self.judge is not None
        nodes, memory, trails, _, works, legal, params = self._arrays
        places = self.judge.places
        self.engine.scatter(nodes, memory, trails, works, legal, params, asked, values, weights, places)

    def descend(self, move: int, position: np.recarray) -> bool:
        """Keep only the subtree below a root move, which leads to this position; false if there is no such subtree."""
        child = next((i for i in self.children(0) if self.nodes[i].move == move), None)
        if child is None or self.nodes[child].count == 0 or not self.engine.reusable:
            return False
        self.roots[0] = position[0]
        self._keep(child)
        self._stuck = False
        self._make_root()
        return True

    def _keep(self, child: int) -> None:
        """Make the subtree of a node the whole tree."""
        self.engine.keep(self._nodes, self._memory, child, np.empty(self.used, np.int32))

    def _make_root(self) -> None:
        """Make the first node a root like that of a new tree: its mover is the opponent of the player to move, and its
        bounds are only those that its children prove."""
        self.only = None
        root, mover = self.nodes[0], 1 - int(self.roots[0].to_move)
        if (root.mover == FIRST) != (mover == FIRST):
            root.value = -root.value
        root.mover, root.move = mover, -1
        self._bound_root()

    def _bound_root(self) -> None:
        if self.engine.proves:
            root, children = self.nodes[0], self.nodes[self.children(0).start : self.children(0).stop]
            root.low, root.high, root.sure = -children["high"].max(), -children["low"].max(), children["low"].max()

    def look_at(self, moves: Collection[int]) -> int:
        """Leave only these moves at the root, which gets its children first if it has none; simulations made for it."""
        made = self.grow(1) if self.nodes[0].count == 0 else 0
        children = self.children(0)
        block = self._nodes[children.start : children.stop]
        wanted = np.isin(block["move"], list(moves))
        if not wanted.any():
            others = ", ".join(self.engine.game.face.move_name(int(move)) for move in block["move"])
            raise BoughError(f"the search would look at {others} alone here, which is not among the moves given")
        block[:] = np.concatenate((block[wanted], block[~wanted]))
        self.nodes[0].count = int(wanted.sum())
        self.only = moves
        self._bound_root()
        return made

    def prove(self, move: int, value: int) -> None:
        """A move at the root has been proven, by whatever means, to be worth this to the player who makes it."""
        for child in self.children(0):
            if self.nodes[child].move == move:
                self.nodes[child].low = self.nodes[child].high = self.nodes[child].value = value
        self._bound_root()

    def forget(self) -> None:
        """Clear the memory that ideas keep from one tree to the next."""
        own = [*(field[0] for field in MEMORY), *(name for name, _ in self.engine.tables)]
        for name in self.engine.memory.names or ():
            if name not in own:
                self.memory[name] = 0

    def children(self, node: int) -> range:
        """The indices of a node's children."""
        first = int(self.nodes[node].first)
        return range(first, first + int(self.nodes[node].count))

    def line(self, node: int = 0) -> list[int]:
        """The nodes of the principal variation from a node: best play by both sides."""
        out = np.empty(self.engine.game.rules.max_plies + 1, np.int64)
        return [int(at) for at in out[: self.engine.line(self._nodes, self._params, node, out)]]

    def decide(self, nodes: np.recarray) -> int:
        """The child of nodes[0] to play."""
        return int(self.engine.decide(nodes, 0, self.params[0]))

    @property
    def used(self) -> int:
        """Number of nodes in use."""
        return int(self.memory[0].used)

    @property
    def full(self) -> bool:
        """Whether some leaf could not be expanded for lack of memory, and nothing could be given back."""
        return self._stuck and bool(self.memory[0].full)

    @property
    def others_seconds(self) -> float:
        """CPU seconds of threads other than the one that asks to grow."""
        return 0.0 if self._crew is None else self._crew.cpu_seconds

    def settled(self, left: int) -> bool:
        """Whether `left` more simulations cannot change the move to play."""
        children = self.children(0)
        if not self.engine.by_visits or len(children) < 2:
            return len(children) == 1
        *_, second, first = np.partition(self.nodes["visits"][children.start : children.stop], -2)
        return bool(first - second > left)

    @property
    def in_doubt(self) -> bool:
        """Whether a move other than the one visited most looks better, and was visited often enough to tell."""
        children = self.children(0)
        if not self.engine.by_visits or len(children) < 2:
            return False
        visits, values = (self.nodes[field][children.start : children.stop] for field in ("visits", "value"))
        most = int(np.argmax(visits))
        return bool((values[visits >= TELLING * visits[most]] > values[most]).any())

    @property
    def decided(self) -> bool:
        """Whether the root is proven, so there is nothing left to search."""
        return self.engine.proves and bool(self.nodes[0].low == self.nodes[0].high)
