"""Boards as SVG: for notebooks, pictures and the browser, all from a game's layout and marks.

Colours are attributes, so that a picture stands alone; a page may give other ones to the classes. Every cell is a group
with the class `cell` and its number in `data-cell`.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape

from bough.games.boards.layout import HEXAGON, LINES, Cell, Layout, row_label, row_starts
from bough.games.contract import Face

UNIT = 40.0
MARGIN = 1.15
WOOD, PAPER, RULE = "#e3bd78", "#f5eede", "#8a7f6a"
TILE, BACK = "#f6e6c8", "#7d5a3c"
SERIF = "'Noto Serif CJK TC','Songti TC','PMingLiU','Noto Sans CJK TC','PingFang TC',serif"


def svg_board(
    face: Face, marks: Sequence[str], shades: Mapping[str, float] | None = None, last: Collection[int] = ()
) -> str:
    """The board as a picture; `shades` (0 to 1 by cell name) colours cells, `last` are the numbers of cells to ring."""
    layout = face.layout
    assert layout is not None
    frame = _Frame(layout)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {layout.shape}" viewBox="0 0 {frame.width:.0f} '
        f'{frame.height:.0f}" width="{frame.width:.0f}" height="{frame.height:.0f}" font-family="sans-serif" '
        'text-anchor="middle">'
    ]
    parts += _under(face, layout, frame)
    for number, (cell, mark) in enumerate(zip(layout.cells, marks, strict=True)):
        x, y = frame.at(cell.x, cell.y)
        ring = " last" if number in last else ""
        parts.append(
            f'<g class="cell{ring}" data-cell="{number}" data-x="{x:.1f}" data-y="{y:.1f}">'
            f"<title>{escape(cell.name)}</title>"
            + _ground(layout.shape, x, y, (shades or {}).get(cell.name, 0.0))
            + (_standing(face, mark, x, y) if mark else _label(cell, x, y) if layout.shape == HEXAGON else "")
            + (f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="6" fill="none" stroke="#e09f3e" stroke-width="3"/>'
               if ring and mark else "")
            + "</g>"
        )  # fmt: skip
    return "".join([*parts, "</svg>"])


def svg_stock(face: Face, marks: Sequence[str]) -> str:
    """Marks as shapes that a page may put on cells itself: the one of number n as <use href="#mark-n"/>, centred."""
    shapes = (f'<g id="mark-{n}">{_standing(face, mark, 0, 0)}</g>' for n, mark in enumerate(marks) if mark)
    return f"<defs>{''.join(shapes)}</defs>"


class _Frame:
    """Where cells come to lie in the picture."""

    def __init__(self, layout: Layout):
        xs, ys = [cell.x for cell in layout.cells], [cell.y for cell in layout.cells]
        self.left, self.top, self.right, self.bottom = min(xs), min(ys), max(xs), max(ys)
        self.width = (self.right - self.left + 2 * MARGIN) * UNIT
        self.height = (self.bottom - self.top + 2 * MARGIN) * UNIT

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left + MARGIN) * UNIT, (y - self.top + MARGIN) * UNIT


def _under(face: Face, layout: Layout, frame: _Frame) -> Iterator[str]:
    """What lies under the cells: sides that belong to a player, wood with lines, letters and numbers at the border."""
    for x1, y1, x2, y2, mark in layout.edges:
        (ax, ay), (bx, by) = frame.at(x1, y1), frame.at(x2, y2)
        yield (
            f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{face.colours["xo".index(mark)]}" '
            'stroke-width="7" stroke-linecap="round"/>'
        )
    if layout.shape == LINES:
        yield from _grid(layout, frame)
    if layout.shape != HEXAGON:
        for cell in layout.cells[-layout.rows[-1] :]:
            x, y = frame.at(cell.x, frame.bottom + 0.82)
            yield _border_text(x, y, cell.name.rstrip("0123456789"))
        for start in row_starts(layout):
            x, y = frame.at(frame.left - 0.85, layout.cells[start].y)
            yield _border_text(x, y, row_label(layout.cells[start].name))


def _border_text(x: float, y: float, text: str) -> str:
    return f'<text class="border" x="{x:.1f}" y="{y + 4:.1f}" font-size="12" fill="{RULE}">{escape(text)}</text>'


def _grid(layout: Layout, frame: _Frame) -> Iterator[str]:
    (left, top), (right, bottom) = frame.at(frame.left, frame.top), frame.at(frame.right, frame.bottom)
    edge = 0.62 * UNIT
    yield (
        f'<rect class="wood" x="{left - edge:.1f}" y="{top - edge:.1f}" width="{right - left + 2 * edge:.1f}" '
        f'height="{bottom - top + 2 * edge:.1f}" rx="4" fill="{WOOD}"/>'
    )
    columns, rows = layout.rows[0], len(layout.rows)
    lines = [f"M{left + i * UNIT:.1f} {top:.1f}V{bottom:.1f}" for i in range(columns)]
    lines += [f"M{left:.1f} {top + i * UNIT:.1f}H{right:.1f}" for i in range(rows)]
    yield f'<path class="grid" d="{"".join(lines)}" stroke="#6b4f2a" stroke-width="1.2" fill="none"/>'
    for column, row in _star_points(columns, rows):
        yield f'<circle cx="{left + column * UNIT:.1f}" cy="{top + row * UNIT:.1f}" r="3.5" fill="#6b4f2a"/>'


def _star_points(columns: int, rows: int) -> list[tuple[int, int]]:
    if min(columns, rows) < 7 or columns % 2 == 0 or rows % 2 == 0:
        return []
    near = 3 if min(columns, rows) > 12 else 2
    across, down = {near, columns // 2, columns - 1 - near}, {near, rows // 2, rows - 1 - near}
    middle = (columns // 2, rows // 2)
    few = min(columns, rows) < 15
    return [(c, r) for c in across for r in down if not few or (c, r) == middle or (c != middle[0] and r != middle[1])]


def _ground(shape: str, x: float, y: float, shade: float) -> str:
    """The cell itself, lighter or darker."""
    if shape == LINES:
        colour, opacity = "#2f6f4f", 0.75 * shade
    else:
        red, green, blue = round(245 - 110 * shade), round(238 - 40 * shade), round(222 - 140 * shade)
        colour, opacity = (f"rgb({red},{green},{blue})" if shade else PAPER), 1.0
    fill = f'fill="{colour}"' + ("" if opacity == 1.0 else f' fill-opacity="{opacity:.2f}"')
    if shape == HEXAGON:
        radius = UNIT / math.sqrt(3)
        corners = " ".join(
            f"{x + radius * math.cos(angle):.1f},{y + radius * math.sin(angle):.1f}"
            for angle in (math.pi * (k / 3 + 1 / 6) for k in range(6))
        )
        return f'<polygon class="ground" points="{corners}" {fill} stroke="{RULE}"/>'
    stroke = "" if shape == LINES else f' stroke="{RULE}"'
    corner = f'x="{x - UNIT / 2:.1f}" y="{y - UNIT / 2:.1f}"'
    return f'<rect class="ground" {corner} width="{UNIT:.0f}" height="{UNIT:.0f}" {fill}{stroke}/>'


def _label(cell: Cell, x: float, y: float) -> str:
    return f'<text class="name" x="{x:.1f}" y="{y + 4:.1f}" font-size="10" fill="#776">{escape(cell.name)}</text>'


def _standing(face: Face, mark: str, x: float, y: float) -> str:
    """A stone, a piece with its writing, or plain text."""
    at = f'cx="{x:.1f}" cy="{y:.1f}"'
    if mark in ("x", "o"):
        colour = face.colours["xo".index(mark)]
        return f'<circle class="stone {mark}" {at} r="{0.42 * UNIT:.1f}" fill="{colour}" stroke="#333"/>'
    piece = face.pieces.get(mark)
    if piece is None:
        owner = face.mark_players.get(mark)
        fill = "" if owner is None else f' fill="{face.colours[owner]}"'
        return f'<text class="mark" x="{x:.1f}" y="{y + 7:.1f}" font-size="20"{fill}>{escape(mark)}</text>'
    if not piece.glyph:
        return (
            f'<circle class="back" {at} r="{0.43 * UNIT:.1f}" fill="{BACK}" stroke="#4a3320"/>'
            f'<circle {at} r="{0.3 * UNIT:.1f}" fill="none" stroke="#b08a5e" stroke-width="2"/>'
        )
    return (
        f'<circle class="tile" {at} r="{0.43 * UNIT:.1f}" fill="{TILE}" stroke="{piece.colour}" stroke-width="2"/>'
        f'<text class="glyph" data-letter="{escape(mark)}" x="{x:.1f}" y="{y + 7.5:.1f}" font-size="21" '
        f'font-family="{SERIF}" fill="{piece.colour}">{piece.glyph}</text>'
    )
