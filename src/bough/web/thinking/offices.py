"""Where pages' searches are made: in this process, or in worker processes (workers.py)."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from bough.web.shelf import Shelf
from bough.web.thinking.conversation import Conversation
from bough.web.thinking.desk import Desk


class Report(NamedTuple):
    """A message for a page, ready to be sent."""

    kind: str
    """What it says under "is"."""
    text: str


class Seat(Protocol):
    """One connection's place."""

    def take(self, text: str | None) -> None:
        """Do what a message asks for; reports come later."""

    def close(self) -> None:
        """The connection has gone."""


class Office(Protocol):
    """Makes places for connections."""

    def sit(self, tell: Callable[[Report], None]) -> Seat:
        """A place, whose reports go to `tell` from any thread; BoughError if all are taken."""

    def close(self) -> None:
        """The server ends."""


def as_text(message: dict[str, Any]) -> str:
    """A message as one line of JSON."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


class Here:
    """Searches in this process."""

    def __init__(self, shelf: Shelf, desk: Desk):
        self._shelf, self.desk = shelf, desk

    def sit(self, tell: Callable[[Report], None]) -> Seat:
        thinker = self.desk.sit()
        return Conversation(self._shelf, thinker, lambda message: tell(Report(message["is"], as_text(message))))

    def close(self) -> None:
        pass
