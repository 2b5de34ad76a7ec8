"""Put games written by `bough results STORE --csv` back into a store, to resume a long experiment elsewhere.

bough results reproduce.sqlite --csv > docs/results/games/progressive-table1.csv
python benchmarks/restore_games.py docs/results/games/progressive-table1.csv reproduce.sqlite
bough reproduce progressive/table1 --store reproduce.sqlite
"""

import sys
from pathlib import Path

from bough.arena.results.kept import kept_games
from bough.arena.results.store import Store

if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    rows = kept_games(source)
    Store(target).add(rows)
    print(f"{len(rows)} games")
