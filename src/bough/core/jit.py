"""The only file that knows the compiler's switches: a `part` is a piece of a kernel, a `kernel` an entry point.

A part stays a plain Python function and is compiled inside the kernels that call it, so kernels built
from closures over parts are found on disk by the next process. Compiled code allocates nothing, touches
no Python object and raises nothing; with NUMBA_DISABLE_JIT=1 the same source runs interpreted.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.extending import register_jitable

from bough.core.cache import cache_folder

config: Any = numba.config
Function = TypeVar("Function", bound=Callable[..., Any])

SWITCHES: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""Division as in C; no second entry for callers written in C, which costs an eighth of the time to compile."""
PARTS: list[Callable[..., Any]] = []
"""Every part made so far; a second compiler target registers them from here."""


def _digest(text: str | bytes) -> str:
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()[:12]


def _named_by_content(function: Function) -> Function:
    """Give a closure a name that tells what it closes over.

    The compiler names machine code after function, argument types and counters of the process that compiled
    it. Kernels kept by different processes could then carry different code under one name, and a process that
    loads both would run the wrong one. Named by content, equal names mean equal code.
    """
    if not function.__closure__:
        return function
    pieces = [str(function.__code__.co_firstlineno)]
    for cell in function.__closure__:
        try:
            value = cell.cell_contents
        except ValueError:  # not assigned yet
            value = None
        if isinstance(value, np.ndarray):
            pieces.append(f"{value.dtype.str}{value.shape}{_digest(value.tobytes())}")
        elif callable(value) and hasattr(value, "__qualname__"):
            pieces.append(f"{value.__module__}.{value.__qualname__}")
        else:
            pieces.append(repr(value))
    function.__qualname__ += "_" + _digest("|".join(pieces))
    return function


# Record types too are named by a counter of the process; name them by their fields.
setattr(types.Record, "mangling_args", property(lambda record: ("Record", (int(_digest(record.name), 16),))))  # noqa: B010


def part(function: Function) -> Function:
    """A piece of a kernel: plain Python outside, compiled inside."""
    PARTS.append(_named_by_content(function))
    register_jitable(**SWITCHES)(function)
    return function


def kernel(function: Callable[..., Any], source: Path | None = None) -> Callable[..., Any]:
    """An entry point: compiled on first call, kept on disk, releases the interpreter's lock."""
    if config.DISABLE_JIT:
        return function
    config.CACHE_DIR = str(cache_folder(source))
    named = _named_by_content(function)
    compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True, **SWITCHES)(named)
    return compiled
