"""bough perft: count the paths of n plies in a game."""

import json
from typing import Annotated

import typer

from bough.cli import console, options
from bough.core.errors import BoughError
from bough.games.checks.perft import perft as count_paths


def perft(
    game: options.GameName,
    depth: Annotated[int, typer.Option(help="Maximum number of plies")] = 3,
    position: options.PositionText = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
) -> None:
    """Count the move paths of each length from a position."""
    if depth < 1:
        raise BoughError(f"perft needs a depth of at least 1, not {depth}")
    rules = options.load_game(game)
    counts: list[int] = []
    with console.working("Counting") as say:
        for nodes in count_paths(options.position_of(rules, position), depth):
            counts.append(nodes)
            if not as_json:
                console.output.print(f"{len(counts)}  {nodes:,}")
            say(f"Counting {len(counts) + 1} plies")
    if as_json:
        print(json.dumps({"depth": depth, "nodes": counts[-1], "per_depth": counts}))
