"""Shared pieces of the tests."""

import gc

import pytest

import bough
from bough.core.jit import interpreted
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

# The compiler makes millions of objects that stay; looking through them again and again is a twentieth of its time.
gc.freeze()
gc.set_threshold(100_000, 50, 50)


def pytest_configure(config):
    config.addinivalue_line("markers", "interpreted: also run with the compiler off")
    config.addinivalue_line("markers", "bounds: also run with every array access checked")


compiled_only = pytest.mark.skipif(interpreted(), reason="takes too long interpreted")


def interpreted_only(test):
    """For tests of few simulations: compiling takes longer, and test_same_tree holds both forms to the same trees."""
    skipped = pytest.mark.skipif(not interpreted(), reason="runs in the interpreted pass alone")
    return pytest.mark.interpreted(skipped(test))


def grown(
    game: str, recipe: str, simulations: int, seed: int = 1, memory: int = 1 << 24, text: str | None = None
) -> Tree:
    """A tree from a position (the start unless a text is given) after so many simulations."""
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
