"""Full and read-only folders, made by mounting small file systems in memory."""

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kills import games_in
from report import Report, complaint, ended, left_behind, started


@contextmanager
def mounted(at: Path, kilobytes: int) -> Iterator[bool]:
    """A small file system; whether this machine lets us have one."""
    at.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", at], capture_output=True)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", at], check=True)


def commands(at: Path) -> dict[str, tuple]:
    """Commands that write into a folder."""
    return {
        "match": ("match", "hex:4", "uct", "random", "--simulations", 5, "--pairs", 400, "--store",
                  at / "games.sqlite"),
        "prove": ("prove", "hex:4", "--moves", "b2", "-o", at / "proof.json", "--force"),
        "solve": ("solve", "hex:5", "--moves", "c3", "-o", at / "hex.cert", "--checkpoint", at / "hex.check",
                  "--memory", "32MiB"),
        "selfplay": ("selfplay", "hex:3", "-o", at / "set", "--games", 640, "--simulations", 16),
        "tune": ("tune", "hex:3", "uct", "exploration=0.2..1.5", "--simulations", 5, "--pairs", 4, "--trials", 40,
                 "--store", at / "tune.sqlite"),
        "puzzles": ("puzzles", "hex:5", "-o", at / "puzzles.tsv", "--count", 3),
        "cache": ("analyze", "tic-tac-toe", "--simulations", 10),
    }  # fmt: skip


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Run every command where there is little room or none may be written."""
    at = folder / "small"
    for turn in range(rounds):
        for name, arguments in commands(at).items():
            kind, size = rng.choice(("full", "full", "read-only")), rng.choice((4, 32, 100, 300, 1000))
            with mounted(at, size) as allowed:
                if not allowed:
                    print("no right to mount: full and read-only folders are left out")
                    return
                if kind == "read-only":
                    subprocess.run(["mount", "-o", "remount,ro", at], check=True)
                environment = {"BOUGH_CACHE": str(at)} if name == "cache" else {}
                mark = f"{kind}-{name}-{turn}-{rng.random()}"
                code, said = ended(started(mark, *arguments, folder=folder, **environment))
                wrong = complaint(code, said) or (f"left {found}" if (found := left_behind(mark)) else "")
                if not wrong and name == "match" and kind == "full":
                    games_in(at / "games.sqlite")
                report.add(f"{kind} disk, {name}", f"{size} kB, exit code {code}", wrong)
