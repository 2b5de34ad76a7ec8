"""Results and trees as HTML for notebooks: plain tables with bars, no script and no style sheet."""

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from bough.search.result import Result, value_word

if TYPE_CHECKING:
    from bough.search.views.explore import View

MOST_ROWS = 12
"""Rows of a table; the rest is counted."""
ROW, SPACE = 34.0, 170.0
"""Height of a branch and distance between two levels of a tree picture."""


def result_html(result: Result) -> str:
    """What to play, how good it is, and the moves by visits."""
    verdict = f"proven {value_word(result.low)}" if result.proven else f"value {result.value:+.3f}"
    head = (
        f"<b>{escape(str(result.move))}</b>, {verdict}; {result.simulations:,} simulations in {result.seconds:.2f} s "
        f"by <code>{escape(result.recipe)}</code><br>line {escape(' '.join(result.variation))}"
    )
    total = max(1, sum(row.visits for row in result.moves))
    rows = [
        (row.move, row.visits, row.visits / total, row.value, value_word(row.low) if row.proven else "")
        for row in result.moves
    ]
    return f"<div>{head}{_table(('move', 'visits', '', 'value', 'proven'), rows)}</div>"


def view_html(view: "View") -> str:
    """A node of a tree, its branches by visits."""
    path, line = escape(" ".join(view.path)), escape(" ".join(view.line))
    head = f"<b>{path or 'root'}</b>, {view.visits:,} visits<br>line {line}"
    rows = [
        (b.move, b.visits, b.share, b.value, value_word(b.low) if b.proven else "", *b.numbers.values())
        for b in view.branches
    ]
    names = list(view.branches[0].numbers) if view.branches else []
    return f"<div>{head}{_table(('move', 'visits', '', 'value', 'proven', *names), rows)}</div>"


def _table(names: Sequence[str], rows: Sequence[tuple]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = []
    for move, visits, share, value, proven, *numbers in rows[:MOST_ROWS]:
        bar = f'<div style="background:#4f8a6b;height:.7em;width:{100 * share:.0f}px"></div>'
        more = "".join(f"<td>{number:.4g}</td>" for number in numbers)
        lines.append(
            f"<tr><td>{escape(move)}</td><td>{visits:,}</td><td>{bar}</td><td>{value:+.3f}</td>"
            f"<td>{escape(proven)}</td>{more}</tr>"
        )
    left = f"<p>and {len(rows) - MOST_ROWS} more</p>" if len(rows) > MOST_ROWS else ""
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>{left}"


def tree_svg(look: "Callable[[Sequence[str]], View]", path: Sequence[str] = (), depth: int = 3, width: int = 3) -> str:
    """A picture of the most visited part of a tree; `look` gives the view of a path (`Searcher.explore`).

    Lines are as thick as their share of visits; green is good for whoever makes the move, red bad.
    """
    parts: list[str] = []
    rows = [0.0]

    def draw(at: Sequence[str], level: int) -> float:
        """Draw what is below a node; returns its height in the picture."""
        shown = [b for b in look(at).branches if b.visits][:width] if level < depth else []
        if not shown:
            rows[0] += ROW
            return rows[0] - ROW / 2
        heights = [draw([*at, branch.move], level + 1) for branch in shown]
        middle = sum(heights) / len(heights)
        x = 12 + level * SPACE
        for branch, y in zip(shown, heights, strict=True):
            shade = round(120 * (branch.value + 1) / 2)
            parts.append(
                f'<path d="M{x:.0f} {middle:.0f}C{x + 40:.0f} {middle:.0f} {x + 30:.0f} {y:.0f} {x + 70:.0f} {y:.0f}" '
                f'fill="none" stroke="hsl({shade},45%,45%)" stroke-width="{1 + 9 * branch.share:.1f}"/>'
                f'<text x="{x + 76:.0f}" y="{y + 4:.0f}">{escape(branch.move)} {branch.value:+.2f}'
                f"{' ' + value_word(branch.low) if branch.proven else ''}</text>"
            )
        return middle

    draw(list(path), 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{depth * SPACE + 20:.0f}" height="{rows[0]:.0f}" '
        f'font-family="sans-serif" font-size="12">{"".join(parts)}</svg>'
    )
