"""Many parallel searches on a CUDA GPU, one tree per thread, from the same source as on the CPU (extra `cuda`)."""

import time
import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.extras import lacking
from bough.core.instructions.bits import count_bits
from bough.core.jit import PARTS
from bough.core.jit import register_parts as register_on_cpu
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.game import Position
from bough.search.recipe import Recipe
from bough.search.result import Result
from bough.search.trees.engine import Engine, engine, legal_size, new_memory, parameters
from bough.search.trees.results import result_of

THREADS_PER_BLOCK = 64
SLICE = 256
"""Simulations per launch; Ctrl-C is handled between launches."""
MEMORY_SHARE = 0.85
"""Share of the free GPU memory that the trees may take."""
LARGEST_CONSTANT = 1024
"""Maximum size in bytes of a table in constant memory, where all copies of all tables share 64 KiB."""
_registered = 0


def cuda_module() -> Any:
    """Numba's CUDA target; raises BoughError if it is not installed."""
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010 - numba-cuda 0.30 still uses it, NumPy 2.5 removed it
    try:
        from numba import cuda
    except ImportError:
        raise lacking("device cuda needs", "cuda") from None
    return cuda


def gpu() -> Any:
    """Numba's CUDA target; raises BoughError if the machine has no GPU."""
    cuda = cuda_module()
    if not cuda.is_available():
        raise BoughError("no CUDA GPU was found on this machine; use device cpu")
    # It is fine to search only a few positions or games on a GPU, so do not warn about idle cores.
    warnings.filterwarnings("ignore", message=".*GPU under-utilization")
    return cuda


def register_parts() -> None:
    """Tell the GPU compiler about all parts declared so far."""
    global _registered
    cuda_module()
    register_on_cpu()
    from numba.cuda import extending

    if not _registered:
        _place_tables()
        _count_by_instruction()
    register: Any = extending.register_jitable  # type: ignore[attr-defined,unused-ignore]
    while _registered < len(PARTS):
        register(PARTS[_registered])
        _registered += 1


def _count_by_instruction() -> None:
    from numba import cuda
    from numba.cuda import extending

    overload: Any = extending.overload  # type: ignore[attr-defined,unused-ignore]

    @overload(count_bits)
    def _(word):
        def counted(word):
            return np.int64(cuda.popc(word))

        return counted


def _place_tables() -> None:
    """Put large tables into global memory; numba-cuda puts all into constant memory, which holds only 64 KiB."""
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.target import CUDATargetContext as Target

    target: Any = Target
    make_constant, constant, everywhere = target.make_constant_array, nvvm.ADDRSPACE_CONSTANT, nvvm.ADDRSPACE_GLOBAL

    def make(self, builder, kind, table):
        nvvm.ADDRSPACE_CONSTANT = constant if table.nbytes <= LARGEST_CONSTANT else everywhere
        try:
            return make_constant(self, builder, kind, table)
        finally:
            nvvm.ADDRSPACE_CONSTANT = constant

    target.make_constant_array = make


class GpuKernels(NamedTuple):
    """The entry points of one engine on a GPU, as plain functions for the compiler."""

    begin: Any
    run: Any
    gather: Any


def gpu_functions(made: Engine) -> GpuKernels:
    """The three entry points, not yet compiled."""
    cuda = cuda_module()
    register_parts()
    plant, simulate = made.plant, made.simulate

    def begin(nodes, memories, roots, params, capacity):
        i = cuda.grid(1)
        if i < memories.shape[0]:
            plant(nodes[i * capacity : (i + 1) * capacity], memories[i], roots[i], params[0])

    def run(nodes, memories, trails, roots, works, legals, params, capacity, simulations, done):
        i = cuda.grid(1)
        if i < memories.shape[0]:
            own = nodes[i * capacity : (i + 1) * capacity]
            done[i] += simulate(
                own, memories[i], trails[i], roots[i : i + 1], works[i : i + 1], legals[i], params[0], simulations
            )

    def gather(nodes, heads, capacity):
        i = cuda.grid(1)
        if i < heads.shape[0]:
            for j in range(heads.shape[1]):
                heads[i, j] = nodes[i * capacity + j]

    return GpuKernels(begin, run, gather)


@lru_cache(maxsize=64)
def _compiled(made: Engine) -> GpuKernels:
    cuda = gpu()
    return GpuKernels(*(cuda.jit(function) for function in gpu_functions(made)))


class Grove:
    """Trees that grow in parallel on the GPU, and their scratch space."""

    def __init__(self, made: Engine, recipe: Recipe, roots: np.recarray, simulations: int, seed: int):
        cuda = gpu()
        self.cuda, self.kernels, self.engine = cuda, _compiled(made), made
        self.count = len(roots)
        free, _ = cuda.current_context().get_memory_info()
        wanted = 1 + (simulations + 1) * made.game.rules.max_moves
        beside = (
            made.memory.itemsize + made.trail.itemsize + 2 * made.game.rules.record.itemsize + 2 * legal_size(made.game)
        )
        a_tree = int(free * MEMORY_SHARE) // self.count - beside
        self.capacity = min(wanted, a_tree // made.node.itemsize)
        if self.capacity <= made.game.rules.max_moves:
            raise BoughError(
                f"{self.count} trees at once do not fit the GPU's memory; search fewer positions at a time"
            )
        memories = new_memory(made, self.count)
        memories.rng = [seeded(seed, stream) for stream in range(self.count)]
        self.nodes = cuda.device_array(self.count * self.capacity, made.node)
        self.memories = cuda.to_device(memories)
        self.trails = cuda.device_array(self.count, made.trail)
        self.roots = cuda.to_device(roots)
        self.works = cuda.device_array(self.count, made.game.rules.record)
        self.legals = cuda.device_array((self.count, legal_size(made.game)), np.int16)
        self.params = cuda.to_device(parameters(made, recipe))
        self.done = cuda.to_device(np.zeros(self.count, np.int64))
        self.grid = (self.count + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK
        self.kernels.begin[self.grid, THREADS_PER_BLOCK](
            self.nodes, self.memories, self.roots, self.params, self.capacity
        )

    def grow(self, simulations: int) -> None:
        """Run this many simulations in every tree."""
        while simulations > 0:
            size = min(SLICE, simulations)
            self.kernels.run[self.grid, THREADS_PER_BLOCK](
                self.nodes, self.memories, self.trails, self.roots, self.works, self.legals, self.params,
                self.capacity, size, self.done,
            )  # fmt: skip
            self.cuda.synchronize()
            simulations -= size

    def heads(self) -> np.ndarray:
        """The root and the root's children of every tree: the first nodes of its pool."""
        size = min(self.capacity, self.engine.game.rules.max_moves + 1)
        heads = self.cuda.device_array((self.count, size), self.engine.node)
        self.kernels.gather[self.grid, THREADS_PER_BLOCK](self.nodes, heads, self.capacity)
        result: np.ndarray = heads.copy_to_host()
        return result


def search_many_on_gpu(positions: Sequence[Position], recipe: Recipe, simulations: int, seed: int) -> list[Result]:
    """Search every position; each principal variation has only one move, the best."""
    game = positions[0].game
    made = engine(game, recipe)
    started = time.perf_counter()
    roots = records(len(positions), game.rules.record)
    for i, position in enumerate(positions):
        roots[i] = position.state[0]
    grove = Grove(made, recipe, roots, simulations, seed)
    grove.grow(simulations)
    gathered, done, memories = grove.heads(), grove.done.copy_to_host(), grove.memories.copy_to_host()
    heads = [nodes[: 1 + nodes[0]["count"]].view(np.recarray) for nodes in gathered]
    seconds, params = time.perf_counter() - started, parameters(made, recipe)
    return [
        result_of(
            made,
            str(recipe),
            heads[i],
            int(made.decide(heads[i], 0, params[0])),
            (),
            simulations=int(done[i]),
            tree_nodes=int(memories[i]["used"]),
            seconds=seconds / len(positions),
            memory_full=bool(memories[i]["full"]),
            interrupted=False,
            seed=seed,
        )
        for i in range(len(positions))
    ]
