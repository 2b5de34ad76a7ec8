"""Where compiled kernels are kept between processes.

Numba looks only at the file of a kernel to decide whether its machine code is stale, yet a kernel is
made of parts from many files. So the folder itself is named after a digest of every source that can
end up in a kernel: Bough's own compiled floors with their tables and, for a game from a file, that file.
"""

import hashlib
import os
import shutil
import time
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_FLOORS = ("core", "games", "knowledge", "search")
KEPT_SECONDS = 14 * 24 * 3600
"""A folder that no process has used for so long is deleted."""


def cache_root() -> Path:
    """The folder that holds one folder per digest; BOUGH_CACHE moves it."""
    chosen = os.environ.get("BOUGH_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "bough"


@lru_cache
def bough_digest() -> str:
    """A digest of all sources of Bough that can be compiled, and of the switches that change the code."""
    digest = hashlib.sha256()
    for floor in COMPILED_FLOORS:
        sources = (path for path in (PACKAGE / floor).rglob("*") if path.suffix in (".py", ".toml", ".tsv"))
        for source in sorted(sources):
            digest.update(str(source.relative_to(PACKAGE)).encode() + b"\0" + source.read_bytes())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


def cache_folder(source: Path | None = None) -> Path:
    """The folder for kernels made of Bough's sources and, if given, of one game file; created if missing."""
    name = bough_digest()
    if source is not None:
        name += "-" + hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    folder = cache_root() / name
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _delete_unused(folder)
    os.utime(folder)
    return folder


def _delete_unused(current: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for folder in current.parent.iterdir():
        try:
            if folder != current and folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue  # another process deleted it first
