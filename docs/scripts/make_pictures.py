"""Draw the pictures of the README and the docs with Bough itself: `python docs/scripts/make_pictures.py`."""

import random
from collections.abc import Mapping
from pathlib import Path

import bough
from bough.games.boards.svg import svg_board
from bough.games.game import Position
from bough.knowledge.registry import knowledge_of
from bough.search.views.pictures import SIZE, tree_svg

FOLDER = Path(__file__).parent.parent / "pictures"
TRAP = "xo./.../..x o"
"""Tic-tac-toe: one move draws, the others lose."""


def played(name: str, moves: str) -> Position:
    """The position after these moves."""
    position = bough.game(name).start()
    for move in moves.split():
        position = position.play(move)
    return position


def shaded(position: Position, weights: Mapping[str, float]) -> str:
    """A board on which each move is as dark as its weight."""
    most = max(weights.values())
    return svg_board(position.game.face, position.marks, {move: (w / most) ** 0.5 for move, w in weights.items()})


def visits(position: Position, recipe: str, simulations: int) -> dict[str, float]:
    """How often a search tried each move."""
    result = bough.search(position, recipe, simulations=simulations, seed=1)
    return {row.move: float(row.visits) for row in result.moves}


def likelihood(position: Position) -> dict[str, float]:
    """What knowledge says of each move before any search."""
    weight = knowledge_of(position.game).move_weight
    assert weight is not None
    return {name: float(weight(position.state[0], number)) for name, number in position.move_numbers.items()}


def tree(position: Position, recipe: str, simulations: int) -> str:
    """The most visited part of a search tree."""
    searcher = bough.searcher(position.game, recipe, seed=1)
    searcher.search(position, simulations=simulations)
    return tree_svg(searcher.explore, board=position.picture)


def looked_at(position: Position, simulations: int) -> tuple[list[str], dict[tuple[str, ...], tuple[int, float]]]:
    """The moves that the last simulation of a search followed, and visits and value of every node."""
    seen = []
    for count in (simulations - 1, simulations):
        searcher = bough.searcher(position.game, "uct", seed=1)
        searcher.search(position, simulations=count)
        nodes: dict[tuple[str, ...], tuple[int, float]] = {}
        waiting: list[tuple[str, ...]] = [()]
        for path in waiting:
            for branch in searcher.explore(list(path)).branches:
                if branch.visits:
                    nodes[*path, branch.move] = branch.visits, branch.value
                    waiting.append((*path, branch.move))
        seen.append(nodes)
    followed = [path for path, (visited, _) in seen[1].items() if seen[0].get(path, (0, 0.0))[0] != visited]
    return list(max(followed, key=len)), seen[1]


def four_steps(position: Position, simulations: int) -> str:
    """One simulation of a real search: the way down, the new node, a playout from it, and the numbers on the way up."""
    path, nodes = looked_at(position, simulations)
    before = after = position
    for move in path:
        before, after = after, after.play(move)
    end, rng = after, random.Random(4)
    while not end.over:
        end = end.play(rng.choice(end.moves))
    visited = [nodes[tuple(path[: i + 1])][0] for i in range(len(path))]
    numbers = [f"{move}: {n} visit{'s' * (n > 1)}" for move, n in zip(path, visited, strict=True)]
    panels = [
        ("1. Select", before, "follow " + ", ".join(path[:-1])),
        ("2. Expand", after, f"a new node: {path[-1]}"),
        ("3. Play out", end, end.ending),
        ("4. Back up", position, "; ".join(numbers)),
    ]
    parts = []
    for number, (head, shown, words) in enumerate(panels):
        x = 190 * number
        board = SIZE.sub(f'x="{x + 20}" y="28" width="130" height="130"', shown.picture, count=1)
        parts.append(f'<text x="{x + 85}" y="18" font-weight="bold">{head}</text>{board}')
        parts.append(f'<text x="{x + 85}" y="178" font-size="11">{words}</text>')
        parts.append(f'<text x="{x + 180}" y="100" font-size="22">{"→" if number < 3 else ""}</text>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="190" font-family="sans-serif" font-size="14" '
        f'text-anchor="middle" fill="#5b574e">{"".join(parts)}</svg>'
    )


def pictures() -> dict[str, str]:
    """All of them by name."""
    hex_board = played("hex:9", "e5 d7 f3 d6 c6 e4")
    go_board = played("go:9", "e5 g6 d7 f3 g4 g3 f6 e3 h4 h3 c4")
    threat = played("havannah:5", "a1 e5 b1 f6 c1 d4 d1")
    return {
        "four-steps": four_steps(bough.game("tic-tac-toe").position(TRAP), 40),
        "hex": shaded(hex_board, visits(hex_board, "uct+rave+solver", 100_000)),
        "havannah": shaded(
            played("havannah:5", "e5 d4 c4 e3 f5 d6"),
            visits(played("havannah:5", "e5 d4 c4 e3 f5 d6"), "uct+rave+anti-decisive+solver", 50_000),
        ),
        "solver-tree": tree(bough.game("tic-tac-toe").position(TRAP), "uct+solver", 400),
        "uct-tree": tree(bough.game("tic-tac-toe").position(TRAP), "uct", 400),
        "go-likelihood": shaded(go_board, likelihood(go_board)),
        "go-visits": shaded(go_board, visits(go_board, "mango", 20_000)),
        "decisive": shaded(threat, visits(threat, "uct+anti-decisive+solver", 2_000)),
        "chance-tree": tree(bough.game("dark-chess:2x2,pieces=KCkc,draw=10").start(), "uct+chance-nodes", 2_000),
        "group-tree": tree(bough.game("dark-chess:2x2,pieces=KCkc,draw=10").start(), "uct+group-nodes", 2_000),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / f"{name}.svg").write_text(picture)
