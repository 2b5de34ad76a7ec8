"""Exact values of small stochastic games, and the searches that come near them."""

import math
import random

import pytest

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.registry import knowledge_of
from bough.search.classic.deepening import Star, StarOptions
from bough.search.classic.exact import ExactValues
from bough.search.classic.expectimax import A_PLY_SOONER


@pytest.mark.parametrize(
    ("board", "value", "squares"),
    [
        ("4x1,pieces=KCkc", 0.5, [0, 0.5, 0.5, 0]),
        pytest.param(
            "2x3,pieces=KCPkcp",
            -0.063889,
            [-0.183333, -0.183333, -0.063889, -0.063889, -0.183333, -0.183333],
            marks=(pytest.mark.long, pytest.mark.compiled),
        ),
    ],
)
def test_exact_values_of_small_boards(board, value, squares):
    """As two independent programs found them; sixteen more, and 2x4, are in benchmarks/exact_values.py."""
    start = bough.game(f"dark-chess:{board}").start()
    exact = ExactValues(start.game, memory="64MiB")
    assert exact.value(start) == pytest.approx(value, abs=1e-6)
    assert list(exact.moves(start).values()) == pytest.approx(squares, abs=1e-6)
    assert exact.rounds <= 40, "the draw rule of 40 plies is patient enough"


@pytest.mark.compiled
def test_exact_values_say_what_they_need():
    with pytest.raises(BoughError, match="does not tell quiet moves"):
        ExactValues(bough.game("hex:3"))
    start = bough.game("dark-chess:2x3,pieces=KCPkcp").start()
    small = ExactValues(start.game, memory="1MiB")
    for _ in range(2):
        with pytest.raises(BoughError, match="give more"):
            small.value(start)
    with pytest.raises(BoughError, match="these are the values of"):
        small.value(bough.game("dark-chess:2x2,pieces=KPkp").start())


def plain_expectimax(position, depth, ply=0):
    """By its definition, for the first player."""
    if position.over:
        winner = position.winner
        return 0.0 if winner is None else (1 - ply * A_PLY_SOONER) * (1 if winner == 0 else -1)
    if depth == 0:
        evaluate = knowledge_of(position.game).evaluation()
        return math.tanh(evaluate(position.state[0]) / (2 * POINTS_A_LOGIT))
    values = []
    for move in position.moves:
        chances = position.outcomes(move)
        below = ply + (2 if len(chances) > 1 or "(" in next(iter(chances)) else 1)
        values.append(sum(p * plain_expectimax(position.play(o), depth - 1, below) for o, p in chances.items()))
    return max(values) if position.to_move == 0 else min(values)


@pytest.mark.compiled
@pytest.mark.long
def test_star1_and_star2_find_the_value_of_expectimax():
    """In positions of random play, at one to three plies; the cleverer cuts need fewer nodes."""
    game, rng = bough.game("dark-chess:3x3,pieces=KGCPPkgcp"), random.Random(11)
    spent = {1: 0, 2: 0}
    for _ in range(9):
        position = game.start()
        for _ in range(rng.randrange(2, 8)):
            after = position.play(position.resolved(rng.choice(position.moves), rng))
            position = position if after.over else after
        for depth in (1, 2, 3) if position.state[0].hidden < 5 else (1, 2):
            wanted = plain_expectimax(position, depth) * (1 if position.to_move == 0 else -1)
            for version in spent:
                star = _star(game, version, depth)
                star.depth = depth
                found = star.search(position, Budget(None, None))
                assert found.value == pytest.approx(wanted, abs=1e-9)
                spent[version] += found.nodes
                move = position.outcomes(found.move)
                worth = sum(p * _after(position, outcome, depth - 1) for outcome, p in move.items())
                assert worth == pytest.approx(wanted, abs=1e-5)
    assert spent[2] < spent[1]


_STARS = {}


def _star(game, version, depth):
    key = (game.name, version, depth)
    if key not in _STARS:
        _STARS[key] = Star(game, version, StarOptions(depth=depth))
    return _STARS[key]


def _after(position, outcome, depth):
    """What is left for the player to move after an outcome."""
    return plain_expectimax(position.play(outcome), depth) * (1 if position.to_move == 0 else -1)


@pytest.mark.long
@pytest.mark.compiled
def test_chance_nodes_with_bounds_prove_a_stochastic_position():
    """2x3 KCPkcp with a general flipped: both bounds meet at the exact value, found in another way."""
    game = bough.game("dark-chess:2x3,pieces=KCPkcp,draw=10")
    exact = ExactValues(game, memory="64MiB")
    position = game.start().play("a2(K)").play("b1(p)")
    result = bough.search(position, "uct(exploration=0.5)+chance-nodes+solver+transpositions", simulations=3_000_000)
    assert result.low == result.high
    assert result.low == pytest.approx(exact.value(position), abs=1e-9)


@pytest.mark.compiled
@pytest.mark.long
def test_chance_nodes_converge_and_group_nodes_do_not():
    """On 2x2 KCkc the estimate of chance nodes comes to -1/3; an open loop stays away from it."""
    start, exact = bough.game("dark-chess:2x2,pieces=KCkc").start(), -1 / 3
    for recipe, near in (
        ("uct+chance-nodes", True),
        ("uct+chance-nodes+exact-chance", True),
        ("uct+group-nodes", False),
    ):
        result = bough.search(start, recipe, simulations=200_000, memory="256MiB", seed=2)
        assert (abs(result.value - exact) < 0.03) == near, (recipe, result.value)
