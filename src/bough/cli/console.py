"""What commands print: results, and progress for whoever is watching."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console
from rich.markup import escape

output = Console(highlight=False, emoji=False)
"""Results go here; they may be piped."""
notes = Console(stderr=True, highlight=False, emoji=False)
"""Progress and remarks for whoever is watching."""

LOG_SECONDS = 60.0
"""How often progress is written where it goes to a file."""
Say = Callable[[str], None]


def line(text: str) -> None:
    """Print something that is to be copied or read by a program: as it is, not broken at the edge of the window."""
    output.print(text, markup=False, soft_wrap=True)


def text_streams() -> tuple[TextIO, TextIO]:
    """Standard input and output for a protocol: bytes that are no text are replaced, whatever the locale."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin, sys.stdout


@contextmanager
def working(message: str) -> Iterator[Say]:
    """Show that something goes on, and how far it is: on a terminal always, in a file now and then."""
    if notes.is_terminal:
        with notes.status(message) as status:
            yield lambda text: status.update(escape(text))
        return
    said = time.monotonic()

    def say(text: str) -> None:
        nonlocal said
        if time.monotonic() - said >= LOG_SECONDS:
            said = time.monotonic()
            notes.print(text, markup=False, soft_wrap=True)

    yield say
