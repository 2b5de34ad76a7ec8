"""bough learn: tables of knowledge from game records."""

import os
from pathlib import Path
from typing import Annotated

import typer

from bough.cli import options
from bough.core.errors import BoughError
from bough.games.records import read_records
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
    """Learn move categories from records, and the weights of evaluations from records and self-play."""
    if game != "loa":
        raise BoughError(f"there is nothing to learn for '{game}'; known is loa")
    if games < 0 or jobs < 1:
        raise BoughError("games must be 0 or more and jobs at least 1")
    rules = options.load_game(game)
    recorded = [record for path in records for record in read_records(rules, path)]
    with options.working("Counting move categories") as status:
        counts = loa.count_categories(rules, recorded)
        played = []
        for record in loa.self_play(rules, games, depth, loa.SELF_PLAY_NOISE, seed, jobs):
            played.append(record)
            if status:
                status.update(f"Playing against itself: {len(played)} of {games} games")
        samples = loa.samples_of(rules, [*recorded, *played])
    names = ", ".join(path.name for path in records)
    origin = f"Learned by `bough learn loa` from {len(recorded):,} recorded games ({names})"
    output.mkdir(parents=True, exist_ok=True)
    (output / "loa_categories.tsv").write_text(loa.categories_text(counts, origin))
    with_play = f"{origin} and {len(played):,} of self-play at {depth} plies"
    (output / "loa_evaluations.toml").write_text(loa.evaluations_text(samples, with_play))
    (output / "loa_openings.txt").write_text(loa.openings_text(rules, recorded, origin))
    seen = int((counts.available > 0).sum())
    options.output.print(f"{seen} move categories and {len(samples.results):,} positions; tables in {output}")
