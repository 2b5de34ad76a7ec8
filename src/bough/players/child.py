"""A program in a child process that reads and writes lines; every process it starts ends with it."""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

from bough.players.player import Fault


def program(name: str) -> str | None:
    """The path of a program; Debian installs gnugo in /usr/games, which is not on root's PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


LONGEST_LINE = 1 << 16
"""Characters of a line; whoever writes more without an end is not understood."""
MOST_LINES = 1000
"""Lines that wait to be read; a program that writes more meanwhile waits itself."""


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have; none where the system has no /proc.

    Whoever has left its parent for good (a daemon) is not among them: nothing tells any more whose it was.
    """
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def _cpu_ticks(process: int) -> int | None:
    """Clock ticks in which a process and those of its children that have ended ran, or None."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15]))
    return None


class ChildProcess:
    """A child process with line input and output; every failure raises a Fault."""

    def __init__(self, command: str, seed: int):
        words = [word.replace("{seed}", str(seed)) for word in shlex.split(command)]
        words[:1] = [program(word) or word for word in words[:1]]
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                errors="replace", bufsize=1, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise Fault(f"cannot start {words[0] if words else 'nothing'!r}: {error.strerror}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._closed = threading.Event()
        self._cpu: float | None = 0.0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, line: str) -> None:
        """Write one line to the process."""
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise Fault(self.crash()) from None

    def line(self, deadline: float) -> str | None:
        """The next line it writes; None if there is none before the deadline (in time.monotonic), however many it
        writes until then."""
        left = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=left) if left > 0 else None
        except queue.Empty:
            return None
        if line is None:
            if left <= 0:
                return None
            raise Fault(self.crash())
        if len(line) >= LONGEST_LINE:
            raise Fault(f"wrote a line of more than {LONGEST_LINE} characters")
        return line

    @property
    def cpu_seconds(self) -> float | None:
        """What the process and all that it has started have used so far; None where the system has no /proc."""
        used = [_cpu_ticks(one) for one in (self.process.pid, *descendants(self.process.pid))]
        return None if used[0] is None else sum(filter(None, used)) / os.sysconf("SC_CLK_TCK")

    def cpu_spent(self) -> float | None:
        """CPU seconds used since this was last asked, if known."""
        before, self._cpu = self._cpu, self.cpu_seconds
        return None if self._cpu is None or before is None else self._cpu - before

    def crash(self) -> str:
        """How the process ended, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        return f"crashed (exit code {self.process.returncode})"

    def close(self, farewell: str) -> None:
        """Send a last line, then kill the process and every process it started."""
        self._closed.set()
        family = descendants(self.process.pid)  # those in other groups too, while their parents still live
        with contextlib.suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(farewell + "\n")
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.2)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for one in family:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(one, signal.SIGKILL)
        self.process.wait()
        self._reader.join(0.5)
        if not self._reader.is_alive():  # otherwise another process still holds the pipe, and the reader ends with it
            assert self.process.stdout is not None
            self.process.stdout.close()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            assert self.process.stdout is not None
            while line := self.process.stdout.readline(LONGEST_LINE):
                self._put(line)
        self._put(None)

    def _put(self, line: str | None) -> None:
        """Hand a line over, waiting for room as long as somebody reads."""
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                return self._lines.put(line, timeout=0.1)
