"""Searches are compiled in a process of their own."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import bough
from bough.core.errors import BoughError
from bough.web.thinking import compiling

STAYS = lambda: False  # noqa: E731
IDEA = Path(__file__).parents[2] / "examples" / "mast.py"


@pytest.fixture
def apart(monkeypatch, tmp_path):
    """As if code were compiled, into an empty cache; what the process is started with."""
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "interpreted", lambda: False)
    begun, start = [], subprocess.Popen

    def counted(words, **options):
        begun.append(start(words, **options))
        return begun[-1]

    monkeypatch.setattr(compiling.subprocess, "Popen", counted)
    return begun


def test_a_search_is_compiled_once(apart):
    game = bough.game("tic-tac-toe")
    compiling.compile_apart(game, "uct", 1, (), STAYS)
    compiling.compile_apart(game, "uct", 1, (), STAYS)
    assert [one.returncode for one in apart] == [0]
    compiling.compile_apart(game, "uct+gibbs-mast", 1, (str(IDEA),), STAYS)
    assert [one.returncode for one in apart] == [0, 0]


def test_what_a_person_does_wrong_is_left_to_the_search_itself(apart):
    compiling.compile_apart(bough.game("tic-tac-toe"), "uct+nonsense", 1, (), STAYS)
    assert [one.returncode for one in apart] == [2]


def test_whoever_leaves_ends_it(apart):
    left = time.monotonic() + 0.2
    with pytest.raises(BoughError, match="stopped before it began"):
        compiling.compile_apart(bough.game("tic-tac-toe"), "uct", 1, (), lambda: time.monotonic() > left)
    assert [one.returncode for one in apart] == [-9]


def test_a_compiler_that_is_killed_costs_one_search(apart):
    def kill():
        while not apart:
            time.sleep(0.01)
        apart[0].kill()

    threading.Thread(target=kill).start()
    game = bough.game("tic-tac-toe")
    with pytest.raises(BoughError, match=r"compiling this search was killed \(SIGKILL\); ask again"):
        compiling.compile_apart(game, "uct", 1, (), STAYS)
    compiling.compile_apart(game, "uct", 1, (), STAYS)
    assert apart[1].returncode == 0


def test_nothing_is_compiled_apart_where_nothing_is_compiled(monkeypatch):
    monkeypatch.setattr(compiling, "interpreted", lambda: True)
    monkeypatch.setattr(compiling.subprocess, "Popen", lambda *words, **options: pytest.fail("a process was started"))
    compiling.compile_apart(bough.game("tic-tac-toe"), "uct", 1, (), STAYS)


def test_it_ends_with_whoever_asked():
    child = subprocess.Popen(
        [sys.executable, "-m", compiling.__name__], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    asked = {"game": "hex:11", "recipe": "uct+rave+solver", "threads": 1, "ideas": []}
    child.stdin.write(json.dumps(asked) + "\n")
    child.stdin.close()
    assert child.wait(timeout=30) == 1
