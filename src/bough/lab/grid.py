"""Grids of experiments: every idea alone on top of every game's recipe, told in a few lines of TOML.

    [grid]
    table = "Idea and game, 0.05 s a move"
    seconds = 0.05

    [grid.games]
    "hex:11" = "uct+rave+solver"

    [grid.ideas]
    mast = { instead_of = ["policy", "mixed"], skips = ["go:9"] }

What stands in [grid] besides games and ideas is the same in every cell.
"""

import re
from pathlib import Path
from typing import Any

from bough.core.errors import BoughError
from bough.search.recipe import items_in

EXPLORATION = re.compile(r"uct\(exploration=([\d.]+)\)")


def grid_of(grid: dict[str, Any]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The players and the cells of a grid."""
    games, ideas = grid.pop("games"), grid.pop("ideas")
    named = {game: Path(game).stem if game.endswith(".py") else game for game in games}
    if len(set(named.values())) < len(named):
        raise BoughError(f"two games of a grid have one name, among {', '.join(sorted(named.values()))}")
    if unknown := {game for how in ideas.values() for game in how.get("skips", ())} - set(games):
        raise BoughError(f"a grid skips {', '.join(sorted(unknown))}, which is none of its games")
    players: dict[str, str] = {}
    cells = []
    for idea, how in ideas.items():
        for game, recipe in games.items():
            if game in how.get("skips", ()):
                continue
            column = named[game]
            players |= {f"{column} with {idea}": _with(recipe, idea, how), column: recipe}
            seats = [f"{column} with {idea}", column]
            cells.append({**grid, "row": idea, "column": column, "game": game, "players": seats})
    return players, cells


def _with(recipe: str, idea: str, how: dict[str, Any]) -> str:
    """A recipe with one more idea, in place of some, which may take over the exploration of `uct`."""
    left_out = how.get("instead_of", ())
    kept = [part for part in items_in(recipe) if part.partition("(")[0] not in left_out]
    if not kept:
        raise BoughError(f"nothing of {recipe} is left beside {idea}")
    if how.get("takes_exploration") and (given := EXPLORATION.fullmatch(kept[0])):
        kept[0], idea = "uct", f"{idea}(exploration={given[1]})"
    return "+".join([*kept, idea])
