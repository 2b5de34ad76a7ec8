"""Messages for people."""

import pytest

import bough
from bough.core.errors import BoughError


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
