"""One simulation step by step says what the tree says."""

import re

import numpy as np
import pytest
from conftest import grown

import bough
from bough.core.errors import BoughError
from bough.search.views.simulation import next_simulation

TRAP = "xo./.../..x o"
NAMES = ["Select", "Expand", "Play out", "Back up"]


def test_the_steps_are_those_of_the_tree():
    game = bough.game("tic-tac-toe")
    start = game.position(TRAP)
    tree = grown("tic-tac-toe", "uct+recorded", 40, text=TRAP)
    for count in range(41, 80):
        select, expand, played, backed = steps = next_simulation(tree, start)
        assert [step.name for step in steps] == NAMES
        assert int(tree.nodes[0].visits) == count
        assert len(expand.position.history) - len(select.position.history) in (0, 1)
        assert (
            played.position.over and played.position.history[: len(expand.position.history)] == expand.position.history
        )
        assert backed.position == start
        for move, before, after in re.findall(r"(\w+) (\d+) → (\d+) visits", backed.words):
            assert int(after) == int(before) + 1 and move in expand.position.history


def test_a_recorded_search_is_the_same_search():
    plain, recorded = (grown("tic-tac-toe", recipe, 60) for recipe in ("uct+solver", "uct+recorded+solver"))
    for name in ("visits", "value", "move"):
        np.testing.assert_array_equal(plain.nodes[name][: plain.used], recorded.nodes[name][: recorded.used])


def test_what_has_no_next_simulation():
    start = bough.game("tic-tac-toe").position("xx./oo./... x")
    searcher = bough.searcher(start.game, "uct+solver+recorded", seed=1)
    searcher.search(start, simulations=200)
    with pytest.raises(BoughError, match="nothing left to simulate"):
        searcher.step(start)
    dark = bough.game("dark-chess:2x2,pieces=KPkp").start()
    with pytest.raises(BoughError, match="leaves something to chance"):
        next_simulation(grown("dark-chess:2x2,pieces=KPkp", "uct+chance-nodes", 1), dark)


def test_an_evaluator_judges_in_place_of_a_playout():
    start = bough.game("tic-tac-toe").start()
    searcher = bough.searcher(start.game, "puct(batch=1)", evaluator=lambda batch: np.zeros(len(batch)), seed=1)
    searcher.search(start, simulations=5)
    assert [step.name for step in searcher.step(start)][2] == "Judge"
