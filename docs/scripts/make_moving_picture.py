"""Draw the moving picture of the README, a game of Hex with its heat maps and its proof: `make_moving_picture.py`.

An SVG that moves by itself: every frame is a board drawn by Bough, shown for its seconds.
"""

from pathlib import Path
from typing import NamedTuple

import bough
from bough.games.boards.svg import svg_board

FILE = Path(__file__).parent.parent / "pictures" / "game.svg"
GAME, RECIPE, SIMULATIONS = "hex:6", "uct+rave+solver", 60_000
OPENING = ("a2", "e3")
WIDE, HIGH, CAPTION = 560, 400, 44


class Frame(NamedTuple):
    """A board, what is said below it, and for how long."""

    board: str
    words: str
    seconds: float


def frames() -> list[Frame]:
    """The game, played by one search against itself."""
    position = bough.game(GAME).start()
    for move in OPENING:
        position = position.play(move)
    shown = []
    names = position.game.face.player_names
    while not position.over:
        found = bough.search(position, RECIPE, simulations=SIMULATIONS, seed=1)
        most = max(row.visits for row in found.moves)
        shades = {row.move: (row.visits / most) ** 0.5 for row in found.moves}
        heat = svg_board(position.game.face, position.marks, shades, last=position.last_cells)
        chances = (
            f"a proven {'win' if found.value > 0 else 'loss'}" if found.proven else f"{50 * (1 + found.value):.0f} %"
        )
        assert found.move is not None
        shown.append(Frame(heat, f"{names[position.to_move]} thinks: {found.move}, {chances}", 1.6))
        position = position.play(found.move)
    return [*shown, Frame(position.picture, position.ending, 4.0)]


def moving(shown: list[Frame]) -> str:
    """All frames in one picture, each visible in its turn."""
    total, at, parts, rules = sum(frame.seconds for frame in shown), 0.0, [], []
    for number, (board, words, seconds) in enumerate(shown):
        begin, end = 100 * at / total, 100 * (at + seconds) / total
        rules.append(
            f"@keyframes f{number}{{0%,100%{{opacity:0}}{begin:.2f}%{{opacity:1}}"
            f"{end - 0.01:.2f}%{{opacity:1}}{end:.2f}%{{opacity:0}}}}"
            f".f{number}{{opacity:0;animation:f{number} {total:.1f}s step-end infinite}}"
        )
        inner = board.replace(
            "<svg ", f'<svg x="0" y="0" preserveAspectRatio="xMidYMid meet" data-frame="{number}" ', 1
        )
        for side, size in (("width", WIDE), ("height", HIGH - CAPTION)):
            head, _, rest = inner.partition(f' {side}="')
            inner = f'{head} {side}="{size}"{rest.partition(chr(34))[2]}'
        parts.append(
            f'<g class="f{number}">{inner}<text x="{WIDE / 2}" y="{HIGH - 14}" font-size="18" text-anchor="middle" '
            f'font-family="sans-serif" fill="#66625a">{words}</text></g>'
        )
        at += seconds
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f"<style>{''.join(rules)}</style>{''.join(parts)}</svg>\n"
    )


def main() -> None:
    """Write it."""
    shown = frames()
    FILE.write_text(moving(shown))
    print(f"{len(shown)} frames, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
