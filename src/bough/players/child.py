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

from bough.players.player import Fault


def program(name: str) -> str | None:
    """The path of a program; Debian installs gnugo in /usr/games, which is not on root's PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


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
        self._lines: queue.Queue[str | None] = queue.Queue()
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
        """The next line it writes; None if there is none before the deadline (in time.monotonic)."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            raise Fault(self.crash())
        return line

    def crash(self) -> str:
        """How the process ended, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        return f"crashed (exit code {self.process.returncode})"

    def close(self, farewell: str) -> None:
        """Send a last line, then kill the process and every process it started."""
        with contextlib.suppress(OSError, ValueError):
            assert self.process.stdin is not None
            self.process.stdin.write(farewell + "\n")
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.2)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._reader.join(0.5)
        if not self._reader.is_alive():  # otherwise another process still holds the pipe, and the reader ends with it
            assert self.process.stdout is not None
            self.process.stdout.close()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            assert self.process.stdout is not None
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put(None)
