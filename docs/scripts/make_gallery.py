"""Draw the boards of the start screen, finished games that show the goal: `python docs/scripts/make_gallery.py`."""

import random
from pathlib import Path

import bough

FOLDER = Path(__file__).parents[2] / "src" / "bough" / "web" / "assets" / "boards"
GAMES = {
    "hex": ("hex:6", "uct+rave+solver"),
    "y": ("y:6", "uct+rave+solver"),
    "havannah": ("havannah:4", "uct+rave+solver"),
    "go": ("go:7", "uct"),
    "loa": ("loa:6", "uct+solver"),
    "connect-four": ("connect-four:6x5", "uct+solver"),
    "tic-tac-toe": ("tic-tac-toe", "uct"),
    "dark-chess": ("dark-chess", "uct+chance-nodes"),
}


def finished(name: str, recipe: str) -> bough.Position:
    """The end of a game that somebody wins, or a board in the middle of one that hides things."""
    for seed in range(100):
        position, rng = bough.game(name).start(), random.Random(seed)
        searcher = bough.searcher(bough.game(name), recipe, seed=seed)
        while not position.over and (name != "dark-chess" or len(position.history) < 24):
            found = searcher.search(position, simulations=60 if len(position.history) % 2 else 15)
            assert found.move is not None
            position = position.play(position.resolved(found.move, rng))
        if name == "dark-chess" or position.winner is not None:
            return position
    raise RuntimeError(f"nobody wins {name}")


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, (board, recipe) in GAMES.items():
        (FOLDER / f"{name}.svg").write_text(finished(board, recipe).picture + "\n")
        print(name, (FOLDER / f"{name}.svg").stat().st_size)


if __name__ == "__main__":
    main()
