"""Thinking on the opponent's time: in matches, GTP and the terminal."""

import threading
import time

import pytest

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.players.names import canonical, is_machine_code, is_recipe, seat
from bough.protocol.gtp import GtpEngine, Settings
from bough.search.pondering import Pondering


def pondering_threads():
    return [thread for thread in threading.enumerate() if thread.name == "bough-ponder"]


def grown(searcher, position, more=30):
    """Wait until the tree of a position has grown by itself."""
    until = time.monotonic() + 30
    while time.monotonic() < until and (searcher.position != position or searcher.tree.nodes[0].visits < more):
        time.sleep(0.01)
    return int(searcher.tree.nodes[0].visits)


def test_the_tree_of_the_reply_is_kept():
    game = bough.game("hex:4")
    searcher = bough.searcher(game, "uct", seed=1)
    after = game.start().play("b2")
    pondering = Pondering(searcher)
    pondering.begin(after)
    assert grown(searcher, after) >= 30
    pondering.end()
    assert not pondering_threads()
    reply = searcher.result().moves[0]
    found = searcher.search(after.play(reply.move), simulations=1)
    assert sum(move.visits for move in found.moves) > 1 and found.simulations == 1


def test_a_search_that_ends_by_itself_does_not_end_the_next():
    game = bough.game("tic-tac-toe")
    searcher = bough.searcher(game, "uct+solver", seed=1)
    position = game.start().play("a1").play("b1").play("a2").play("b2")
    pondering = Pondering(searcher)
    pondering.begin(position)
    until = time.monotonic() + 30
    while pondering_threads() and time.monotonic() < until:
        time.sleep(0.01)
    pondering.end()
    assert searcher.search(game.start(), simulations=20).simulations == 20


def test_a_player_that_ponders():
    game = bough.game("hex:4")
    assert canonical("ponder:uct+solver", game) == "ponder:uct+solver"
    assert not is_recipe("ponder:uct") and not is_machine_code("ponder:uct")
    with pytest.raises(BoughError, match="unknown idea"):
        canonical("ponder:nonsense", game)
    player = seat("ponder:uct", game, seed=1)
    choice = player.choose(game.start(), Budget(20, None))
    assert pondering_threads()
    after = game.start().play(choice.move)
    grown(player.searcher, after)
    second = player.choose(after.play(after.moves[0]), Budget(20, None))
    assert second.simulations == 20
    player.close()
    assert not pondering_threads()


def test_gtp_ponders_until_the_opponent_moves():
    engine = GtpEngine("hex:4", Settings(recipe="uct", simulations=20, memory="64MiB", ponders=True))
    assert engine.answer("genmove b")[0].startswith("= ")
    grown(engine.searcher, engine.position)
    assert engine.answer("name")[0] == "= Bough" and pondering_threads()
    reply = engine.searcher.result().moves[0].move
    assert engine.answer(f"play w {reply}")[0] == "=" and not pondering_threads()
    engine.answer("genmove b")
    assert engine.searcher.tree.nodes[0].visits > 0 and pondering_threads()
    engine.answer("quit")
    assert not pondering_threads()


def test_play_ponders_while_you_think(run, monkeypatch):
    seen = []

    def slow(prompt):
        seen.append(len(pondering_threads()))
        return "quit"

    monkeypatch.setattr("builtins.input", slow)
    code, _, _ = run("play", "tic-tac-toe", "--ponder", "--simulations", "20")
    assert code == 0 and seen == [1] and not pondering_threads()
