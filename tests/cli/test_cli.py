"""The command line as people and scripts meet it."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "breakthrough.py"


def test_games_lists_games_and_ideas(run):
    code, out, _ = run("games")
    assert code == 0 and all(
        word in out for word in ("hex:11", "havannah:8", "connect-four", "anti-decisive", "solver")
    )


def test_analyze_prints_one_object(run):
    code, out, err = run(
        "analyze", "hex:3", "--moves", "a1", "--recipe", "uct+solver", "--simulations", "5000", "--json"
    )
    data = json.loads(out)
    assert code == 0 and err == "" and out.count("\n") == 1
    assert data["game"] == "hex:3" and data["move"] and data["proven"] and data["value"] == data["low"] == data["high"]
    assert {"move", "visits", "value", "low", "high"} <= set(data["moves"][0])
    assert data["position"] == "x../.../... o" and data["variation"][0] == data["move"]
    assert data["simulations"] <= 5000 and data["seconds"] >= 0 and data["memory_full"] is False


def test_analyze_reads_positions_and_shows_people_a_table(run):
    code, out, _ = run("analyze", "tic-tac-toe", "--position", "xx./oo./... x", "--simulations", "500")
    assert code == 0 and "a proven win" in out and "c3" in out and "1 simulation in" in out


def test_perft_prints_one_object(run):
    code, out, _ = run("perft", "tic-tac-toe", "--depth", "3", "--position", ".../.x./... o", "--json")
    assert code == 0 and json.loads(out) == {"depth": 3, "nodes": 336, "per_depth": [8, 56, 336]}
    assert "504" in run("perft", "tic-tac-toe", "--depth", "3")[1]


@pytest.mark.compiled
def test_play_a_whole_game_from_a_pipe(run, monkeypatch):
    lines = iter(["help", "zz", "hint", "b2", "undo", "b2", *["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"] * 3])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    code, out, _ = run("play", "tic-tac-toe", "--simulations", "2000")
    assert code == 0 and "not a legal move" in out and ("A draw." in out or "wins" in out)


def test_a_game_from_a_file_is_saved_and_opened_again(run, monkeypatch, tmp_path):
    """By the file and its options; the file is run only for somebody who names it."""
    saved, game = tmp_path / "g.txt", f"{EXAMPLE}:5"
    lines = iter([f"save {saved}", "quit", "text", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    code, out, _ = run("play", game, "--position", "a2-a3 a4-b3")
    assert code == 0 and f"bough play {game} --open {saved} goes on with it" in out
    code, _, err = run("play", "--open", saved)
    assert code == 2 and len(err.splitlines()) == 1 and f"use bough play {game} --open {saved}" in err
    code, out, _ = run("play", game, "--open", saved)
    assert code == 0 and "a2-a3 a4-b3" in out


def test_a_program_that_cannot_start_ends_the_other(run, tmp_path):
    script, started = tmp_path / "script", tmp_path / "engine"
    script.write_bytes(b"\x00 no shebang")
    started.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\ncat\n")
    for program in (script, started):
        program.chmod(0o755)
    code, _, err = run("watch", "hex:3", f"gtp:{started}", f"gtp:{script}")
    assert code == 2 and len(err.splitlines()) == 1 and "cannot start" in err
    pid = tmp_path / "pid"
    assert not pid.exists() or not Path(f"/proc/{pid.read_text().strip()}").exists()


def test_play_ends_cleanly_when_nobody_is_there(run, monkeypatch):
    def nobody(prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    code, out, _ = run("play", "hex:4")
    assert code == 0 and "Goodbye" in out


def test_play_tells_what_pieces_are_and_lets_one_resign(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("rules\nresign\n"))
    code, out, _ = run("play", "dark-chess:2x2,pieces=KCkc", "--recipe", "uct+chance-nodes", "--simulations", "5")
    assert code == 0 and "general (K, k)" in out and "First resigns: Second wins." in out


@pytest.mark.compiled
def test_the_example_game_runs_everywhere(run):
    assert run("perft", EXAMPLE, "--depth", "2")[0] == 0
    assert run("analyze", EXAMPLE, "--moves", "a2-a3", "--simulations", "200")[0] == 0
    code, out, _ = run("bench", EXAMPLE, "--seconds", "0.05", "--json")
    assert code == 0 and json.loads(out)["thousand a CPU second"] > 0


BAD = [
    (["analyze", "chess", "--simulations", "5"], "unknown game 'chess'"),
    (["analyze", "hex:99", "--simulations", "5"], "sizes 1 to 26"),
    (["analyze", "hex:5", "--moves", "z9", "--simulations", "5"], "not a legal move"),
    (["analyze", "hex:5", "--position", "nonsense", "--simulations", "5"], "cannot read the hex:5 position"),
    (["analyze", "hex:5", "--recipe", "uct+", "--simulations", "5"], "cannot read"),
    (["analyze", "hex:5", "--recipe", "magic", "--simulations", "5"], "unknown idea"),
    (["analyze", "tic-tac-toe", "--recipe", "decisive-offline", "--simulations", "5"], "cannot serve tic-tac-toe"),
    (["analyze", str(EXAMPLE), "--recipe", "anti-decisive", "--simulations", "5"], "cannot serve breakthrough:6"),
    (["analyze", "hex:5", "--simulations", "-5"], "simulations must be"),
    (["analyze", "hex:5", "--seconds", "-1"], "seconds must be"),
    (["analyze", "hex:5", "--seconds", "nan"], "seconds must be"),
    (["analyze", "hex:5", "--simulations", "many"], "simulations"),
    (["analyze", "hex:5", "--simulations", "5", "--memory", "10"], "too small"),
    (["analyze", "hex:5", "--simulations", "5", "--memory", "lots"], "cannot read the memory limit"),
    (["analyze", "hex:5", "--simulations", "5", "--threads", "0"], "threads must be"),
    (["analyze", "./nowhere.py", "--simulations", "5"], "cannot read the game file"),
    (["play", "hex:0"], "sizes 1 to 26"),
    (["play", "hex:5", "--seconds", "0"], "seconds must be"),
    (["perft", "hex:5", "--depth", "0"], "depth of at least 1"),
    (["bench", "hex:5", "--device", "abacus"], "unknown device"),
    (["bench", "hex:5,swap", "--peers"], "no game like"),
    (["bench", "hex:5", "--scaling", "/nowhere/x.svg"], "there is no folder /nowhere"),
    (["bench", "hex:5", "--scaling", "plot.xyz"], "name ends in .svg or .png"),
    (["watch", "hex:5", "uct", "uct", "--pause", "nan"], "--pause takes 0 to 3600 seconds, not nan"),
    (["watch", "hex:3", "random", "gtp:cat", "--position", "x../.../... o"], "told moves, not positions"),
    (["reproduce", "decisive-moves", "--render", "--store", "/nowhere/s.sqlite"], "no result store /nowhere/s.sqlite"),
    (["serve", "mine/hex.py"], "'mine/hex.py' would be called hex"),
    (["reproduce", "nonesuch"], "`bough reproduce` lists those there are"),
    (["prove", "hex:3", "--recipe", "minimax(depth=2)"], "'minimax' is a search of its own"),
    (["puzzles", "hex:5", "--check"], "there are some of hex:6, hex:7"),
    (["frobnicate"], "frobnicate"),
    (["analyze", "hex:5", "--colour"], "colour"),
]


@pytest.mark.parametrize(
    ("arguments", "complaint"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_input_gets_one_clear_line(run, arguments, complaint):
    code, out, err = run(*arguments)
    assert code == 2 and out == ""
    assert len(err.splitlines()) == 1 and err.startswith("bough: ") and complaint in err


def test_memory_that_the_machine_does_not_have_is_refused(run, monkeypatch):
    def full(where, size):
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("mmap.mmap", full)
    code, _, err = run("analyze", "hex:3", "--recipe", "uct+solver", "--simulations", "5", "--memory", "1GiB")
    assert code == 2 and len(err.splitlines()) == 1 and "cannot set aside 1 GiB; give a lower memory limit" in err


def test_without_a_gpu_it_says_so(run):
    from numba import cuda

    if cuda.is_available():
        pytest.skip("this machine has a GPU")
    code, _, err = run("bench", "hex:5", "--device", "cuda")
    assert code == 2 and len(err.splitlines()) == 1 and "no CUDA GPU" in err


def test_editing_a_rule_changes_the_next_answer(tmp_path):
    """A new process must not run the old machine code (the cache is named after the sources)."""
    game = tmp_path / "mygame.py"
    source = EXAMPLE.read_text()

    def paths() -> int:
        command = [sys.executable, "-m", "bough.cli.main", "perft", str(game), "--depth", "3", "--json"]
        out = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ).stdout
        return json.loads(out)["nodes"]

    game.write_text(source)
    before = paths()
    stamp = game.stat()
    game.write_text(source.replace("for side in range(-1, 2)", "for side in range(+0, 2)"))  # no steps to one side
    os.utime(game, (stamp.st_atime, stamp.st_mtime))
    assert game.stat().st_size == stamp.st_size
    changed = paths()
    game.write_text(source)
    assert paths() == before > changed


def test_the_signature_is_the_same_twice(run, monkeypatch):
    """Two of the searches stand for all; that any search is the same twice is tested in test_search."""
    monkeypatch.setattr("bough.lab.speed.SIGNED", (("tic-tac-toe", "uct+solver"), ("hex:4", "uct+solver")))
    assert run("bench", "--signature")[1] == run("bench", "--signature")[1] != ""


def test_an_interruption_while_loading_is_quiet(monkeypatch):
    import bough.__main__ as entry

    def interrupted(name, *rest):
        if name == "bough.cli.main":
            raise KeyboardInterrupt
        return loaded(name, *rest)

    loaded = __builtins__["__import__"] if isinstance(__builtins__, dict) else __builtins__.__import__
    monkeypatch.setattr("builtins.__import__", interrupted)
    with pytest.raises(SystemExit) as ended:
        entry.main()
    assert ended.value.code == 130


def test_full_disks_and_damaged_stores_are_one_line(run, tmp_path, monkeypatch):
    from bough.arena.results.store import Store

    store, saved = tmp_path / "s.sqlite", tmp_path / "saved.sqlite"
    match = ("match", "tic-tac-toe", "random", "uct", "--simulations", 1, "--pairs", 20, "--store", store)
    assert run(*match)[0] == 0
    data = bytearray(store.read_bytes())
    data[3 * 4096 : 4 * 4096] = b"?" * 4096
    store.write_bytes(data)
    code, _, err = run("results", store)
    assert code == 2 and "the store cannot be used" in err and len(err.splitlines()) == 1
    code, out, _ = run("results", store, "--rescue", saved)
    games = int(out.split()[0])
    assert code == 0 and 20 < games <= 40 and games == len(list(Store(saved).games()))
    code, _, err = run("results", store, "--rescue", saved)
    assert code == 2 and "is there already" in err

    def full(*arguments):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Store, "add", full)
    code, _, err = run(*match[:-1], tmp_path / "t.sqlite")
    assert code == 2 and "database or disk is full" in err and "Traceback" not in err


def test_games_kept_as_csv_go_on_in_another_store(run, tmp_path):
    store, other, kept = tmp_path / "s.sqlite", tmp_path / "t.sqlite", tmp_path / "games.csv"
    match = ("match", "tic-tac-toe", "random", "uct", "--simulations", 1, "--pairs")
    assert run(*match, 2, "--store", store)[0] == 0
    games = run("results", store, "--csv")[1]
    kept.write_text(games)
    assert "4 games were taken" in run("results", other, "--take", kept)[1]
    assert "0 games were taken" in run("results", other, "--take", kept)[1]
    assert run("results", other, "--csv")[1] == games
    assert run(*match, 3, "--store", other)[0] == 0
    assert run("results", other, "--csv")[1].splitlines()[:5] == games.splitlines()
    code, _, err = run("results", store, "--player", "alphabeta")
    assert code == 2 and "has games of tic-tac-toe, in the matches" in err and "between random, uct" in err
    kept.write_text("these are no games")
    code, _, err = run("results", other, "--take", kept)
    assert code == 2 and "does not hold games" in err and len(err.splitlines()) == 1


def test_a_game_whose_row_is_damaged_is_one_line(run, tmp_path):
    store = tmp_path / "s.sqlite"
    match = ("match", "tic-tac-toe", "random", "uct", "--simulations", 1, "--pairs", 2, "--store", store)
    assert run(*match)[0] == 0
    with sqlite3.connect(store) as kept:
        kept.execute("pragma ignore_check_constraints = 1")
        kept.execute("pragma writable_schema = 1")
        kept.execute("update sqlite_master set sql = replace(sql, 'moves text not null', 'moves text')")
        kept.commit()
    with sqlite3.connect(store) as kept:
        kept.execute("update games set moves = null where number = 1")
    for arguments in (("results", store, "--games"), (*match[:-3], 3, "--store", store)):
        code, _, err = run(*arguments)
        assert code == 2 and "a game's row is malformed" in err and "--rescue" in err


@pytest.mark.parametrize("spec", ["{", "[]", "{}", '{"game": 1}', "[" * 5000])
def test_a_match_whose_description_is_damaged_is_one_line(run, tmp_path, spec):
    store = tmp_path / "s.sqlite"
    match = ("match", "tic-tac-toe", "random", "uct", "--simulations", 1, "--pairs", 2, "--store", store)
    assert run(*match)[0] == 0
    with sqlite3.connect(store) as kept:
        kept.execute("update matches set spec = ?", (spec,))
    code, _, err = run("results", store)
    assert code == 2 and "description is malformed" in err and err.count("\n") == 1


def test_what_a_library_makes_of_a_full_disk_is_one_line(run, tmp_path, monkeypatch):
    class Wrapped(Exception):
        orig = sqlite3.OperationalError("database or disk is full")

    def full(*arguments, **options):
        raise Wrapped from None

    monkeypatch.setattr("bough.lab.tuning.Store", full)
    arguments = ("tune", "hex:3", "uct", "exploration=0.2..1.5", "--simulations", 2, "--store", tmp_path / "t.sqlite")
    code, _, err = run(*arguments)
    assert code == 2 and "database or disk is full" in err and len(err.splitlines()) == 1


def test_extras_are_asked_for_by_a_command_that_brings_them(monkeypatch, tmp_path):
    from bough.core import extras

    assert "pip install -e '.[lab]' in " in extras.install_command("lab")
    monkeypatch.setattr(extras, "ROOT", tmp_path)
    assert extras.install_command("lab") == "pip install 'bough-mcts[lab]'"
