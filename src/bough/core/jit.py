"""The only file that knows the compiler's switches: a `part` is a piece of a kernel, a `kernel` an entry point.

A part stays a plain Python function and is compiled inside the kernels that call it, so kernels built
from closures over parts are found on disk by the next process. Compiled code allocates nothing, touches
no Python object and raises nothing; with NUMBA_DISABLE_JIT=1 the same source runs interpreted.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

from bough.core.cache import cache_folder

config: Any = numba.config
Function = TypeVar("Function", bound=Callable[..., Any])

PARTS: list[Callable[..., Any]] = []
"""Every part made so far; a second compiler target registers them from here."""


def part(function: Function) -> Function:
    """A piece of a kernel: plain Python outside, compiled inside."""
    PARTS.append(function)
    register_jitable(error_model="numpy")(function)
    return function


def kernel(function: Callable[..., Any], source: Path | None = None) -> Callable[..., Any]:
    """An entry point: compiled on first call, kept on disk, releases the interpreter's lock."""
    if config.DISABLE_JIT:
        return function
    config.CACHE_DIR = str(cache_folder(source))
    compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def is_compiled(entry: Callable[..., Any]) -> bool:
    """Whether calling this kernel will not have to compile or load anything first."""
    return config.DISABLE_JIT or bool(getattr(entry, "signatures", ()))
