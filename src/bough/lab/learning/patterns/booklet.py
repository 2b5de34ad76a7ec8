"""The strongest patterns as little boards, for people to look at."""

from bough.games.game import Game
from bough.knowledge.patterns.surroundings import directions_of
from bough.knowledge.patterns.table import Pattern

TITLES = {
    "to": "Moves to a cell (in brackets) in its place",
    "wide": "Moves to a cell, wherever it is",
    "from": "Moves from a cell in its place",
    "cell": "Patterns that speak for or against the player to move",
}
LEGEND = (
    "x is the player to move, o the other, # lies beyond the edge. "
    "Below each pattern: its weight, the cell whose place it is, and how often it was seen."
)
SHOWN = 6
"""Patterns of each kind, the best and the worst."""
SEEN = 100
"""Rare ones are not shown: their weights say little."""


def booklet(game: Game, patterns: list[Pattern]) -> str:
    """The strongest patterns of each kind; x is the player to move, o the other, # lies beyond the edge."""
    parts = [LEGEND]
    for kind, title in TITLES.items():
        known = sorted((one for one in patterns if one.kind == kind and one.seen >= SEEN), key=lambda one: -one.weight)
        chosen = known[:SHOWN] + known[max(SHOWN, len(known) - SHOWN) :]
        if chosen:
            parts += ["", title, ""]
            for first in range(0, len(chosen), SHOWN):
                parts += [_side_by_side([_drawn(game, one) for one in chosen[first : first + SHOWN]]), ""]
    return "\n".join(parts)


def _drawn(game: Game, pattern: Pattern) -> list[str]:
    """One pattern as lines of text."""
    spots = {
        (round(y * 2), round(x * 4)): sign for (x, y), sign in zip(directions_of(game), pattern.signs, strict=False)
    }
    rows, left = sorted({row for row, _ in spots}), min(column for _, column in spots)
    lines = []
    for row in rows:
        line = [" "] * 20
        for (there, column), sign in spots.items():
            if there == row:
                line[(column - left) // 2 + 1] = sign
                if (there, column) == (0, 0) and pattern.kind in ("to", "wide"):
                    line[(column - left) // 2], line[(column - left) // 2 + 2] = "[", "]"
        lines.append("".join(line).rstrip())
    place = "" if pattern.place == "*" else f" {pattern.place.partition('@')[0]}"
    return [*lines, f"{pattern.weight:+.2f}{place} {pattern.seen:,}"]


def _side_by_side(boards: list[list[str]]) -> str:
    height = max(map(len, boards))
    padded = [[""] * (height - len(board)) + board for board in boards]
    return "\n".join("".join(f"{board[row]:<20}" for board in padded).rstrip() for row in range(height))
