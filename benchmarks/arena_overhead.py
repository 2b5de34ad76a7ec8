"""The arena's overhead beyond the searches: 2,000 games of hex:5 at 100 simulations, two at a time.

python benchmarks/arena_overhead.py
"""

import tempfile
import time
from pathlib import Path

from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match

PAIRS, JOBS = 1000, 2


def main() -> None:
    """Load the kernels, play the match, and compare wall-clock time with the games' own seconds."""
    match = match_of("hex:5", ["uct+rave+solver", "uct+solver"], simulations=100)
    with tempfile.TemporaryDirectory() as folder:
        run_match(match, Store(Path(folder) / "warm.sqlite"), 2, JOBS)
        store = Store(Path(folder) / "games.sqlite")
        begun = time.perf_counter()
        played = run_match(match, store, PAIRS, JOBS).played
        wall = time.perf_counter() - begun
        searching = sum(row.seconds for row in store.games()) / JOBS
    print(f"{played} games: {wall:.2f} s, {searching:.2f} s of them searching, {1 - searching / wall:.0%} overhead")


if __name__ == "__main__":
    main()
