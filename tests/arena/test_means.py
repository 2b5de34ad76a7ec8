"""What a player of a match is given: threads, memory, a tree that is kept."""

import pytest

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.players.names import canonical, is_machine_code, keeping, recipes_in, seat

LIMITS = Budget(200, None)


def test_means_are_part_of_the_name():
    game = bough.game("hex:4")
    name = canonical("uct+solver  with keep=1, memory=2MiB ,threads=2", game)
    assert name == "uct+solver with memory=2MiB,threads=2,keep=1" and canonical(name, game) == name
    assert canonical("uct with keep=0", game) == "uct"
    assert not is_machine_code(name)
    assert [str(one) for one in recipes_in(f"random(turns=2) then {name}", game)] == ["uct+solver"]
    assert [str(one) for one in recipes_in("ponder:uct", game)] == ["uct"]


def test_a_player_keeps_its_tree_whatever_else_it_has():
    for name, kept in {
        "uct": "uct with keep=1",
        "uct with threads=2": "uct with threads=2,keep=1",
        "random then minimax with memory=2MiB": "random then minimax with memory=2MiB,keep=1",
        "level:easy": "level:easy",
        "ponder:uct": "ponder:uct",
    }.items():
        assert keeping(name) == kept
    with pytest.raises(BoughError, match="leaves something to chance"):
        canonical("minimax with keep=1", bough.game("dark-chess"))


def test_a_player_has_what_it_is_given():
    game = bough.game("hex:4")
    player = seat("uct with memory=2MiB,threads=2", game, 1)
    assert player.searcher.made_with[1:4] == ("2MiB", 1, 2)
    player.choose(game.start(), LIMITS)
    player.close()


@pytest.mark.parametrize("keeps", [False, True])
def test_a_tree_is_kept_if_asked_for(keeps):
    game = bough.game("hex:4")
    player = seat("uct with keep=1" if keeps else "uct", game, 1)
    at = game.start()
    at = at.play(player.choose(at, LIMITS).move)
    reply = player.searcher.result().variation[1]
    player.choose(at.play(reply), Budget(1, None))
    assert (int(player.searcher.tree.nodes[0].visits) > 2) == keeps


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("uct with threads=0", "threads"),
        ("uct with keep=2", "keep is 0 or 1, not 2"),
        ("uct with memory=lots", "memory"),
        ("uct with colour=red", "with has no option 'colour'; its options are: memory, threads, keep"),
        ("uct with keep=1 with threads=2", "two lists after 'with'"),
        ("minimax with threads=2", "minimax searches with one thread, not 2"),
    ],
)
def test_bad_means_are_refused(name, complaint):
    with pytest.raises(BoughError, match=complaint):
        canonical(name, bough.game("hex:4"))
