"""A dice game in one file uses the same chance nodes."""

from functools import lru_cache
from pathlib import Path

import pytest

import bough

PIG = str(Path(__file__).parents[2] / "examples" / "pig.py")
GOAL = 8


def exact_values(goal):
    """The value for the player to move of every (own points, other's points, turn), by value iteration."""
    states = [(a, b, t) for a in range(goal) for b in range(goal) for t in range(goal - a)]
    value = dict.fromkeys(states, 0.0)

    def after_roll(a, b, t):
        total = -value[b, a, 0]
        for face in range(2, 7):
            total += 1.0 if a + t + face >= goal else value[a, b, t + face]
        return total / 6

    for _ in range(200):
        for a, b, t in states:
            hold = -value[b, a + t, 0] if t and a + t < goal else -1.0
            value[a, b, t] = max(after_roll(a, b, t), hold)
    return value, after_roll


@lru_cache
def solved():
    return exact_values(GOAL)


@pytest.mark.compiled
def test_pig_comes_near_its_exact_value():
    value, _ = solved()
    game = bough.game(f"{PIG}:{GOAL}")
    result = bough.search(game.start(), simulations=300_000, seed=3)
    assert result.value == pytest.approx(value[0, 0, 0], abs=0.03)


def test_pig_is_drawn_by_its_rules():
    game = bough.game(f"{PIG}:{GOAL}")
    start = game.start()
    assert start.moves == ["roll"]
    assert start.outcomes("roll") == {f"roll({face})": pytest.approx(1 / 6) for face in range(1, 7)}
    assert start.play("roll(1)").to_move == 1
    six = start.play("roll(6)")
    assert (six.to_move, six.moves) == (0, ["roll", "hold"])
    assert six.play("roll(2)").winner == 0
    assert six.play("hold").text == "roll(6) hold"


LAST_ROLL = """
import bough

ROLL = 0

def game(winning: int = 5):
    @bough.part
    def setup(position):
        position.to_move, position.winner = bough.FIRST, bough.UNDECIDED

    @bough.part
    def moves(position, out):
        if position.to_move != bough.CHANCE:
            out[0] = ROLL
            return 1
        for face in range(6):
            out[face] = 1 + face
        return 6

    @bough.part
    def play(position, move):
        position.to_move = bough.CHANCE if move == ROLL else bough.SECOND
        if move != ROLL:
            position.winner = bough.FIRST if move <= winning else bough.DRAW

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def outcomes(position, out, chances):
        for face in range(6):
            out[face], chances[face] = 1 + face, 1.0 / 6.0
        return 6

    @bough.part
    def draw_outcome(position, rng):
        rng = bough.advance(rng)
        return 1 + bough.below(rng, 6), rng

    return bough.Game(
        name=f"last-roll:{winning}", recipe="uct+chance-nodes",
        rules=bough.Rules(
            record=bough.record_type((("to_move", "i1"), ("winner", "i1"))), max_moves=6, max_plies=4, move_ids=7,
            setup=setup, moves=moves, play=play, winner=winner, first_outcome=1, outcomes=outcomes,
            draw_outcome=draw_outcome,
        ),
    )
"""


@pytest.mark.parametrize("idea", ["leaf-check", "decisive"])
def test_chance_has_no_winning_move(idea, tmp_path):
    (tmp_path / "last_roll.py").write_text(LAST_ROLL)
    game = bough.game(str(tmp_path / "last_roll.py"))
    result = bough.search(game.start(), f"uct+{idea}+solver+chance-nodes", simulations=50)
    assert result.low == result.high == pytest.approx(5 / 6)


def test_what_wins_whatever_chance_does_is_a_win(tmp_path):
    """Though six sixths add up to less than 1."""
    (tmp_path / "sure_roll.py").write_text(LAST_ROLL)
    start = bough.game(f"{tmp_path / 'sure_roll.py'}:6").start()
    result = bough.search(start, "uct+solver+chance-nodes", simulations=50)
    assert result.low == result.high == result.moves[0].low == 1.0
