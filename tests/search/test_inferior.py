"""Moves that cannot matter: whatever is left out, the best of what stays has the position's value."""

import random

import numpy as np
import pytest
from conftest import exact, grown

import bough
from bough.games.connection.dead import BEATEN, DEAD, FILLED, OPEN, judging
from bough.games.formats.proofs import verify
from bough.search.views import proving
from bough.search.views.proving import proof_of


def judged(position):
    """What is said of each cell, by its move's name."""
    board = position.game.rules.connection
    state = np.zeros(board.area + 1, np.int8)
    judging(board)(position.state[0], np.zeros((2, board.area + 1), np.uint8), state)
    return {name: int(state[move]) for name, move in position.move_numbers.items()}


def played(game, rng, plies):
    position = game.start()
    for _ in range(plies):
        if not position.over:
            position = position.play(rng.choice(position.moves))
    return position


@pytest.mark.parametrize(("name", "least"), [("hex:3", 1), ("hex:4", 8), ("y:4", 3), ("y:5", 9)])
def test_the_best_of_the_moves_that_stay_has_the_value(name, least):
    rng, game, left_out = random.Random(4), bough.game(name), set()
    for _ in range(24):
        position = played(game, rng, rng.randrange(least, least + 3))
        if not position.over:
            told = judged(position)
            left_out |= set(told.values())
            stay = [move for move, said in told.items() if said < BEATEN]
            values = [-exact(position.play(move)) for move in stay or told]
            assert max(values) == exact(position), position.text
            assert stay or min(values) == exact(position), position.text  # it is decided, whatever is played
    assert BEATEN in left_out or FILLED in left_out


def test_known_cells_are_dead_captured_or_beaten():
    assert DEAD[0b001111]  # four neighbours of one colour in a row
    assert DEAD[0b000111 | 0b010000 << 6]  # three in a row and one of the other colour opposite
    assert DEAD[0b000011 | 0b011000 << 6]  # two against two
    assert not DEAD[0b000001 | 0b001000 << 6] and not DEAD[0] and not DEAD[0b000101]
    # Below a red stone on the row before the last lie the two cells of a bridge to the edge: captured.
    told = judged(bough.game("hex:5").start().play("c4").play("a1"))
    assert told["b5"] == told["c5"] == FILLED and told["d2"] == OPEN


@pytest.mark.parametrize("name", ["hex:3", "y:4"])
def test_a_search_proves_the_same_values(name):
    rng, game = random.Random(9), bough.game(name)
    for _ in range(2):
        position = played(game, rng, 2)
        found = bough.search(position, "uct+rave+inferior+solver", simulations=4000, seed=1)
        assert found.proven and round(found.value) == exact(position)


def test_the_swap_is_left_to_the_players_and_other_games_have_none():
    assert len(bough.search(bough.game("hex:3,swap").start().play("a2"), "uct+inferior", simulations=50).moves) == 9
    with pytest.raises(bough.BoughError, match="only Hex and Y"):
        bough.search(bough.game("havannah:3").start(), "uct+inferior", simulations=10)


def test_a_proof_says_why_the_moves_left_out_fail(monkeypatch):
    tree, start = grown("hex:3", "uct+inferior+solver", 4000), bough.game("hex:3").start()
    assert tree.decided and verify(proof_of(tree, start)) > 0
    monkeypatch.setattr(proving, "MOST_PLIES", 0)
    with pytest.raises(bough.BoughError, match="inferior"):
        proof_of(tree, start)
