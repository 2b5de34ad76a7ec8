"""Messages for people."""

from bough.core.errors import BoughError


def test_a_message_is_one_line_of_bearable_length():
    assert str(BoughError("unknown game 'a\nb'; known are hex")) == "unknown game 'a b'; known are hex"
    long = str(BoughError(f"cannot read {'x' * 5000!r}; write it like uct+rave"))
    assert len(long) < 600 and long.startswith("cannot read 'xxx") and long.endswith("xxx'; write it like uct+rave")
    assert str(BoughError("two  blanks stay")) == "two  blanks stay"
