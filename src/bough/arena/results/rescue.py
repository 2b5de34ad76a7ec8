"""What can still be read of a damaged store: every page of the file is looked at by itself.

SQLite reads a table from its first page on, so one damaged page may hide all others. The rows stand in leaf pages whose
layout is documented (sqlite.org/fileformat2.html, 1.6 and 2.1); a page that makes no sense costs its own rows only.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LEAF = 0x0D
"""The first byte of a page that holds rows."""
WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of whole numbers by their type."""


def readable_rows(path: Path, columns: int) -> Iterator[tuple[Any, ...]]:
    """The rows with this many columns in all pages that can be read."""
    data = path.read_bytes()
    (size,) = struct.unpack_from(">H", data, 16) if len(data) > 100 else (0,)
    size = 65536 if size == 1 else size
    for at in range(0, len(data) - size + 1, size) if size >= 512 else ():
        page = data[at : at + size]
        if page[0] != LEAF:
            continue
        (count,) = struct.unpack_from(">H", page, 3)
        for cell in range(min(count, size // 4)):
            try:
                (start,) = struct.unpack_from(">H", page, 8 + 2 * cell)
                row = _row(page, start)
            except (IndexError, struct.error, UnicodeDecodeError, KeyError):
                continue
            if len(row) == columns:
                yield row


def _row(page: bytes, at: int) -> tuple[Any, ...]:
    length, at = _number(page, at)
    _, at = _number(page, at)  # the row's own number
    end = at + length
    if end > len(page):
        raise IndexError  # goes on elsewhere
    header, here = _number(page, at)
    kinds, values_at = [], at + header
    while here < values_at:
        kind, here = _number(page, here)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, values_at = _value(page, values_at, kind)
        values.append(value)
    if values_at != end:
        raise IndexError
    return tuple(values)


def _value(page: bytes, at: int, kind: int) -> tuple[Any, int]:
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind == 7:
        return struct.unpack_from(">d", page, at)[0], at + 8
    size = WHOLE[kind] if kind < 12 else (kind - 12) // 2
    raw = page[at : at + size]
    if kind < 12:
        return int.from_bytes(raw, "big", signed=True), at + size
    return raw.decode() if kind % 2 else raw, at + size


def _number(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, seven bits each."""
    value = 0
    for i in range(9):
        byte = page[at + i]
        value = (value << 8 | byte) if i == 8 else (value << 7 | byte & 0x7F)
        if byte < 0x80:
            return value, at + i + 1
    return value, at + 9
