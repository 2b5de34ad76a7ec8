"""The GPU path: compiled to PTX without a GPU, run for real where there is one."""

import re
import types

import numpy as np
import pytest

import bough
from bough.search.trees.cuda import gpu_functions
from bough.search.trees.engine import engine

cuda = pytest.importorskip("numba_cuda") and pytest.importorskip("numba.cuda")
pytestmark = [pytest.mark.long, pytest.mark.compiled]
CASES = [
    ("hex:11", "uct+solver"),
    ("havannah:4", "uct+rave+anti-decisive+solver"),
    ("connect-four", "uct+solver"),
    ("loa", "mc-loa"),
    ("dark-chess", "uct+chance-nodes+solver"),
    ("go:9", "mango"),
]


@pytest.mark.parametrize(("name", "recipe"), CASES)
def test_the_whole_search_compiles_for_a_gpu(name, recipe, monkeypatch):
    from numba import types as numba_types
    from numba.cuda import dispatcher
    from numba.np.numpy_support import from_dtype

    if cuda.is_available():
        pytest.skip("run for real below")
    # Only asked for its compute capability.
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: types.SimpleNamespace(compute_capability=(9, 0)))
    made = engine(bough.game(name), bough.recipe(recipe))

    def records(dtype: np.dtype):
        return numba_types.Array(from_dtype(dtype), 1, "C")

    whole, position = numba_types.int64, records(made.game.rules.record)
    arguments = (
        records(made.node), records(made.memory), records(made.trail), position, position,
        numba_types.Array(numba_types.int16, 2, "C"), records(made.params), whole, whole,
        numba_types.Array(whole, 1, "C"),
    )  # fmt: skip
    ptx, _ = cuda.compile_ptx(gpu_functions(made).run, arguments, cc=(9, 0))
    assert ".entry" in ptx and len(ptx) > 20_000
    assert sum(map(int, re.findall(r"^\.const .*\[(\d+)\]", ptx, re.MULTILINE))) < 1 << 16


@pytest.mark.parametrize(("name", "recipe"), [("hex:5", "uct+solver"), ("loa", "mc-loa"), ("go:9", "mango")])
def test_the_gpu_grows_the_same_trees(name, recipe):
    if not cuda.is_available():
        pytest.skip("no GPU here")
    start = bough.game(name).start()
    positions = [start.play(move) for move in start.moves]
    on_cpu = bough.search_many(positions, recipe, simulations=300, seed=3)
    on_gpu = bough.search_many(positions, recipe, simulations=300, seed=3, device="cuda")
    assert [r.move for r in on_cpu] == [r.move for r in on_gpu]
    assert [r.moves for r in on_cpu] == [r.moves for r in on_gpu]
