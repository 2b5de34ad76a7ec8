"""Whoever asks too fast is answered later."""

import math

import pytest

from bough.web.entrance import patience
from bough.web.entrance.patience import AT_ONCE, REMEMBERED, Patience


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(patience.time, "monotonic", lambda: now[0])
    return now


def test_some_requests_are_free_then_each_waits_its_turn(clock):
    counted = Patience(10.0)
    assert [counted.owed("one") for _ in range(AT_ONCE)] == [0.0] * AT_ONCE
    assert [counted.owed("one") for _ in range(3)] == pytest.approx([0.1, 0.2, 0.3])
    assert counted.owed("another") == 0.0
    clock[0] += 1.0
    assert counted.owed("one") == 0.0


def test_time_fills_no_more_than_there_was(clock):
    counted = Patience(10.0)
    counted.owed("one")
    clock[0] += 1e6
    assert [counted.owed("one") > 0 for _ in range(AT_ONCE + 1)] == [False] * AT_ONCE + [True]


def test_strangers_cannot_fill_the_memory(clock):
    counted = Patience(10.0)
    for number in range(REMEMBERED + 500):
        counted.owed(number)
    assert len(counted._buckets) == REMEMBERED
    unlimited = Patience(math.inf)
    assert unlimited.owed("one") == 0.0 and not unlimited._buckets
