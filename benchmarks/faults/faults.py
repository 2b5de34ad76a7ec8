"""Faults injected into every command: each must end in one line and exit code 2, or go on; nothing may be lost.

    python benchmarks/faults/faults.py [--seed 1] [--rounds 10] [--only damage kill disk engines clock ray]

Counts by kind are told at the end; the first fault that is not borne is told with the command that shows it. Full and
read-only folders need the right to mount a tmpfs and are left out without it; a node is lost where Ray is installed.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

import clocks
import clusters
import damage
import disks
import engines
import kills
from report import Report

KINDS = {"damage": damage, "kill": kills, "disk": disks, "engines": engines, "clock": clocks, "ray": clusters}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", nargs="*", choices=KINDS, default=list(KINDS))
    asked = parser.parse_args()
    report, begun = Report(), time.monotonic()
    for kind in asked.only:
        with tempfile.TemporaryDirectory(prefix="bough-faults-") as folder:
            KINDS[kind].inject(Path(folder), asked.rounds, random.Random(f"{asked.seed} {kind}"), report)
        print(f"{time.monotonic() - begun:6.0f} s  {report}", flush=True)
    raise SystemExit(report.show())


if __name__ == "__main__":
    main()
