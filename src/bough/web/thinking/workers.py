"""Searches in worker processes: one that crashes or is killed takes its own searches with it, not the server.

Connections are spread over as many workers as the server has cores for searches; a worker is started when it is needed.
One that has loaded many searches retires, since compiled code cannot be unloaded: it gets nothing new, and ends once
nothing runs in it. A worker that dies otherwise is replaced too, and whoever waited for it is told to ask again.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import count
from typing import Any

from bough.core.errors import BoughError
from bough.web.settings import Settings
from bough.web.thinking.compiling import how_it_ended
from bough.web.thinking.desk import FULL
from bough.web.thinking.offices import Report, as_text

WORKER = "bough.web.thinking.worker"
RETIRES = "retires"
"""The report of a worker that wants nothing new."""
RETIRED = 75
"""How it ends."""
ANSWERS = (b"done", b"error", b"view", b"steps")
"""Reports that end a request."""


class Workers:
    """The worker processes, and who sits where."""

    def __init__(self, settings: Settings):
        self._settings = settings
        self._lock = threading.RLock()
        self._running: list[Worker] = []
        self._numbers = count(1)
        self._open = True
        self.connections = 0

    def sit(self, tell: Callable[[Report], None]) -> "Guest":
        """A place for a connection; its worker is started now, while somebody looks at the board."""
        with self._lock:
            if self.connections >= self._settings.clients:
                raise BoughError(FULL)
            guest = Guest(self, next(self._numbers), tell)
            self.place(guest)
            self.connections += 1
            return guest

    def place(self, guest: "Guest") -> "Worker":
        """The worker of a guest: his own while it lives, else a new one, or the one with the fewest guests."""
        with self._lock:
            if guest.worker is not None and guest.worker in self._running:
                return guest.worker
            if guest.worker is not None:
                guest.worker.dismiss(guest.number)
            if not self._open:
                raise BoughError("the server has been stopped")
            if len(self._running) < self._settings.at_once:
                self._start()
            guest.worker = min(self._running, key=lambda worker: len(worker.guests))
            guest.worker.guests[guest.number] = guest
            return guest.worker

    def _start(self) -> None:
        try:
            self._running.append(Worker(self._settings, self._retired, self._ended))
        except OSError as error:
            if not self._running:
                raise BoughError(
                    f"this server cannot start a process now ({error.strerror}); try again later"
                ) from None

    def leave(self, guest: "Guest") -> None:
        """A connection has gone."""
        with self._lock:
            self.connections -= 1
            if guest.worker is not None:
                guest.worker.dismiss(guest.number)

    def close(self) -> None:
        """End all workers."""
        with self._lock:
            self._open = False
            for worker in self._running:
                worker.kill()

    def _retired(self, worker: "Worker") -> None:
        """A worker wants nothing new."""
        with self._lock:
            if worker in self._running:
                self._running.remove(worker)

    def _ended(self, worker: "Worker", code: int) -> None:
        """A worker has ended: its guests get another when they ask again, or now if it had not heard them."""
        self._retired(worker)
        with self._lock:
            guests = list(worker.guests.values())
            worker.guests.clear()
        for guest in guests:
            guest.lost(code)


class Guest:
    """A connection's place in a worker."""

    def __init__(self, workers: Workers, number: int, tell: Callable[[Report], None]):
        self._workers, self.number, self._tell = workers, number, tell
        self.worker: Worker | None = None
        self._pending: dict[bytes, str] = {}
        """What was asked and is not answered yet, by its number."""
        self._left = False

    def take(self, text: str | None) -> None:
        """Hand a message to the worker."""
        if text is None:
            text = ""
        stops, ask = _read(text)
        before, worker = self.worker, self._workers.place(self)
        if worker is not before:
            self._pending.clear()  # what the one before still did has ended
        if not stops:
            self._pending[ask] = text
        worker.send(self.number, text)

    def close(self) -> None:
        """Leave; the search ends."""
        if not self._left:
            self._left = True
            self._workers.leave(self)

    def hear(self, kind: bytes, ask: bytes, text: bytes) -> None:
        """A report from the worker."""
        if kind in ANSWERS:
            self._pending.pop(ask, None)
        self._tell(Report(kind.decode(), text.decode()))

    def lost(self, code: int) -> None:
        """The worker has ended."""
        if self._left:
            return
        if code == RETIRED:  # it had not heard what is still pending
            with suppress(BoughError):  # where the server ends
                for text in list(self._pending.values()):
                    self._workers.place(self).send(self.number, text)
            return
        how = how_it_ended(code)
        for ask in list(self._pending):
            self._pending.pop(ask, None)
            message = {"is": "error", "message": f"the process of this search {how}; ask again", "ask": json.loads(ask)}
            self._tell(Report("error", as_text(message)))


class Worker:
    """One process, and its guests by number."""

    def __init__(self, settings: Settings, retired: Callable[["Worker"], None], ended: Callable[["Worker", int], None]):
        self._retired = retired
        self.guests: dict[int, Guest] = {}
        self._child = subprocess.Popen(
            [sys.executable, "-m", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._sending = threading.Lock()
        self._write(_told(settings))
        threading.Thread(target=self._listen, args=(ended,), name="bough-worker", daemon=True).start()

    def send(self, number: int, text: str) -> None:
        """Give a guest's message to the process."""
        self._write([number, text])

    def dismiss(self, number: int) -> None:
        """A guest has left."""
        if self.guests.pop(number, None) is not None:
            self._write([number, None])

    def kill(self) -> None:
        """End it, whatever it does."""
        self._child.kill()

    def _write(self, data: Any) -> None:
        line = json.dumps(data).encode() + b"\n"
        assert self._child.stdin is not None
        try:
            with self._sending:
                self._child.stdin.write(line)
                self._child.stdin.flush()
        except OSError:
            return  # it has ended, which its listener finds out

    def _listen(self, ended: Callable[["Worker", int], None]) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            number, kind, ask, text = line.rstrip(b"\n").split(b" ", 3)
            if kind == RETIRES.encode():
                self._retired(self)
                continue
            guest = self.guests.get(int(number))
            if guest is not None:
                guest.hear(kind, ask, text)
        ended(self, self._child.wait())


def _read(text: str) -> tuple[bool, bytes]:
    """Whether a message only stops a search, which nobody answers; and its number, as the answer will give it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False, b"null"
    if not isinstance(data, dict):
        return False, b"null"
    ask = data.get("ask", 0)
    known = isinstance(ask, int) and not isinstance(ask, bool)
    return data.get("do") == "stop", str(ask).encode() if known else b"null"


def _told(settings: Settings) -> dict[str, Any]:
    """What a worker has to know; it makes one search at a time."""
    fields = asdict(replace(settings, results=None, at_once=1))
    return {name: value for name, value in fields.items() if name not in ("results", "hosts", "token", "a_second")}
