"""bough learn: tables of knowledge, from self-play for any game with a board, or from game records."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.games.game import Game
from bough.games.learned import table_path
from bough.games.names import names_a_file
from bough.knowledge.patterns.table import patterns_in
from bough.knowledge.registry import knowledge_of
from bough.lab.learning.dark_chess import learn_dark_chess
from bough.lab.learning.go import learn_go
from bough.lab.learning.lesson import Lesson
from bough.lab.learning.loa import learn_loa
from bough.lab.learning.patterns.booklet import booklet
from bough.lab.learning.patterns.rounds import ROUNDS, Learning, Round

MOST_MINUTES = 1e6
LESSONS: dict[str, Callable[[Lesson], str]] = {
    "loa": learn_loa,
    "dark-chess": learn_dark_chess,
    "go": learn_go,
}


def learn(
    game: options.GameName,
    records: Annotated[
        list[Path] | None, typer.Argument(help="For loa, dark-chess and go:19: files with one game per line")
    ] = None,
    minutes: Annotated[float, typer.Option(help="Minutes in all, without records")] = 10.0,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for games and tables")] = Path("learned"),
    games: Annotated[int, typer.Option(help="With records: self-play games for fitting evaluations")] = 4000,
    depth: Annotated[int, typer.Option(help="With records: search depth in self-play of loa, in plies")] = 3,
    jobs: Annotated[int, typer.Option(help="Number of parallel games")] = os.cpu_count() or 1,
    seed: options.Seed = 0,
) -> None:
    """Learn patterns for any game with a board by playing it, a game of your own included.

    The table is written beside a game's file, and searches use it from then on. The same command resumes where it
    stopped. With records, learn the tables of loa, dark-chess or go from them.
    """
    if games < 0 or seed < 0 or jobs < 1 or depth < 1 or not 0 < minutes < MOST_MINUTES:
        raise BoughError("games and seed must be 0 or more, jobs and depth at least 1, minutes more than 0 and finite")
    family = game.partition(":")[0]
    if not records and family in LESSONS:
        raise BoughError(f"{family} has knowledge of its own; give game records to learn its tables from")
    if records and family not in LESSONS:
        raise BoughError(f"there is nothing to learn for '{game}' from records, only for {', '.join(LESSONS)}")
    rules = options.load_game(game, learned=False)
    if not records:
        _learn_patterns(rules, game, minutes, output, jobs, seed)
        return
    files.make_folder(output)
    with console.working("Learning") as say:
        lesson = Lesson(rules, records, output, games, depth, seed, jobs, say)
        summary = LESSONS[family](lesson)
    console.line(f"{summary}\nTables: {output}")


def _learn_patterns(game: Game, name: str, minutes: float, output: Path, jobs: int, seed: int) -> None:
    known = knowledge_of(game)
    if known.move_weight is not None and known.evaluations:
        raise BoughError(f"{game.name} has move weights and an evaluation of its own; there is nothing to learn")
    own_file = game.file if game.file is not None and names_a_file(name) else None
    beside = table_path(own_file or Path(game.family), game.name)
    if own_file is not None and (beside.is_dir() or not os.access(beside.parent, os.W_OK)):
        raise BoughError(
            f"cannot write {beside}, where searches look for what is learned; free the way or copy the game"
        )
    folder = output / beside.stem
    files.make_folder(folder)
    with console.working(f"Learning {game.name}") as say:
        learning = Learning(game, folder, minutes, jobs, seed, say)
        if learning.rounds:
            console.line(f"Going on after round {len(learning.rounds)} of {ROUNDS} in {folder}")
        try:
            learned = learning.run(lambda one: console.line(_line(one)))
            say("Playing against the search without patterns")
            score = learning.against_own()
        except KeyboardInterrupt:
            console.line(f"Stopped after round {len(learning.rounds)} of {ROUNDS}; the same command goes on.")
            raise typer.Exit(130) from None
    files.write_text(folder / "strongest.txt", booklet(game, patterns_in(learned)))
    console.line(f"Against {game.recipe} at equal time: {score}\nThe strongest patterns: {folder / 'strongest.txt'}")
    if own_file is None:
        console.line(f"Table: {learned.path}; recipe: {learned.recipe}")
    elif score.mean < 0.5:
        console.line(f"That is no gain, so searches go on without it. Table: {learned.path}")
    else:
        with whole_file(beside) as partial:
            partial.write_text(learned.text, encoding="utf-8")
        console.line(f"Table: {beside}, used from now on, with {learned.recipe}\nTry: bough play {name}")


def _line(one: Round) -> str:
    foretold = f"moves {one.move_bits:.2f} bits of {one.move_bits_uniform:.2f}, results {one.result_bits:.2f} of 1"
    verdict = "" if one.kept else ", so the last weights stay"
    return (
        f"Round {one.number} ({one.seconds:.0f} s): {one.games:,} games, {one.positions:,} positions so far; "
        f"{foretold}; new weights against the last {one.against_last}{verdict}"
    )
