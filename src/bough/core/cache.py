"""Where compiled kernels are kept between processes.

Numba looks only at the file of a kernel to decide whether its machine code is stale, yet a kernel is
composed of parts from many files. So the folder itself is named after a digest of every source that can
end up in a kernel: Bough's own compiled code with its tables and, for games and ideas from outside, their files.
"""

import contextlib
import hashlib
import os
import re
import shutil
import time
from functools import lru_cache
from pathlib import Path

from bough.core.errors import BoughError

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_FLOORS = ("core", "games", "knowledge", "search")
"""Floors whose every file may end up in a kernel; of the others, only those that import core/jit.py."""
SOURCES = (".py", ".toml", ".tsv", ".npz")
OURS = re.compile(r"[0-9a-f]{16}(-[0-9a-f]{16})?")
"""Names of folders of ours; others may lie beside them."""
KEPT_SECONDS = 14 * 24 * 3600
"""A folder that no process has used for this long is deleted."""


def cache_root() -> Path:
    """The folder that holds one folder per digest; BOUGH_CACHE moves it."""
    named = os.environ.get("BOUGH_CACHE")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "bough"


@lru_cache
def bough_digest() -> str:
    """A digest of all sources of Bough that can be compiled, and of the switches that change the code."""
    digest = hashlib.sha256()
    for floor in COMPILED_FLOORS:
        digest.update(source_digest(PACKAGE / floor).encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        outside = path.relative_to(PACKAGE).parts[0] not in COMPILED_FLOORS
        if outside and b"bough.core.jit" in (text := path.read_bytes()):
            digest.update(text)
    for switch in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        digest.update(os.environ.get(switch, "").encode() + b"\0")
    return digest.hexdigest()[:16]


def source_digest(source: Path) -> str:
    """A digest of a file, or of all sources in a folder."""
    if not source.is_dir():
        return hashlib.sha256(source.read_bytes()).hexdigest()
    digest = hashlib.sha256()
    for path in sorted(path for path in source.rglob("*") if path.suffix in SOURCES):
        digest.update(str(path.relative_to(source)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def cache_folder(source: str = "") -> Path:
    """The folder for kernels of Bough's own code and, if given, of code with this digest; created if missing."""
    name = f"{bough_digest()}-{source[:16]}" if source else bough_digest()
    folder = cache_root() / name
    if not folder.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BoughError(
                f"cannot keep compiled code in {folder.parent}: {error.strerror}; "
                "set BOUGH_CACHE to a folder that can be written"
            ) from None
        _delete_unused(folder)
    with contextlib.suppress(OSError):  # another user's folder may still be readable
        os.utime(folder)
    return folder


def _delete_unused(current: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for folder in current.parent.iterdir():
        try:
            if folder != current and OURS.fullmatch(folder.name) and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process deleted it first


def joined_digest(*digests: str) -> str:
    """One digest for several pieces of code from outside; empty if there are none."""
    present = [digest for digest in digests if digest]
    return hashlib.sha256("\0".join(present).encode()).hexdigest() if len(present) > 1 else "".join(present)
