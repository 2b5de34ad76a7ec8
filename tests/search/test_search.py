"""The loop, its tree and its results."""

import dataclasses
import math
import threading

import numpy as np
import pytest
from conftest import grown

import bough
from bough.core.jit import kernel
from bough.core.records import record_type, records
from bough.core.rng import advance, seeded, unit
from bough.lab.speed import tree_digest
from bough.search import slices
from bough.search.seams.hooks import mean_with
from bough.search.trees.engine import engine, parameters
from bough.search.trees.tree import Tree
from bough.search.views.explore import explore


def test_three_simulations_by_hand():
    """The root is expanded at once; each simulation then tries a child that has none yet."""
    tree = grown("tic-tac-toe", "uct", 3)
    root, children = tree.nodes[0], [tree.nodes[i] for i in tree.children(0)]
    assert root.visits == 3 and len(children) == 9
    assert sorted(int(child.visits) for child in children) == [0] * 6 + [1] * 3
    assert all(child.value in (-1, 0, 1) for child in children)
    assert math.isclose(root.value, -sum(child.value for child in children) / 3, abs_tol=1e-6)


def test_trees_are_walked_by_names_with_capitals_or_without():
    lower = bough.game("tic-tac-toe")
    for game in (
        lower,
        dataclasses.replace(
            lower, face=dataclasses.replace(lower.face, move_name=lambda move: lower.face.move_name(move).upper())
        ),
    ):
        tree = Tree(engine(game, bough.recipe("uct")), bough.recipe("uct"), 1 << 20, 1)
        tree.plant(game.start().state)
        tree.grow(100)
        b2 = game.face.move_name(4)
        assert {explore(tree, game.start(), [name]).path[0] for name in ("b2", "B2")} == {b2}


def test_visits_and_values_add_up_everywhere():
    tree = grown("connect-four:4x4", "uct", 2000)
    for i in range(int(tree.memory[0].used)):
        node = tree.nodes[i]
        if node.count:
            children = [tree.nodes[c] for c in tree.children(i)]
            through = sum(int(child.visits) for child in children)
            # Its first visit was a playout of its own, before it had children; the root had none.
            assert node.visits == through + (i > 0)
            assert math.isclose(node.spread, 1 / math.sqrt(node.visits), rel_tol=1e-6)
            assert all(child.mover != node.mover for child in children)


def test_urgency_is_value_plus_exploration():
    """With all children tried, the next simulation follows the highest value + C sqrt(ln N / n)."""
    tree = grown("connect-four:4x4", "uct(exploration=0.8)", 60)
    root, children = tree.nodes[0], list(tree.children(0))
    before = {i: int(tree.nodes[i].visits) for i in children}
    urgencies = {
        i: tree.nodes[i].value + 0.8 * math.sqrt(math.log(root.visits + 1) / tree.nodes[i].visits) for i in children
    }
    tree.grow(1)
    (followed,) = [i for i in children if tree.nodes[i].visits > before[i]]
    assert followed == max(urgencies, key=urgencies.__getitem__)


def test_rave_counts_a_move_wherever_it_is_played_later():
    tree = grown("hex:3", "uct+rave", 400)
    for i in tree.children(0):
        child = tree.nodes[i]
        assert child.visits <= child.seen <= 400
    # On a full board each cell ends up with one of the two, about half the time with each.
    assert 0.3 < np.mean([tree.nodes[i].seen for i in tree.children(0)]) / 400 < 0.8


def test_threshold_lets_the_playout_policy_pick_the_child():
    """Uniform picks spread visits evenly; urgency would have concentrated them."""
    picked = grown("connect-four:4x4", "uct(exploration=0.1)+threshold(visits=100000)", 4000)
    visits = [int(picked.nodes[i].visits) for i in picked.children(0)]
    assert max(visits) - min(visits) < 5 * math.sqrt(1000)
    urgent = grown("connect-four:4x4", "uct(exploration=0.1)+threshold(visits=50)", 4000)
    assert max(int(urgent.nodes[i].visits) for i in urgent.children(0)) > 2000


@pytest.mark.parametrize(
    ("game", "recipe"),
    [("hex:4", "uct+solver"), ("hex:4,swap", "uct+rave+anti-decisive+solver+threshold(visits=5)")],
)
def test_the_same_seed_gives_the_same_tree_however_it_is_sliced(game, recipe):
    whole = grown(game, recipe, 80, seed=7)
    sliced = grown(game, recipe, 1, seed=7)
    for size in (1, 8, 20, 50):
        sliced.grow(size)
    assert tree_digest(whole) == tree_digest(sliced) != tree_digest(grown(game, recipe, 80, seed=8))


def test_a_full_pool_is_no_error():
    position = bough.game("hex:4").start()
    result = bough.search(position, "uct+solver", simulations=800, memory="20KiB")
    assert result.recycled > 0 and result.simulations == 800 and result.move in position.moves


def test_a_kept_subtree_is_the_same_as_before():
    searcher = bough.searcher(bough.game("hex:4"), "uct+rave+solver", seed=3, memory="64MiB")
    start = searcher.game.start()
    first = searcher.search(start, simulations=500)
    tree, line = searcher.tree, first.variation[:2]
    child = next(i for i in tree.children(0) if searcher.game.face.move_name(int(tree.nodes[i].move)) == line[0])
    reply = next(i for i in tree.children(child) if searcher.game.face.move_name(int(tree.nodes[i].move)) == line[1])

    def described(node, depth=3):
        record = tree.nodes[node]
        differs = ("first", "move") if depth == 3 else ("first",)  # a root has come by no move
        own = [record[name].item() for name in sorted(tree.nodes.dtype.names) if name not in differs]
        return (own, [described(c, depth - 1) for c in tree.children(node)] if depth else None)

    expected, visits = described(reply), int(tree.nodes[reply].visits)
    position = start.play(line[0]).play(line[1])
    for move in line:
        reached = start if move == line[0] else start.play(line[0])
        assert tree.descend(reached.move_numbers[move], reached.play(move).state)
    assert described(0) == expected
    searcher._position = position
    again = searcher.search(position.play(position.moves[0]), simulations=100)
    assert sum(row.visits for row in again.moves) >= 100
    assert visits > 5


def test_the_searcher_reuses_the_tree_of_the_game_it_follows():
    searcher = bough.searcher(bough.game("connect-four"), "uct+solver", memory="64MiB")
    position = searcher.game.start()
    first = searcher.search(position, simulations=500)
    position = position.play(first.variation[0]).play(first.variation[1])
    second = searcher.search(position, simulations=100)
    assert second.simulations == 100 and sum(row.visits for row in second.moves) > 105
    fresh = searcher.search(searcher.game.start(), simulations=100)
    assert sum(row.visits for row in fresh.moves) == 100


def test_numbers_for_the_root_alone_are_not_kept():
    """Proof numbers are those of the player to move at the root."""
    game = bough.game("tic-tac-toe")
    assert not engine(game, bough.recipe("uct+pn+solver")).reusable
    assert engine(game, bough.recipe("uct+solver")).reusable


@pytest.mark.compiled
def test_a_settled_search_leaves_out_what_could_not_change_its_move():
    game, chosen = bough.game("hex:4"), bough.recipe("uct")
    tree, settled = Tree(engine(game, chosen), chosen, 1 << 26, seed=1), 0
    position = game.start().play("c3")
    for _ in range(4):
        tree.plant(position.state)
        early = None
        for done in range(0, 20_000, 200):
            if early is None and tree.settled(20_000 - done):
                early = tree.line()[0]
            tree.grow(200)
        assert early is None or early == tree.line()[0]
        settled += early is not None
        position = position.play(game.face.move_name(int(tree.nodes[tree.line()[0]].move)))
    assert settled > 0
    searched = bough.searcher(game, "uct+value", memory="64MiB").search(position, simulations=3000, settle=True)
    assert searched.simulations == 3000


@pytest.mark.compiled
def test_where_a_search_settles_does_not_depend_on_the_clock(monkeypatch):
    position, found = bough.game("hex:4").start().play("c3"), []
    for seconds in (1e-5, 1.0):
        monkeypatch.setattr(slices, "SLICE_SECONDS", seconds)
        searcher = bough.searcher(position.game, "uct", memory="64MiB", seed=3)
        found.append([searcher.search(position, simulations=20_000, settle=True).simulations for _ in range(3)])
        searcher.forget()
    assert found[0] == found[1] and max(found[0]) < 20_000


def test_many_positions_give_what_each_gives_alone():
    start = bough.game("hex:4").start()
    positions = [start.play(move) for move in start.moves[:7]]
    many = bough.search_many(positions, "uct+solver", simulations=100, seed=5, threads=3)
    one = bough.search_many(positions, "uct+solver", simulations=100, seed=5, threads=1)
    assert [r.moves for r in many] == [r.moves for r in one]
    assert many[0].moves == bough.search(positions[0], "uct+solver", simulations=100, seed=5).moves


def test_seconds_are_kept_and_stop_ends_early():
    position = bough.game("hex:4").start()
    searcher = bough.searcher(position.game, "uct")
    assert 0.25 < searcher.search(position, seconds=0.3).seconds < 0.6
    threading.Timer(0.2, searcher.stop).start()
    assert searcher.search(position, seconds=30).seconds < 5
    assert searcher.search(position, seconds=1e-9).move in position.moves, "however short the time"


def test_an_interrupted_search_returns_the_best_so_far():
    position = bough.game("hex:4").start()

    def impatient(searcher):
        if searcher.result().simulations > 1000:
            raise KeyboardInterrupt

    result = bough.search(position, "uct", seconds=30, watch=impatient)
    assert result.interrupted and result.simulations > 1000 and result.move in position.moves


def test_values_are_for_the_player_to_move():
    """x has a won game: x sees +, o sees -."""
    game = bough.game("hex:4")
    won = "..../.xx./.xx./...."
    assert bough.search(game.position(won + " x"), "uct", simulations=500).value > 0.5
    assert bough.search(game.position(won + " o"), "uct", simulations=500).value < -0.5


def decided(recipe: str, *rows: tuple[str, int, float, int, int]) -> str:
    """The child that a recipe's final rule plays, from (name, visits, value, low, high) each."""
    made = engine(bough.game("hex:4"), bough.recipe(recipe))
    nodes = records(len(rows) + 1, made.node)
    nodes[0].first, nodes[0].count = 1, len(rows)
    for child, (_, visits, value, low, high) in zip(nodes[1:], rows, strict=True):
        child.visits, child.value, child.mover = visits, value, 1
        if made.proves:
            child.low, child.high = low, high
    if made.proves:
        nodes[0].sure = max(row[3] for row in rows)
    return rows[int(made.decide(nodes, 0, parameters(made, bough.recipe(recipe))[0])) - 1][0]


def test_a_searcher_wants_a_game_and_not_its_name():
    with pytest.raises(bough.BoughError, match=r"use bough\.game"):
        bough.searcher("hex:5")


def test_final_rules():
    """A move with few visits and a high value: taken by value, not by visits; the secure child weighs both."""
    rows = [("often", 1000, 0.30, -1, 1), ("lucky", 4, 0.75, -1, 1), ("good", 400, 0.40, -1, 1)]
    assert decided("uct", *rows) == decided("uct+solver", *rows) == "often"
    assert decided("uct+value", *rows) == "lucky"
    assert decided("uct+secure", *rows) == decided("uct+secure+solver", *rows) == "good"
    win, loss = ("win", 1, 1.0, 1, 1), ("loss", 5000, -1.0, -1, -1)
    draw = ("draw", 2, 0.0, 0, 0)
    assert decided("uct+solver", *rows, win, loss) == "win"
    assert decided("uct+solver", loss, rows[1]) == "lucky"
    assert decided("uct+solver", ("bad", 900, -0.4, -1, 1), draw) == "draw"
    assert decided("uct+solver", ("better", 900, 0.4, -1, 1), draw) == "better"
    assert decided("uct+solver", ("at most a draw", 900, 0.0, -1, 0), draw) == "draw"


@pytest.mark.compiled
def test_a_result_is_plain_data():
    result = bough.search(bough.game("tic-tac-toe").start(), "uct+solver", simulations=50_000)
    data = result.to_dict()
    assert data["proven"] and data["value"] == data["low"] == data["high"] == 0
    assert data["moves"][0]["move"] == result.moves[0].move and len(data["moves"]) == 9
    assert result.variation[0] == result.move and "proven draw" in str(result)


@pytest.mark.compiled
def test_means_of_millions_of_results_stay_true():
    @kernel
    def run(memory, mean, count, steps, wins):
        exact = np.float64(mean)
        for _ in range(steps):
            count += 1
            memory[0].rng = advance(memory[0].rng)
            result = 1.0 if unit(memory[0].rng) < wins else -1.0
            exact += (result - exact) / count
            mean = np.float32(mean_with(mean, result, count, memory[0]))
        return mean, exact

    memory = records(1, record_type((("rng", "u8"),))).view(np.ndarray)
    memory["rng"] = seeded(3)
    for count in (3_000_000, 10_000_000):
        mean, exact = run(memory, np.float32(0.9), count, 1_000_000, 0.975)
        assert mean == pytest.approx(exact, abs=3e-4)


@pytest.mark.compiled
def test_what_is_proven_looks_no_better_than_it_is():
    tree = grown("tic-tac-toe", "uct+solver", 20_000)
    used = tree.nodes[: int(tree.memory[0].used)]
    closed = used[(used["low"] == used["high"]) & (used["visits"] > 0)]
    assert len(closed) > 100
    assert (closed["value"] == closed["low"]).all()


def test_rave_credits_what_a_player_did_at_a_node_or_later():
    """And nothing from before it: in Go a point may be played again after a capture."""
    tree, wanted, again = grown("go:3", "uct+rave", 0, seed=2, text=".x./oox/..o b"), {}, 0
    for _ in range(150):
        tree.grow(1)
        trail = tree.trail[0]
        made = list(zip(trail.mover.tolist(), trail.move.tolist(), strict=True))[: int(trail.plies)]
        for depth in range(int(trail.depth) + 1):
            for child in tree.children(int(trail.node[depth])):
                move = int(tree.nodes[child].mover), int(tree.nodes[child].move)
                wanted[child] = wanted.get(child, 0) + (move in made[depth:])
                again += move in made[depth:] and move in made[:depth]
    assert all(tree.nodes[child].seen == times for child, times in wanted.items())
    assert again > 5
