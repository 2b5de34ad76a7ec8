"""How long every table of the papers takes at scale smoke, once compiled: at most three minutes in all.

python benchmarks/smoke_scales.py
"""

import tempfile
import time
from pathlib import Path

from bough.arena.results.store import Store
from bough.lab.experiment import experiment, experiment_names, run_experiment
from bough.lab.figures import FIGURES, SIMULATIONS
from bough.lab.matrix import NOT_PAPERS


def smoke(name: str, folder: Path) -> int:
    """Play a table at scale smoke, into a store of its own; the number of games or points."""
    if name in FIGURES:
        return len(list(FIGURES[name].points(SIMULATIONS["smoke"])))
    store = Store(folder / "games.sqlite")
    run_experiment(experiment(name), store, "smoke")
    return sum(1 for _ in store.games())


if __name__ == "__main__":
    total = 0.0
    for name in (*(one for one in experiment_names() if one not in NOT_PAPERS), *FIGURES):
        for attempt in ("compiling", "warm"):
            with tempfile.TemporaryDirectory() as folder:
                began = time.monotonic()
                games = smoke(name, Path(folder))
                took = time.monotonic() - began
            print(f"{name}, {attempt}: {games} games or points, {took:.1f} s", flush=True)
        total += took
    print(f"all tables, warm: {total:.0f} s")
