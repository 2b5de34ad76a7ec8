"""Memory that never ends: a full pool gives its least useful subtrees back, and what is proven stays true."""

import random

import pytest
from conftest import exact

import bough
from bough.search.trees import recycling, tree
from bough.search.trees.tree import Tree


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch):
    for module in (recycling, tree):
        monkeypatch.setattr(module, "EVERY", 32)


def grown(searcher, position, simulations):
    found = searcher.search(position, simulations=simulations)
    tree: Tree = searcher.tree
    nodes = tree.nodes[: tree.used]
    for at in range(tree.used):
        node = nodes[at]
        if node.count:
            assert at < node.first and node.first + node.count <= tree.used, "children come after their parent"
            assert nodes["visits"][node.first : node.first + node.count].sum() <= node.visits
    return found


@pytest.mark.parametrize("recipe", ["uct", "uct+rave+solver"])
def test_a_search_goes_on_growing(recipe):
    game = bough.game("hex:4")
    searcher = bough.searcher(game, recipe, memory="5KiB", seed=1)
    found = grown(searcher, game.start(), 224)
    assert found.recycled > 0 and not found.memory_full
    assert found.simulations == int(searcher.tree.nodes[0].visits) == 224


def test_bounds_stay_true():
    game, rng = bough.game("hex:3"), random.Random(5)

    searcher = bough.searcher(game, "uct+solver", memory="2KiB", seed=2)
    recycled = proven = 0
    for _ in range(12):
        position = game.start()
        for _ in range(rng.randrange(3, 5)):
            position = position.play(rng.choice(position.moves))
        found = grown(searcher, position, 192)
        value = exact(position)
        assert found.low <= value <= found.high
        recycled += found.recycled
        proven += found.proven
    assert recycled > 0 and proven > 2


def test_the_same_seed_gives_the_same_tree_however_it_is_sliced():
    game = bough.game("hex:4")
    told = []
    for first in (32, 7):
        searcher = bough.searcher(game, "uct", memory="5KiB", seed=3)
        searcher.first_slice = first
        told.append(searcher.search(game.start(), simulations=300))
    assert told[0].recycled == told[1].recycled > 0 and told[0].moves == told[1].moves


def test_where_nodes_mix_positions_a_full_pool_stays_full():
    chess = bough.game("dark-chess:2x3,pieces=KCPkcp")
    found = bough.search(chess.start(), "uct+group-nodes", simulations=200, memory="4KiB", seed=1)
    assert found.memory_full and found.recycled == 0


def test_what_is_kept_after_a_move_can_be_recycled_too():
    game = bough.game("hex:4")
    searcher = bough.searcher(game, "uct", memory="5KiB", seed=3)
    position = game.start()
    for _ in range(3):
        found = grown(searcher, position, 200)
        position = position.play(found.move)
    assert found.recycled > 0
