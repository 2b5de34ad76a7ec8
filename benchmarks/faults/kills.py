"""Commands that are killed, interrupted or held at random moments, then run again."""

import random
import shutil
import signal
import socket
import time
from pathlib import Path

from report import Report, complaint, ended, left_behind, litter, started

from bough.arena.results.store import Store

SIGNALS = {"SIGKILL": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT, "SIGSTOP": signal.SIGSTOP}
BREAKTHROUGH = Path(__file__).parents[2] / "examples" / "breakthrough.py"
KNOWN = (
    "learned",
    "mine",
    "games.sqlite",
    "tune.sqlite",
    "hex.cert",
    "hex.check",
    "set",
    "puzzles.tsv",
    "games-",
    "examples",
    "about",
)
"""What the commands below may leave."""


def commands(folder: Path) -> dict[str, tuple]:
    """Long commands that go on where they stopped."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return {
        "match": ("match", "hex:5", "uct", "uct+rave", "--simulations", 300, "--pairs", 3000, "--store",
                  folder / "games.sqlite", "--jobs", 2),
        "solve": ("solve", "hex:5", "--moves", "c3", "-o", folder / "hex.cert", "--checkpoint", folder / "hex.check",
                  "--memory", "64MiB"),
        "selfplay": ("selfplay", "hex:4", "-o", folder / "set", "--games", 100_000, "--simulations", 100),
        "tune": ("tune", "hex:4", "uct", "exploration=0.2..1.5", "--simulations", 20, "--store", folder / "tune.sqlite",
                 "--trials", 500),
        "learn": ("learn", f"{_own_game(folder)}:4", "-o", folder / "learned", "--minutes", 0.3),
        "puzzles": ("puzzles", "hex:5", "-o", folder / "puzzles.tsv", "--count", 1000),
        "serve": ("serve", "--port", port),
        "bench": ("bench", "hex:5", "--seconds", 20),
    }  # fmt: skip


def _own_game(folder: Path) -> Path:
    """A copy, since what is learned lies beside a game's file."""
    shutil.copyfile(BREAKTHROUGH, folder / "mine.py")
    return folder / "mine.py"


def games_in(store: Path) -> int:
    """How many games a store has; it must be readable."""
    if not store.exists():
        return 0
    kept = Store(store)
    count = sum(1 for _ in kept.games())
    kept.close()
    return count


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Stop every command at random moments, again and again on the same files."""
    for turn in range(rounds):
        for name, arguments in commands(folder).items():
            signalled, mark = rng.choice(list(SIGNALS)), f"{name}-{turn}-{rng.random()}"
            before = games_in(folder / "games.sqlite")
            process = started(mark, *arguments, folder=folder)
            time.sleep(rng.uniform(0.05, 5.0))
            process.send_signal(SIGNALS[signalled])
            if signalled == "SIGSTOP":
                time.sleep(rng.uniform(0.1, 1.0))
                process.send_signal(signal.SIGCONT)
                time.sleep(0.5)
                process.send_signal(signal.SIGINT)
            code, said = ended(process)
            wrong = complaint(code, said)
            wrong = wrong or (f"left {found}" if (found := left_behind(mark)) else "")
            wrong = wrong or ("games were lost" if games_in(folder / "games.sqlite") < before else "")
            wrong = wrong or (f"litter {found}" if (found := litter(folder, KNOWN)) else "")
            report.add(f"{signalled} during {name}", f"exit code {code}", wrong)
    (folder / "hex.cert").unlink(missing_ok=True)
    solved = started("solve", *commands(folder)["solve"], folder=folder)
    code, said = ended(solved)
    report.add("going on after all", "solve", complaint(code, said) or ("" if code == 0 else f"exit code {code}"))
