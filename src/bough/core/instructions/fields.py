"""Fields of records that several threads write: reads and writes that never tear and never lose a step.

Compiled, each is one atomic instruction of the processor, with the order it needs on machines that reorder memory
(aarch64): `load` acquires, `store` releases, `swap` does both. Interpreted, a lock does the same. A field is named by a
literal text.
"""

import threading
from typing import Any

_LOCK = threading.Lock()


def load(record: Any, field: str) -> Any:
    """The field, and with it all that was written before it was stored."""
    return getattr(record, field)


def store(record: Any, field: str, value: Any) -> None:
    """Write the field after all that was written before."""
    setattr(record, field, value)


def add(record: Any, field: str, value: Any) -> Any:
    """Add to a whole number; what it was before."""
    with _LOCK:
        before = getattr(record, field)
        setattr(record, field, before + value)
        return before


def swap(record: Any, field: str, old: Any, new: Any) -> bool:
    """Replace `old` by `new`; false, and nothing written, if the field holds something else."""
    with _LOCK:
        same = bool(getattr(record, field) == old)
        if same:
            setattr(record, field, new)
        return same


def raise_to(record: Any, field: str, value: Any) -> Any:
    """Make the field at least `value`; what it was before."""
    with _LOCK:
        before = getattr(record, field)
        setattr(record, field, max(before, value))
        return before


def lower_to(record: Any, field: str, value: Any) -> Any:
    """Make the field at most `value`; what it was before."""
    with _LOCK:
        before = getattr(record, field)
        setattr(record, field, min(before, value))
        return before


def load_pair(record: Any, field: str, other: str) -> Any:
    """Two neighbouring fields of four bytes, as they were at one moment; the first begins at a multiple of eight."""
    with _LOCK:
        return getattr(record, field), getattr(record, other)


def swap_second(record: Any, field: str, other: str, first: Any, second: Any, new: Any) -> bool:
    """Replace the second of a pair if both are still as given."""
    with _LOCK:
        same = bool(getattr(record, field) == first and getattr(record, other) == second)
        if same:
            setattr(record, other, new)
        return same


def fence() -> None:
    """All that this thread has written is seen by the others before it reads on."""
