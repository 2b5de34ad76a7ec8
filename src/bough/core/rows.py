"""Records for interpreted kernels, whose fields are read ten times as fast as those of NumPy's own.

A NumPy record looks a field up anew at every access. A kernel that runs as plain Python is handed the same memory as
`Rows` instead: one array a field, made once a call, and a `Row` that is no more than an index into them.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

import numpy as np


class Row:
    """One record: reads and writes go to the arrays. Every record type has a subclass with a property a field."""

    __slots__ = ("_at", "_columns")

    def __init__(self, columns: tuple[Any, ...], at: Any):
        self._columns, self._at = columns, at

    def __getitem__(self, field: str) -> Any:
        return getattr(self, field)


class Rows:
    """An array of records, or the part of one that is a field of a single record (then `before` is where that is)."""

    __slots__ = ("_before", "_columns", "_depth", "_row")

    def __init__(self, columns: tuple[Any, ...], row: type[Row], before: tuple[int, ...] = ()):
        self._columns, self._row, self._before = columns, row, before
        self._depth = columns[0].ndim
        """The length of an index that is complete."""

    @property
    def shape(self) -> tuple[int, ...]:
        """As an array's."""
        whole: tuple[int, ...] = self._columns[0].shape
        return whole[len(self._before) :]

    def _whole(self, index: Any) -> Any:
        if isinstance(index, tuple):
            return (*self._before, *index)
        return (*self._before, index) if self._before else index

    def __getitem__(self, index: Any) -> Any:
        at = self._whole(index)
        if isinstance(index, slice):
            return rows(self._columns[0][at], self._row)
        if self._depth > 1:
            at = at if isinstance(at, tuple) else (at,)
            if len(at) < self._depth:
                return Rows(self._columns, self._row, at)
        return self._row(self._columns, at)

    def __setitem__(self, index: Any, record: Any) -> None:
        if isinstance(record, Row):
            record = record._columns[0][record._at]
        self._columns[0][self._whole(index)] = record


def rows(array: np.ndarray, row: type[Row] | None = None) -> Rows:
    """The records of an array; both share the same memory."""
    return Rows(_columns(array), row or _row_type(array.dtype))


def on_rows(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called with rows where arrays of records are given."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        return function(*(rows(one) if isinstance(one, np.ndarray) and one.dtype.names else one for one in arguments))

    return run


def _columns(array: np.ndarray) -> tuple[Any, ...]:
    """The array, then one for each field; the same again for a field that holds records itself."""
    plain = array.view(np.ndarray)
    fields = [plain[name] for name in plain.dtype.names or ()]
    return plain, *(_columns(field) if field.dtype.names else field for field in fields)


@lru_cache(maxsize=1024)
def _row_type(dtype: np.dtype) -> type[Row]:
    kinds = {name: dtype[name].base for name in dtype.names or ()}
    fields = {
        name: _records_field(k, _row_type(kind)) if kind.names else _field(k)
        for k, (name, kind) in enumerate(kinds.items(), 1)
    }
    return type("Row", (Row,), {"__slots__": (), **fields})


def _field(k: int) -> property:
    def read(row: Row) -> Any:
        return row._columns[k][row._at]

    def write(row: Row, value: Any) -> None:
        row._columns[k][row._at] = value

    return property(read, write)


def _records_field(k: int, row_type: type[Row]) -> property:
    """A field that is an array of records."""

    def read(row: Row) -> Rows:
        at = row._at
        return Rows(row._columns[k], row_type, at if isinstance(at, tuple) else (at,))

    return property(read)
