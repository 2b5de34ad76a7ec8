"""A search tree as a picture."""

import re
from collections.abc import Callable, Sequence
from html import escape

from bough.search.result import value_word
from bough.search.views.explore import View

ROW, SPACE = 34.0, 170.0
"""Height of a branch and distance between two levels of the picture, in pixels."""
BOARD = 110.0
"""Width of the root's board."""
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def tree_svg(
    look: Callable[[Sequence[str]], View],
    path: Sequence[str] = (),
    depth: int = 3,
    width: int = 3,
    board: str = "",
) -> str:
    """An SVG picture of the most visited part of a tree; `look` returns the view of a path (`Searcher.explore`).

    The thickness of a line shows its share of visits; green is good for the player who makes the move, red is bad. The
    `board` of the root, an SVG picture too, stands before it.
    """
    left = BOARD if board else 0.0
    parts: list[str] = []
    rows = [0.0]

    def draw(at: Sequence[str], level: int) -> float:
        """Draw the branches below a node; return the node's vertical position in the picture."""
        shown = [b for b in look(at).branches if b.visits][:width] if level < depth else []
        if not shown:
            rows[0] += ROW
            return rows[0] - ROW / 2
        heights = [draw([*at, branch.move], level + 1) for branch in shown]
        middle = sum(heights) / len(heights)
        x = left + 12 + level * SPACE
        for branch, y in zip(shown, heights, strict=True):
            shade = round(120 * (branch.value + 1) / 2)
            parts.append(
                f'<path d="M{x:.0f} {middle:.0f}C{x + 40:.0f} {middle:.0f} {x + 30:.0f} {y:.0f} {x + 70:.0f} {y:.0f}" '
                f'fill="none" stroke="hsl({shade},45%,45%)" stroke-width="{1 + 9 * branch.share:.1f}"/>'
                f'<text x="{x + 76:.0f}" y="{y + 4:.0f}">{escape(branch.move)} {branch.value:+.2f}'
                f"{' ' + value_word(branch.low) if branch.proven else ''}</text>"
            )
        return middle

    middle = draw(list(path), 0)
    if board:
        wide, high = map(float, SIZE.search(board).groups())  # type: ignore[union-attr]
        tall = BOARD * high / wide
        rows[0] = max(rows[0], middle + tall / 2)
        top = max(0.0, middle - tall / 2)
        parts.append(SIZE.sub(f'x="0" y="{top:.0f}" width="{BOARD:.0f}" height="{tall:.0f}"', board, count=1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + depth * SPACE + 20:.0f}" height="{rows[0]:.0f}" '
        f'font-family="sans-serif" font-size="12">{"".join(parts)}</svg>'
    )
