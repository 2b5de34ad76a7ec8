"""Shared pieces of the tests."""

import pytest

import bough
from bough.search.engine import Tree, engine


def pytest_configure(config):
    config.addinivalue_line("markers", "interpreted: also run with the compiler off")
    config.addinivalue_line("markers", "bounds: also run with every array access checked")


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
