"""Machine code kept on disk by different processes must not be mixed up."""

import os
import subprocess
import sys

import pytest

from bough.core.cache import cache_folder, source_digest
from bough.core.errors import BoughError

PLAY = """
import random, sys, bough
for name in sys.argv[1:]:
    rng, plies, position = random.Random(1), [], bough.game(name).start()
    while not position.over:
        position = position.play(rng.choice(sorted(position.moves)))
    result = bough.search(bough.game(name).start(), "uct", simulations=300, seed=1)
    print(name, position.winner, *position.history, *(row.visits for row in result.moves))
"""


@pytest.mark.compiled
@pytest.mark.long
def test_kernels_kept_by_different_processes_do_not_mix(tmp_path):
    """Each process counts its types and functions from one; equal counts must not mean equal names."""

    def run(*names: str) -> list[str]:
        command = [sys.executable, "-c", PLAY, *names]
        env = os.environ | {"BOUGH_CACHE": str(tmp_path)}
        return subprocess.run(
            command, env=env, capture_output=True, text=True, check=True, timeout=240
        ).stdout.splitlines()

    alone = [line for name in ("hex:4", "hex:5") for line in run(name)]
    assert run("hex:4", "hex:5") == alone
    assert run("hex:5", "hex:4") == alone[::-1]


@pytest.mark.compiled
def test_equal_closures_have_equal_names_and_others_not():
    from bough.core.jit import part

    def made(number):
        @part
        def add(x):
            return x + number

        return add

    assert made(1).__qualname__ == made(1).__qualname__ != made(2).__qualname__


def test_only_folders_made_here_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))
    for name in ("thesis", "0123456789abcdef", "0123456789abcdef-0123456789abcdef"):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0))
    kept = cache_folder()
    assert set(tmp_path.iterdir()) == {kept, tmp_path / "thesis"}


def test_a_cache_that_cannot_be_written_is_named_with_the_remedy(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path / "file"))
    with pytest.raises(BoughError, match="set BOUGH_CACHE") as refused:
        cache_folder()
    assert "\n" not in str(refused.value)


def folders(package):
    return [cache_folder(source_digest(place)) for place in (package, package / "rules.py")]


def test_a_changed_game_is_compiled_anew(tmp_path, monkeypatch):
    """In a file or in any file of a package."""
    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path / "cache"))
    package = tmp_path / "package"
    package.mkdir()
    (package / "rules.py").write_text("one = 1")
    before = folders(package)
    (package / "rules.py").write_text("one = 2")
    assert all(one != two for one, two in zip(folders(package), before, strict=True))


@pytest.mark.compiled
def test_damaged_and_unwritable_entries_are_compiled_anew(tmp_path, monkeypatch, capfd):
    from bough.core import jit

    monkeypatch.setenv("BOUGH_CACHE", str(tmp_path))

    def double(x):
        return 2 * x

    def told():
        return jit.kernel(double)(21)

    assert told() == 42
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".nbi", ".nbc")]
    assert {path.suffix for path in files} == {".nbi", ".nbc"}
    for damage in (b"", b"rubbish" * 100, None):
        for path in files:
            path.write_bytes(path.read_bytes()[:40] if damage is None else damage)
            assert told() == 42
    assert capfd.readouterr().err == ""

    from numba.core.caching import IndexDataCacheFile

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    for path in files:
        path.unlink(missing_ok=True)
    assert told() == told() == 42
    assert capfd.readouterr().err.count("compiled code cannot be kept") == 1
