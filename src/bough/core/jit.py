"""The only file that knows the compiler's switches: a `part` is a piece of a kernel, a `kernel` an entry point.

A part stays a plain Python function and is compiled inside the kernels that call it, so kernels built
from closures over parts are found on disk by the next process. Compiled code allocates nothing, touches
no Python object and raises nothing; with NUMBA_DISABLE_JIT=1 the same source runs interpreted.

The compiler is loaded when the first kernel is called, not before: listing games or reading a recipe does without.
"""

import contextlib
import hashlib
import os
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from bough.core.cache import cache_folder, cache_root
from bough.core.errors import BoughError
from bough.core.records import RECORDS
from bough.core.rows import on_rows

Function = TypeVar("Function", bound=Callable[..., Any])

SWITCHES: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""Division as in C; no second entry for callers written in C, which costs an eighth of the time to compile."""
PARTS: list[Callable[..., Any]] = []
"""Every part declared so far; a second compiler target registers them from here."""
INLINED: set[Callable[..., Any]] = set()
"""Those of them that are always inlined."""
_LOCK = threading.RLock()
_registered = 0
"""How many of PARTS the compiler knows."""
_QUICK: weakref.WeakValueDictionary[tuple[str, str, str], "Kernel"] = weakref.WeakValueDictionary()
"""Quick kernels by content: games that differ only in their first position share them."""
_told = False
"""Whether somebody knows that nothing can be kept."""
_waiting = True
"""Whether quick kernels wait for the compiler."""
_compiler: Callable[[Any], None] | None = None
"""Compiles what quick kernels are for in another process, if somebody said how."""


def interpreted() -> bool:
    """Whether this process runs kernels as plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def bounds_checked() -> bool:
    """Whether compiled code checks every index."""
    return os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


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


def part(function: Function) -> Function:
    """Mark a piece of a kernel: plain Python outside, compiled inside.

    Args:
        function: Integers, floats, records, arrays and other parts only; nothing allocated, nothing raised.

    Returns:
        The function itself, which can still be called and debugged in Python.
    """
    PARTS.append(_named_by_content(function))
    return function


def inlined_part(function: Function) -> Function:
    """A part that is put where it is called: for long ones that a kernel calls once a turn of its loop, which the
    compiler would leave apart. The parts that it calls are left to the compiler, or kernels would take long to make."""
    INLINED.add(part(function))
    return function


def kernel(function: Callable[..., Any], source: str = "", quick_for: Any = None) -> Callable[..., Any]:
    """An entry point: compiled on its first call, kept on disk, releases the interpreter's lock.

    `source` is a digest of the code from outside Bough that it contains; kernels that differ there are kept apart.
    One that is `quick_for` something, such as the rules of a game, does so little a call that a program which serves
    people may run it interpreted meanwhile.
    """
    if interpreted():
        return on_rows(function)
    named = _named_by_content(function)
    if quick_for is None:
        return Kernel(named, source, None)
    key = named.__module__, named.__qualname__, source
    return _QUICK.setdefault(key, Kernel(named, source, quick_for))


WORTH_COMPILING = 20
"""Calls of a quick kernel before it is compiled, in a program that waits for no compiler."""


def never_wait_for_the_compiler(compiler: Callable[[Any], None] | None = None) -> None:
    """From now on quick kernels answer at once: interpreted, until they have been called often enough to be compiled,
    and that is done beside. Strangers who ask for a thousand games, once each, have none of them compiled.

    `compiler` takes what a kernel is quick for and leaves the code on disk, from another process; BoughError if it
    cannot, and then the kernel stays interpreted.
    """
    global _waiting, _compiler
    _waiting, _compiler = False, compiler


class Kernel:
    """An entry point that is handed to the compiler when it is first called."""

    def __init__(self, function: Callable[..., Any], source: str, quick_for: Any):
        self.py_func = function
        self._interpreted = on_rows(function)
        self._source, self._quick_for, self._calls = source, quick_for, 0
        self._run: Callable[..., Any] = self._first_run

    def __call__(self, *arguments: Any) -> Any:
        return self._run(*arguments)

    def _first_run(self, *arguments: Any) -> Any:
        if self._quick_for is not None and not _waiting and self._calls < WORTH_COMPILING:
            self._calls += 1
            return self._interpreted(*arguments)
        with _LOCK:
            if self._run == self._first_run and self._quick_for is not None and not _waiting:
                self._run = self._interpreted
                threading.Thread(target=self._compile_beside, args=_copies(arguments), daemon=True).start()
        return self._compile(*arguments) if self._run == self._first_run else self._run(*arguments)

    def _compile_beside(self, *arguments: Any) -> None:
        if _compiler is not None:
            try:
                _compiler(self._quick_for)
            except BoughError:
                return
        self._compile(*arguments)

    def _compile(self, *arguments: Any) -> Any:
        """Compile for these arguments, run once, then take over.

        What was kept may be damaged, and what is compiled may not be kept. Then the entry is dropped and compiled
        anew, at last without keeping it.
        """
        for attempt in (_kept, _kept_anew, _not_kept):
            with _LOCK:
                made = attempt(self.py_func, self._source)
                register_parts()
            try:
                result = made(*arguments)
            except Exception as error:
                if attempt is _not_kept or isinstance(error, BoughError | _refusals()):
                    raise
            else:
                break
        self._run = made
        return result


def _copies(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(one.copy() if isinstance(one, np.ndarray) else one for one in arguments)


def _kept(function: Callable[..., Any], source: str) -> Any:
    """A dispatcher whose machine code is kept in our folder; the compiler's own setting is left as it was."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(source))
    try:
        dispatcher: Callable[..., Any] = numba.njit(cache=True, nogil=True, **SWITCHES)(function)
    finally:
        config.CACHE_DIR = before
    return dispatcher


def _refusals() -> type[Exception]:
    """What the compiler raises about the code itself."""
    from numba.core.errors import NumbaError

    refusal: type[Exception] = NumbaError
    return refusal


def _kept_anew(function: Callable[..., Any], source: str) -> Any:
    """The same, after what was kept of it has been dropped."""
    dispatcher = _kept(function, source)
    with contextlib.suppress(Exception):
        dispatcher._cache.flush()
    return dispatcher


def _not_kept(function: Callable[..., Any], source: str) -> Any:
    """A dispatcher that keeps nothing, told once."""
    import numba

    global _told
    if not _told:
        _told = True
        print(f"bough: compiled code cannot be kept in {cache_root()}, so it is compiled each time", file=sys.stderr)
    return numba.njit(nogil=True, **SWITCHES)(function)


def register_parts() -> None:
    """Tell the compiler about all parts declared since the last call."""
    global _registered
    with _LOCK:
        if _registered == 0:
            _name_records_by_fields()
            import bough.core.instructions.compiled  # noqa: F401
        from numba.extending import register_jitable

        while _registered < len(PARTS):
            function = PARTS[_registered]
            register_jitable(**SWITCHES, forceinline=function in INLINED)(function)  # unset, it is as in the caller
            _registered += 1


def _name_records_by_fields() -> None:
    """Record types too are named by a counter of the process. Name ours by their fields; others keep their names."""
    from numba.core import types

    named: Any = types.Record.mangling_args
    counted = named.fget

    def by_fields(record: Any) -> Any:
        return ("Record", (int(_digest(record.name), 16),)) if record.dtype in RECORDS else counted(record)

    setattr(types.Record, "mangling_args", property(by_fields))  # noqa: B010
