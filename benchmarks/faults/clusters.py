"""A match on a Ray cluster that loses a node: its games are played again, none twice, none lost."""

import random
import subprocess
import sys
import time
from pathlib import Path

from report import Report, complaint, ended, left_behind, started

from bough.arena.results.store import Store

PAIRS = 200


def ray(*arguments: object) -> None:
    """The command of Ray that belongs to this Python."""
    script = Path(sys.executable).with_name("ray")
    subprocess.run([script, *map(str, arguments)], check=True, capture_output=True, timeout=120)


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Start a head and a second node, kill the second one in the middle of a match; again and again."""
    if not Path(sys.executable).with_name("ray").exists():
        print("Ray is not installed: no node is lost")
        return
    for turn in range(max(1, rounds // 3)):
        port, mark = rng.randrange(20_000, 30_000), f"cluster-{turn}-{rng.random()}"
        store = folder / f"cluster-{turn}.sqlite"
        ray("stop", "--force")
        ray("start", "--head", "--port", port, "--num-cpus", 1, "--include-dashboard", "false")
        ray("start", "--address", f"127.0.0.1:{port}", "--num-cpus", 1)
        command = ("match", "hex:5", "uct", "uct+rave", "--simulations", 500, "--pairs", PAIRS, "--store", store)
        process = started(mark, *command, "--ray", f"127.0.0.1:{port}", folder=folder)
        time.sleep(rng.uniform(10.0, 25.0))
        # The node started last is the last of those that manage one.
        nodes = subprocess.run(["pgrep", "-n", "raylet"], capture_output=True, text=True).stdout.split()
        subprocess.run(["kill", "-9", *nodes], check=False)
        code, said = ended(process)
        numbers = [row.number for row in Store(store).games()]
        wrong = complaint(code, said)
        wrong = wrong or (f"{len(numbers)} games, not {2 * PAIRS}" if code == 0 and len(numbers) != 2 * PAIRS else "")
        wrong = wrong or ("a game was kept twice" if len(set(numbers)) != len(numbers) else "")
        wrong = wrong or (f"left {found}" if (found := left_behind(mark)) else "")
        report.add("a node of the cluster lost", f"exit code {code}", wrong)
    ray("stop", "--force")
