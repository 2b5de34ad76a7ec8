"""The GPU path: compiled to PTX without a GPU, run for real where there is one."""

import re
import types

import numpy as np
import pytest
from numba import types as numba_types
from numba.np.numpy_support import from_dtype
from numba.types import int16, int64

import bough
from bough.arena.match import Match
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.arena.workers import gpu
from bough.arena.workers.gpu import gpu_duel
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


@pytest.fixture
def ptx(monkeypatch):
    """Compile for a GPU that is not there; its tables must fit the 64 KiB of constant memory."""
    from numba.cuda import dispatcher

    if cuda.is_available():
        pytest.skip("run for real below")
    # Only asked for its compute capability.
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: types.SimpleNamespace(compute_capability=(9, 0)))

    def compile_it(function, arguments):
        ptx, _ = cuda.compile_ptx(function, arguments, cc=(9, 0))
        assert ".entry" in ptx and len(ptx) > 20_000
        assert sum(map(int, re.findall(r"^\.const .*\[(\d+)\]", ptx, re.MULTILINE))) < 1 << 16

    return compile_it


def vector(kind):
    """The compiler's type of an array of numbers."""
    return numba_types.Array(kind, 1, "C")


def matrix(kind):
    """The compiler's type of an array of numbers with two indices."""
    return numba_types.Array(kind, 2, "C")


def records(dtype: np.dtype):
    """The compiler's type of an array of records."""
    return numba_types.Array(from_dtype(dtype), 1, "C")


@pytest.mark.parametrize(("name", "recipe"), CASES)
def test_the_whole_search_compiles_for_a_gpu(name, recipe, ptx):
    made = engine(bough.game(name), bough.recipe(recipe))
    position = records(made.game.rules.record)
    ptx(
        gpu_functions(made).run,
        (records(made.node), records(made.memory), records(made.trail), position, position, matrix(int16),
         records(made.params), int64, int64, vector(int64)),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["go:9", "loa", "dark-chess"])
def test_a_game_of_two_searches_compiles_for_a_gpu(name, ptx):
    game = bough.game(name)
    made = engine(game, bough.recipe(game.recipe))
    position = records(game.rules.record)
    player = (records(made.node), records(made.memory), records(made.trail), records(made.params))
    ptx(
        gpu_duel(made, made),
        (position, position, matrix(int16), *player, *player, int64, int64, vector(int64), matrix(int16),
         matrix(int64), int64, vector(int64)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "recipe"), [("hex:5", "uct+solver"), ("loa", "mc-loa"), ("go:9", "mango"), ("dark-chess", "dark-knight")]
)
def test_the_gpu_grows_the_same_trees(name, recipe):
    if not cuda.is_available():
        pytest.skip("no GPU here")
    start = bough.game(name).start()
    positions = [start.play(move) for move in start.moves]
    on_cpu = bough.search_many(positions, recipe, simulations=300, seed=3)
    on_gpu = bough.search_many(positions, recipe, simulations=300, seed=3, device="cuda")
    assert [r.move for r in on_cpu] == [r.move for r in on_gpu]
    assert [r.moves for r in on_cpu] == [r.moves for r in on_gpu]


def test_matches_on_the_gpu_are_those_on_the_cpu(tmp_path, monkeypatch):
    """Recipes that differ only in numbers share a launch."""
    if not cuda.is_available():
        pytest.skip("no GPU here")
    players = ("uct+solver", "uct(exploration=0.5)+solver", "uct+rave")
    match = Match("hex:5", players, simulations=60, seed=4)
    games, launches = {}, []
    monkeypatch.setattr(gpu, "gpu_duel", lambda *engines: launches.append(engines) or gpu_duel(*engines))
    for device in ("cpu", "cuda"):
        store = Store(tmp_path / device)
        run_match(match, store, pairs=6, device=device)
        games[device] = {row.number: (row.moves, row.winner, row.first_simulations) for row in store.games()}
        store.close()
    assert len(games["cpu"]) == 36 and games["cpu"] == games["cuda"]
    assert len(launches) == 2


def test_a_table_goes_along_to_the_gpu(tmp_path):
    if not cuda.is_available():
        pytest.skip("no GPU here")
    match = Match("dark-chess:2x3,pieces=KCPkcp", ("dark-knight", "dark-knight+endings"), simulations=40, seed=4)
    games = {}
    for device in ("cpu", "cuda"):
        store = Store(tmp_path / device)
        run_match(match, store, pairs=4, device=device)
        games[device] = {row.number: (row.moves, row.winner) for row in store.games()}
        store.close()
    assert games["cpu"] == games["cuda"]
