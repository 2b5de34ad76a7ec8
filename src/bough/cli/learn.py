"""bough learn: tables of knowledge from game records."""

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
    records: Annotated[list[Path], typer.Argument(help="Files of games, one a line; SGF for go")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the tables")] = Path("learned"),
    games: Annotated[int, typer.Option(help="Games of self-play to fit evaluations on")] = 4000,
    depth: Annotated[int, typer.Option(help="How deep self-play of loa searches, in plies")] = 3,
    jobs: Annotated[int, typer.Option(help="Games played side by side")] = os.cpu_count() or 1,
    seed: options.Seed = 0,
) -> None:
    """Learn move categories from records, and the weights of evaluations from self-play (in loa from records too).

    Self-play uses what is installed and is kept in the folder; the same command goes on where it stopped.
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
        found = LESSONS[family](lesson)
    console.line(f"{found}\nTables: {output}")
