"""Draw the pictures of the README and the docs with Bough itself: `python docs/make_pictures.py`."""

from pathlib import Path

import bough
from bough.games.svg import svg_board

FOLDER = Path(__file__).parent / "pictures"


def heat_map(name: str, moves: str, recipe: str, simulations: int) -> str:
    """A board with the share of visits of each move as a shade."""
    position = bough.game(name).start()
    for move in moves.split():
        position = position.play(move)
    result = bough.search(position, recipe, simulations=simulations, seed=1)
    most = max(row.visits for row in result.moves)
    shades = {row.move: (row.visits / most) ** 0.5 for row in result.moves}
    return svg_board(position.game, position.marks, shades)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "hex.svg").write_text(heat_map("hex:9", "e5 d7 f3 d6 c6 e4", "uct+rave+solver", 100_000))
    (FOLDER / "havannah.svg").write_text(
        heat_map("havannah:5", "e5 d4 c4 e3 f5 d6", "uct+rave+anti-decisive+solver", 50_000)
    )
