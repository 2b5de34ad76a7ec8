"""bough learn: tables of knowledge from game records."""

import os
from pathlib import Path
from typing import Annotated

import typer

from bough.cli import options
from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.games.records import GameRecord, read_records
from bough.lab import learning_loa as loa


def learn(
    game: Annotated[str, typer.Argument(help="The game to learn: loa")],
    records: Annotated[list[Path], typer.Argument(help="Files of games, one a line")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the tables")] = Path("learned"),
    games: Annotated[int, typer.Option(help="Games of self-play to fit evaluations on, besides the records")] = 4000,
    depth: Annotated[int, typer.Option(help="How deep self-play searches, in plies")] = 3,
    jobs: Annotated[int, typer.Option(help="Games played side by side")] = os.cpu_count() or 1,
    seed: options.Seed = 0,
) -> None:
    """Learn move categories from records, and the weights of evaluations from records and self-play.

    Self-play uses the evaluation that is installed and is kept in the folder; the same command goes on where it
    stopped.
    """
    if game != "loa":
        raise BoughError(f"there is nothing to learn for '{game}'; known is loa")
    if games < 0 or jobs < 1 or depth < 1:
        raise BoughError("games must be 0 or more, jobs and depth at least 1")
    rules = options.load_game(game)
    recorded = [record for path in records for record in read_records(rules, path)]
    options.make_folder(output)
    counts = loa.count_categories(rules, recorded)
    played = _self_play(rules, output / f"self-play-{depth}-{seed}.txt", games, depth, seed, jobs)
    samples = loa.samples_of(rules, [*recorded, *played])
    names = ", ".join(path.name for path in records)
    origin = f"Learned by `bough learn loa` from {len(recorded):,} recorded games ({names})"
    with_play = f"{origin} and {len(played):,} of self-play at {depth} plies"
    (output / "loa_categories.tsv").write_text(loa.categories_text(counts, origin))
    (output / "loa_evaluations.toml").write_text(loa.evaluations_text(samples, with_play))
    (output / "loa_openings.txt").write_text(loa.openings_text(rules, recorded, origin))
    options.output.print(
        f"{int((counts.available > 0).sum())} move categories in {len(recorded):,} recorded games; evaluations fitted "
        f"on {len(samples.results):,} positions, bits a position:"
    )
    for name, weights in loa.fitted_evaluations(samples).items():
        options.output.print(f"{name}  {loa.cross_entropy(samples, weights):.4f}")
    options.output.print(f"Tables: {output}")


def _self_play(rules: Game, path: Path, games: int, depth: int, seed: int, jobs: int) -> list[GameRecord]:
    """So many games, those in the file first; new ones are added to it as they end."""
    played = list(read_records(rules, path))[:games] if path.exists() and path.stat().st_size else []
    with path.open("a") as file, options.working("Playing against itself") as status:
        for record in loa.self_play(rules, range(len(played), games), depth, seed, jobs):
            played.append(record)
            file.write(" ".join(record.moves) + "\n")
            file.flush()
            if status:
                status.update(f"Playing against itself: {len(played)} of {games} games")
    return played
