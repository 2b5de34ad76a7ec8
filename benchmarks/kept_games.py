"""Games that took hours, kept as text beside our results, so that a long experiment can go on elsewhere.

    python benchmarks/kept_games.py save reproduce.sqlite docs/results/games/progressive-table1.tsv
    python benchmarks/kept_games.py restore docs/results/games/progressive-table1.tsv reproduce.sqlite

The file has one line for each match (its id and what it is) and one for each game, in the order of the store's columns.
"""

import argparse
import csv
import json
from pathlib import Path

from bough.arena.store import GameRow, Store

WHOLE = {"number", "winner", "seed", "first_simulations", "second_simulations"}
SECONDS = {"first_seconds", "second_seconds", "seconds"}


def save(store: Path, file: Path) -> int:
    """Write all games of a store, sorted, so that the same games give the same file."""
    kept = Store(store, must_exist=True)
    rows = sorted(kept.games(), key=lambda row: (row.match, row.number))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="") as out:
        lines = csv.writer(out, delimiter="\t", lineterminator="\n")
        for match, spec in sorted(kept.matches().items()):
            lines.writerow(["match", match, json.dumps(spec, sort_keys=True)])
        lines.writerow(["game", *GameRow._fields])
        for row in rows:
            lines.writerow(["game", *("" if value is None else value for value in row)])
    kept.close()
    return len(rows)


def restore(file: Path, store: Path) -> int:
    """Put the games of such a file into a store; what is there already stays."""
    kept, rows = Store(store), []
    with file.open(newline="") as text:
        for kind, *values in csv.reader(text, delimiter="\t"):
            if kind == "match":
                kept.add_match(values[0], json.loads(values[1]))
            elif values[0] != "match":
                rows.append(GameRow._make(_value(*pair) for pair in zip(GameRow._fields, values, strict=True)))
    kept.add(rows)
    kept.close()
    return len(rows)


def _value(column: str, text: str) -> int | float | str | None:
    if column in WHOLE | SECONDS and not text:
        return None
    return int(text) if column in WHOLE else float(text) if column in SECONDS else text


def main() -> None:
    """Save or restore."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("do", choices=("save", "restore"))
    options.add_argument("source", type=Path)
    options.add_argument("target", type=Path)
    chosen = options.parse_args()
    print(f"{(save if chosen.do == 'save' else restore)(chosen.source, chosen.target)} games")


if __name__ == "__main__":
    main()
