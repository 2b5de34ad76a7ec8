"""Matches: paired, durable, and nobody left behind."""

import csv
import dataclasses
import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bough
from bough.arena import openings
from bough.arena.match import match_of
from bough.arena.openings import BALANCE, RandomOpenings, openings_from_file, position_after
from bough.arena.results.statistics import Sprt
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.arena.schedule import standing, tasks
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.names import game as game_named
from bough.players.gtp import GtpPlayer

ENGINE = Path(__file__).parents[1] / "engines" / "gtp_engine.py"


def engine(manner: str = "good", game: str = "hex:4") -> str:
    return f"gtp:{sys.executable} {ENGINE} {game} {manner}"


def test_every_opening_is_played_twice_with_colours_changed(tmp_path):
    match = match_of("hex:4", ["uct+solver", "uct", "random"], simulations=30, seed=5)
    store = Store(tmp_path / "r.sqlite")
    ended = run_match(match, store, pairs=4, jobs=2)
    rows = list(store.games(match=match.id))
    assert ended.played == len(rows) == 4 * 3 * 2 and len(ended.scores) == 3
    for even, odd in zip(rows[::2], rows[1::2], strict=True):
        assert (even.first, even.second, even.opening) == (odd.second, odd.first, odd.opening)
        assert len(even.opening.split()) == 2 and even.moves.startswith(even.opening)
    assert len({row.opening for row in rows}) == 4
    assert ended.scores["uct+solver", "random"].mean > 0.8


def test_stored_games_replay_to_the_stored_winner(tmp_path):
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=15)
    store = Store(tmp_path / "r.sqlite")
    run_match(match, store, pairs=5, jobs=2)
    for row in store.games():
        position = game_named(row.game).start()
        for move in row.moves.split():
            position = position.play(move)
        assert position.over and position.winner == row.winner and row.ending == "over"
        assert 0 < row.first_simulations <= 15 * 16 and row.seconds > 0 and "numba" in row.versions


def test_machine_code_games_are_those_that_stepping_plays(tmp_path):
    """A duel picks the moves a searcher picks with the same numbers, whoever sits where."""
    import bough
    from bough.arena.workers.duel import DuelTable
    from bough.core.rng import seeded
    from bough.search.trees.engine import engine as engine_of
    from bough.search.trees.tree import Tree

    game = bough.game("hex:4")
    recipes = bough.recipe("uct+solver"), bough.recipe("uct+rave+solver")
    engines = [engine_of(game, chosen) for chosen in recipes]
    table = DuelTable(engines[0], engines[1], recipes, 20, 1 << 22)
    for seat in (0, 1):
        table.begin(game.start(), seat, seed=9)
        while table.play(3) < 0:
            pass
        trees = [Tree(made, chosen, 1 << 22, seed=0) for made, chosen in zip(engines, recipes, strict=True)]
        for stream, tree in enumerate(trees):
            tree.memory[0].rng = seeded(9, stream)
        position = game.start()
        while not position.over:
            tree = trees[0 if position.to_move == seat else 1]
            tree.plant(position.state)
            tree.grow(20)
            position = position.play(game.face.move_name(int(tree.nodes[tree.line()[0]].move)))
        assert list(position.history) == table.played()


def test_a_match_goes_on_where_it_stopped(tmp_path):
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=12, seed=1)
    whole, broken = Store(tmp_path / "whole.sqlite"), Store(tmp_path / "broken.sqlite")
    run_match(match, whole, pairs=6, jobs=2)
    run_match(match, broken, pairs=2)
    run_match(match, broken, pairs=6)
    assert run_match(match, broken, pairs=6).played == 12
    for a, b in zip(whole.games(match=match.id), broken.games(match=match.id), strict=True):
        assert a._replace(seconds=0, finished="") == b._replace(seconds=0, finished="")


def test_a_gap_is_filled_though_later_games_are_there(tmp_path):
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=12, seed=1)
    whole, gap = Store(tmp_path / "whole.sqlite"), Store(tmp_path / "gap.sqlite")
    run_match(match, whole, pairs=3)
    gap.add([row for row in whole.games() if row.number != 1])
    run_match(match, gap, pairs=2)
    assert sorted(row.number for row in gap.games()) == [0, 1, 2, 3, 4, 5]


def test_a_match_survives_being_killed(tmp_path):
    """Killed three times with SIGKILL and continued: every game once, the openings of an undisturbed run."""
    store = tmp_path / "killed.sqlite"
    command = [
        sys.executable, "-m", "bough.cli.main", "match", "hex:4", "uct+solver", "uct", "--pairs", "30",
        "--simulations", "4", "--jobs", "2", "--seed", "3", "--store", str(store),
    ]  # fmt: skip

    def played() -> int:
        if not store.exists():
            return 0
        kept = Store(store)
        count = sum(1 for _ in kept.games())
        kept.close()
        return count

    for kill in range(3):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before, deadline = played(), time.monotonic() + 90
        while played() < before + 10 and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert 10 * (kill + 1) <= played() < 60
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    match = match_of("hex:4", ["uct+solver", "uct"], simulations=4, seed=3)
    rows = list(Store(store).games(match=match.id))
    assert [row.number for row in rows] == list(range(60))
    assert len({row.moves for row in rows}) == 60
    assert [row.opening for row in rows] == [" ".join(task.opening) for task in tasks(match, 30, set())]


FAULTS = {
    "crash": "crashed (exit code 3)",
    "hang": "hung for",
    "silent": "said nothing for",
    "rubbish": "answered rubbish",
    "illegal": "played an illegal move",
    "refuse": "refused genmove: no idea",
    "resign": "resigned",
    "child": "over",
}


@pytest.mark.parametrize("manner", FAULTS)
def test_a_faulty_engine_loses_its_game_and_the_match_goes_on(tmp_path, manner):
    match = match_of("hex:4", ["random", engine(manner)], seconds=0.2, seed=2)
    store = Store(tmp_path / "r.sqlite")
    begun = time.monotonic()
    ended = run_match(match, store, pairs=1, jobs=2)
    assert ended.played == 2
    assert time.monotonic() - begun < 0.2 + 5 + 15  # the limit, the grace, and what a child's start may take
    for row in store.games():
        if manner == "child":
            assert row.ending == "over"
        else:
            assert FAULTS[manner] in row.ending
            assert (row.first, row.second)[row.winner] == "random"
    assert _children() == []


RESTORE = Path(__file__).parents[2] / "benchmarks" / "restore_games.py"


def _children() -> list[str]:
    """Processes of this one, and of engines it started, that are still there."""
    listed = subprocess.run(["ps", "-eo", "ppid,pid,args"], capture_output=True, text=True, check=True).stdout
    return [
        line
        for line in listed.splitlines()
        if ("gtp_engine.py" in line or "time.sleep(600)" in line) and line.split()[0] in (str(os.getpid()), "1")
    ]


def test_an_engine_that_cannot_start_is_refused_or_loses(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    with pytest.raises(BoughError, match="names no program"):
        run_match(match_of("hex:4", ["uct", "gtp:no-such-program --gtp"], simulations=10), store, pairs=1)
    with pytest.raises(BoughError, match="names no program"):
        match_of("hex:4", ["uct", "gtp:"], simulations=10)
    run_match(match_of("hex:4", ["uct", "gtp:true"], simulations=10), store, pairs=1)
    assert all("crashed" in row.ending for row in store.games())


def test_a_good_engine_plays_to_the_end(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    match = match_of("hex:4", ["uct+solver", engine()], simulations=50)
    ended = run_match(match, store, pairs=2, jobs=2)
    assert all(row.ending == "over" for row in store.games())
    assert ended.scores[match.players[0], match.players[1]].mean > 0.5
    assert all(row.first_seconds > 0 and row.second_seconds > 0 for row in store.games())


def test_an_engine_need_not_write_capitals():
    lower = game_named("hex:4")
    upper = dataclasses.replace(
        lower, face=dataclasses.replace(lower.face, move_name=lambda move: lower.face.move_name(move).upper())
    )
    player = GtpPlayer(upper, engine().removeprefix("gtp:"), 1)
    try:
        assert player.choose(upper.start(), budget(1)).move == "A1"
        assert player.choose(upper.start().play("A1").play("D4"), budget(1)).move == "A2"
    finally:
        player.close()


def test_searches_give_up_hopeless_games_if_asked_to(tmp_path):
    assert all(row.ending == "over" for row in _played(tmp_path, resign=0.0))
    rows = _played(tmp_path, resign=0.4)
    loser = {row.number: row.first if row.winner else row.second for row in rows}
    given_up = [row for row in rows if row.ending == f"{loser[row.number]} resigned"]
    assert given_up and all(row.ending == "over" for row in rows if row not in given_up)


def _played(tmp_path, resign):
    """Games between two searches that see each other win."""
    store = Store(tmp_path / f"{resign}.sqlite")
    run_match(match_of("hex:4", ["uct+solver", "uct"], simulations=40, resign=resign), store, pairs=3)
    return list(store.games())


def test_openings_are_balanced_and_repeatable():
    game = game_named("hex:4")
    one, two = RandomOpenings(game, 2, seed=4), RandomOpenings(game, 2, seed=4)
    assert (
        [one[i] for i in range(10)] == [two[i] for i in range(10)] != [RandomOpenings(game, 2, 5)[i] for i in range(10)]
    )
    assert all(abs(one._value(position_after(game, one[i]), i)) <= BALANCE for i in range(10))
    lopsided = game.position("x.../x.../x.../.... o")
    assert abs(one._value(lopsided, 0)) > BALANCE


def test_level_openings_go_on_where_they_stopped(tmp_path, run, monkeypatch):
    """Those whose value lies near 0, looked at once more here; none twice."""
    monkeypatch.setattr(openings, "PATIENCE", 5)
    game, file = bough.game("tic-tac-toe"), tmp_path / "level.txt"
    asked = ("openings", game.name, "-o", file, "--simulations", 10, "--plies", 1, "--within", 0.9)
    assert run(*asked, "--count", 2)[1].startswith(f"{file}: 2 openings; 2 of the ")
    begun = file.read_text()
    assert "4 openings; 2 of the" in run(*asked, "--count", 4)[1] and file.read_text().startswith(begun)
    found = openings_from_file(game, file)
    assert len(set(found)) == 4
    assert all(abs(bough.search(position_after(game, one), simulations=10).value) <= 1 for one in found)
    code, _, err = run(*asked, "--count", 90)
    assert code == 2 and "in a row is new and level within 0.9" in err


def test_openings_from_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("a1 b2  # a remark\n\nc3 d4\n")
    match = match_of("hex:4", ["uct", "random"], simulations=10, openings_file=str(file))
    assert [task.opening for task in tasks(match, 2, set())] == [("a1", "b2")] * 2 + [("c3", "d4")] * 2
    with pytest.raises(BoughError, match="2 openings for 3 pairs"):
        list(tasks(match, 3, set()))
    file.write_text("a1 a1\n")
    with pytest.raises(BoughError, match=r"line 1: 'a1' is not a legal move"):
        list(tasks(match, 1, set()))


def test_the_sequential_test_stops_early(tmp_path):
    match = match_of("hex:4", ["uct+solver", "random"], simulations=50)
    ended = run_match(match, Store(tmp_path / "r.sqlite"), pairs=500, jobs=2, sprt=Sprt(0, 50))
    assert ended.verdict == "elo1" and ended.played < 500


def test_progress_is_written_into_logs_now_and_then(run, tmp_path, monkeypatch):
    command = ["match", "hex:4", "uct+solver", "random", "--simulations", "50", "--store", str(tmp_path / "r.sqlite")]
    assert run(*command, "--pairs", "2")[2] == "", "not within the first minute"
    monkeypatch.setattr("bough.cli.console.LOG_SECONDS", 0.0)
    assert re.search(r"\d of 10 games: .*%", run(*command, "--pairs", "5")[2])


def test_the_command_line_plays_and_shows(run, tmp_path):
    store = str(tmp_path / "r.sqlite")
    code, out, _ = run(
        "match", "hex:4", "uct+solver", "random", "--pairs", "3", "--simulations", "50", "--store", store
    )
    assert code == 0 and "of 6 games" in out
    assert "uct+solver against random" in run("results", store)[1]
    assert run("results", store, "--games")[1].count("\n") == 6
    assert run("results", store, "--player", "random", "--games")[1].count("\n") == 6
    assert run("results", store, "--player", "nobody", "--games")[1] == run("results", store, "--match", "zz")[1] == ""
    rows = list(csv.DictReader(io.StringIO(run("results", store, "--csv")[1])))
    assert len(rows) == 6 and {"moves", "winner", "seed", "versions"} <= set(rows[0])
    assert run("results", store, "--sgf")[1].startswith("(;FF[4]GM[11]SZ[4]")
    exported, again = tmp_path / "games.csv", tmp_path / "again.sqlite"
    exported.write_text(run("results", store, "--csv")[1])
    subprocess.run([sys.executable, RESTORE, exported, again], check=True, capture_output=True)
    shown = [run("results", one)[1].partition(":")[2] for one in (store, str(again))]
    assert shown[0] == shown[1] != "" and run("results", str(again), "--csv")[1] == exported.read_text()
    assert "wins: over" in run("results", store, "--replay", "3")[1]
    code, _, err = run("results", str(tmp_path / "none.sqlite"))
    assert code == 2 and "no result store" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["uct"], "at least two players"),
        (["uct", "uct(exploration=1)"], "cannot play itself"),
        (["uct", "alphabeta"], "no evaluation"),
        (["uct", "magic"], "unknown idea"),
        (["uct", "random", "--simulations", "0"], "simulations must be"),
        (["uct", "random", "--pairs", "0", "--simulations", "5"], "pairs and jobs"),
        (["uct", "random", "--sprt", "5", "--simulations", "5"], "cannot read --sprt"),
        (["uct", "random", "--openings", "nowhere.txt", "--simulations", "5"], "nowhere.txt"),
        (["uct", "random", "--resign", "2", "--simulations", "5"], "may resign with"),
        (["uct", "random", "--device", "abacus", "--simulations", "5"], "unknown device"),
    ],
)
def test_bad_matches_are_refused(run, tmp_path, arguments, complaint):
    code, out, err = run("match", "hex:4", *arguments, "--store", str(tmp_path / "r.sqlite"))
    assert code == 2 and out == "" and complaint in err and len(err.splitlines()) == 1


def test_in_a_gauntlet_the_first_plays_all_others(tmp_path):
    match = match_of("hex:4", ["uct", "random", "uct+solver"], simulations=10, gauntlet=True)
    played = {(task.first, task.second) for task in tasks(match, 1, set())}
    assert played == {("uct", "random"), ("random", "uct"), ("uct", "uct+solver"), ("uct+solver", "uct")}


def test_scores_count_complete_pairs_only(tmp_path):
    match = match_of("hex:4", ["uct", "random"], simulations=10)
    store = Store(tmp_path / "r.sqlite")
    run_match(match, store, pairs=2)
    rows = list(store.games())
    assert standing(match, rows[:3])["uct", "random"].games == 2


def test_a_match_is_known_by_the_text_of_its_game_file(tmp_path):
    """Other rules are another match; the same rules elsewhere are the same one."""
    text = (Path(__file__).parents[2] / "examples" / "breakthrough.py").read_text()
    ids = []
    for folder, rules in (("a", text), ("b", text), ("c", text + "\n# changed\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(rules)
        ids.append(match_of(f"{tmp_path / folder / 'mine.py'}:5", ["uct", "random"], simulations=10).id)
    assert ids[0] == ids[1] != ids[2]
