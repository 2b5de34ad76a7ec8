"""MGTP: our engine at the platform's table, and such engines at ours."""

import io
import random
import subprocess
import sys
import time

import pytest

import bough
from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.players.mgtp import NUMBERS, MgtpPlayer
from bough.protocol.mgtp import MgtpEngine

OURS = f"mgtp:{sys.executable} -m bough.cli.main mgtp --player mc-cdc+chance-nodes --seconds 0.01"


def spoken(engine, *lines):
    sink = io.StringIO()
    engine.serve(io.StringIO("\n".join(lines) + "\n"), sink)
    return sink.getvalue().splitlines()


def test_every_command_of_the_platform_is_known():
    engine = MgtpEngine("random")
    assert set(NUMBERS) <= set(engine.commands)
    assert spoken(engine, "3 known_command genmove", "3 known_command dance") == ["=3 true", "=3 false"]


def test_a_session_as_the_platform_opens_it():
    answers = spoken(
        MgtpEngine("random", seed=4),
        "0 protocol_version",
        "1 name",
        "7 reset_board",
        "15 time_setting 900000",
        "14 ready",
        "12 genmove unknown",
        "11 flip b5 P",
        "16 time_left black 877949",
        "12 genmove black",
        "10 move b5 b4",
        "12 genmove red",
        "5 quit",
        "1 name",
    )
    assert answers[:5] == ["=0 1.1.0", "=1 bough", "=7", "=15", "=14"]
    assert answers[5].startswith("=12 ")
    assert len(set(answers[5].split()[1:])) == 1, "the first ply flips"
    assert answers[9].startswith("?10 ")
    assert "not a legal move" in answers[9]
    assert answers[10] == "?12 it is not the turn of red"
    assert answers[-1] == "=5", "after quit nothing is answered"


def test_a_position_is_set_up():
    engine = MgtpEngine("random", seed=1)
    squares = ["-"] * 32
    squares[0], squares[5], squares[31] = "k", "K", "X"
    counts = ["0"] * 14
    counts[13] = "1"
    line = f"18 init_board {' '.join(squares)} {' '.join(counts)}"
    answers = spoken(engine, line, "12 genmove black", "17 showboard", line, "12 genmove unknown")
    assert answers[0] == "=18"
    assert answers[1].startswith("=12 ")
    assert answers[2] == "=17 k.../.K../..../..../..../..../..../...X b p"
    assert answers[4] == "?12 it is not the turn of an unknown colour"


def test_malformed_streams_break_nothing():
    """Ten thousand lines of rubbish, half of them nearly right; every answer is one line with the number asked."""
    rng, engine = random.Random(8), MgtpEngine("random")
    words = [*NUMBERS, "a1", "d8", "z9", "red", "green", "K", "x", "-5", "1e9", "\x00", "é", "((", "900000", "b5(n)"]
    words.remove("quit")
    lines = []
    for _ in range(10_000):
        command = rng.choice(list(NUMBERS.items() - {("quit", 5)}))
        parts = [rng.choice([str(command[1]), "12", "-1", "x", ""]), rng.choice([command[0], rng.choice(words)])]
        if parts[1] == "num_moves_to_draw":
            continue  # a new rule is a new game to be set up: tested below
        lines.append(" ".join([*parts, *rng.choices(words, k=rng.choice([0, 1, 2, 2, 5]))]))
    for line in lines:
        answer, goes_on = engine.answer(line)
        assert goes_on
        number = line.split()[0] if line.split() else ""
        if number.isdigit() and len(line.split()) > 1:
            assert answer.startswith((f"={number}", f"?{number}"))
            assert "\n" not in answer
    assert engine.answer("9 num_moves_to_draw 0")[0].startswith("?9 ")
    assert engine.answer("9 num_moves_to_draw 30") == ("=9", True)
    assert engine.game.name == "dark-chess:draw=30"
    assert bough.game("dark-chess:draw=tcga").gtp.setup == ("num_repetition 3", "num_moves_to_draw 60")
    assert engine.answer("8 num_repetition 0") == ("=8", True)
    assert engine.answer("9 num_moves_to_draw 60") == ("=9", True)
    assert engine.game.name == "dark-chess:draw=60"


@pytest.mark.long
def test_a_whole_game_between_two_processes(tmp_path):
    """Two engines of ours over MGTP; the arena is the referee and finds every move legal."""
    store = Store(tmp_path / "r.sqlite")
    players = [OURS, OURS.replace("0.01", "0.02")]
    standing = run_match(match_of("dark-chess", players, seconds=0.1, opening_plies=0), store, pairs=1)
    assert standing.played == 2
    for row in store.games():
        assert row.ending == "over"
        position = bough.game("dark-chess").start()
        for move in row.moves.split():
            position = position.play(move)
        assert position.over
        assert position.winner == row.winner


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("print('hello', flush=True); import time; time.sleep(60)", "said nothing"),
        ("import sys\nfor line in sys.stdin: print('noise\\n=' + line.split()[0] + ' z9 z9', flush=True)", "illegal"),
        ("import sys\nfor line in sys.stdin: print('?' + line.split()[0] + ' no', flush=True)", "refused name"),
        ("import sys; sys.exit(3)", "exit code 3"),
    ],
)
def test_engines_that_fail_lose(program, why, tmp_path, monkeypatch):
    monkeypatch.setattr("bough.players.mgtp.START_SECONDS", 1.0)
    monkeypatch.setattr("bough.players.mgtp.MgtpPlayer._ask.__defaults__", ("", 1.0), raising=False)
    script = tmp_path / "engine.py"
    script.write_text(program)
    store = Store(tmp_path / "r.sqlite")
    match = match_of("dark-chess", [f"mgtp:{sys.executable} {script}", "random"], seconds=0.05, opening_plies=0)
    run_match(match, store, pairs=1)
    for row in store.games():
        assert why in row.ending
        assert (row.first, row.second)[row.winner] == "random"


def test_wrong_uses_are_refused(run):
    with pytest.raises(BoughError, match="MGTP is for dark-chess"):
        match_of("hex:4", ["uct", OURS], simulations=10)
    with pytest.raises(BoughError, match="32 squares only"):
        match_of("dark-chess:2x3,pieces=KCPkcp", ["random", OURS], simulations=10)
    code, _, err = run("mgtp", "--player", "nobody")
    assert code == 2
    assert "unknown idea 'nobody'" in err
    code, _, err = run("mgtp", "--seconds", "-1")
    assert code == 2
    assert "more than 0" in err


def test_engines_have_one_clock_for_a_game(monkeypatch):
    asked = []
    monkeypatch.setattr(MgtpPlayer, "_ask", lambda self, *words: asked.append(words) or time.sleep(0.02) or "a1 a1")
    player, start = MgtpPlayer(bough.game("dark-chess"), "cat", 1), bough.game("dark-chess").start()
    for _ in range(2):
        player.choose(start, budget(None, 10.0))
    player.close()
    left = [int(words[1].split()[1]) for words in asked if words[0] == "time_left"]
    allowed = [words[2] for words in asked if words[0] == "genmove"]
    assert left[0] == 600_000 and 599_000 < left[1] < 600_000
    assert allowed[0] == 603.0 and 602 < allowed[1] < 603


def test_an_engine_that_keeps_to_its_share_has_time_in_a_long_game(monkeypatch):
    asked = []
    monkeypatch.setattr(MgtpPlayer, "_ask", lambda self, *words: asked.append(words) or "a1 a1")
    player, start = MgtpPlayer(bough.game("dark-chess"), "cat", 1), bough.game("dark-chess").start()
    for move in range(120):
        player.spent = 10.0 * move
        player.choose(start, budget(None, 10.0))
    player.close()
    left = [int(words[1].split()[1]) for words in asked if words[0] == "time_left"]
    assert left[0] == 600_000 and left[119] == 200_000 == min(left)


def test_the_tree_is_kept_from_move_to_move(monkeypatch):
    engine = MgtpEngine("uct+chance-nodes", seconds=0.05)
    engine.answer("12 genmove unknown")
    searcher = engine._seated().searcher
    monkeypatch.setattr(searcher, "forget", lambda: pytest.fail("the tree was dropped"))
    assert engine.answer("12 genmove unknown")[0].startswith("=12 ") and engine._seated().searcher is searcher


def test_two_seconds_are_never_planned_for():
    engine = MgtpEngine("random")
    for left, most in ((900.0, 60.0), (4.0, 0.4), (2.0, 0.03)):
        engine.left = dict.fromkeys(engine.left, left)
        assert engine._limits(0).seconds <= most


def test_a_new_board_has_a_new_player():
    engine = MgtpEngine("random")
    spoken(engine, "12 genmove unknown")
    seated = engine._seated()
    squares, counts = " ".join(["X"] * 32), "1 1 2 2 2 2 2 2 2 2 2 2 5 5"
    assert engine.answer(f"18 init_board {squares} {counts}") == ("=18", True)
    assert engine._seated() is not seated


def test_the_command_speaks_it():
    done = subprocess.run(
        [sys.executable, "-m", "bough.cli.main", "mgtp", "--player", "random"],
        input="1 name\nrubbish\n5 quit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["=1 bough", "? a line is a number, a command and its arguments", "=5"]


def test_endless_numbers_are_refused():
    """Found by benchmarks/fuzz."""
    engine = MgtpEngine("random")
    for command in ("15 time_settings", "16 time_left red"):
        assert engine.answer(f"{command} {'1000' * 100}")[0].endswith("time is a number of milliseconds")
