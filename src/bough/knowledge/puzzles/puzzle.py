"""Puzzles: positions with exactly one winning move, each fact of them proven.

A file has one puzzle a line: game, position, winning move, and the simulations that the game's own search needed to
prove the win, separated by tabs. Lines that begin with # are for people.
"""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from bough.core.errors import BoughError
from bough.core.files import whole_file

GRADES = {"easy": 0, "medium": 1_000, "hard": 10_000}
"""The simulations from which a puzzle has a grade."""


class Puzzle(NamedTuple):
    """A position, and the only move that wins in it."""

    game: str
    position: str
    move: str
    simulations: int
    """How many the game's own search needed to prove the win."""

    @property
    def grade(self) -> str:
        """How hard it is for a search: easy, medium or hard."""
        return [name for name, least in GRADES.items() if self.simulations >= least][-1]

    @property
    def line(self) -> str:
        """As it stands in a file."""
        return "\t".join(map(str, self))


def read_puzzles(text: str, where: str = "") -> list[Puzzle]:
    """The puzzles of a file."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split("\t")
        if len(words) != 4 or not words[3].isdigit():
            raise BoughError(
                f"line {number} of {where or 'the puzzles'} is no puzzle: game, position, move, simulations"
            )
        found.append(Puzzle(words[0], words[1], words[2], int(words[3])))
    return found


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, easy ones first."""
    lines = [one.line for one in sorted(puzzles, key=lambda one: (one.simulations, one.position))]
    try:
        with whole_file(path) as partial:
            partial.write_text(
                "\n".join(["# game, position, the only winning move, simulations of the proof", *lines]) + "\n"
            )
    except OSError as error:
        raise BoughError(f"cannot write {path}: {error.strerror}; name another file") from None


def shipped_families() -> list[str]:
    """The games that Bough has puzzles for."""
    return sorted(file.name.removesuffix(".tsv") for file in _folder().iterdir() if file.name.endswith(".tsv"))


def shipped_puzzles(family: str) -> list[Puzzle]:
    """The puzzles that come with Bough, easy ones first."""
    if family not in shipped_families():
        raise BoughError(f"there are no puzzles of {family} yet; there are some of {', '.join(shipped_families())}")
    return read_puzzles(_folder().joinpath(f"{family}.tsv").read_text())


def _folder() -> Any:
    return files("bough.knowledge.puzzles").joinpath("files")
