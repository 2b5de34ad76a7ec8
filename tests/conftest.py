"""Shared pieces of the tests."""

import gc
from pathlib import Path

import pytest

import bough
from bough.core.jit import interpreted
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

# The compiler makes millions of objects that stay; looking through them again and again is a twentieth of its time.
gc.freeze()
gc.set_threshold(100_000, 50, 50)

INTERPRETED_FLOORS = ("arena", "cli", "lab", "protocol", "web")
"""What is tested there is the same with and without machine code, and compiling takes far longer than running."""


def pytest_configure(config):
    config.addinivalue_line("markers", "interpreted: also run with the compiler off")
    config.addinivalue_line("markers", "compiled: needs machine code, though its floor is tested interpreted")
    config.addinivalue_line("markers", "bounds: also run with every array access checked")
    config.addinivalue_line("markers", "long: left to make test-all")


def pytest_collection_modifyitems(items):
    """Run the upper floors in the interpreted pass, but for tests marked `compiled`."""
    for item in items:
        floor = Path(item.fspath).parent.name
        if item.get_closest_marker("compiled"):
            if interpreted():
                item.add_marker(pytest.mark.skip(reason="needs machine code"))
        elif floor in INTERPRETED_FLOORS:
            item.add_marker("interpreted")
            if not interpreted():
                item.add_marker(pytest.mark.skip(reason="runs in the interpreted pass"))


compiled_only = pytest.mark.skipif(interpreted(), reason="takes too long interpreted")


def interpreted_only(test):
    """For tests of few simulations: compiling takes longer, and golden trees hold both forms to the same results."""
    skipped = pytest.mark.skipif(not interpreted(), reason="runs in the interpreted pass")
    return pytest.mark.interpreted(skipped(test))


def grown(
    game: str, recipe: str, simulations: int, seed: int = 1, memory: int = 1 << 24, text: str | None = None
) -> Tree:
    """A tree from a position (the start unless a text is given) after n simulations."""
    rules, chosen = bough.game(game), bough.recipe(recipe)
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
