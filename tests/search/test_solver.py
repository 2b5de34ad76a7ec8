"""Proven values against solved games and against full minimax."""

import random
from dataclasses import replace
from functools import cache

import pytest
from conftest import grown

import bough

pytestmark = pytest.mark.compiled


def value_of(game: str, recipe: str = "uct+solver", simulations: int = 3_000_000, text: str | None = None) -> float:
    """The proven value for the player to move."""
    rules = bough.game(game)
    position = rules.position(text) if text else rules.start()
    result = bough.search(position, recipe, simulations=simulations, memory="2GiB")
    assert result.proven, f"{game} not proven in {result.simulations} simulations"
    return result.value


def winning_openings(game: str, recipe: str = "uct+solver+anti-decisive") -> set[str]:
    start = bough.game(game).start()
    return {
        move
        for move in start.moves
        if start.play(move).over or bough.search(start.play(move), recipe, simulations=3_000_000).high == -1
    }


def test_tic_tac_toe_is_a_draw():
    for recipe in ("uct+solver", "uct+solver+decisive", "uct+solver+anti-decisive"):
        assert value_of("tic-tac-toe", recipe) == 0


# Draws all (Tromp's table has 4x4, 5x4 and 4x5); seen here too with a plain alpha-beta search of another make.
@pytest.mark.parametrize("size", ["4x4", *(pytest.param(size, marks=pytest.mark.long) for size in ("4x5", "5x4"))])
def test_small_connect_four_boards_are_drawn(size):
    assert value_of(f"connect-four:{size}", "uct(exploration=0)+solver+anti-decisive", 20_000_000) == 0


@pytest.mark.parametrize(
    ("size", "winning"), [(4, "d1 c2 b3 a4"), pytest.param(3, "c1 a2 b2 c2 a3", marks=pytest.mark.long)]
)
def test_hex_openings(size, winning):
    assert winning_openings(f"hex:{size}") == set(winning.split())


def test_havannah_openings():
    every = set(bough.game("havannah:2").start().moves)
    assert winning_openings("havannah:2") == every - {"b2"}


@pytest.mark.long
def test_openings_of_a_larger_havannah():
    assert winning_openings("havannah:3") == {"a1", "a3", "c1", "c5", "e3", "e5"}


def minimax(game: bough.Game):
    """The value of a position for its player to move, by looking at everything."""

    @cache
    def value(text: str) -> int:
        position = game.position(text)
        if position.over:
            return 0 if position.winner is None else (1 if position.winner == position.to_move else -1)
        return max(-value(position.play(move).text) for move in position.moves)

    return value


@pytest.mark.parametrize(
    ("name", "plies", "recipe"),
    [
        pytest.param("tic-tac-toe", 7, "uct+solver", marks=pytest.mark.long),
        pytest.param("tic-tac-toe", 5, "uct+rave+solver+threshold", marks=pytest.mark.long),
        pytest.param("hex:3", 6, "uct+solver", marks=pytest.mark.long),
        ("hex:3", 4, "uct+rave+anti-decisive+solver"),
        pytest.param("y:3", 3, "uct+solver+decisive", marks=pytest.mark.long),
        pytest.param("havannah:2,swap", 4, "uct+anti-decisive+solver", marks=pytest.mark.long),
        pytest.param("havannah:2", 4, "uct+decisive-offline+solver", marks=pytest.mark.long),
        ("connect-four:4x3", 8, "uct+anti-decisive+solver"),
    ],
)
@pytest.mark.early
def test_bounds_never_disagree_with_minimax(name, plies, recipe):
    """2,000 random positions over all cases, each searched far enough to prove some and too short for others."""
    assert proven_without_fault(bough.game(name), plies, recipe) > 60


def test_moves_that_wait_for_unpruning_count_in_proofs():
    """One move is tried until it is proven, however bad: nothing is lost while the others wait."""

    @bough.part
    def clockwise(position, move):
        return 0.1 * (9 - move)

    game = replace(bough.game("tic-tac-toe"), knowledge=bough.Knowledge(move_weight=clockwise))
    assert proven_without_fault(game, 7, "uct+unpruning(initial=1,a=1000000)+solver") > 60


def proven_without_fault(game, plies, recipe):
    """How many of 250 random positions are proven; no bound may exclude the value."""
    exact, rng = minimax(game), random.Random(plies)
    searcher = bough.searcher(game, recipe, memory="8MiB")
    proven = seen = 0
    while seen < 250:
        position = game.start()
        for _ in range(rng.randrange(plies + 1)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if position.over:
            continue
        seen += 1
        position = game.position(position.text)  # no history: every search starts afresh
        result = searcher.search(position, simulations=rng.choice((5, 30, 200, 5000)))
        value = exact(position.text)
        assert result.low <= value <= result.high, position.text
        for row in result.moves:
            after = position.play(row.move)
            assert row.low <= -exact(after.text) <= row.high, (position.text, row)
        if result.proven:
            proven += 1
            assert result.value == value and -exact(position.play(result.move).text) == value
    return proven


def test_a_proven_loss_still_gives_a_move():
    result = bough.search(bough.game("hex:3").start().play("b2"), "uct+solver", simulations=100_000)
    assert result.proven and result.value == -1 and result.move is not None


def test_the_search_stops_when_the_root_is_proven():
    assert grown("tic-tac-toe", "uct+solver", 10**6, text="xx./oo./... x").nodes[0].visits < 100


def test_estimates_are_cut_back_to_the_bounds():
    tree, closed = grown("tic-tac-toe", "uct+solver", 3000), 0
    for i in range(int(tree.memory[0].used)):
        node = tree.nodes[i]
        if node.low == node.high and node.visits > 0 and node.count > 0:
            assert node.value == node.low
            closed += 1
    assert closed > 100
    result = bough.search(bough.game("tic-tac-toe").start(), "uct+solver", simulations=8000)
    assert all(row.low <= row.value <= row.high for row in result.moves)
