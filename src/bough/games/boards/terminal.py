"""Boards as lines of text, optionally in colour."""

from collections.abc import Collection, Mapping, Sequence

from bough.games.boards.layout import HEXAGON, Layout, row_label, row_starts


def terminal_board(
    layout: Layout, marks: Sequence[str], styles: Mapping[str, str] | None = None, last: Collection[int] = ()
) -> str:
    """The board as lines of text; with `styles` by mark, as markup for a rich console with `last` cells underlined."""
    lines: list[str] = []
    start = 0
    left = min(cell.x for cell in layout.cells)
    numbers = [row_label(layout.cells[start_of].name) for start_of in row_starts(layout)]
    margin = max(map(len, numbers), default=0)
    letters = _letters_line(layout, margin, left)
    hexagonal = layout.shape == HEXAGON
    owned = {mark for _, _, mark in layout.rim} == {"x", "o"}
    side = _mark("\\", styles, False, "o") if owned else ""
    if hexagonal and letters:
        lines.append("  " * owned + letters)
    if owned:
        lines.append(" " * (margin + 3) + _mark("─" * (2 * layout.rows[0] - 1), styles, False, "x"))
    for number, length, below in zip(numbers, layout.rows, (*layout.rows[1:], 0), strict=True):
        row = layout.cells[start : start + length]
        indent = " " * round(2 * (row[0].x - left))
        shown = [_mark(marks[cell] or "·", styles, cell in last) for cell in range(start, start + length)]
        label = f"{number:>{margin}}" if styles is None else f"[dim]{number:>{margin}}[/dim]"
        row_text = f"{side} {' '.join(shown)} {side}" if owned else " ".join(shown)
        if hexagonal and letters and (begun := _column_begun(layout, start, length, below)):
            row_text += f" {begun}" if styles is None else f" [dim]{begun}[/dim]"
        lines.append(f"{label} {indent}{row_text}".rstrip() if margin else f"{indent}{row_text}")
        start += length
    if owned:
        last_indent = round(2 * (row[0].x - left))
        lines.append(" " * (margin + 4 + last_indent) + _mark("─" * (2 * layout.rows[-1] - 1), styles, False, "x"))
    if not hexagonal and letters:
        lines.append(letters)
    return "\n".join(lines)


def _letters_line(layout: Layout, margin: int, left: float) -> str:
    """Column letters, for above the first row (on boards of squares: below the last)."""
    row = layout.cells[: layout.rows[0]]
    names = [cell.name.rstrip("0123456789") for cell in row]
    if any(len(name) > 1 for name in names):
        return ""
    indent = " " * round(2 * (row[0].x - left))
    return " " * (margin + 1 if margin else 0) + indent + " ".join(names)


def _column_begun(layout: Layout, start: int, length: int, below: int) -> str:
    """On a board that widens: the letters of the column that begins at the end of the row below, for this row's end."""
    columns = [cell.name.rstrip("0123456789") for cell in layout.cells[start : start + length + below]]
    return columns[-1] if below and columns[-1] not in columns[:length] else ""


def _mark(mark: str, styles: Mapping[str, str] | None, last: bool, whose: str = "") -> str:
    """A mark in its style, or something else in the style of `whose` mark."""
    if styles is None:
        return mark
    style, mark = styles.get(whose or mark, "dim"), mark.replace("\\", "\\\\")  # a lone one would hide what follows
    return f"[{style}{' underline' if last else ''}]{mark}[/]"
