"""bough endings: work out the exact table of a game's last positions, which the idea `endings` looks up."""

import numpy as np

from bough.cli import console, options
from bough.search.solving.endings import keep_table, solve_endings


def endings(game: options.GameName) -> None:
    """Work out who wins each of a game's last positions, once; recipes with `endings` then look them up."""
    rules = options.load_game(game)
    with console.working("Endings (first use compiles for some seconds)") as say:
        table = solve_endings(rules, lambda text: say(f"Endings: {text}"))
    path = keep_table(rules, table)
    won, lost = int((table > 0).sum()), int((table < 0).sum())
    longest = int(np.abs(table.astype(np.int64)).max())
    console.line(
        f"{rules.name}: {len(table):,} entries, {won:,} won and {lost:,} lost for the player to move, the longest in "
        f"{longest} plies. Kept in {path} ({path.stat().st_size / 1000:,.0f} kB)."
    )
