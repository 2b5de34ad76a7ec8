"""Matches with programs that misbehave in every way."""

import random
import sys
import textwrap
import time
from pathlib import Path

from report import Report, complaint, ended, left_behind, started

from bough.arena.results.store import Store

PRELUDE = "import os, random, subprocess, sys, time\n"
MANNERS = {
    "says nothing": "time.sleep(600)",
    "ends at once": "sys.exit(3)",
    "kills itself": "os.kill(os.getpid(), 9)",
    "blank lines without end": "while True: print(flush=True)",
    "a line without end": "while True: sys.stdout.write('x' * 4096); sys.stdout.flush()",
    "rubbish": "for line in sys.stdin: print(random.randbytes(40).hex(), flush=True)",
    "bytes": "for line in sys.stdin: sys.stdout.buffer.write(os.urandom(80) + b'\\n\\n'); sys.stdout.flush()",
    "refuses all": "for line in sys.stdin: print('? no\\n', flush=True)",
    "agrees with all": "for line in sys.stdin: print('= \\n', flush=True)",
    "illegal moves": "for line in sys.stdin: print('= z99\\n', flush=True)",
    "closes its output": "os.close(1); time.sleep(600)",
    "closes its input": "os.close(0); time.sleep(600)",
    "starts children": "[subprocess.Popen(['sleep', '600'], start_new_session=k > 0) for k in range(3)]\n"
                       "for line in sys.stdin: print('= a1\\n', flush=True)",
    "slow": "for line in sys.stdin: time.sleep(0.05); print('= pass\\n', flush=True)",
}  # fmt: skip


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Each plays a short match, which must end with its games lost and none of its processes left."""
    for turn in range(max(1, rounds // 3)):
        for manner, body in MANNERS.items():
            program = folder / "engine.py"
            program.write_text(PRELUDE + textwrap.dedent(body) + "\n")
            store, mark = folder / f"{turn}-{len(manner)}.sqlite", f"engine-{turn}-{rng.random()}"
            store.unlink(missing_ok=True)
            begun = time.monotonic()
            code, said = ended(
                started(mark, "match", "hex:3", "random", f"gtp:{sys.executable} {program}", "--seconds", 0.05,
                        "--pairs", 1, "--jobs", 2, "--store", store)
            )  # fmt: skip
            wrong = complaint(code, said) or ("" if code == 0 else f"exit code {code}: {said[-200:]}")
            if not wrong:
                kept = Store(store)
                lost = sum(row.forfeit != "" for row in kept.games())
                wrong = "" if lost == 2 else f"{lost} of 2 games forfeited"
                kept.close()
            wrong = wrong or (f"left {found}" if (found := left_behind(mark)) else "")
            report.add("bad engine", f"{manner} ({time.monotonic() - begun:.0f} s)", wrong)
