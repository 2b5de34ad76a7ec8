"""What became of the faults."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

MARK = "BOUGH_FAULT"
"""In the environment of all that a fault starts, so that whatever outlives it is found."""
ENDINGS = {0, 2, 130, 143, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT}
LONGEST = 180.0


class Report:
    """Counts of faults by kind, and those that were not borne."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.broken: list[str] = []

    def add(self, kind: str, what: str, complaint: str = "") -> None:
        """One fault; a complaint if it was not borne."""
        self.counts[kind] += 1
        if complaint:
            self.broken.append(f"{kind}: {what}: {complaint}")
            print(f"NOT BORNE {self.broken[-1]}", flush=True)

    def __str__(self) -> str:
        return f"{self.counts.total()} faults, {len(self.broken)} not borne"

    def show(self) -> int:
        """Tell all; the exit code."""
        for kind, count in sorted(self.counts.items()):
            print(f"{count:6} {kind}")
        print(self)
        return int(bool(self.broken))


def complaint(code: int | None, said: str) -> str:
    """What is wrong with how a command ended, or nothing."""
    if code not in ENDINGS:
        return f"exit code {code}: {said[-300:]}"
    if "Traceback" in said or "Error:" in said.replace("bough: ", ""):
        return f"a traceback: {said[-300:]}"
    if code == 2 and not 1 <= len(said.strip().splitlines()) <= 4:
        return f"{len(said.splitlines())} lines of complaint: {said[-300:]}"
    return ""


def in_process(*arguments: object) -> tuple[int | None, str]:
    """Run a command line in this process: its exit code and what it said on standard error."""
    from bough.cli.main import main

    said = io.StringIO()
    code: int | None = 0
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            main([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        except BaseException as error:
            return None, f"{type(error).__name__}: {error}"
    return code, said.getvalue()


def started(mark: str, *arguments: object, folder: Path | None = None, **environment: str) -> subprocess.Popen:
    """Start a command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "bough", *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True, cwd=folder, env=os.environ | environment | {MARK: mark},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background would ignore it
    )  # fmt: skip


def ended(process: subprocess.Popen) -> tuple[int, str]:
    """Wait for a process: its exit code and what it said."""
    try:
        _, said = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return 1, f"hung for {LONGEST:g} s"
    return process.returncode, said


def left_behind(mark: str, seconds: float = 5.0) -> list[str]:
    """Processes with this mark that are still there after some seconds."""
    until = time.monotonic() + seconds
    while True:
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.1)


def litter(folder: Path, known: Sequence[str]) -> list[str]:
    """Files that nobody asked for."""
    return [str(path) for path in folder.rglob("*") if path.is_file() and not path.name.startswith(tuple(known))]
