"""A recorded game, whatever format it was read from."""

from typing import NamedTuple


class RecordedGame(NamedTuple):
    """A game by name and its moves, from the usual first position or from another one given as text."""

    game: str
    moves: list[str]
    start: str = ""
    """The text of the position it began with, empty for the usual one."""
