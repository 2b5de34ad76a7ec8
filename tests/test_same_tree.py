"""The same seed gives the same tree interpreted and compiled, for every idea shipped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import grown

from bough.core.jit import config
from bough.lab.speed import tree_digest

EXAMPLE = str(Path(__file__).parent.parent / "examples" / "breakthrough.py")

CASES = [
    ("tic-tac-toe", "uct"),
    ("tic-tac-toe", "uct+anti-decisive+solver"),
    ("hex:4", "uct+solver"),
    ("hex:4", "uct+rave+solver"),
    ("hex:4,swap", "uct+rave+anti-decisive+solver+threshold(visits=5)"),
    ("y:4", "uct+rave+decisive-offline+solver"),
    ("havannah:3", "uct+rave+anti-decisive+solver"),
    ("havannah:3", "uct+decisive+solver+secure"),
    ("havannah:3", "uct+decisive-offline+value"),
    ("connect-four:4x4", "uct+anti-decisive+solver"),
    (EXAMPLE, "uct+decisive+solver"),
    ("loa:4", "uct+policy+leaf-check+limit+cutoff+bias+secure+solver+threshold(visits=5)"),
    ("dark-chess:2x3,pieces=KCPkcp", "uct+chance-nodes+solver"),
    ("dark-chess:2x3,pieces=KCPkcp", "uct+policy+group-nodes"),
    (
        "dark-chess:2x3,pieces=KCPkcp",
        "uct+policy+draw-rule+bias+implicit+solver+transpositions+chance-nodes+exact-chance",
    ),
    ("dark-chess:2x3,pieces=KCPkcp", "uct+move-groups-random"),
    ("dark-chess:2x3,pieces=KCPkcp", "uct+move-groups-cycle-r"),
    ("dark-chess:2x3,pieces=KCPkcp", "uct+move-groups-cycle-m"),
    ("loa:4", "uct+prior+unpruning(a=5)+expand-late(visits=2)+solver"),
    ("go:4", "uct+policy+bias+unpruning(a=5)+expand-late(visits=2)"),
    ("go:4", "uct+rave+policy+careful+reply+prior+expand-late(visits=2)"),
    ("loa:4", "uct+mixed+cutoff+implicit+pn+solver"),
]
SIMULATIONS = 60


def digests(cases) -> list[str]:
    return [tree_digest(grown(game, recipe, SIMULATIONS, seed=11)) for game, recipe in cases]


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="this run has the compiler off itself")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case[0]).stem} {case[1]}")
def test_interpreted_equals_compiled(case):
    script = f"from test_same_tree import digests; print(*digests([{case!r}]))"
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    interpreted = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert interpreted.stdout.split() == digests([case])


def test_every_idea_takes_part_in_some_case():
    from bough.search.ideas import IDEAS

    assert set(IDEAS) == {item.split("(")[0] for _, recipe in CASES for item in recipe.split("+")}
