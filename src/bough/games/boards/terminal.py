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
    if hexagonal and letters:
        lines.append(letters)
    for number, length in zip(numbers, layout.rows, strict=True):
        row = layout.cells[start : start + length]
        indent = " " * round(2 * (row[0].x - left))
        shown = [_mark(marks[cell] or "·", styles, cell in last) for cell in range(start, start + length)]
        label = f"{number:>{margin}}" if styles is None else f"[dim]{number:>{margin}}[/dim]"
        lines.append(f"{label} {indent}{' '.join(shown)}".rstrip() if margin else f"{indent}{' '.join(shown)}")
        start += length
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


def _mark(mark: str, styles: Mapping[str, str] | None, last: bool) -> str:
    if styles is None:
        return mark
    style = styles.get(mark, "dim")
    return f"[{style}{' underline' if last else ''}]{mark}[/]"
