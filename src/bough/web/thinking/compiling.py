"""Compiling in a process of its own: the server goes on answering, whoever waited and left ends it, and a compiler that
crashes or is killed takes one search with it and not the server.

The process leaves its machine code in the cache, from which the server takes it. A search that was compiled there once
is remembered beside the code, so that the next server need not ask again.
"""

import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from bough.core.cache import cache_folder
from bough.core.errors import BoughError
from bough.core.jit import interpreted
from bough.games.contract import Rules
from bough.games.game import Game
from bough.games.names import game as game_named
from bough.search.ideas.registry import idea_named, register
from bough.search.kinds import kind_of, searcher
from bough.search.recipe import recipe as recipe_of

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOOK_EVERY = 0.05
"""Seconds between two looks at what is waited for, and whether anybody still wants it."""
LONGEST = 600.0
"""Seconds after which no search is still being compiled."""


def offer(file: str) -> None:
    """Let recipes name the idea of a file; they see its name, not the path."""
    found = idea_named(file) if ".py" in file else None
    if found is None:
        raise BoughError(f"{file!r} is no file of an idea; Bough's own ideas are there anyway")
    register(replace(found, file=None))


def compile_apart(game: Game, recipe: str | None, threads: int, ideas: Sequence[str], gone: Callable[[], bool]) -> None:
    """Compile a search in another process, or the rules alone, unless that was done before; ended once whoever asked
    has `gone`. Two processes that want the same wait for each other."""
    if is_compiled(game, recipe, threads):
        return
    done = _remembered(game, recipe, threads)
    with _one_at_a_time(done, gone):
        if not is_compiled(game, recipe, threads):
            _compile(game, recipe, threads, ideas, gone, done)


@contextlib.contextmanager
def _one_at_a_time(done: Path | None, gone: Callable[[], bool]) -> Iterator[None]:
    """Hold the lock of what is compiled, which ends with its holder; where there are no locks, nobody waits."""
    if done is None or fcntl is None:
        yield
        return
    try:
        file = done.with_suffix(".lock").open("w")
    except OSError:
        yield
        return
    with file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if gone():
                    raise BoughError("the search was stopped before it began") from None
                time.sleep(LOOK_EVERY)
        yield


def _compile(
    game: Game, recipe: str | None, threads: int, ideas: Sequence[str], gone: Callable[[], bool], done: Path | None
) -> None:
    asked = {"game": game.full_name or game.name, "recipe": recipe, "threads": threads, "ideas": list(ideas)}
    child = subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        text=True, start_new_session=True,
    )  # fmt: skip
    assert child.stdin is not None
    try:
        child.stdin.write(json.dumps(asked) + "\n")
        child.stdin.flush()
        until = time.monotonic() + LONGEST
        while child.poll() is None and not gone() and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
    except OSError:
        pass  # it ended before it was told what to do
    finally:
        child.kill()
        child.wait()
        with contextlib.suppress(OSError):
            child.stdin.close()
    if gone():
        raise BoughError("the search was stopped before it began")
    if child.returncode not in (0, 2):  # what a person did wrong is said again, in words, when the search is made here
        raise BoughError(f"compiling this search {how_it_ended(child.returncode)}; ask again, or take another recipe")
    if done is not None and child.returncode == 0:
        try:
            done.touch()
        except OSError:
            return


def how_it_ended(code: int) -> str:
    """In words, from the exit code of a process that should not have ended."""
    return f"was killed ({signal.Signals(-code).name})" if code < 0 else "failed"


def is_compiled(game: Game, recipe: str | None, threads: int) -> bool:
    """Whether a search needs no compiler any more, or the rules alone."""
    if interpreted():
        return True
    done = _remembered(game, recipe, threads)
    return done is not None and done.exists()


def _remembered(game: Game, recipe: str | None, threads: int) -> Path | None:
    """The file that says that it has been compiled; None where nothing can be kept."""
    try:
        ideas = () if recipe is None or kind_of(recipe) else tuple(one.source for one in recipe_of(recipe).shape)
    except BoughError:
        return None  # said in words when the search is made
    facts = (game.name, game.rules.source, recipe, ideas, threads > 1, version("numba"))
    try:
        return cache_folder() / f"apart-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"
    except BoughError:
        return None


def rules_compiler(game_of: Callable[[Rules], Game | None], most: int) -> Callable[[Rules], None]:
    """What compiles rules in another process (core/jit.py), one after another and `most` in all: loaded code stays."""
    turn, left = threading.Lock(), [most]

    def compile_apart_for(rules: Rules) -> None:
        game = game_of(rules)
        if game is None or left[0] <= 0:
            raise BoughError("these rules stay interpreted")
        left[0] -= 1
        with turn:
            compile_apart(game, None, 1, (), lambda: False)

    return compile_apart_for


def _compile_rules(game: Game) -> None:
    """Play a move, which does it."""
    chance = random.Random(0)
    position = game.start().opened(chance)
    position.play(position.resolved(position.moves[0], chance))


def _end_with_whoever_asked() -> None:
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Compile what standard input asks for, after those who serve people."""
    if hasattr(os, "nice"):
        os.nice(10)
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_whoever_asked, daemon=True).start()
    try:
        for file in asked["ideas"]:
            offer(file)
        game = game_named(asked["game"])
        if asked["recipe"] is None:
            return _compile_rules(game)
        made = searcher(game, asked["recipe"], memory="4MiB", threads=asked["threads"])
        position = game.start()
        made.search(position, simulations=2)
        made.result()
    except BoughError:
        sys.exit(2)


if __name__ == "__main__":
    main()
