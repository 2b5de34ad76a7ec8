"""HTML tables for notebooks: plain rows with bars, without scripts or style sheets."""

from collections.abc import Sequence
from html import escape
from typing import Any

MOST_ROWS = 12
"""The most rows a table shows; below it we only say how many more there are."""


def bar_table(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> str:
    """A table; each row has move, visits, share of visits, value, proven result in words, and further numbers."""
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
