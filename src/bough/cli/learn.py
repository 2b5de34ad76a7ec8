"""bough learn: learn tables of knowledge from game records."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.lab.learning.dark_chess import learn_dark_chess
from bough.lab.learning.go import learn_go
from bough.lab.learning.lesson import Lesson
from bough.lab.learning.loa import learn_loa

LESSONS: dict[str, Callable[[Lesson], str]] = {
    "loa": learn_loa,
    "dark-chess": learn_dark_chess,
    "go": learn_go,
}


def learn(
    game: Annotated[str, typer.Argument(help="The game to learn: loa, dark-chess or go:19")],
    records: Annotated[list[Path], typer.Argument(help="Files with one game per line; SGF for go")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the tables")] = Path("learned"),
    games: Annotated[int, typer.Option(help="Number of self-play games for fitting evaluations")] = 4000,
    depth: Annotated[int, typer.Option(help="Search depth in self-play of loa, in plies")] = 3,
    jobs: Annotated[int, typer.Option(help="Number of parallel games")] = os.cpu_count() or 1,
    seed: options.Seed = 0,
) -> None:
    """Learn move categories from records and evaluation weights from self-play (for loa, also from records).

    Self-play uses the installed tables; its games are kept in the folder. The same command resumes where it stopped.
    """
    family = game.partition(":")[0]
    if family not in LESSONS:
        raise BoughError(f"there is nothing to learn for '{game}'; known are {', '.join(LESSONS)}")
    if games < 0 or jobs < 1 or depth < 1:
        raise BoughError("games must be 0 or more, jobs and depth at least 1")
    rules = options.load_game(game)
    files.make_folder(output)
    with console.working("Learning") as say:
        lesson = Lesson(rules, records, output, games, depth, seed, jobs, say)
        summary = LESSONS[family](lesson)
    console.line(f"{summary}\nTables: {output}")
