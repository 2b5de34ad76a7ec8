"""One contract for all searchers: search(position, budget, watch) -> Result."""

import pickle
import threading
from importlib import import_module

import pytest

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.search.kinds import BEST, KINDS
from bough.search.recipe import NO_IDEAS

SEARCHERS = [
    ("loa:4", "uct+solver"),
    ("loa:4", "alphabeta(depth=3)"),
    ("loa:4", "minimax(depth=2)"),
    ("dark-chess:2x2,pieces=KPkp,draw=4", "star1(depth=2)"),
    ("dark-chess:2x2,pieces=KPkp,draw=4", "star2(depth=2)"),
    ("dark-chess:2x2,pieces=KPkp,draw=4", "exact"),
]


@pytest.mark.parametrize(("game", "search"), SEARCHERS)
def test_every_kind_of_search_gives_a_result(game, search):
    position = bough.game(game).start()
    limits = {"simulations": 200} if "uct" in search else {}
    result = bough.search(position, search, **limits)
    assert result.move in position.moves and result.recipe == search
    assert (result.simulations > 0) == ("uct" in search) and result.nodes > 0
    assert -1 <= result.low <= result.value <= result.high <= 1
    assert result.variation[0] == result.move and str(result) and result.to_dict()["nodes"] == result.nodes
    assert all(row.visits == 0 for row in result.moves) or "uct" in search


@pytest.mark.parametrize(("game", "search"), SEARCHERS)
def test_a_watcher_may_end_any_search(game, search):
    position, calls = bough.game(game).start(), []

    def watch(searcher):
        calls.append(searcher.result().move)
        return True

    searcher = bough.searcher(position.game, search, memory="16MiB")
    assert searcher.search(position, Budget(None, 60.0), watch).move in position.moves
    assert len(calls) == 1
    assert searcher.name in repr(searcher)


@pytest.mark.parametrize(("game", "search"), SEARCHERS)
def test_searchers_are_pickled_by_name(game, search):
    searcher = bough.searcher(bough.game(game), search, memory="4MiB", seed=5)
    again = pickle.loads(pickle.dumps(searcher))
    assert (again.name, again.seed, again.game) == (searcher.name, 5, searcher.game)


def test_results_of_a_search_while_it_goes_on():
    position = bough.game("connect-four").start()
    results = list(bough.results(position, "uct", simulations=300, every=0.0, memory="16MiB"))
    assert len(results) > 2 and results[-1].simulations == 300
    assert [r.simulations for r in results] == sorted(r.simulations for r in results)
    for result in bough.results(position, "uct", seconds=60, every=0.0, memory="16MiB"):
        if result.simulations > 40:
            break


def test_a_search_stopped_before_it_begins_ends_at_once():
    position = bough.game("connect-four").start()
    searcher = bough.searcher(position.game, "uct", memory="16MiB")
    searcher.stop()
    assert searcher.search(position, seconds=60).simulations == 0
    assert searcher.search(position, simulations=20).simulations == 20


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (lambda start: bough.search("hex:3", simulations=1), "a position, not at 'hex:3'"),
        (lambda start: bough.search_many([start, "hex:3"], simulations=1), "a position, not at 'hex:3'"),
        (lambda start: next(bough.results("hex:3", simulations=1)), "a position, not at 'hex:3'"),
        (lambda start: bough.solve("hex:3"), "a position, not at 'hex:3'"),
        (lambda start: start.play(3), "a move is text such as b3, not 3"),
        (lambda start: start.game.position(3), "a position is text, not 3"),
        (lambda start: bough.search(start, 5, simulations=1), "simulations and seconds go by name"),
        (lambda start: bough.search(start, simulations="10"), "whole number of at least 1, not '10'"),
        (lambda start: bough.search(start, seconds="1"), "a number above 0, not '1'"),
    ],
)
def test_what_is_no_position_move_recipe_or_number_is_refused(mistake, told):
    with pytest.raises(bough.BoughError, match=told):
        mistake(bough.game("tic-tac-toe").start())


def test_recipes_know_the_names_of_other_searches():
    assert set(NO_IDEAS) == {BEST, *KINDS}


def test_a_search_without_an_end_needs_a_budget():
    position = bough.game("loa:4").start()
    for search in ("uct", "alphabeta"):
        with pytest.raises(BoughError, match="needs a budget"):
            bough.search(position, search)
    for search, complaint in (
        ("alphabeta(depth=0)", "depth of 1 to 60"),
        ("alphabeta(evaluation=nnue,depth=2)", "unknown evaluation"),
        ("alphabeta(speed=2)", "no option 'speed'"),
    ):
        with pytest.raises(BoughError, match=complaint):
            bough.search(position, search, simulations=10)
    with pytest.raises(BoughError, match="keeps no tree"):
        bough.searcher(position.game, "minimax").explore()
    with pytest.raises(BoughError, match="no evaluation for alphabeta"):
        bough.search(bough.game("hex:4").start(), "alphabeta", simulations=10)


def test_the_two_views_of_a_line_agree():
    """The principal variation of the result is that of the explorer, whatever rule picks the move."""
    for recipe in ("uct", "uct+value", "uct+secure+solver"):
        searcher = bough.searcher(bough.game("connect-four:4x4"), recipe, seed=2, memory="16MiB")
        result = searcher.search(searcher.game.start(), simulations=400)
        assert searcher.explore().line == result.variation[:40]


def test_many_positions_with_seconds_progress_and_a_break(monkeypatch):
    monkeypatch.setattr(import_module("bough.search.many"), "TIMED_STEPS", 16)  # interpreted ones take long
    start = bough.game("tic-tac-toe").start()
    positions, told = [start.play(move) for move in start.moves], []
    results = bough.search_many(positions, "uct", seconds=0.01, threads=2, progress=lambda *n: told.append(n))
    assert len(results) == 9 and told[-1] == (9, 9) and all(r.simulations > 0 for r in results)

    def impatient(done, of):
        if done == 3:
            raise KeyboardInterrupt

    partial = bough.search_many(positions, "uct", seconds=0.05, threads=1, progress=impatient)
    assert 3 <= len(partial) <= 5


def test_a_group_of_moves_is_credited_with_what_its_node_passed_up():
    """Bounds included: the mean of a group of proven losses is a loss."""
    game = bough.game("dark-chess:2x2,pieces=KPkp,draw=4")
    searcher = bough.searcher(game, "uct+solver+move-groups-random", seed=1, memory="16MiB")
    searcher.search(game.start(), simulations=700)
    tree = searcher.tree
    for i in range(tree.used):
        node = tree.nodes[i]
        for group in range(2):
            assert -1.0 <= node.group_value[group] <= 1.0
            children = [tree.nodes[c] for c in tree.children(i) if tree.nodes[c].group == group]
            if children and all(c.low == c.high == -1 for c in children) and node.group_visits[group] > 50:
                assert node.group_value[group] < 0


def test_children_are_taken_back_where_they_cannot_be_sorted():
    """With the pool exactly full, unpruning gives a node no children rather than unsorted ones."""
    from bough.search.trees.engine import engine
    from bough.search.trees.tree import Tree

    game, recipe = bough.game("loa:4"), bough.recipe("uct+unpruning")
    compiled = engine(game, recipe)
    moves = len(game.start().moves)
    tree = Tree(compiled, recipe, compiled.node.itemsize * (game.rules.max_moves + 1), 1)
    tree.nodes = tree.nodes[: moves + 1]
    tree._arrays[0] = tree._nodes = tree._nodes[: moves + 1]
    tree.plant(game.start().state)
    tree.grow(10)
    assert tree.memory[0].full and len(tree.children(0)) == 0


def test_a_stop_from_another_thread_ends_a_search():
    position = bough.game("tic-tac-toe").start()
    searcher = bough.searcher(position.game, "uct", memory="16MiB")
    threading.Timer(0.1, searcher.stop).start()
    assert searcher.search(position, seconds=30).seconds < 5


def test_some_moves_only_and_several_lines():
    start = bough.game("hex:4").start()
    searcher = bough.searcher(start.game, "uct+solver", memory="8MiB")
    found = searcher.search(start, simulations=200, moves=["a1", "B2", "c3"], lines=2)
    assert {row.move for row in found.moves} == {"a1", "b2", "c3"}
    assert len(found.lines) == 2 and found.lines[0] == found.variation and found.lines[1][0] != found.move
    more = searcher.search(start, simulations=100, moves=["a1", "b2", "c3"], go_on=True)
    assert searcher.tree.nodes[0].visits == 300 and not more.lines
    assert len(searcher.search(start, simulations=100, go_on=True).moves) == 16, "all moves again, in a new tree"


def test_the_only_move_left_is_proven_for_what_it_is():
    start = bough.game("tic-tac-toe").position("xx./.../oo. x")
    assert bough.search(start, "uct+solver", simulations=2000).value == 1
    lost = bough.search(start, "uct+solver", simulations=3000, moves=["a2"])
    assert lost.proven and lost.value == -1 and lost.move == "a2"


@pytest.mark.parametrize(
    ("recipe", "asked", "told"),
    [
        ("uct", {"moves": ["z9"]}, "'z9' is not a legal move"),
        ("uct", {"moves": []}, "give at least one move"),
        ("uct", {"lines": 0}, "lines must be at least 1"),
        ("uct+anti-decisive", {"moves": ["a2"]}, "the search would look at c3 alone here"),
        ("minimax(depth=2)", {"moves": ["a2"]}, "takes neither moves nor lines"),
    ],
)
def test_bad_lists_of_moves_are_refused(recipe, asked, told):
    position = bough.game("tic-tac-toe").position("xx./.../oo. x")
    with pytest.raises(bough.BoughError, match=told):
        bough.search(position, recipe, simulations=10, **asked)
