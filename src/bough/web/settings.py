"""What whoever starts the server allows."""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Settings:
    """Limits that no request can pass."""

    games: dict[str, str]
    """Games by the name that requests use; the value is what `bough.game` takes, maybe a file."""
    token: str = ""
    """What a request must carry; empty on loopback."""
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """Names under which the server may be asked, against pages that point their own name at this machine."""
    clients: int = 16
    """Searching connections at a time."""
    memory: int = 2 << 30
    """For all trees together; each connection has its equal share."""
    seconds: float = 60.0
    """The longest search."""
    simulations: int = 20_000_000
    """The largest one."""
    engines: int = 100
    """Different searches, and different games, that are compiled while the server runs."""
    at_once: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    """Searches that run in the same moment; the others take turns with them."""
    threads: int = 1
    """Threads that grow a tree together, where a search allows that."""
    a_second: float = math.inf
    """Requests and messages of one connection that are answered at once; faster ones wait."""
    apart: bool = False
    """Whether searches are compiled and made in processes of their own."""
    loaded: int = 24
    """Different searches that a worker loads before it makes room for a fresh one, and rules that a process loads."""
    ideas: tuple[str, ...] = ()
    """Files of ideas that recipes may name, which workers need too."""
    results: Callable[[], list[dict[str, Any]]] | None = None
    """What the page of results shows, if there is a store."""
