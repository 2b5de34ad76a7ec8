"""bough openings: random openings that a search calls level, for matches."""

from pathlib import Path
from typing import Annotated

import typer

from bough.arena.openings import level_openings, openings_from_file
from bough.cli import console, files, options
from bough.core.errors import BoughError


def openings(
    game: options.GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of openings")] = Path("openings.txt"),
    count: Annotated[int, typer.Option(help="How many openings the file is to have, earlier runs included")] = 100,
    plies: Annotated[int, typer.Option(help="Random plies of each")] = 2,
    within: Annotated[float, typer.Option(help="The most that an opening's value may lie from 0, of 1")] = 0.15,
    simulations: Annotated[int, typer.Option(help="Simulations for each opening")] = 20_000,
    recipe: options.RecipeText = None,
    memory: options.Memory = options.DEFAULT_MEMORY,
    seed: options.Seed = 0,
) -> None:
    """Find openings that leave both sides a chance. The same command goes on where it stopped.

    Where most random openings decide the game, players of very different strength win one game of a pair each.
    """
    if count < 1 or plies < 1 or simulations < 1 or not 0 < within < 1:
        raise BoughError("openings need a count, plies and simulations of at least 1, and --within between 0 and 1")
    rules = options.load_game(game)
    files.check_output(output)
    known = set(openings_from_file(rules, output)) if output.exists() else set()
    begun, tried = len(known), 0
    search = options.make_searcher(rules, recipe, memory, seed, 1)
    with console.working(f"Looking for openings of {rules.name}") as say, output.open("a") as file:
        found = level_openings(search, plies, simulations, within, f"{seed} {begun}")
        try:
            while len(known) < count:
                opening = next(found)
                tried += 1
                if opening is not None and opening not in known:
                    known.add(opening)
                    file.write(" ".join(opening) + "\n")
                    file.flush()
                say(f"{len(known)} of {count} openings, {tried} looked at")
        except KeyboardInterrupt:
            console.line("Stopped; the same command goes on.")
    console.line(f"{output}: {len(known)} openings; {len(known) - begun} of the {tried} looked at now are level")
