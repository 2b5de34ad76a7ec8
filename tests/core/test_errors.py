"""Messages for people."""

import gzip
import hashlib
import sqlite3

import pytest

import bough
from bough.arena.results.store import Store
from bough.core.errors import BoughError
from bough.games.formats.certificates import read_certificate


def test_a_message_is_one_line_of_bearable_length():
    assert str(BoughError("unknown game 'a\nb'; known are hex")) == "unknown game 'a b'; known are hex"
    long = str(BoughError(f"cannot read {'x' * 5000!r}; write it like uct+rave"))
    assert len(long) < 600 and long.startswith("cannot read 'xxx") and long.endswith("xxx'; write it like uct+rave")
    assert str(BoughError("two  blanks stay")) == "two  blanks stay"


def test_lists_nested_too_deeply_are_refused(tmp_path):
    """Found by benchmarks/fuzz."""
    (tmp_path / "deep.toml").write_text("ideas = " + "[" * 5000)
    with pytest.raises(BoughError, match="nested too deeply"):
        bough.recipe(tmp_path / "deep.toml")


def test_a_certificate_of_no_game_is_refused(tmp_path):
    """Found by benchmarks/fuzz."""
    line = b'{"format": "bough certificate 1", "game": false, "claims": []}\n'
    (tmp_path / "odd.cert").write_bytes(gzip.compress(line + hashlib.sha256(line).hexdigest().encode() + b"\n"))
    with pytest.raises(BoughError, match="is not a whole certificate"):
        read_certificate(tmp_path / "odd.cert")


def test_a_store_whose_complaint_is_no_text_is_damaged(tmp_path):
    """Found by benchmarks/faults."""

    class Odd:
        def execute(self, *query):
            raise UnicodeDecodeError("utf-8", b"\x9f", 0, 1, "invalid start byte")

    store = Store(tmp_path / "s.sqlite")
    store.connection = Odd()
    for read in (store.matches, lambda: list(store.games())):
        with pytest.raises(sqlite3.DatabaseError, match="its texts are damaged"):
            read()
