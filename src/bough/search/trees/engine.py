"""A recipe compiled for a game: the kernel, the records it works on, and nothing about clocks or people."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.records import record_type, records, unset_records
from bough.core.rng import seeded
from bough.games.contract import CHANCE, FIRST, Game
from bough.search.ideas.final import highest_final, most_visits
from bough.search.recipe import Recipe
from bough.search.seams.hooks import MEMORY, trail_fields
from bough.search.seams.loop import simulation_loop

MOST_VISITS = 2**31 - 2**20
"""Of the root: visits are counted in 32 bits."""


class Engine(NamedTuple):
    """The types and the entry points of one search on one game; shared by all searches of that shape."""

    game: Game
    node: np.dtype
    memory: np.dtype
    trail: np.dtype
    params: np.dtype
    simulate: Callable[..., Any]
    """The part that runs simulations, for other entry points (a GPU) to call."""
    plant: Callable[..., Any]
    """plant(nodes, memory, position, params): a tree of one node; a part too."""
    run: Callable[..., Any]
    """run(nodes, memory, trail, roots, works, legal, params, simulations) -> how many were run."""
    begin: Callable[..., Any]
    """begin(nodes, memory, roots, params): the entry point around plant."""
    decide: Callable[..., Any]
    """decide(nodes, node, params): the child to play; a part."""
    line: Callable[..., Any]
    """line(nodes, params, out): write the principal variation, return its length."""
    keep: Callable[..., Any]
    """keep(nodes, memory, child, places): make the subtree of one node the whole tree."""
    proves: bool
    """Whether nodes carry bounds."""
    by_visits: bool
    """Whether the most visited child is played, whatever else is known."""
    reusable: bool
    """Whether a subtree stands for one position and for either player, so that it can be kept after a move."""


def engine(game: Game, recipe: Recipe) -> Engine:
    """The engine for this game and shape of recipe, built once a process."""
    return _engine(game, recipe.shape)


@lru_cache(maxsize=256)
def _engine(game: Game, shape: tuple[str, ...]) -> Engine:
    from bough.search.recipe import recipe_of

    chosen = recipe_of((name, {}) for name in shape)
    hooks = chosen.hooks(game)
    simulate = simulation_loop(game, hooks)
    prepare = hooks.prepare

    @part
    def plant(nodes, memory, position, params):
        root = nodes[0]
        root.visits = root.first = root.count = 0
        root.value = root.spread = 0.0
        root.move = -1
        root.mover = 1 - position.to_move
        prepare(root, position, params)
        memory.used = 1
        memory.full = 0

    def run(nodes, memory, trail, roots, works, legal, params, simulations):
        return simulate(nodes, memory[0], trail[0], roots, works, legal, params[0], simulations)

    def begin(nodes, memory, roots, params):
        plant(nodes, memory[0], roots[0], params[0])

    decide, stochastic, one_position = hooks.decide(hooks), game.outcomes is not None, hooks.follow is None

    def line(nodes, params, out):
        """The nodes both sides would go to, as far as the tree has looked."""
        node = length = 0
        while length < out.shape[0] and nodes[node].count > 0:
            if stochastic and nodes[nodes[node].first].mover == CHANCE:
                break  # nobody decides what comes next
            node = decide(nodes, node, params[0])
            if nodes[node].visits == 0:
                break
            out[length] = node
            length += 1
            if not one_position:
                break  # what is below holds whatever chance did
        return length

    node = record_type(hooks.node)
    return Engine(
        game=game,
        node=node,
        memory=record_type(dict.fromkeys(hooks.memory)),  # ideas may share scratch space
        trail=record_type(trail_fields(game.max_plies)),
        params=np.dtype([(name, "f8") for name in sorted(chosen.params)]),
        simulate=simulate,
        plant=plant,
        run=kernel(run, game.source),
        begin=kernel(begin, game.source),
        decide=decide,
        line=kernel(line, game.source),
        keep=kernel(_keep, game.source),
        proves="low" in (node.names or ()),
        by_visits=hooks.final is most_visits and hooks.decide is highest_final,
        reusable=one_position and not hooks.rooted,
    )


def _keep(nodes, memory, child, places):
    """Move the subtree of `child` to the front of the pool, children staying together and in order.

    Children always stand behind their parent, so one pass marks what is kept and a second one moves it.
    """
    used = memory[0].used
    for i in range(used):
        places[i] = -1
    places[child] = 0
    kept = 0
    for i in range(child, used):
        if places[i] >= 0:
            places[i] = kept
            kept += 1
            for grandchild in range(nodes[i].first, nodes[i].first + nodes[i].count):
                places[grandchild] = 0
    for i in range(child, used):
        if places[i] >= 0:
            target = nodes[places[i]]
            nodes[places[i]] = nodes[i]
            if target.count > 0:
                target.first = places[target.first]
    memory[0].used = kept
    memory[0].full = 0
    return kept


def parameters(engine: Engine, recipe: Recipe) -> np.recarray:
    """The numbers of a recipe as the record that kernels read."""
    params = records(1, engine.params)
    for name, value in recipe.params.items():
        params[0][name] = value
    return params


def legal_size(game: Game) -> int:
    """Room for the legal moves of a position, and for the moves of a whole playout."""
    return max(game.max_moves, game.max_plies) + 1


class Tree:
    """One search tree and the scratch space to grow it."""

    def __init__(self, engine: Engine, recipe: Recipe, memory: int, seed: int, stream: int = 0):
        self.engine = engine
        self.capacity = min(memory // engine.node.itemsize, 2**31 - 1)
        if self.capacity < engine.game.max_moves + 1:
            least = (engine.game.max_moves + 1) * engine.node.itemsize
            raise BoughError(
                f"the memory limit of {memory} bytes is too small for {engine.game.name}; give at least {least}"
            )
        self.nodes = unset_records(self.capacity, engine.node)
        self.memory = records(1, engine.memory)
        self.memory[0].rng = seeded(seed, stream)
        self.trail = records(1, engine.trail)
        self.roots = records(1, engine.game.record)
        self.works = records(1, engine.game.record)
        self.legal = np.zeros(legal_size(engine.game), np.int16)
        self.params = parameters(engine, recipe)
        # Kernels tell plain arrays apart several times faster than recarrays; both are the same memory.
        arrays = (self.nodes, self.memory, self.trail, self.roots, self.works, self.legal, self.params)
        self._nodes, self._memory, *_, self._params = self._arrays = [array.view(np.ndarray) for array in arrays]

    def compile(self) -> None:
        """Have both entry points ready, so that no budget pays for the compiler."""
        self.roots[0].to_move = 0
        self.engine.begin(self._nodes, self._memory, self._arrays[3], self._params)
        self.grow(0)

    def plant(self, position: np.recarray) -> None:
        """Start a new tree at this position (an array of one record)."""
        self.roots[0] = position[0]
        self.engine.begin(self._nodes, self._memory, self._arrays[3], self._params)

    def grow(self, simulations: int) -> int:
        """Run so many simulations; return how many, fewer if the root is proven or has all the visits it can count."""
        room = MOST_VISITS - int(self.nodes[0].visits)
        return int(self.engine.run(*self._arrays, min(simulations, room)))

    def descend(self, move: int, position: np.recarray) -> bool:
        """Keep the subtree below a root move that leads to this position; false if there is none."""
        child = next((i for i in self.children(0) if self.nodes[i].move == move), None)
        if child is None or self.nodes[child].count == 0 or not self.engine.reusable:
            return False
        self.roots[0] = position[0]
        places = np.empty(int(self.memory[0].used), np.int32)
        self.engine.keep(self._nodes, self._memory, child, places)
        self._make_root()
        return True

    def _make_root(self) -> None:
        """Let the first node stand as a planted one would: seen by the opponent of the player to move, and with no more
        proven than its children prove."""
        root, children = self.nodes[0], self.nodes[self.children(0).start : self.children(0).stop]
        mover = 1 - int(self.roots[0].to_move)
        if (root.mover == FIRST) != (mover == FIRST):
            root.value = -root.value
        root.mover, root.move = mover, -1
        if self.engine.proves:
            root.low, root.high, root.sure = -children["high"].max(), -children["low"].max(), children["low"].max()

    def forget(self) -> None:
        """Drop what ideas remember from one tree to the next."""
        own = [field[0] for field in MEMORY]
        for name in self.engine.memory.names or ():
            if name not in own:
                self.memory[name] = 0

    def children(self, node: int) -> range:
        """The indices of a node's children."""
        first = int(self.nodes[node].first)
        return range(first, first + int(self.nodes[node].count))

    def line(self) -> list[int]:
        """The nodes of the principal variation."""
        out = np.empty(self.engine.game.max_plies + 1, np.int64)
        return [int(node) for node in out[: self.engine.line(self._nodes, self._params, out)]]

    @property
    def full(self) -> bool:
        """Whether some leaf could not grow for want of memory."""
        return bool(self.memory[0].full)

    def settled(self, left: int) -> bool:
        """Whether so many more simulations could not change which move is played."""
        children = self.children(0)
        if not self.engine.by_visits or len(children) < 2:
            return len(children) == 1
        *_, second, first = np.partition(self.nodes["visits"][children.start : children.stop], -2)
        return bool(first - second > left)

    @property
    def decided(self) -> bool:
        """Whether the root is proven, so that there is nothing left to search."""
        return self.engine.proves and bool(self.nodes[0].low == self.nodes[0].high)
