"""A system clock that jumps back and forth while a command runs."""

import random
from pathlib import Path

from report import Report, complaint, ended, left_behind, started

JUMPING = """
import random, time
_time, _rng = time.time, random.Random({seed!r})
_shift = [0.0]
def jumping():
    if _rng.random() < 0.05:
        _shift[0] = _rng.uniform(-1e6, 1e6)
    return _time() + _shift[0]
time.time = jumping
"""


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Nothing may hang, end too early or fall over."""
    (folder / "site").mkdir()
    for turn in range(rounds):
        (folder / "site" / "sitecustomize.py").write_text(JUMPING.format(seed=rng.random()))
        for name, arguments in {
            "match": ("match", "hex:3", "uct", "random", "--seconds", 0.01, "--pairs", 3, "--store",
                      folder / f"{turn}.sqlite"),
            "analyze": ("analyze", "hex:4", "--seconds", 0.1),
            "solve": ("solve", "hex:4", "--moves", "b2", "--memory", "16MiB", "-o", folder / f"{turn}.cert"),
        }.items():  # fmt: skip
            mark = f"clock-{turn}-{name}"
            code, said = ended(started(mark, *arguments, folder=folder, PYTHONPATH=str(folder / "site")))
            wrong = complaint(code, said) or ("" if code == 0 else f"exit code {code}")
            report.add(f"clock jumps during {name}", f"exit code {code}",
                       wrong or (f"left {found}" if (found := left_behind(mark)) else ""))  # fmt: skip
