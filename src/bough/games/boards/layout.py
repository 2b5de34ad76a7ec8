"""Boards as cells with coordinates; the terminal, SVG and web boards are all drawn from them."""

from collections.abc import Iterable
from typing import NamedTuple

HEXAGON, SQUARE, LINES = "hexagon", "square", "lines"
"""The shape of the cells: hexagons, squares, or intersections of lines."""

BLACK_AND_WHITE = ("#1d1d1f", "#f7f6f2")
"""Stone colours of the first and the second player."""


class Cell(NamedTuple):
    """One cell of the board; x grows to the right and y downwards, in cell widths."""

    name: str
    x: float
    y: float


class Layout(NamedTuple):
    """All cells of a board in the order of its position text, and how they are grouped into rows."""

    cells: tuple[Cell, ...]
    shape: str
    rows: tuple[int, ...]
    """How many cells each row of the position text has, top row first."""
    rim: tuple[tuple[int, int, str], ...] = ()
    """Outer edges of hexagons (cell, direction, mark): directions count from the right in the order of angles in a
    picture; a mark is "x" or "o" where a side belongs to a player, else a number that tells sides apart."""
    lying: bool = False
    """Whether pictures show the board turned by a quarter, its first column on top."""


class Piece(NamedTuple):
    """How a mark is drawn where its letters are not enough."""

    glyph: str
    """The character on the piece; empty for a piece that lies face down."""
    colour: str
    """The colour of the character."""
    name: str
    """The piece in words, for screen readers."""


def row_starts(layout: Layout) -> list[int]:
    """The number of the first cell of each row."""
    starts, start = [], 0
    for length in layout.rows:
        starts.append(start)
        start += length
    return starts


def row_label(name: str) -> str:
    """The number in a cell's name."""
    return name.lstrip("abcdefghijklmnopqrstuvwxyz")


def rows_text(layout: Layout, marks: Iterable[str]) -> str:
    """The marks of all cells row by row, with a dot for an empty cell: x.o/.../..."""
    letters = iter(mark or "." for mark in marks)
    return "/".join("".join(next(letters) for _ in range(length)) for length in layout.rows)


def column_letters(column: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def cell_name(column: int, row: int) -> str:
    """Column letter and row number as players write them: cell_name(2, 0) is c1."""
    return f"{column_letters(column)}{row + 1}"


def square_layout(columns: int, rows: int, top_row_last: bool = True) -> Layout:
    """A board of squares with letters for columns; row 1 is at the bottom unless `top_row_last` is false."""
    cells = tuple(
        Cell(cell_name(column, rows - 1 - row if top_row_last else row), column, row)
        for row in range(rows)
        for column in range(columns)
    )
    return Layout(cells, SQUARE, (columns,) * rows)
