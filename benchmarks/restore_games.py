"""Put games written by `bough results STORE --csv` back into a store, to resume a long experiment elsewhere.

bough results reproduce.sqlite --csv > docs/results/games/progressive-table1.csv
python benchmarks/restore_games.py docs/results/games/progressive-table1.csv reproduce.sqlite
bough reproduce progressive/table1 --store reproduce.sqlite
"""

import csv
import sys
from pathlib import Path

from bough.arena.results.store import KINDS, GameRow, Store


def restored(line: dict[str, str]) -> GameRow:
    """The row of a CSV line; an empty optional column becomes None."""
    return GameRow._make(_value(KINDS[column], line.get(column, "")) for column in GameRow._fields)


def _value(kind: object, text: str) -> int | float | str | None:
    if kind is str:
        return text
    return None if not text else float(text) if kind in (float, float | None) else int(text)


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    with source.open(newline="") as lines:
        rows = [restored(line) for line in csv.DictReader(lines)]
    Store(target).add(rows)
    print(f"{len(rows)} games")
