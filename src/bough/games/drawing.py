"""Boards drawn from a layout and marks: as text with colour, and as SVG."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from bough.games.layout import HEXAGON, Layout

TERMINAL_COLOURS = {"x": "bold bright_red", "o": "bold bright_cyan"}
SVG_COLOURS = {"x": "#d1495b", "o": "#2e86ab"}


def terminal_board(layout: Layout, marks: Sequence[str], colour: bool = False, last: str | None = None) -> str:
    """The board as lines of text; with `colour` as markup for a rich console, the `last` cell underlined."""
    lines: list[str] = []
    start = 0
    left = min(cell.x for cell in layout.cells)
    numbers = [_row_label(layout.cells[start_of].name) for start_of in _row_starts(layout)]
    margin = max(map(len, numbers), default=0)
    letters = _letters_line(layout, margin, left)
    hexagonal = layout.shape == HEXAGON
    if hexagonal and letters:
        lines.append(letters)
    for number, length in zip(numbers, layout.rows, strict=True):
        row = layout.cells[start : start + length]
        indent = " " * round(2 * (row[0].x - left))
        shown = [
            _mark(marks[start + i] or "·", colour, cell.name == last and bool(marks[start + i]))
            for i, cell in enumerate(row)
        ]
        label = f"[dim]{number:>{margin}}[/dim]" if colour else f"{number:>{margin}}"
        lines.append(f"{label} {indent}{' '.join(shown)}".rstrip() if margin else f"{indent}{' '.join(shown)}")
        start += length
    if not hexagonal and letters:
        lines.append(letters)
    return "\n".join(lines)


def _row_starts(layout: Layout) -> list[int]:
    starts, start = [], 0
    for length in layout.rows:
        starts.append(start)
        start += length
    return starts


def _row_label(name: str) -> str:
    return name.lstrip("abcdefghijklmnopqrstuvwxyz")


def _letters_line(layout: Layout, margin: int, left: float) -> str:
    """Column letters above the first row (or below the last row of squares)."""
    row = layout.cells[: layout.rows[0]]
    names = [cell.name.rstrip("0123456789") for cell in row]
    if any(len(name) > 1 for name in names):
        return ""
    indent = " " * round(2 * (row[0].x - left))
    return " " * (margin + 1 if margin else 0) + indent + " ".join(names)


def _mark(mark: str, colour: bool, last: bool) -> str:
    if not colour:
        return mark
    style = TERMINAL_COLOURS.get(mark, "dim")
    return f"[{style}{' underline' if last else ''}]{mark}[/]"


def svg_board(layout: Layout, marks: Sequence[str], shades: Mapping[str, float] | None = None) -> str:
    """The board as an SVG picture; `shades` (0 to 1 by cell name) colours empty cells, for visit shares."""
    unit = 40.0
    xs, ys = [cell.x for cell in layout.cells], [cell.y for cell in layout.cells]
    left, top = min(xs) - 1.2, min(ys) - 1.2
    width, height = max(xs) - left + 1.2, max(ys) - top + 1.2

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - left) * unit, (y - top) * unit

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * unit:.0f} {height * unit:.0f}" '
        f'width="{width * unit:.0f}" height="{height * unit:.0f}" font-family="sans-serif" text-anchor="middle">'
    ]
    for x1, y1, x2, y2, mark in layout.edges:
        (ax, ay), (bx, by) = at(x1, y1), at(x2, y2)
        parts.append(
            f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{SVG_COLOURS[mark]}" '
            'stroke-width="7" stroke-linecap="round"/>'
        )
    for cell, mark in zip(layout.cells, marks, strict=True):
        x, y = at(cell.x, cell.y)
        shade = (shades or {}).get(cell.name, 0.0)
        parts.append(f"<g><title>{escape(cell.name)}</title>{_cell_shape(layout.shape, x, y, unit, shade)}")
        if mark in SVG_COLOURS:
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.36 * unit:.1f}" fill="{SVG_COLOURS[mark]}" stroke="#333"/>'
            )
        elif mark:
            parts.append(
                f'<text x="{x:.1f}" y="{y + 0.18 * unit:.1f}" font-size="{0.5 * unit:.0f}">{escape(mark)}</text>'
            )
        else:
            parts.append(
                f'<text x="{x:.1f}" y="{y + 0.1 * unit:.1f}" font-size="{0.24 * unit:.0f}" fill="#776">'
                f"{escape(cell.name)}</text>"
            )
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _cell_shape(shape: str, x: float, y: float, unit: float, shade: float) -> str:
    fill = f"rgb({round(245 - 110 * shade)},{round(238 - 40 * shade)},{round(222 - 140 * shade)})"
    if shape == HEXAGON:
        radius = unit / math.sqrt(3)
        corners = " ".join(
            f"{x + radius * math.cos(angle):.1f},{y + radius * math.sin(angle):.1f}"
            for angle in (math.pi * (k / 3 + 1 / 6) for k in range(6))
        )
        return f'<polygon points="{corners}" fill="{fill}" stroke="#8a7f6a"/>'
    corner = f'x="{x - unit / 2:.1f}" y="{y - unit / 2:.1f}"'
    return f'<rect {corner} width="{unit}" height="{unit}" fill="{fill}" stroke="#8a7f6a"/>'
