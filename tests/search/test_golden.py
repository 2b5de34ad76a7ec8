"""Fixed searches give what they gave before, compiled and interpreted alike (golden.json, by `make golden`)."""

import golden
import pytest

from bough.core.jit import interpreted
from bough.lab.speed import signature
from bough.search.ideas.registry import IDEAS

KEPT = golden.kept()


def compiled_later(cases):
    """Left to test-all where code is compiled: the ideas of these cases are compiled in others."""
    if interpreted():
        return cases
    return [
        case if i in golden.COMPILED_FIRST else pytest.param(case, marks=pytest.mark.long)
        for i, case in enumerate(cases)
    ]


@pytest.mark.both
@pytest.mark.early
@pytest.mark.parametrize("case", compiled_later(golden.SMALL), ids=golden.label)
def test_every_idea_grows_its_golden_tree(case):
    """In the pass that compiles and in the one that interprets: so both forms of the code give the same tree."""
    assert golden.small(case) == KEPT["small"][golden.label(case)]


@pytest.mark.parametrize("case", golden.WHOLE, ids=golden.label)
@pytest.mark.early
def test_every_game_grows_its_golden_tree(case):
    assert golden.whole(case) == KEPT["whole"][golden.label(case)]


def test_classic_searches_find_what_they_found():
    assert golden.classic() == KEPT["classic"]


def test_the_bench_signature():
    assert signature() == KEPT["signature"]


def test_every_idea_takes_part_in_some_golden_tree():
    def ideas(cases):
        return {item.split("(")[0] for _, recipe in cases for item in recipe.split("+")}

    in_kernels = {name for name, one in IDEAS.items() if one.in_kernels}
    in_kernels.remove("endings")  # needs a table that is made first; its values are checked in test_endings.py
    assert in_kernels == ideas(golden.SMALL)
    assert len(ideas(golden.SMALL[i] for i in golden.COMPILED_FIRST)) > 0.6 * len(in_kernels)
    assert {golden.label(case) for case in golden.SMALL} == set(KEPT["small"])
