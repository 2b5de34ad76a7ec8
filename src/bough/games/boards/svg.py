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
LIGHT = "#e09f3e"
"""What decided the game, and the last move."""
SIDES = {
    "0": "#a89b7c",
    "1": "#cfc3a4",
    "2": "#8d8166",
    "3": "#cfc3a4",
    "4": "#a89b7c",
    "5": "#e0d6bb",
    "corner": LIGHT,
}
"""Sides that belong to nobody, told apart by shades."""
SERIF = "'Noto Serif CJK TC','Songti TC','PMingLiU','Noto Sans CJK TC','PingFang TC',serif"


def svg_board(
    face: Face,
    marks: Sequence[str],
    shades: Mapping[str, float] | None = None,
    last: Collection[int] = (),
    lit: Collection[int] = (),
    owners: Sequence[int] = (),
) -> str:
    """The board as a picture.

    `shades` (0 to 1 by cell name) colours cells. `last` are the numbers of the last move's cells, `lit` of those that
    decided the game; `owners` tells whose each cell is at its end.
    """
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
        classes = "cell" + " last" * (number in last) + " lit" * (number in lit)
        parts.append(
            f'<g class="{classes}" data-cell="{number}" data-x="{x:.1f}" data-y="{y:.1f}">'
            f"<title>{escape(cell.name)}</title>"
            + _ground(layout.shape, x, y, (shades or {}).get(cell.name, 0.0))
            + (_standing(face, mark, x, y) if mark else "")
            + (_owned(face, owners[number], x, y) if owners and owners[number] >= 0 and not mark else "")
            + (_light(x, y) if number in lit else "")
            + (_last(face, mark, x, y) if number in last else "")
            + "</g>"
        )
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
        self.lying = layout.lying
        self.width = (self.right - self.left + 2 * MARGIN) * UNIT
        self.height = (self.bottom - self.top + 2 * MARGIN) * UNIT
        if self.lying:
            self.width, self.height = self.height, self.width

    def at(self, x: float, y: float) -> tuple[float, float]:
        if self.lying:
            return (self.bottom - y + MARGIN) * UNIT, (x - self.left + MARGIN) * UNIT
        return (x - self.left + MARGIN) * UNIT, (y - self.top + MARGIN) * UNIT


def _under(face: Face, layout: Layout, frame: _Frame) -> Iterator[str]:
    """What lies under the cells: sides that belong to a player, wood with lines, letters and numbers at the border."""
    for number, direction, mark in layout.rim:
        x, y = frame.at(layout.cells[number].x, layout.cells[number].y)
        (ax, ay), (bx, by) = _corner(x, y, direction), _corner(x, y, direction + 1)
        colour = face.colours["xo".index(mark)] if mark in ("x", "o") else SIDES.get(mark, RULE)
        yield (
            f'<line class="rim" x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="{colour}" '
            'stroke-width="15" stroke-linecap="round"/>'
        )
    if layout.shape == LINES:
        yield from _grid(layout, frame)
    if layout.shape == HEXAGON:
        yield from _hexagon_coordinates(layout, frame)
    else:
        for cell in layout.cells[-layout.rows[-1] :]:
            x, y = frame.at(cell.x, frame.bottom + 0.82)
            yield _border_text(x, y, cell.name.rstrip("0123456789"))
        for start in row_starts(layout):
            x, y = frame.at(frame.left - 0.85, layout.cells[start].y)
            yield _border_text(x, y, row_label(layout.cells[start].name))


def _hexagon_coordinates(layout: Layout, frame: _Frame) -> Iterator[str]:
    """Each column's letters above its first cell, each row's number to the left of it.

    A column that begins below the first row has its letters where it would go on.
    """
    columns: dict[str, list[Cell]] = {}
    for cell in layout.cells:
        columns.setdefault(cell.name.rstrip("0123456789"), []).append(cell)
    for letters, (top, *rest) in columns.items():
        leaning = 0.0 if top.y == frame.top else rest[0].x - top.x if rest else 0.5
        yield _border_text(*frame.at(top.x - leaning, top.y - (0.87 if leaning else 0.97)), letters)
    for start in row_starts(layout):
        first = layout.cells[start]
        yield _border_text(*frame.at(first.x - 0.92, first.y), row_label(first.name))


def _corner(x: float, y: float, number: int) -> tuple[float, float]:
    """A corner of the hexagon around a point; edge k lies between the corners k and k + 1."""
    angle, radius = math.pi * (number / 3 - 1 / 6), UNIT / math.sqrt(3)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


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
        corners = " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in (_corner(x, y, k) for k in range(6)))
        return f'<polygon class="ground" points="{corners}" {fill} stroke="{RULE}"/>'
    stroke = "" if shape == LINES else f' stroke="{RULE}"'
    corner = f'x="{x - UNIT / 2:.1f}" y="{y - UNIT / 2:.1f}"'
    return f'<rect class="ground" {corner} width="{UNIT:.0f}" height="{UNIT:.0f}" {fill}{stroke}/>'


def _owned(face: Face, owner: int, x: float, y: float) -> str:
    """A small square of the colour whose territory an empty cell is."""
    side = 0.3 * UNIT
    return (
        f'<rect class="owned" x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" '
        f'fill="{face.colours[owner]}" stroke="#6b4f2a" stroke-width="0.8"/>'
    )


def _light(x: float, y: float) -> str:
    at = f'cx="{x:.1f}" cy="{y:.1f}" r="{0.45 * UNIT:.1f}"'
    # Dark beneath, so that it is seen on stones of its own colour too.
    shade = f'<circle class="shade" {at} fill="none" stroke="#333" stroke-width="6"/>'
    return shade + f'<circle class="light" {at} fill="none" stroke="{LIGHT}" stroke-width="4"/>'


def _last(face: Face, mark: str, x: float, y: float) -> str:
    """A dot on a stone; around a piece, whose writing must stay readable, or where a piece has left, a ring."""
    if mark in ("x", "o") and not face.signs:
        return f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="5" fill="#fff" stroke="#333"/>'
    dashes = "" if mark else ' stroke-dasharray="4 4"'
    return (
        f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{0.47 * UNIT:.1f}" fill="none" stroke="{LIGHT}" '
        f'stroke-width="3"{dashes}/>'
    )


def _sign(mark: str, colour: str, x: float, y: float) -> str:
    """A cross or a nought."""
    arm = 0.26 * UNIT
    drawn = (
        f'<path d="M{x - arm:.1f} {y - arm:.1f}L{x + arm:.1f} {y + arm:.1f}M{x + arm:.1f} {y - arm:.1f}'
        f'L{x - arm:.1f} {y + arm:.1f}" '
        if mark == "x"
        else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.1 * arm:.1f}" '
    )
    return drawn + f'class="sign {mark}" fill="none" stroke="{colour}" stroke-width="5" stroke-linecap="round"/>'


def _standing(face: Face, mark: str, x: float, y: float) -> str:
    """A stone, a piece with its writing, or plain text."""
    at = f'cx="{x:.1f}" cy="{y:.1f}"'
    if mark in ("x", "o"):
        colour = face.colours["xo".index(mark)]
        if face.signs:
            return _sign(mark, colour, x, y)
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
