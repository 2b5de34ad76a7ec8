"""What requests say, checked: every field has its type and its limit."""

from typing import Any

from bough.core.errors import BoughError

LONGEST_TEXT, MOST_MOVES, LONGEST_MOVE = 2_000, 2_000, 24
MOST_LINES = 200
LARGEST_BODY = 100_000
"""Bytes of a request or of a message."""


def fields(data: Any) -> dict[str, Any]:
    """The object that a request must be."""
    if not isinstance(data, dict):
        raise BoughError("a request is a JSON object")
    return data


def text(data: dict[str, Any], name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
    """A text."""
    value = data.get(name, default)
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise BoughError(f"'{name}' must be a line of text of at most {longest} letters")
    return value


def is_unicode(value: str) -> bool:
    """Whether a text can be written: JSON may hold halves of characters."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def moves(data: dict[str, Any], name: str = "moves") -> tuple[str, ...]:
    """A list of moves."""
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_MOVES:
        raise BoughError(f"'{name}' must be a list of at most {MOST_MOVES} moves")
    if not all(isinstance(move, str) and 0 < len(move) <= LONGEST_MOVE and move.isprintable() for move in value):
        raise BoughError(f"'{name}' must hold moves, each a short text")
    return tuple(value)


def lines(data: dict[str, Any], name: str) -> list[tuple[str, ...]]:
    """Several lists of moves."""
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise BoughError(f"'{name}' must be a list of at most {MOST_LINES} lists of moves")
    return [moves({name: line}, name) for line in value]


def notes(data: dict[str, Any], name: str) -> dict[tuple[str, ...], str]:
    """Comments, each with the moves that lead to where it stands."""
    value = data.get(name, [])
    if not isinstance(value, list) or not all(isinstance(note, dict) for note in value):
        raise BoughError(f"'{name}' must be a list of objects with 'moves' and 'text'")
    return {moves(note): text(note, "text") for note in value}


def players(data: dict[str, Any], name: str) -> set[int]:
    """Some of the two players."""
    value = data.get(name, [])
    if not isinstance(value, list) or len(value) > 2 or not all(type(one) is int and one in (0, 1) for one in value):
        raise BoughError(f"'{name}' must be a list of players, 0 and 1")
    return set(value)


def whole(data: dict[str, Any], name: str, default: int, least: int, most: int) -> int:
    """A whole number."""
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BoughError(f"'{name}' must be a whole number from {least} to {most}")
    return value


def limits(data: dict[str, Any], seconds: float, simulations: int) -> dict[str, Any]:
    """A budget within what the server allows; always one in seconds too."""
    wanted_seconds, wanted = data.get("seconds"), data.get("simulations")
    if wanted_seconds is None and wanted is None:
        raise BoughError("a search needs 'seconds' or 'simulations'")
    if wanted is not None:
        wanted = whole(data, "simulations", 0, 1, simulations)
    if wanted_seconds is None:
        return {"simulations": wanted, "seconds": seconds}
    number = isinstance(wanted_seconds, int | float) and not isinstance(wanted_seconds, bool)
    if not number or not 0 < wanted_seconds <= seconds:
        raise BoughError(f"'seconds' must be a number above 0 and at most {seconds:g}")
    return {"simulations": wanted, "seconds": float(wanted_seconds)}
