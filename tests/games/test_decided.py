"""What people are told about the end of a game, against the rules' own word."""

import random

import pytest

import bough
from bough.games.boards.decided import area_owners, distances, neighbours

GAMES = ("hex:4", "hex:5,swap", "y:5", "havannah:3", "havannah:4", "connect-four:5x4", "tic-tac-toe", "loa:4")


def _random_end(game, rng):
    position = game.start()
    while not position.over:
        position = position.play(rng.choice(position.moves))
    return position


@pytest.mark.parametrize("name", GAMES)
def test_every_win_is_explained_by_the_winners_own_cells(name):
    rng, seen = random.Random(5), set()
    for _ in range(60 if name == "havannah:4" else 20):
        end = _random_end(bough.game(name), rng)
        if end.winner is None:
            assert end.decided is None
            continue
        assert end.decided is not None and end.decided.cells
        assert {end.marks[cell] for cell in end.decided.cells} == {"xo"[end.winner]}
        assert end.ending == f"{end.game.face.player_names[end.winner]} wins {end.decided.words}"
        seen.add(end.decided.words)
    if name == "havannah:4":
        assert len(seen) == 3  # fork, bridge and ring


@pytest.mark.parametrize("name", ["hex:5", "y:5"])
def test_a_chain_is_needed_from_end_to_end(name):
    """Without any one of its cells a chain falls apart: it is a path, with a branch in Y at most."""
    rng = random.Random(2)
    for _ in range(10):
        end = _random_end(bough.game(name), rng)
        cells = set(end.decided.cells)
        layout = end.game.face.layout
        near = [
            [j for j, b in enumerate(layout.cells) if 0 < (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 1.1]
            for a in layout.cells
        ]
        assert distances([min(cells)], cells, near).keys() == cells
        if name.startswith("hex"):
            rows = {cell // 5 for cell in cells}
            columns = {cell % 5 for cell in cells}
            assert (rows if end.winner == 0 else columns) == set(range(5))


def test_owners_agree_with_the_score():
    rng = random.Random(4)
    for _ in range(10):
        end = _random_end(bough.game("go:4"), rng)
        assert sum((1, -1)[owner] for owner in end.owners if owner >= 0) - 7.5 == end.margin


def test_a_region_that_borders_on_both_is_nobodys():
    around = neighbours([(x, 0) for x in range(5)], ((1, 0), (-1, 0)))
    assert area_owners([0, -1, 1, -1, -1], around) == [0, -1, 1, 1, 1]


def test_a_picture_shows_what_decided_the_game_and_where_a_piece_came_from():

    position = bough.game("tic-tac-toe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        position = position.play(move)

    assert position.picture.count('class="light"') == 3
    moved = bough.game("loa").start()
    moved = moved.play(moved.moves[0])
    assert moved.picture.count("stroke-dasharray") == 1
