"""Packages that only some commands need, and how to install them."""

from pathlib import Path

from bough.core.errors import BoughError

DISTRIBUTION = "bough-mcts"
"""Our name on PyPI, where `bough` is another program."""
ROOT = Path(__file__).resolve().parents[3]


def install_command(extra: str) -> str:
    """What to type to get an extra: from the clone that runs, or from PyPI."""
    if (ROOT / "pyproject.toml").is_file():
        pip = ".venv/bin/pip" if (ROOT / ".venv" / "bin" / "pip").exists() else "pip"
        return f"{pip} install -e '.[{extra}]' in {ROOT}"
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def lacking(what: str, extra: str) -> BoughError:
    """The error of a command that needs an extra which is not there."""
    return BoughError(f"{what} the extra '{extra}': {install_command(extra)}")
