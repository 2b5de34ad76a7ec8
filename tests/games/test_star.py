"""*Star from its own file: the board, and scores worked out by hand and by a plain twin."""

import random
import runpy
from pathlib import Path

import pytest

import bough

STAR = Path(__file__).parents[2] / "examples" / "star.py"
PARTS = runpy.run_path(str(STAR))


def test_rings_touch_as_on_the_board():
    near = PARTS["neighbours"](3)
    numbers = {cell: n for n, cell in enumerate(PARTS["ring_cells"](3))}

    def touching(*cell):
        return {PARTS["ring_cells"](3)[n] for n in near[numbers[cell]] if n >= 0}

    assert touching(1, 0) == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 0), (2, 1), (2, 9)}
    assert touching(2, 0) == {(2, 1), (2, 9), (1, 0), (3, 0), (3, 1), (3, 14)}
    assert touching(2, 1) == {(2, 0), (2, 2), (1, 0), (1, 1), (3, 1), (3, 2)}
    assert touching(3, 14) == {(3, 13), (3, 0), (2, 9), (2, 0)}
    assert len(PARTS["ring_cells"](6)) == 105 and len(PARTS["ring_cells"](10)) == 275


def twin(rings, stones, player):
    """Points and corners as figure 3 of the paper has them."""
    cells, near = PARTS["ring_cells"](rings), PARTS["neighbours"](rings)
    own = {n for n in range(len(cells)) if stones[n] == player}
    points, left = 0, set(own)
    while left:
        group = {left.pop()}
        while more := {int(o) for n in group for o in near[n] if o in own} - group:
            group |= more
        left -= group
        held = sum(cells[n][0] == rings for n in group)
        points += held - 4 if held >= 2 else 0
    return points, sum(cells[n][0] == rings and cells[n][1] % rings == 0 for n in own)


@pytest.mark.parametrize("rings", [2, 3])
def test_full_boards_are_scored_as_a_twin_scores_them(rings):
    rng, game, winners = random.Random(rings), bough.game(f"{STAR}:{rings}"), set()
    for _ in range(20):
        position = game.start()
        while not position.over:
            position = position.play(rng.choice(position.moves))
        scores = [twin(rings, position.state[0].stone, player) for player in (0, 1)]
        assert position.winner == (None if scores[0] == scores[1] else int(scores[1] > scores[0]))
        winners.add(position.winner)
    assert {0, 1} <= winners


def test_sizes_that_are_none():
    with pytest.raises(bough.BoughError, match="star has 2 to 10 rings, not 1"):
        bough.game(f"{STAR}:1")
