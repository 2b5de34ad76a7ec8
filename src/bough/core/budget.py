"""How long a search may run and how much memory it may use."""

import math
import re
from numbers import Real
from typing import NamedTuple

from bough.core.errors import BoughError

UNITS = {"": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "kb": 10**3, "mb": 10**6, "gb": 10**9}


class Pace(NamedTuple):
    """How long to think about a move while a clock runs."""

    usual: float
    """Seconds after which a search ends, unless its best move is unsettled."""
    most: float
    """Seconds after which it ends in any case."""
    saves: bool = True
    """Whether time left over is there for later moves; if so, a search ends as soon as its move is settled."""


class Budget(NamedTuple):
    """A limit on simulations, seconds or both; the search stops at whichever is reached first."""

    simulations: int | None
    seconds: float | None
    pace: Pace | None = None
    """With a clock: when to end before the seconds are used up."""

    @property
    def plain(self) -> dict[str, float | None]:
        """The two limits by name."""
        return {"simulations": self.simulations, "seconds": self.seconds}


def _a_number(value: object) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


def budget(simulations: int | None = None, seconds: float | None = None) -> Budget:
    """Return a validated budget."""
    if simulations is None and seconds is None:
        raise BoughError("a search needs a budget: give simulations, seconds or both")
    if simulations is not None and (not _a_number(simulations) or simulations != int(simulations) or simulations < 1):
        raise BoughError(f"simulations must be a whole number of at least 1, not {simulations!r}")
    if seconds is not None and not (_a_number(seconds) and seconds > 0):
        raise BoughError(f"seconds must be a number above 0, not {seconds!r}")
    return Budget(None if simulations is None else int(simulations), seconds)


def memory_bytes(memory: int | str) -> int:
    """Number of bytes, given as a number or as text such as "1GiB"."""
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-zA-Z]*)\s*", memory)
        if not match or match[2].lower() not in UNITS:
            raise BoughError(f"cannot read the memory limit {memory!r}; write it like 512MiB or 2GiB")
        size = int(float(match[1]) * UNITS[match[2].lower()])
    else:
        size = int(memory)
    if size <= 0:
        raise BoughError(f"the memory limit must be above 0, not {memory}")
    return size
