"""bough games and bough perft: what there is, and how many positions it has."""

import json
from typing import Annotated

import typer
from rich.table import Table

from bough.cli import options
from bough.core.errors import BoughError
from bough.games.checks.perft import perft as count_paths
from bough.games.names import game_makers
from bough.search.ideas.registry import all_ideas


def games() -> None:
    """List the games and the ideas recipes are made of."""
    table = Table("game", "", "recipe", box=None, header_style="dim")
    for _, maker in sorted(game_makers().items()):
        one = maker()
        table.add_row(one.name, one.face.about, one.recipe)
    options.output.print(table)
    ideas = Table("idea", "", "numbers", box=None, header_style="dim")
    for name, idea in all_ideas().items():
        ideas.add_row(name, idea.about, ", ".join(f"{key}={number.default:g}" for key, number in idea.numbers.items()))
    options.output.print("\nRecipes are ideas joined by +, such as uct(exploration=0.5)+solver:\n")
    options.output.print(ideas)
    options.output.print("\nYour own game: bough play ./mygame.py (see docs/your-own-game.md)")


def perft(
    game: options.GameName,
    depth: Annotated[int, typer.Option(help="How many plies")] = 3,
    position: options.PositionText = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Count the paths of each length from a position."""
    if depth < 1:
        raise BoughError(f"perft needs a depth of at least 1, not {depth}")
    rules = options.load_game(game)
    counts: list[int] = []
    with options.working("Counting") as say:
        for nodes in count_paths(options.position_of(rules, position), depth):
            counts.append(nodes)
            if not as_json:
                options.output.print(f"{len(counts)}  {nodes:,}")
            say(f"Counting {len(counts) + 1} plies")
    if as_json:
        print(json.dumps({"depth": depth, "nodes": counts[-1], "per_depth": counts}))
