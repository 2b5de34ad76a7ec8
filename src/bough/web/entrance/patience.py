"""How fast a connection may ask: after a free start, requests above a fixed rate are answered later."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Hashable

AT_ONCE = 60
"""Requests that nobody waits for: a page with all its files, a held arrow key."""
REMEMBERED = 4096
"""Connections whose requests are counted."""


class Patience:
    """Counts requests of connections, each a bucket that fills up with time."""

    def __init__(self, a_second: float):
        self.a_second = a_second
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        """By connection: requests still free, and when that was so."""

    def owed(self, connection: Hashable) -> float:
        """Count a request; the seconds that its answer has to wait."""
        if math.isinf(self.a_second):
            return 0.0
        now = time.monotonic()
        free, at = self._buckets.pop(connection, (float(AT_ONCE), now))
        free = min(float(AT_ONCE), free + (now - at) * self.a_second) - 1.0
        self._buckets[connection] = free, now
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return max(0.0, -free / self.a_second)

    async def wait(self, connection: Hashable) -> None:
        """Count a request, and wait if the connection asks too fast."""
        if seconds := self.owed(connection):
            await asyncio.sleep(seconds)
