"""Kernels that answer before they are compiled."""

import time

import numpy as np
import pytest

from bough.core import jit
from bough.core.errors import BoughError
from bough.core.jit import kernel, part


@part
def doubled(number):
    return 2 * number


def fill(numbers, count):
    for i in range(count):
        numbers[i] = doubled(numbers[i])
    return numbers[0]


@pytest.mark.compiled
def test_a_quick_kernel_is_compiled_by_whoever_is_told_to(monkeypatch):
    monkeypatch.setattr(jit, "_waiting", False)
    told = []

    def refuse(about):
        told.append(about)
        raise BoughError("not today")

    monkeypatch.setattr(jit, "_compiler", refuse)
    quick = kernel(fill, quick_for="a test")
    for _ in range(jit.WORTH_COMPILING + 3):
        assert quick(np.array([1, 2, 3]), 0) == 1
    until = time.monotonic() + 10
    while not told and time.monotonic() < until:
        time.sleep(0.01)
    assert told == ["a test"] and quick._run is quick._interpreted, "it stays interpreted"


@pytest.mark.compiled
def test_a_quick_kernel_runs_interpreted_until_it_is_compiled(monkeypatch):
    monkeypatch.setattr(jit, "_waiting", False)
    quick, patient = kernel(fill, quick_for="a test"), kernel(fill)
    numbers = np.array([1, 2, 3])
    for _ in range(jit.WORTH_COMPILING):
        assert quick(numbers, 0) == 1 and quick._run == quick._first_run, "whoever asks once has nothing compiled"
    assert quick(numbers, 3) == 2 and list(numbers) == [2, 4, 6], "the copy for the compiler is another array"
    assert quick._run is quick._interpreted
    until = time.monotonic() + 60
    while quick._run is quick._interpreted and time.monotonic() < until:
        time.sleep(0.05)
    assert quick._run is not quick._interpreted
    assert quick(numbers, 3) == 4 and patient(numbers, 3) == 8 and list(numbers) == [8, 16, 24]
    assert patient._run is not patient._interpreted
