"""Connections that ask nothing: whoever does not say within some seconds what he wants is let go."""

import asyncio
from importlib.util import find_spec
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""How long the head of a request may take, from the first byte of the connection on."""
SPARE_FILES = 200
"""File descriptors that stay for everything else."""


def most_connections() -> int:
    """Connections at a time, so that descriptors never run out."""
    if find_spec("resource") is None:  # Windows
        return 400
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 4096 if soft == resource.RLIM_INFINITY else max(64, min(4096, soft - SPARE_FILES))


class Punctual(H11Protocol):
    """The server's own protocol, with a limit on connections and on the time until each has asked for something."""

    most = most_connections()
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._late = self.loop.call_later(HEADER_SECONDS, transport.abort)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None:
            self._in_time()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._in_time()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
