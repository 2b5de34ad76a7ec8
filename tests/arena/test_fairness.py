"""What the arena gives both sides alike, and what it tells where it cannot."""

import sqlite3
import sys
import time
from pathlib import Path

import pytest

import bough
from bough.arena.match import match_of
from bough.arena.results.store import LATER, Store
from bough.arena.running import run_match
from bough.arena.schedule import remarks
from bough.core.budget import Budget
from bough.players.names import keeps_time, seat

ENGINE = Path(__file__).parents[1] / "engines" / "gtp_engine.py"
PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell CPU seconds")


def engine(manner="good"):
    return f"gtp:{sys.executable} {ENGINE} hex:4 {manner}"


def test_forfeits_are_told_apart(run, tmp_path):
    arguments = ["match", "hex:4", "random", engine("crash"), "--pairs", "2", "--store", str(tmp_path / "r.sqlite")]
    code, out, _ = run(*arguments, "--simulations", "5")
    assert code == 0 and f"{engine('crash')} forfeited 4 of its games: crashed (exit code 3) (4)" in out.replace(
        "\n", " "
    )
    assert "forfeited" in run("results", str(tmp_path / "r.sqlite"))[1]


def test_to_resign_is_no_forfeit(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    run_match(match_of("hex:4", ["random", engine("resign")], simulations=5), store, pairs=1)
    assert not any("forfeited" in remark for remark in remarks(list(store.games())))


def test_an_engine_without_a_clock_is_told_of(run, tmp_path):
    game = bough.game("hex:4")
    assert keeps_time(engine(), game, 0.1) and keeps_time("uct", game, 0.1)
    assert keeps_time(engine("timeless"), game, None) and not keeps_time(engine("timeless"), game, 0.1)
    assert not keeps_time(f"random(turns=1) then {engine('timeless')}", game, 0.1)
    code, out, _ = run(
        "match", "hex:4", "random", engine("timeless"), "--pairs", "1", "--seconds", "0.1", "--store",
        str(tmp_path / "r.sqlite"),
    )  # fmt: skip
    assert code == 0 and "refuses time_settings and may think as long as it likes" in " ".join(out.split())


@PROC
def test_cpu_seconds_of_both_sides_are_kept(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    run_match(match_of("hex:4", ["uct", engine()], seconds=0.05), store, pairs=1)
    for row in store.games():
        ours, theirs = (row.first_cpu, row.second_cpu)[:: 1 if row.first == "uct" else -1]
        assert 0.02 < ours < 10 and theirs is not None and theirs >= 0
    assert any("CPU seconds in 2 games: uct " in remark for remark in remarks(list(store.games())))


@PROC
def test_all_threads_and_the_opponents_time_count():
    game = bough.game("hex:4")
    player = seat("ponder:uct", game, 1)
    position = game.start()
    position = position.play(player.choose(position, Budget(2, None)).move)
    time.sleep(0.5)
    assert player.choose(position.play(position.moves[0]), Budget(2, None)).cpu > 0.1
    player.close()
    shared = seat("uct with threads=2", game, 1)
    shared.choose(game.start(), Budget(200, None))
    assert shared.searcher.tree.others_seconds > 0


def test_stores_of_earlier_versions_go_on(tmp_path):
    path = tmp_path / "old.sqlite"
    match = match_of("hex:4", ["uct", "random"], simulations=5)
    store = Store(path)
    run_match(match, store, pairs=1)
    store.close()
    with sqlite3.connect(path) as old:
        for column in LATER:
            old.execute(f"alter table games drop column {column}")
    again = Store(path)
    assert [row.first_cpu for row in again.games()] == [None, None]
    assert run_match(match, again, pairs=2).played == 4
    assert Store(tmp_path / "new.sqlite").rescue(path) >= 2
