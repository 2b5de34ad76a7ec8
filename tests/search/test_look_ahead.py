"""look-ahead: short forced wins are found as a naive search finds them, and what they prove holds."""

import random

import pytest
from conftest import exact, grown

import bough
from bough.core.records import record_type, records
from bough.core.rows import rows
from bough.games.formats.proofs import verify
from bough.search.ideas.look_ahead import forced_win_part
from bough.search.views.proving import proof_of

FORK = "x.o/.o./..x x"
"""x takes a corner and threatens two lines."""


def wins_within(position: bough.Position, attacker: int, plies: int) -> bool:
    """Whether a player wins by force within this many plies, by trying everything."""
    if position.over:
        return position.winner == attacker
    if plies == 0:
        return False
    those = (wins_within(position.play(move), attacker, plies - 1) for move in position.moves)
    return any(those) if position.to_move == attacker else all(those)


@pytest.mark.parametrize(
    ("name", "begun", "plies"),
    [("tic-tac-toe", 8, 4), ("hex:3", 8, 4), ("loa:3", 3, 3), ("connect-four:4x4", 14, 5), ("havannah:2", 6, 4)],
)
def test_forced_wins_are_those_of_a_naive_search(name, begun, plies):
    game, rng = bough.game(name), random.Random(3)
    forced, fields = forced_win_part(game)
    memory = rows(records(1, record_type(fields)))[0]
    found = 0
    for _ in range(40):
        position = game.start()
        for _ in range(rng.randrange(begun)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if position.over:
            continue
        for attacker in (0, 1):
            for most in range(1, plies + 1):
                move = forced(rows(position.state)[0], memory, attacker, most)
                assert (move >= 0) == wins_within(position, attacker, most), (position.text, attacker, most)
                if move >= 0 and position.to_move == attacker:
                    found += 1
                    assert wins_within(position.play(game.face.move_name(move)), attacker, most - 1)
    assert found > 5


def test_a_fork_is_seen_at_the_visit_that_was_asked_for():
    """x wins in three plies once o has taken a corner; then the root is proven by the look at its second visit."""
    after = bough.game("tic-tac-toe").position(FORK)
    assert wins_within(after, 0, 3) and not wins_within(after, 0, 1)
    for visits, proven in ((1, 2), (4, 5)):
        assert grown("tic-tac-toe", f"uct+solver+look-ahead(visits={visits})", proven - 1, text=FORK).nodes[0].low < 1
        tree = grown("tic-tac-toe", f"uct+solver+look-ahead(visits={visits})", proven, text=FORK)
        assert tree.decided and -tree.nodes[0].low == exact(after) == 1


@pytest.mark.parametrize("name", ["tic-tac-toe", "hex:3"])
def test_bounds_are_true(name):
    """Of every child of the root, and of the root, however little was searched."""
    game, rng = bough.game(name), random.Random(8)
    decided = 0
    for seed in range(12):
        position = game.start()
        for _ in range(rng.randrange(3, 7)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if position.over:
            continue
        tree = grown(name, "uct+solver+look-ahead(visits=2)", rng.choice((3, 8, 40)), seed, text=position.text)
        assert -tree.nodes[0].high <= exact(position) <= -tree.nodes[0].low
        for child in tree.children(0):
            node = tree.nodes[child]
            value = -exact(position.play(game.face.move_name(int(node.move))))
            assert node.low <= value <= node.high
            decided += node.low == node.high
    assert decided > 10


def test_what_it_knew_is_written_out_in_proofs():
    for name, text in (("loa:4", None), ("tic-tac-toe", FORK)):
        game, tree = bough.game(name), grown(name, "uct+solver+look-ahead(visits=2)", 3000, text=text)
        assert tree.decided
        assert verify(proof_of(tree, game.position(text) if text else game.start())) > 0


def test_chance_is_refused_in_words():
    with pytest.raises(bough.BoughError, match="chance takes part in it"):
        bough.search(bough.game("dark-chess").start(), "uct+chance-nodes+solver+look-ahead", simulations=1)
