"""Threads that do their shares of one piece of work side by side."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait


class Crew:
    """So many threads, kept from one piece of work to the next; whoever calls is the first of them."""

    def __init__(self, threads: int):
        self.threads = threads
        self.cpu_seconds = 0.0
        """What all but the first have used."""
        self._others = ThreadPoolExecutor(threads - 1, thread_name_prefix="bough-search") if threads > 1 else None

    def run(self, work: Callable[[int], None], stop: Callable[[], None] = lambda: None) -> None:
        """work(thread) for every thread, until all have ended; after an interruption too nobody is left at work, and
        `stop` tells the others that the first has ended."""
        others = (
            [self._others.submit(_timed, work, thread) for thread in range(1, self.threads)] if self._others else []
        )
        try:
            work(0)
        finally:
            stop()
            wait(others)
        self.cpu_seconds += sum(one.result() for one in others)


def _timed(work: Callable[[int], None], thread: int) -> float:
    """Do a share of the work; the CPU seconds it took."""
    begun = time.thread_time()
    work(thread)
    return time.thread_time() - begun
