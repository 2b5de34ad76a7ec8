"""Thinking on the opponent's time: the tree of the position after our move grows until he has made his."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bough.games.game import Position
from bough.search.searcher import Searcher

LONGEST = 3600.0
"""Seconds after which nobody is expected to move any more."""


class Pondering:
    """A search in a thread of its own, with the searcher that will answer: it keeps the subtree of what is played."""

    def __init__(self, searcher: Searcher):
        self.searcher = searcher
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, position: Position) -> None:
        """Think about a position in which the opponent is to move, until `end`."""
        self.end()
        if not position.over:
            self._ended.clear()
            self._thread = threading.Thread(target=self._run, args=(position,), name="bough-ponder", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Stop thinking, within a slice of the search; then the searcher may be asked again."""
        if self._thread is not None:
            self._ended.set()
            self._thread.join()
            self._thread = None

    @contextmanager
    def on(self, position: Position) -> Iterator[None]:
        """Think about a position as long as something else takes."""
        self.begin(position)
        try:
            yield
        finally:
            self.end()

    def _run(self, position: Position) -> None:
        self.searcher.search(position, seconds=LONGEST, watch=lambda _: self._ended.is_set())
