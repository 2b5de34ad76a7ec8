"""How long a search thinks while a clock runs."""

import sys

import pytest

import bough
from bough.core.budget import Budget, Pace


class Tree(bough.Searcher):
    """A search whose move is settled or in doubt as it is told, on a clock of its own."""

    name, first_slice, least_slice, largest_slice = "told", 1, 1, 1

    def __init__(self, settled_from=9e9, doubt_until=0.0):
        super().__init__(bough.game("tic-tac-toe"), 0)
        self.settled_from, self.doubt_until, self.steps = settled_from, doubt_until, 0

    @property
    def elapsed(self):
        return self.steps / 100

    def settled(self, more):
        return self.steps / 100 + more / 100 >= self.settled_from

    @property
    def in_doubt(self):
        return self.steps / 100 < self.doubt_until

    def result(self):
        return None

    def _begin(self, position, go_on):
        self.steps = 0

    def _advance(self, steps):
        self.steps += steps
        return False

    def _done(self):
        return self.steps


@pytest.mark.parametrize(
    ("told", "pace", "seconds"),
    [
        ({}, Pace(1.0, 3.0), 1.0),
        ({"doubt_until": 2.0}, Pace(1.0, 3.0), 2.0),
        ({"doubt_until": 9.0}, Pace(1.0, 3.0), 3.0),
        ({"settled_from": 0.0}, Pace(1.0, 3.0), 0.01),
        ({"settled_from": 0.0}, Pace(1.0, 3.0, saves=False), 1.0),
    ],
)
def test_a_search_ends_when_its_move_is_settled(told, pace, seconds):
    search = Tree(**told)
    search.search(search.game.start(), Budget(None, pace.most, pace))
    assert search.elapsed == pytest.approx(seconds, abs=0.011)


class Deepening(Tree):
    """A search whose first iterations end long before the steps that are asked for, at a microsecond a step."""

    first_slice, largest_slice = 2000, 1 << 40

    def __init__(self, clock):
        super().__init__()
        self.clock = clock

    @property
    def elapsed(self):
        return self.clock.now

    def _advance(self, steps):
        made = min(steps, 20 if self.steps < 200 else 1_000_000)
        self.steps += made
        self.clock.now += made * 1e-6
        return False


class Clock:
    now = 0.0

    def perf_counter(self):
        return self.now

    thread_time = perf_counter


def test_iterations_that_end_early_make_no_slice_too_long(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(sys.modules[bough.Searcher.__module__], "time", clock)
    search = Deepening(clock)
    search.search(search.game.start(), seconds=0.25)
    assert clock.now == pytest.approx(0.25, abs=0.002)


def test_a_tree_knows_whether_its_move_is_settled():
    game = bough.game("tic-tac-toe")
    search = bough.searcher(game, "uct", seed=1)
    search.search(game.start(), simulations=400)
    visits = sorted(row.visits for row in search.result().moves)
    assert search.settled(visits[-1] - visits[-2] - 1) and not search.settled(visits[-1] - visits[-2])
    nodes, (best, other) = search.tree.nodes, [search.tree.children(0)[k] for k in (0, 1)]
    for visits, value, doubt in ((500, 0.2, True), (500, 0.05, False), (50, 0.9, False)):
        nodes["visits"][1:10], nodes["value"][1:10] = 1, 0.0
        nodes["visits"][best], nodes["value"][best] = 1000, 0.1
        nodes["visits"][other], nodes["value"][other] = visits, value
        assert search.in_doubt == doubt
