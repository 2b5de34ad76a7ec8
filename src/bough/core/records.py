"""Flat records: the only data that kernels see."""

import mmap
from collections.abc import Iterable
from typing import Any

import numpy as np

from bough.core.errors import BoughError

Fields = tuple[tuple[Any, ...], ...]
"""Field descriptions as NumPy takes them: (name, type) or (name, type, shape)."""
RECORDS: set[np.dtype] = set()
"""Every record type of ours; the compiler names these by their fields (core/jit.py)."""


def record_type(fields: Iterable[tuple[Any, ...]]) -> np.dtype:
    """A record with aligned fields, the widest first so that nothing is lost to padding."""
    fields = tuple(fields)
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a record field cannot be called {name!r}: NumPy uses that name itself")
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    return note_record(np.dtype([tuple(field) for field in ordered], align=True))


def note_record(dtype: np.dtype) -> np.dtype:
    """Count a record type as ours, and return it."""
    RECORDS.add(dtype)
    return dtype


def records(count: int, dtype: np.dtype) -> np.recarray:
    """An array of zeroed records whose fields are read as attributes, in Python and in kernels alike."""
    return np.zeros(count, dtype).view(np.recarray)


def unset_records(count: int, dtype: np.dtype) -> np.recarray:
    """A large pool: pages are taken from the system when they are first written, and given back when it is dropped.

    Mapped, since memory of this size that is freed on the heap may stay with the process.
    """
    size = max(1, count * dtype.itemsize)
    try:
        pool = mmap.mmap(-1, size)
    except (OSError, OverflowError):
        room = f"{size / 2**30:.3g} GiB"
        raise BoughError(f"this machine cannot set aside {room}; give a lower memory limit") from None
    return np.frombuffer(pool, dtype, count).view(np.recarray)
