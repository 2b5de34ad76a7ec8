"""A worker process: the searches of some connections, away from the server (workers.py).

Standard input has the settings in its first line, then messages as [number of the connection, text], text null for one
that has left. Standard output has reports as lines: number, kind, ask, the report as JSON.
"""

import json
import logging
import os
import queue
import sys
import threading
import time
from typing import Any

from bough.core.errors import BoughError
from bough.core.jit import never_wait_for_the_compiler
from bough.web.settings import Settings
from bough.web.shelf import Shelf
from bough.web.thinking.compiling import offer, rules_compiler
from bough.web.thinking.conversation import Conversation
from bough.web.thinking.desk import Desk
from bough.web.thinking.offices import as_text
from bough.web.thinking.workers import RETIRED, RETIRES

LOOK_EVERY = 0.25
"""Seconds between two looks whether it is time to retire."""


class Guests:
    """The connections of this worker, a thread for each."""

    def __init__(self, settings: Settings):
        self._desk, self._shelf = Desk(settings), Shelf(settings)
        never_wait_for_the_compiler(rules_compiler(self._shelf.game_with, settings.loaded))
        self._most = settings.loaded
        self._inboxes: dict[int, queue.SimpleQueue[str | None]] = {}
        self._talks: dict[int, Conversation] = {}
        self._lock = threading.Lock()
        self._unread = 0
        """Messages that are not done with yet."""
        self._saying = threading.Lock()
        self._out = _own_output()

    def take(self, number: int, text: str | None) -> None:
        """A message of a connection."""
        with self._lock:
            if number not in self._inboxes:
                if text is None:
                    return
                self._inboxes[number] = queue.SimpleQueue()
                threading.Thread(target=self._serve, args=(number, self._inboxes[number]), daemon=True).start()
            self._inboxes[number].put(text)
            self._unread += text is not None

    def _serve(self, number: int, inbox: "queue.SimpleQueue[str | None]") -> None:
        talk = Conversation(self._shelf, self._desk.sit(), lambda message: self._say(number, message))
        with self._lock:
            self._talks[number] = talk
        while (text := inbox.get()) is not None:
            try:
                talk.take(text)
            except Exception:
                logging.getLogger("bough.web").exception("a request failed")
            with self._lock:
                self._unread -= 1
        talk.close()
        with self._lock:
            del self._inboxes[number], self._talks[number]

    def _say(self, number: int, message: dict[str, Any]) -> None:
        head = f"{number} {message['is']} {json.dumps(message.get('ask'))} "
        with self._saying:
            self._out.write((head + as_text(message) + "\n").encode())
            self._out.flush()

    def watch(self) -> None:
        """Retire once many searches have been loaded, and end when nothing runs: compiled code cannot be unloaded."""
        while self._desk.loaded < self._most:
            time.sleep(LOOK_EVERY)
        self._say(0, {"is": RETIRES})
        while self._busy:
            time.sleep(LOOK_EVERY)
        with self._saying:
            os._exit(RETIRED)

    @property
    def _busy(self) -> bool:
        with self._lock:
            return self._unread > 0 or any(talk.thinks for talk in self._talks.values())


def _own_output() -> Any:
    """Standard output for reports alone: what games and ideas of strangers print goes to the server's terminal."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


def main() -> None:
    """Serve connections until the server ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # clicks come first
    told = json.loads(sys.stdin.readline())
    settings = Settings(**told | {"ideas": tuple(told["ideas"])})
    for file in settings.ideas:
        offer(file)
    guests = Guests(settings)
    threading.Thread(target=guests.watch, daemon=True).start()
    for line in sys.stdin:
        guests.take(*json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    try:
        main()
    except BoughError as error:
        sys.exit(f"bough: {error}")
