"""One tree, many threads: no visit is lost, what is proven is true, and whatever cannot be shared is refused."""

import random

import numpy as np
import pytest
from conftest import exact

import bough
from bough.core.errors import BoughError
from bough.games.formats.proofs import verify
from bough.search import slices
from bough.search.seams.sharing import CLAIMED
from bough.search.trees import shared
from bough.search.views.proving import proof_of


def sound(tree):
    """Every node that has children has them in use, nobody is still at work, and visits add up."""
    seen = np.zeros(tree.used, bool)
    at = [0]
    while at:
        node = tree.nodes[at.pop()]
        assert node.first != CLAIMED
        block = slice(int(node.first), int(node.first + node.count))
        assert block.stop <= tree.used and not seen[block].any(), "each node has one parent"
        seen[block] = True
        assert tree.nodes["visits"][block].sum() <= node.visits
        at += range(block.start, block.stop)
    return True


@pytest.mark.parametrize(("recipe", "threads"), [("uct+solver", 8), ("uct+rave", 2), ("uct+grave(reference=5)", 2)])
def test_no_visit_is_lost(recipe, threads):
    game = bough.game("hex:4")
    searcher = bough.searcher(game, recipe, memory="8MiB", threads=threads)
    found = searcher.search(game.start(), simulations=201)
    assert found.simulations == 201 == searcher.tree.nodes[0].visits
    # Whoever comes while the root is being expanded plays out from it.
    assert 0 < sum(row.visits for row in found.moves) <= 201
    assert sound(searcher.tree)


@pytest.mark.parametrize(
    ("name", "plies", "recipe"),
    [
        ("hex:3", 3, "uct+solver"),
        ("tic-tac-toe", 3, "uct+solver+look-ahead(visits=2)"),
        ("connect-four:4x3", 6, "uct+solver"),
    ],
)
def test_bounds_are_true(name, plies, recipe):
    game, rng = bough.game(name), random.Random(3)
    searcher = bough.searcher(game, recipe, memory="4MiB", threads=4)
    proven = 0
    for _ in range(4):
        position = game.start()
        while len(position.history) < plies:
            after = position.play(rng.choice(position.moves))
            position = game.start() if after.over else after
        found = searcher.search(position, simulations=400)
        assert found.low <= exact(position) <= found.high
        proven += found.proven
    assert proven > 1


@pytest.mark.compiled
@pytest.mark.early
def test_compiled_threads_lose_nothing_and_prove_nothing_wrong():
    """More threads than cores, so that they are stopped anywhere; in batches any number grows the same tree."""
    game = bough.game("hex:4")
    for threads in (2, 8):
        rng, searcher = random.Random(threads), bough.searcher(game, "uct+solver", memory="64MiB", threads=threads)
        found = searcher.search(game.start(), simulations=50_001)
        assert found.simulations == 50_001 == searcher.tree.nodes[0].visits and sound(searcher.tree)
        assert found.low <= 1 <= found.high, "the first player wins"
        for _ in range(12):
            position = game.start()
            while len(position.history) < 9:
                after = position.play(rng.choice(position.moves))
                position = game.start() if after.over else after
            found = searcher.search(position, simulations=20_000)
            assert found.proven and found.value == exact(position)
    known = digest("hex:4", "uct+solver", 1, simulations=2000, batch=64)
    for threads in (2, 3, 7):
        assert digest("hex:4", "uct+solver", threads, simulations=2000, batch=64) == known


def test_a_proof_found_together_holds():
    game = bough.game("hex:3")
    searcher = bough.searcher(game, "uct+solver", memory="8MiB", threads=3)
    found = searcher.search(game.start().play("b2"), simulations=20_000)
    assert found.proven and found.value == -1
    proof = proof_of(searcher.tree, searcher.position)
    assert proof.value == -1 and verify(proof) > 0


def test_the_subtree_of_the_moves_played_is_kept():
    game = bough.game("hex:4")
    searcher = bough.searcher(game, "uct", memory="8MiB", threads=3)
    first = searcher.search(game.start(), simulations=900)
    after = game.start().play(first.move)
    visits = next(row.visits for row in first.moves if row.move == first.move)
    searcher.search(after, simulations=100)
    assert visits + 100 == searcher.tree.nodes[0].visits
    assert sound(searcher.tree)


def test_a_full_pool_gives_back_what_is_used_least():
    game = bough.game("hex:4")
    searcher = bough.searcher(game, "uct+solver", memory="8KiB", threads=2)
    found = searcher.search(game.start(), simulations=700)
    assert found.recycled > 0 and not found.memory_full and sound(searcher.tree)
    assert found.simulations == 700 == searcher.tree.nodes[0].visits


def digest(name, recipe, threads, simulations=80, batch=16, memory="4MiB"):
    """All nodes after a search, a move and another search."""
    game = bough.game(name)
    searcher = bough.searcher(game, recipe, memory=memory, threads=threads, batch=batch, seed=5)
    found = searcher.search(game.start(), simulations=simulations)
    after = game.start().play(game.start().resolved(found.move, random.Random(1)))
    found = searcher.search(after, simulations=simulations)
    nodes = searcher.tree.nodes[: searcher.tree.used]
    assert found.simulations == simulations and sound(searcher.tree)
    fields = sorted(name for name in nodes.dtype.names if name != "unused")
    return [np.ascontiguousarray(nodes[name]).tobytes() for name in fields]


@pytest.mark.parametrize(("name", "recipe"), [("hex:4", "uct+rave+solver"), ("pig", "uct+chance-nodes+solver")])
def test_in_batches_the_tree_is_the_same_for_any_number_of_threads(request, name, recipe):
    name = str(request.config.rootpath / "examples" / "pig.py") if name == "pig" else name
    known = digest(name, recipe, 1)
    assert digest(name, recipe, 2) == digest(name, recipe, 7) == known != digest(name, recipe, 1, batch=8)


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "recipe"), [("go:5", "go-best"), ("loa:5", "loa-best")])
def test_compiled_batches_too(name, recipe):
    known = digest(name, recipe, 1, simulations=2000, batch=64)
    assert digest(name, recipe, 2, simulations=2000, batch=64) == known
    assert digest(name, recipe, 3, simulations=2000, batch=64) == known


def test_batches_do_not_depend_on_the_clock_and_recycle(monkeypatch):
    known = digest("hex:4", "uct+solver", 2, simulations=300, memory="8KiB")
    monkeypatch.setattr(slices, "SLICE_SECONDS", 1e-5)
    assert digest("hex:4", "uct+solver", 2, simulations=300, memory="8KiB") == known


def test_what_needs_its_simulations_in_turn_is_refused(request):
    mast = request.config.rootpath / "examples" / "mast.py"
    for recipe, told in ((f"uct+{mast}", "what earlier ones have taught"), ("uct+pn", "must change together")):
        with pytest.raises(BoughError, match=told):
            bough.searcher(bough.game("hex:4"), recipe, batch=64)
    with pytest.raises(BoughError, match="a batch has 1 to 4096 simulations, not 0"):
        bough.searcher(bough.game("hex:4"), "uct", batch=0)
    with pytest.raises(BoughError, match="minimax has no simulations"):
        bough.searcher(bough.game("tic-tac-toe"), "minimax(depth=2)", batch=8)


def test_an_interrupted_search_leaves_a_whole_tree(monkeypatch):
    game = bough.game("hex:4")
    searcher = bough.searcher(game, "uct", memory="8MiB", threads=2)
    supply = shared.SharedTree._supply

    def interrupted(tree, thread):
        if thread == 0 and tree.nodes[0].visits > 0:
            raise KeyboardInterrupt
        supply(tree, thread)

    monkeypatch.setattr(shared, "STRETCH", 64)
    searcher.tree._stretch = 64
    monkeypatch.setattr(shared.SharedTree, "_supply", interrupted)
    found = searcher.search(game.start(), simulations=5000)
    assert found.interrupted and sound(searcher.tree)
    monkeypatch.undo()
    assert not searcher.search(game.start(), simulations=50).interrupted


@pytest.mark.parametrize(
    ("name", "recipe", "idea"),
    [
        ("hex:4", "uct+pn", "pn"),
        ("hex:4", "puct", "puct"),
        ("dark-chess:2x2,pieces=KCkc,draw=12", "uct+group-nodes", "group-nodes"),
    ],
)
def test_what_cannot_be_shared_is_refused_by_name(name, recipe, idea):
    with pytest.raises(BoughError, match=f"the idea '{idea}' works with one thread: "):
        bough.searcher(bough.game(name), recipe, threads=2)
    assert bough.searcher(bough.game(name), recipe, memory="4MiB", threads=1)
