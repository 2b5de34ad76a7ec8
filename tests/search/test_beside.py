"""A prover beside the tree (idea df-pn): what it proves is true, and the tree plays by it."""

import random

import pytest
from conftest import exact

import bough
from bough.core.errors import BoughError
from bough.search.solving.provers import Dfpn

pytestmark = pytest.mark.usefixtures("few_playouts")


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex:3", "connect-four:4x4"])
def test_bounds_are_true(name):
    game, rng = bough.game(name), random.Random(4)
    searcher = bough.searcher(game, "uct+solver+df-pn(positions=2)", seed=2)
    proven = 0
    for _ in range(8):
        position = game.start()
        plies = rng.randrange(4, 6) if name != "connect-four:4x4" else 10
        while not position.over and plies:
            position, plies = position.play(rng.choice(position.moves)), plies - 1
        if position.over:
            continue
        found, true = searcher.search(position, simulations=128), exact(position)
        assert found.low <= true <= found.high
        for move in found.moves:
            after = position.play(move.move)
            value = -exact(after) if after.to_move != position.to_move else exact(after)
            assert move.low <= value <= move.high
        proven += found.proven
    assert proven > 1


def test_a_win_is_proven_that_the_tree_alone_does_not_see():
    position = bough.game("hex:3").start()
    alone = bough.search(position, "uct+solver", simulations=128, seed=1)
    beside = bough.search(position, "uct+solver+df-pn(positions=2)", simulations=128, seed=1)
    assert not alone.proven and beside.proven and beside.value == 1
    answer = bough.search(position.play(beside.move), "uct+solver", simulations=3000, seed=1)
    assert answer.proven and answer.value == -1


def test_the_same_seed_gives_the_same_tree_however_it_is_sliced():
    position = bough.game("hex:3").start().play("a1")
    one, other = (bough.searcher(position.game, "uct+solver+df-pn(positions=1)", seed=3) for _ in range(2))
    other.first_slice = 7
    told = [searcher.search(position, simulations=128) for searcher in (one, other)]
    assert told[0].moves == told[1].moves and (told[0].low, told[0].high) == (told[1].low, told[1].high)


def test_an_attacker_does_without_positions_that_were_on_the_board():
    """Black wins loa:4; with every position after his first move forbidden, nothing is proven any more."""
    position = bough.game("loa:4").start()
    prover = Dfpn(position.game, 1 << 20)

    def wins():
        prover.ask(position, 1 - position.to_move)
        assert prover.go_on(1 << 20)
        return prover.reached

    assert wins()
    prover.forbid([position.play(move) for move in position.moves])
    assert not wins()
    prover.forbid([])
    assert wins()


def test_without_its_past_nothing_is_claimed_where_positions_come_again():
    """A game that began at a board set up and went on: what stood there before is not known."""
    game = bough.game("loa:4")
    begun = game.position("xo.o/...x/..../xo.x w")
    searcher = bough.searcher(game, "uct+solver+df-pn", seed=1)
    searcher.search(begun, simulations=64)
    assert searcher._beside._root is begun
    later = begun.play(begun.moves[0])
    searcher.search(later, simulations=64)
    assert searcher._beside._root is None
    played = game.start().play(game.start().moves[0])
    searcher.search(played, simulations=64)
    assert searcher._beside._root is played and len(searcher._beside.prover._past) == 1


@pytest.mark.parametrize(
    ("game", "recipe", "message"),
    [
        ("hex:3", "uct+df-pn", "solver"),
        ("dark-chess:2x2,pieces=KPkp", "uct+chance-nodes+solver+df-pn", "cannot serve .* chance"),
        ("go:5", "uct+solver+df-pn", "cannot serve go:5"),
    ],
)
def test_where_it_cannot_work_it_is_refused(game, recipe, message):
    with pytest.raises(BoughError, match=message):
        bough.searcher(bough.game(game), recipe)


def test_many_searches_at_once_have_no_prover():
    with pytest.raises(BoughError, match="leave out df-pn"):
        bough.search_many([bough.game("hex:3").start()], "uct+solver+df-pn", simulations=10)
