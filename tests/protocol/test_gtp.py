"""Our GTP engine: what the standard says, clocks, games with other programs, rubbish."""

import io
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from functools import partial

import pytest

import bough
from bough.arena.match import match_of
from bough.arena.results.store import Store
from bough.arena.running import run_match
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.knowledge.go.ownership import ownership
from bough.players.gtp import GtpPlayer, _period
from bough.protocol.clock import Clock
from bough.protocol.gtp import GtpEngine, Settings
from bough.protocol.gtp_go import GoEngine

QUICK = Settings(recipe="uct", simulations=30, memory="64MiB")
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


def spoken(engine, *lines):
    """The answers to a whole session."""
    sink = io.StringIO()
    engine.serve(io.StringIO("\n".join([*lines, "quit", ""])), sink)
    return sink.getvalue().split("\n\n")[:-1]


def test_a_session_of_go():
    answers = spoken(
        GoEngine("go:5", QUICK),
        "1 protocol_version", "2 name", "known_command genmove", "known_command dance", "boardsize 5", "clear_board",
        "komi 6.5", "10 play b C3", "play W d3", "play b c3", "genmove b", "undo", "undo", "undo", "undo", "showboard",
    )  # fmt: skip
    assert answers[:7] == ["=1 2", "=2 Bough", "= true", "= false", "=", "=", "="]
    assert answers[7:10] == ["=10", "=", "? illegal move"]
    assert re.fullmatch(r"= ([A-HJ-T]\d+|PASS|RESIGN)", answers[10], re.IGNORECASE)
    assert answers[11:15] == ["=", "=", "=", "? cannot undo"]
    assert "a b c d e" in answers[15]


def test_what_the_standard_says_of_mistakes():
    answers = spoken(
        GoEngine("go:5", QUICK),
        "boardsize", "boardsize x", "boardsize 30", "komi many", "komi inf", "play green a1", "play b z9", "play b",
        "fixed_handicap x", "set_free_handicap a1", "time_settings 1 2", "time_left b x 0", "7 nonsense",
        "loadsgf /no/such", "final_status_list odd", "genmove", "   ", "# only a remark", "name # with a remark",
    )  # fmt: skip
    assert all(answer.startswith("?") for answer in answers[:16])
    assert answers[12] == "?7 unknown command"
    assert answers[1] == "? boardsize not an integer"
    assert answers[2] == "? unacceptable size"
    assert answers[16] == "= Bough"


@pytest.mark.compiled
def test_handicap_scores_and_status():
    engine = GoEngine("go:9", QUICK)
    answers = spoken(
        engine, "fixed_handicap 4", "fixed_handicap 2", "clear_board", "set_free_handicap c3 g7", "showboard"
    )
    assert answers[0] == "= C3 G7 C7 G3"
    assert answers[1] == "? board not empty"
    assert answers[3] == "= C3 G7"
    assert engine.position.to_move == 1
    board = "xo.o...../.o......./ooo....../........./........./.......xx/........./........./......... w"
    engine.positions = [engine.game.position(board)]
    assert engine.answer("final_status_list dead")[0] == "= A9"
    assert "A9" not in engine.answer("final_status_list alive")[0]
    board = "....o..../....o..../oooooo.../........./xxxxxxxxx/........./........./........./......... w"
    engine.positions = [engine.game.position(board)]
    assert engine.answer("final_score")[0] == "= B+21.5", "45 points to 16"


def test_sgf_is_loaded(tmp_path):
    record = tmp_path / "game.sgf"
    record.write_text("(;GM[1]SZ[9]KM[5.5]AB[cc];W[ee];B[];W[gg])")
    engine = GoEngine("go:9", QUICK)
    assert engine.answer(f"loadsgf {record}")[0] == "= black"
    assert engine.position.text.split()[0].count("o") == 2
    assert engine.points == 5.5
    assert engine.answer(f"loadsgf {record} 2")[0] == "= black"
    assert engine.position.text.split()[0].count("o") == 1


@pytest.mark.parametrize(
    ("game", "recipe"),
    [
        ("hex:4", "uct+solver"),
        pytest.param("havannah:3", "uct+rave+anti-decisive+solver", marks=pytest.mark.long),
        pytest.param("y:4", "uct+rave+decisive-offline+solver", marks=pytest.mark.long),
        ("loa:4", "uct+prior+unpruning+expand-late+solver"),
    ],
)
def test_other_games(game, recipe):
    engine = GtpEngine(game, Settings(recipe=recipe, simulations=30, memory="64MiB", resigns=False))
    first, second = engine.game.gtp.colours
    move = engine.game.start().moves[0]
    answers = spoken(engine, f"play {first} {move}", f"genmove {second}", f"play {second} {move}")
    assert [answer[0] for answer in answers[:3]] == ["=", "=", "?"]
    assert len(engine.position.history) == 2


def test_analysis_speaks_until_the_next_command():
    engine = GoEngine("go:5", QUICK)
    engine.sink = sink = io.StringIO()
    threading.Timer(0.8, lambda: engine.lines.put("name\n")).start()
    begun = time.monotonic()
    assert engine.answer("4 lz-analyze b 10") == ("", True)
    assert 0.5 < time.monotonic() - begun < 5
    said = sink.getvalue()
    assert said.startswith("=4\ninfo move ")
    assert said.endswith("\n\n")
    assert said.count("info move") > 5
    assert re.search(r"winrate \d+ prior \d+ order 0 pv ", said)


def test_analysis_of_what_is_proven_waits_to_be_seen():
    engine = GtpEngine("hex:3", Settings(recipe="uct+solver", memory="64MiB"))
    engine.sink = sink = io.StringIO()
    engine.answer("play b b2")
    threading.Timer(1.5, lambda: engine.lines.put("name\n")).start()
    begun = time.monotonic()
    engine.answer("lz-analyze w 100000")
    assert time.monotonic() - begun > 1
    assert sink.getvalue().count("info move") > 1 and "winrate 0 " in sink.getvalue()


@pytest.mark.compiled
def test_the_move_that_is_played_leads_the_candidates():
    engine = GtpEngine("hex:3", Settings(recipe="uct+solver", simulations=3000, memory="64MiB"))
    engine.sink = sink = io.StringIO()
    engine.lines.put("name\n")  # a move is thought about to its end whatever waits
    engine.answer("lz-genmove_analyze b 100000")
    first, played = re.search(r"order 0 pv (\S+)", sink.getvalue()), re.search(r"play (\S+)", sink.getvalue())
    assert first[1] == played[1]
    assert engine.searcher.result().proven


def test_clocks():
    clock = Clock(main=30.0)
    spent = 0.0
    for _ in range(200):
        allowed = clock.pace(0, 20).most
        spent += allowed
        clock.spend(0, allowed)
    assert spent < 30
    byoyomi = Clock(main=0.0, period=10.0, moves=5, left={0: (10.0, 5)})
    usual, most, saves = byoyomi.pace(0, 50)
    assert 1.8 < usual < 2 < most < 4 and saves
    assert Clock(0.0, 1.0, 0).unlimited


@pytest.mark.parametrize("always", ["usual", "most"])
@pytest.mark.parametrize("moves", [1, 2, 5])
def test_a_period_is_nearly_used_up_and_never_over(always, moves):
    clock = Clock(period=1.0, moves=moves)
    for _ in range(3):
        spent = 0.0
        for _ in range(moves):
            spent += (seconds := getattr(clock.pace(0, 30), always))
            clock.spend(0, seconds)
        assert 0.85 < spent < 0.97
    assert not Clock(left={0: (0.4, 1)}).pace(0, 30).saves  # what its last move leaves over is lost


@pytest.mark.parametrize("always", ["usual", "most"])
@pytest.mark.parametrize(("main", "period", "moves"), [(10, 5, 5), (30, 10, 10), (60, 10, 25), (1, 30, 1), (5, 5, 5)])
def test_main_time_runs_into_periods_without_a_word_from_the_controller(always, main, period, moves):
    """The clock as the rules keep it, beside ours, which nobody sends the time left; every move takes 20 ms longer."""
    clock, left, stones = Clock(main, period, moves), float(main), 0
    for _ in range(200):
        took = getattr(clock.pace(0, 30), always) + 0.02
        clock.spend(0, took)
        left -= took
        if stones == 0 and left <= 0:
            left, stones = left + period, moves
        assert left > 0
        if stones:
            stones -= 1
            left, stones = (period, moves) if stones == 0 else (left, stones)


@pytest.mark.compiled
def test_sudden_death_games_are_never_over_time():
    """Two whole games against itself at two seconds a side; the fifty of thirty seconds are in benchmarks."""
    engine = GoEngine("go:5", Settings(recipe="uct", memory="64MiB", resigns=False))
    engine.answer("genmove b")
    for _ in range(2):
        engine.answer("clear_board")
        engine.answer("time_settings 2 0 0")
        left = {"b": 2.0, "w": 2.0}
        side = "b"
        while not engine.position.over:
            engine.answer(f"time_left {side} {left[side]:.2f} 0")
            begun = time.perf_counter()
            assert engine.answer(f"genmove {side}")[0].startswith("=")
            left[side] -= time.perf_counter() - begun
            assert left[side] > 0
            side = "w" if side == "b" else "b"


@pytest.mark.compiled
def test_ten_thousand_fuzzed_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of the words become names of files
    rng, engine = random.Random(3), GoEngine("go:5", Settings(recipe="uct", simulations=2, memory="8MiB"))
    engine.sink = io.StringIO()
    commands = [name for name in engine.commands if not name.endswith(("analyze", "quit"))]
    words = [
        "b",
        "w",
        "black",
        "A1",
        "c3",
        "pass",
        "z99",
        "3",
        "-1",
        "1e9",
        "nan",
        "\x00",
        "\x07",
        "é",
        "#",
        "0",
        "",
        "time",
    ]
    commands = [name for name in commands if name not in ("boardsize", "komi", "loadsgf")]
    for _ in range(10_000):
        number = rng.choice(["", "", "7", "007", "-3", "x"])
        line = " ".join(
            [number, rng.choice([*commands, "junk"]), *rng.choices(words, k=rng.choice([0, 1, 1, 2, 3, 9]))]
        )
        answer, goes_on = engine.answer(line)
        assert goes_on
        assert answer == "" or re.match(r"[=?]\d*( |$|\n)", answer), (line, answer)
        assert "\n\n" not in answer


@pytest.mark.compiled
@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed; make gnugo installs it")
def test_the_arena_plays_gnu_go(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    gnugo = f"gtp:{GNUGO} --mode gtp --level 0 --chinese-rules --capture-all-dead --seed {{seed}}"
    run_match(match_of("go:5", ["uct", gnugo], simulations=200, opening_plies=0), store, pairs=1)
    for row in store.games():
        assert row.ending == "over", row.ending
        position = bough.game("go:5").start()
        for move in row.moves.split():
            position = position.play(move)
        assert position.over


def test_driven_from_outside():
    """A plain pipe, as any controller would use it."""
    done = subprocess.run(
        [sys.executable, "-m", "bough.cli.main", "gtp", "go:5", "--recipe", "uct", "--simulations", "20"],
        input="boardsize 5\nclear_board\ngenmove b\ngenmove w\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.count("=") == 5
    wrong = subprocess.run(
        [sys.executable, "-m", "bough.cli.main", "gtp", "dark-chess"], input="", capture_output=True, text=True
    )
    assert wrong.returncode == 2
    assert "GTP is for go" in wrong.stderr


def test_who_moves_is_not_what_was_played():
    """Analysis and moves out of turn leave no passes behind, and what is refused changes nothing."""
    engine = GoEngine("go:5", QUICK)
    engine.sink = io.StringIO()
    engine.lines.put("name\n")
    engine.answer("lz-analyze w 10")
    assert engine.answer("play b c3")[0] == "="
    assert engine.answer("play b d3")[0] == "=", "twice in a row"
    assert engine.answer("play b d3")[0] == "? illegal move"
    assert engine.answer("reg_genmove b")[0].startswith("=")
    assert engine.position.text.split()[0].count("x") == 2
    assert engine.answer("play b pass")[0] == "="
    assert engine.answer("genmove b")[0].startswith("=")
    assert not engine.position.over
    for line in (
        "komi nan",
        "fixed_handicap " + "9" * 5000,
        "loadsgf x " + "9" * 5000,
        "lz-analyze " + "9" * 400,
    ):
        before = engine.points
        engine.lines.put("name\n")
        engine.answer(line)
        assert engine.points == before
    assert engine.answer("boardsize 5")[0] == "="


def test_a_search_out_of_turn_leaves_the_game_alone():
    engine = GoEngine("go:5", QUICK)
    answers = spoken(engine, "play b d4", "reg_genmove b", "genmove w", "genmove b")
    assert [answer[0] for answer in answers] == ["="] * 5


def test_komi_keeps_the_board():
    engine = GoEngine("go:5", QUICK)
    spoken(engine, "play w d4", "play b e5", "play b c2")
    before = engine.position.text
    assert engine.answer("komi 6.5") == ("=", True)
    assert engine.position.text == before
    assert engine.game.name == "go:5,komi=6.5"
    for _ in range(3):
        engine.answer("undo")
    assert "x" not in engine.position.text and "o" not in engine.position.text


def test_any_komi_is_accepted():
    engine = GoEngine("go:5", QUICK)
    for told, played in (("6.75", 6.5), ("-0.25", -0.5), ("1e9", 400), ("7", 7), ("7.5", 7.5)):
        assert engine.answer(f"komi {told}") == ("=", True)
        assert engine.position.state[0].twice_komi == 2 * played
    engine.answer("komi 3.25")
    assert engine.answer("final_score")[0] == "= W+3.25"


def test_superko_outlives_passes_and_moves_out_of_turn():
    moves = ["b b3", "w c3", "b a2", "w d2", "b b1", "w c1", "b c2", "w b2"]  # which takes back at once
    for between in (["b pass", "w pass"], ["b pass"]):
        engine = GoEngine("go:5", QUICK)
        answers = spoken(engine, *(f"play {move}" for move in [*moves, *between, "b c2"]))
        assert answers[-2] == "? illegal move" and set(answers[:-2]) == {"="}


def test_the_board_begins_empty():
    with pytest.raises(BoughError, match="send fixed_handicap"):
        GoEngine("go:9,handicap=2", QUICK)


def test_another_size_keeps_the_options():
    engine = GtpEngine("hex:4,swap", QUICK)
    answers = spoken(engine, "boardsize 5", "play black a1", "play white swap-pieces")
    assert engine.game.name == "hex:5,swap"
    assert answers[2] == "="


def test_play_goes_on_after_two_passes(tmp_path):
    engine = GoEngine("go:5", QUICK)
    answers = spoken(engine, "play b c3", "play w pass", "play b pass", "play w b2", "play b b3", "genmove w")
    assert [answer[0] for answer in answers] == ["="] * 7
    record = tmp_path / "game.sgf"
    record.write_text("(;SZ[9];B[cc];W[];B[];W[])")
    assert engine.answer(f"loadsgf {record}") == ("= black", True)


def test_sgf_setup_is_read_or_refused(tmp_path):
    record, engine = tmp_path / "game.sgf", GoEngine("go:9", QUICK)
    record.write_text("(;SZ[9]AB[cc]AW[gg]PL[W])")
    assert engine.answer(f"loadsgf {record}") == ("= white", True)
    before = engine.position
    record.write_text("(;SZ[9];B[cc];AB[gg];W[ee])")
    assert engine.answer(f"loadsgf {record}") == ("? cannot load file", True)
    assert engine.position == before
    record.write_text("(;SZ[9]HA[2];AB[cc][gg];W[ee])")
    assert engine.answer(f"loadsgf {record}") == ("= black", True)
    assert engine.answer("undo")[0] == "=" and engine.position.text.split()[0].count("x") == 2
    record.write_text("(;SZ[9]AW[cc])")
    engine.answer(f"loadsgf {record}")
    assert engine.answer("fixed_handicap 2") == ("? board not empty", True)


@pytest.mark.parametrize(
    ("property", "komi"), [("", 5.5), ("KM[]", 5.5), ("KM[6,5]", 5.5), ("KM[3.75]", 7.5), ("KM[0]", 0)]
)
def test_komi_of_a_record(tmp_path, property, komi):
    """Where it says nothing that can be read, komi stays; Chinese records count stones."""
    record, engine = tmp_path / "game.sgf", GoEngine("go:5,komi=5.5", QUICK)
    record.write_text(f"(;SZ[5]{property};B[cc])")
    assert engine.answer(f"loadsgf {record}") == ("= white", True)
    assert engine.points == komi


@pytest.fixture
def few_playouts(monkeypatch):
    """Scores from a few playouts: interpreted ones take a millisecond a ply."""
    monkeypatch.setattr("bough.protocol.gtp_go.ownership", partial(ownership, playouts=8))
    monkeypatch.setattr("bough.protocol.candidates.SCORED", 2)


def test_options_of_analysis(few_playouts):
    engine = GoEngine("go:5", QUICK)
    assert engine._asked(["w", "50"]) == (1, 0.5, False)
    assert engine._asked(["b", "100", "minmoves", "5"]) == (0, 1.0, False)
    assert engine._asked(["interval", "20", "rootInfo", "true", "ownership", "true"]) == (0, 0.2, True)
    assert engine.answer("lz-analyze b 100 avoid b D4 2")[0] == "? avoid is not supported: all moves are searched"
    answer = spoken(engine, "kata-genmove_analyze b 10")[0]
    rates = re.findall(r"winrate (\S+) (?:scoreLead (\S+) )?prior (\S+)", answer)
    assert rates and all(0 <= float(rate) <= 1 for row in rates for rate in (row[0], row[2]))
    assert rates[0][1] and all(abs(float(lead)) <= 25 + 7.5 for _, lead, _ in rates if lead)
    assert "\nplay " in answer and "ownership" not in answer


def test_score_and_ownership_are_for_the_player_to_move(few_playouts):
    """Black has the board; who is to move sees that as a lead or as being behind."""
    for player, ahead in (("b", True), ("w", False)):
        engine = GoEngine("go:5,komi=0.5", QUICK)
        for move in ("B3", "C3", "D3", "C2", "C4"):
            engine.answer(f"play b {move}")
        answer = spoken(engine, f"kata-genmove_analyze {player} 10 ownership true")[0].partition("\nplay")[0]
        lead = float(re.findall(r"scoreLead (\S+)", answer)[0])
        owned = [float(share) for share in answer.rpartition("ownership ")[2].split()]
        assert len(owned) == 25 and (lead > 10) == (sum(owned) > 10) == ahead


def test_the_prior_is_the_evaluators_or_the_same_for_all(few_playouts):
    engine = GoEngine("go:5", QUICK)
    priors = re.findall(r"prior (\S+)", spoken(engine, "kata-genmove_analyze b 10")[0])
    assert set(priors) == {f"{1 / 26:.4f}"}


def test_a_new_game_has_a_new_clock():
    engine = GoEngine("go:5", QUICK)
    spoken(engine, "time_settings 60 0 0", "time_left b 1 0", "clear_board")
    assert engine.clock.pace(0, 10).usual > 5
    engine = GoEngine("go:5", QUICK)
    spoken(engine, "time_left b 60 0", "clear_board")
    assert engine.clock is None


@pytest.mark.parametrize(
    ("seconds", "told"), [(1, (1, 1)), (30.0, (30, 1)), (0.2, (1, 5)), (2.5, (5, 2)), (1e-4, (1, 100))]
)
def test_engines_are_told_the_seconds_of_a_move(seconds, told):
    assert _period(seconds) == told


def test_free_handicap_may_be_smaller():
    answers = spoken(GoEngine("go:9", QUICK), "place_free_handicap 12", "boardsize 5", "place_free_handicap 3")
    assert len(answers[0].split()) == 10
    assert answers[2] == "= B2 D4"


def test_bytes_that_are_no_text():
    command = [sys.executable, "-m", "bough.cli.main", "gtp", "go:5", "--recipe", "uct"]
    said = subprocess.run(
        command,
        input=b"loadsgf b\xe9.sgf\nname\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert said.stdout.decode().split("\n\n")[:2] == ["? cannot load file", "= Bough"]


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_other_engines_are_told_komi_and_handicap():
    player = GtpPlayer(bough.game("go:9,komi=5.5,handicap=3"), f"{GNUGO} --mode gtp --level 0", 1)
    try:
        position = player.game.start().play("e5")
        assert position.play(player.choose(position, budget(1)).move).to_move == 1
        assert player._ask("get_komi", 5) == "5.5"
        assert player._ask("list_stones white", 5) == "E5"
        assert len(player._ask("list_stones black", 5).split()) == 4
    finally:
        player.close()


def test_nothing_is_compiled_until_a_search_is_needed():
    engine = GoEngine("go:9", Settings(simulations=2))
    for command in (
        "name",
        "version",
        "list_commands",
        "boardsize 5",
        "komi 6.5",
        "clear_board",
        "time_settings 0 1 0",
    ):
        assert engine.answer(command)[0].startswith("=")
        assert engine.search.ready is None and not engine._positions
    assert engine.answer("time_settings 60 0 0")[0] == "=" and engine.search.ready is not None  # before its clock runs
    assert engine.answer("genmove b")[0].startswith("=")
    with pytest.raises(BoughError, match="unknown idea"):
        GoEngine("go:9", Settings(recipe="uct+nonsense"))


def test_a_game_is_printed_as_sgf_and_loaded_again(tmp_path):
    engine = GoEngine("go:5", Settings(simulations=2))
    for command in ("play b c3", "play w b2", "play b pass"):
        engine.answer(command)
    printed = engine.answer("printsgf")[0]
    assert printed.startswith("= (;") and "SZ[5]" in printed
    assert engine.answer(f"printsgf {tmp_path / 'game.sgf'}")[0] == "="
    again = GoEngine("go:9", Settings(simulations=2))
    assert again.answer(f"loadsgf {tmp_path / 'game.sgf'}")[0] == "= white"
    assert again.position.text == engine.position.text
    assert engine.answer(f"printsgf {tmp_path}")[0] == "? cannot save file"
    engine.answer("clear_board")
    engine.answer("set_free_handicap c3 b2")
    assert "stones set up" in engine.answer("printsgf")[0]
