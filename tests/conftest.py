"""Shared pieces of the tests."""

import gc
from functools import cache

import golden
import pytest

import bough
from bough.core.jit import interpreted
from bough.search.solving import provers
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

# The compiler makes millions of objects that stay; looking through them again and again is a twentieth of its time.
gc.freeze()
gc.set_threshold(100_000, 50, 50)


def pytest_configure(config):
    config.addinivalue_line("markers", "compiled: needs machine code; all others run interpreted")
    config.addinivalue_line("markers", "both: runs interpreted and compiled")
    config.addinivalue_line("markers", "bounds: also run with every array access checked")
    config.addinivalue_line("markers", "long: left to make test-all")
    config.addinivalue_line("markers", "early: takes a while, so it begins first and no core waits for it at the end")


def pytest_collection_modifyitems(items):
    """Compiling takes far longer than running, so a test is interpreted unless it needs machine code (see Makefile)."""
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
    for item in items:
        if interpreted() and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="needs machine code"))


@cache
def exact(position: bough.Position) -> int:
    """The value for the player to move, by plain minimax; nothing is better than a win, so a win ends the loop."""
    if position.over:
        return 0 if position.winner is None else 1 if position.winner == position.to_move else -1
    best = -1
    for after in map(position.play, position.moves):
        best = max(best, exact(after) if after.to_move == position.to_move else -exact(after))
        if best == 1:
            break
    return best


@pytest.fixture
def few_playouts(monkeypatch):
    """Provers order moves by them, and interpreted they take most of the time."""
    monkeypatch.setattr(provers, "PLAYOUTS", 4)


def grown(
    game: str, recipe: str, simulations: int, seed: int = 1, memory: int = 1 << 24, text: str | None = None
) -> Tree:
    """A tree from a position (the start unless a text is given) after n simulations."""
    rules, chosen = bough.game(game), bough.recipe(recipe)
    if chosen.asks:
        chosen += golden.hashed
    tree = Tree(engine(rules, chosen), chosen, memory, seed)
    tree.plant((rules.position(text) if text else rules.start()).state)
    tree.grow(simulations)
    return tree


@pytest.fixture
def run(capsys):
    """Run a command line in this process: (exit code, standard output, standard error)."""
    from bough.cli.main import main

    def command(*arguments: str):
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return ended.value.code, printed.out, printed.err

    return command
