"""A search that is made in the background: a program that asks for our name need not wait until it is compiled."""

import threading
from collections.abc import Callable

from bough.search.searcher import Searcher


class Prepared:
    """A searcher to come: made when it is first needed, or before that in a thread of its own."""

    def __init__(self, make: Callable[[], Searcher]):
        self._make = make
        self._made: Searcher | None = None
        self._lock = threading.Lock()
        self._begun = False

    def begin(self) -> None:
        """Make it in the background, if nobody has begun to."""
        if not self._begun:
            self._begun = True
            threading.Thread(target=self.get, name="bough-prepare", daemon=True).start()

    def get(self) -> Searcher:
        """The searcher, all of it compiled, however long that takes."""
        with self._lock:
            if self._made is None:
                made = self._make()
                start = made.game.start()
                if not start.over:
                    made.search(start, simulations=1)
                    made.forget()
                self._made = made
            return self._made

    @property
    def ready(self) -> Searcher | None:
        """The searcher, if it has been made."""
        return self._made
