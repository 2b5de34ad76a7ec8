"""bough selfplay: games of a search against itself, as a data set."""

from pathlib import Path
from typing import Annotated

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.games.game import Game
from bough.lab.dataset import dataset_facts, self_play, write_dataset
from bough.search.kinds import BEST, best_search, search_name
from bough.search.recipe import Recipe
from bough.search.recipe import recipe as recipe_from

GAMES_A_FILE = 32


def selfplay(
    game: options.GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the files")],
    games: Annotated[int, typer.Option(help="Number of games, earlier runs included")] = 320,
    simulations: Annotated[int, typer.Option(help="Simulations a move")] = 400,
    recipe: options.BestRecipeText = None,
    plies: Annotated[int, typer.Option(help="First plies that are drawn by their visits, so that games differ")] = 8,
    seed: options.Seed = 0,
) -> None:
    """Play games of a search against itself and keep every position: visits, value, result (see docs/networks.md).

    The same command resumes where it stopped; Ctrl-C loses the games of one file at most.
    """
    if games < 1 or simulations < 1 or plies < 0:
        raise BoughError("games and simulations must be at least 1, plies 0 or more")
    rules = options.load_game(game or "hex:11")
    chosen = search_name(_best_of_many(rules) if recipe in (None, BEST) else recipe, rules)
    files.make_folder(output)
    about = {"recipe": chosen, "simulations": simulations, "plies": plies, "seed": seed}
    kept = [dataset_facts(file) for file in sorted(output.glob("games-*.npz"))]
    if any({name: facts.get(name) for name in about} != about for facts in kept):
        raise BoughError(f"{output} has games of another recipe or with other numbers; name another folder")
    already = over = sum(facts["games"] for facts in kept)
    positions, part = 0, len(kept)
    with console.working(f"Playing {games} games of {rules.name}") as say:
        while over < games:

            def told(ended: int, _: int, before: int = over) -> None:
                say(f"{before + ended} of {games} games")

            count = min(GAMES_A_FILE, games - over)
            examples = self_play(rules, chosen, count, simulations, seed + part, plies, told)
            write_dataset(output / f"games-{part:05}.npz", examples, about | {"games": count})
            over, positions, part = over + count, positions + len(examples), part + 1
    console.line(f"{over - already} games with {positions:,} positions written to {output} ({chosen}); {over} in all")


def _best_of_many(game: Game) -> str:
    """The game's best search without what works beside a single tree, as games are searched many at once."""
    best = recipe_from(best_search(game))
    return str(Recipe(tuple((one, numbers) for one, numbers in best.ideas if one.beside is None)))
