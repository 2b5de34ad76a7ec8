"""A played game looked at again: what each move gave away, what would have been better, and how the chances went."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from bough.core.errors import BoughError
from bough.games.contract import CHANCE
from bough.games.game import Position
from bough.search.searcher import Searcher

BAD, BLUNDER = 10.0, 25.0
"""Points of winning chances that make a move questionable, and a blunder."""
WIDTH, HEIGHT, EDGE = 720, 180, 30
"""Of the graph."""


class Found(NamedTuple):
    """What a search found in one position of the game."""

    ply: int
    value: float
    """For the first player, from -1 to 1."""
    proven: bool
    move: str
    variation: list[str]


class ReviewedMove(NamedTuple):
    """One move of the game, judged by the positions before and after it."""

    ply: int
    player: int
    move: str
    loss: float
    """Points of winning chances it gave away; below 0 where the search came to think better of it."""
    better: str
    line: list[str]

    @property
    def sign(self) -> str:
        """A question mark for a bad move, two for a blunder."""
        return "??" if self.loss >= BLUNDER else "?" if self.loss >= BAD else ""


def game_positions(start: Position, moves: Sequence[str]) -> list[Position]:
    """Every position of a game."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def look_through(
    positions: Sequence[Position], searcher: Searcher, limits: dict[str, Any], known: dict[int, Found]
) -> Iterator[Found]:
    """Search each position that is not known yet, the last one first, so that what follows helps to judge."""
    for ply in reversed(range(len(positions))):
        position = positions[ply]
        if ply in known or position.over or position.to_move == CHANCE:
            continue
        searcher.forget()
        result = searcher.search(position, **limits)
        if result.interrupted:
            raise KeyboardInterrupt
        value = result.value if position.to_move == 0 else -result.value
        known[ply] = Found(ply, value, result.proven, result.move or "", result.variation[:8])
        yield known[ply]


def worth(position: Position, found: Found | None) -> float | None:
    """What a position is worth to the first player: how the game ended, or what was found."""
    if position.over:
        return {None: 0.0, 0: 1.0, 1: -1.0}[position.winner]
    return None if found is None else found.value


def judged(positions: Sequence[Position], known: dict[int, Found]) -> list[ReviewedMove]:
    """The moves whose positions before and after are known."""
    rows = []
    for ply in range(1, len(positions)):
        before, after = positions[ply - 1], positions[ply]
        earlier, now = worth(before, known.get(ply - 1)), worth(after, known.get(ply))
        if earlier is None or now is None or ply - 1 not in known:
            continue
        sign = 1 if before.to_move == 0 else -1
        found, move = known[ply - 1], after.history[-1]
        # The search's own choice gives nothing away: if its value fell, no better move is known all the same.
        lost = 0.0 if found.move == move.partition("(")[0] else 50 * sign * (earlier - now)
        rows.append(ReviewedMove(ply, before.to_move, move, lost, found.move, found.variation))
    return rows


def worst_of(moves: Sequence[ReviewedMove], most: int = 5) -> list[ReviewedMove]:
    """The moves that gave away most, worst first."""
    return sorted((row for row in moves if row.loss >= BAD), key=lambda row: -row.loss)[:most]


class Notebook:
    """What has been found so far, kept beside the game, so that a review goes on where it stopped."""

    def __init__(self, path: Path, about: dict[str, Any]):
        self.path, self.known = path, dict[int, Found]()
        head = json.dumps(about, sort_keys=True)
        lines = path.read_text().splitlines() if path.exists() else []
        if lines[:1] == [head]:
            self.known = {found.ply: found for found in map(_found, lines[1:]) if found is not None}
        else:
            self._write(head + "\n", "w")

    def keep(self, found: Found) -> None:
        """Write one more down."""
        self._write(json.dumps(found) + "\n", "a")

    def _write(self, text: str, mode: str) -> None:
        try:
            with self.path.open(mode) as file:
                file.write(text)
        except OSError as error:
            raise BoughError(f"cannot write {self.path}: {error.strerror}; copy the game to another folder") from None


def _found(line: str) -> Found | None:
    try:
        return Found(*json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return None  # the line that was being written when the review was killed


def report(positions: Sequence[Position], known: dict[int, Found]) -> str:
    """The review as a page of HTML that stands alone."""
    names, moves = positions[-1].player_names, judged(positions, known)
    title = escape(f"{positions[0].game.face.title or positions[0].game.name}: {positions[-1].ending or 'unfinished'}")
    blocks = "".join(
        f"<figure>{positions[row.ply].picture}<figcaption><b>{row.ply}. {escape(row.move)}{row.sign}</b> by "
        f"{escape(names[row.player])} gave away {row.loss:.0f} points. "
        f"Better: {escape(' '.join(row.line) or row.better)}.</figcaption></figure>"
        for row in worst_of(moves)
    )
    rows = "".join(
        f"<tr><td>{row.ply}</td><td>{escape(names[row.player])}</td><td>{escape(row.move)}{row.sign}</td>"
        f"<td>{max(0.0, row.loss):.0f}</td><td>{escape(row.better if row.better != row.move else '')}</td></tr>"
        for row in moves
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1>{graph(positions, known)}<h2>Worst moves</h2>"
        f"<div class=worst>{blocks or '<p>No move gave away 10 points or more.</p>'}</div>"
        "<h2>All moves</h2><table><tr><th>move<th>by<th>played<th>points lost<th>better</tr>"
        f"{rows}</table></html>\n"
    )


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#23221f}"
    ".worst{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;width:18rem}figure svg{width:100%;height:auto}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:left;border-top:1px solid #ddd}"
)


def graph(positions: Sequence[Position], known: dict[int, Found]) -> str:
    """The first player's chances over the game."""
    last = max(1, len(positions) - 1)
    values = [(ply, worth(position, known.get(ply))) for ply, position in enumerate(positions)]
    points = " ".join(
        f"{EDGE + ply / last * (WIDTH - 2 * EDGE):.1f},{EDGE + (1 - value) / 2 * (HEIGHT - 2 * EDGE):.1f}"
        for ply, value in values
        if value is not None
    )
    lines = "".join(
        f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        f'<text x="0" y="{y + 4}" font-size="11">{share} %</text>'
        for share, y in ((100, EDGE), (50, HEIGHT / 2), (0, HEIGHT - EDGE))
    )
    name = escape(positions[-1].player_names[0])
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="chances of {name} over the game">{lines}'
        f'<polyline points="{points}" fill="none" stroke="#2f6f4f" stroke-width="2"/>'
        f'<text x="{EDGE}" y="{HEIGHT - 6}" font-size="11">chances of {name}, move by move</text></svg>'
    )
