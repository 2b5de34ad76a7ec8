"""Experiments: from TOML to a report, by way of the store alone."""

import sys
from pathlib import Path

import pytest

import bough
from bough.arena.results.store import Store
from bough.core.errors import BoughError
from bough.lab.experiment import Outcome, experiment, experiment_names, outcomes, run_experiment
from bough.lab.figures import THRESHOLDS, heuristic_calls, power_law, visit_counts
from bough.lab.report import markdown, page, write_report
from bough.lab.tuning import span, tune

EXAMPLE = Path(__file__).parents[2] / "examples" / "breakthrough.py"

SMALL = """
title = "A small table"
source = "nobody"
seed = 1
opening_plies = 2
differences = ["everything"]
[players]
A = "uct+solver"
B = "random"
[[cells]]
table = "Table 1"
row = "A against B"
column = "20 simulations"
game = "hex:4"
players = ["A", "B"]
simulations = 20
published = [90.0, 5.0]
quick_pairs = 30
[[cells]]
table = "Table 1"
row = "A against B"
column = "time"
game = "hex:4"
players = ["A", "B"]
seconds = 0.002
quick_pairs = 2
"""


@pytest.mark.compiled
def test_an_experiment_runs_stops_goes_on_and_is_rendered_from_the_store(tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    chosen = experiment(str(tmp_path / "small.toml"))
    store = Store(tmp_path / "s.sqlite")

    def stop_early(cell, now):
        if now.played >= 10:
            raise KeyboardInterrupt

    assert run_experiment(chosen, store, "quick", watch=stop_early) is False
    assert run_experiment(chosen, store, "quick", jobs=2) is True
    found = list(outcomes(chosen, store, "quick"))
    assert [outcome.score.games for outcome in found] == [60, 4]
    text = markdown(chosen, found, "quick", "A reading.")
    assert "A reading." in text and "90 % ± 5" in text and found[0].verdict in ("agrees", "differs")
    html = page(chosen, found, "quick")
    assert "<svg" in html and "A against B" in html and html == page(chosen, found, "quick")
    told = page(chosen, found, "quick", "**It wins**, see [table 2](mine-table2.md) & [more](../more.md).")
    assert '<strong>It wins</strong>, see <a href="mine-table2.html">table 2</a> &amp;' in told and "../more.md" in told
    assert write_report(chosen, found, "quick", tmp_path / "out").read_text() == markdown(chosen, found, "quick")


def test_verdicts():
    chosen = experiment("decisive-moves")
    cell = chosen.cells[0]
    from bough.arena.results.statistics import score_of_pairs

    few, many = score_of_pairs([(1.0, 1.0)] * 3), score_of_pairs([(1.0, 1.0)] * 480 + [(1.0, 0.0)] * 20)
    assert Outcome(cell, few).verdict == "too few games to say"
    assert Outcome(cell, many).verdict == "agrees"  # 98 % beside 98.6 ± 1.8
    even = score_of_pairs([(1.0, 0.0)] * 300 + [(1.0, 1.0)] * 10)
    assert Outcome(cell, even).verdict == "differs"
    assert Outcome(cell, score_of_pairs([(0.0, 0.0)] * 3)).verdict == "differs"  # few, but far away


@pytest.mark.compiled
def test_shipped_experiments_can_be_read(run):
    assert "decisive-moves" in experiment_names()
    for name in experiment_names():
        chosen = experiment(name)
        assert chosen.cells and chosen.differences
        for cell in chosen.cells:
            assert chosen.match(cell, "full").players
    assert "decisive-moves" in run("reproduce")[1]


@pytest.mark.compiled
@pytest.mark.long
def test_figures_are_counted(run, tmp_path, monkeypatch):
    monkeypatch.setattr("bough.lab.figures.BOARD", "go:4")
    assert power_law([(v, 500 * v**-1.5) for v in range(1, 200)]) == pytest.approx((500, -1.5))
    tree = visit_counts(60)
    assert sum(visits * nodes for visits, nodes in tree) > 60
    calls = [share for _, share in heuristic_calls(60)]
    assert len(calls) == len(THRESHOLDS) and calls[0] > calls[4] > calls[-1] > 0
    code, out, _ = run("reproduce", "progressive/figure5", "--scale", "smoke")
    assert code == 0 and "| visits | nodes |" in out
    code, out, _ = run("reproduce", "progressive/figure5", "--scale", "smoke", "--report", tmp_path)
    assert code == 0 and (tmp_path / "progressive-figure5.svg").read_text().startswith("<?xml")
    assert "(progressive-figure5.svg)" in (tmp_path / "progressive-figure5.md").read_text()


def test_bad_experiments_are_refused(run, tmp_path):
    with pytest.raises(BoughError, match="unknown experiment 'magic'"):
        experiment("magic")
    broken = tmp_path / "broken.toml"
    broken.write_text("title = ")
    assert run("reproduce", str(broken))[0] == 2
    broken.write_text(SMALL.replace('players = ["A", "B"]', 'players = ["A", "C"]'))
    assert "no player 'C'" in run("reproduce", str(broken))[2]
    broken.write_bytes(b"title = '\xe9'")
    assert "not text in UTF-8" in run("reproduce", str(broken))[2]
    broken.write_text(SMALL.replace('players = ["A", "B"]', 'players = ["A", "B"]\npublished_games = [1, 2]'))
    assert "games won, lost and drawn" in run("reproduce", str(broken))[2]
    assert run("reproduce", "decisive-moves", "--scale", "huge")[0] == 2


def test_tuning_goes_on_where_it_stopped(run, tmp_path, monkeypatch):
    store = str(tmp_path / "t.sqlite")
    tuning = (
        "tune",
        "hex:3",
        "uct+solver",
        "exploration=0.1..2",
        "--pairs",
        "2",
        "--simulations",
        "2",
        "--store",
        store,
    )
    code, out, _ = run(*tuning, "--trials", "2")
    assert code == 0 and out.count("of 4  uct(exploration=") == 2 and "Best of 2" in out
    first = out.splitlines()[:2]
    with monkeypatch.context() as stopped:
        stopped.setattr(Store, "add", add_and_stop)
        assert run(*tuning, "--trials", "3")[0] == 130
    assert len(list(Store(store).games())) > 8
    code, out, _ = run(*tuning, "--trials", "4")
    assert code == 0 and out.count("of 4  uct(exploration=") == 2 and "Best of 4" in out
    tried = [line.split("  ")[1] for line in first + out.splitlines()[:2]]
    assert len(set(tried)) == 4, "a trial repeats another"
    assert len(list(Store(store).games())) == 16, "the stopped trial goes on with the games it has"
    code, out, _ = run(*tuning[:-1], str(tmp_path / "other.sqlite"), "--trials", "4")
    assert [line.split("  ")[1] for line in out.splitlines()[:4]] == tried, "stopping changes what is tried"


def add_and_stop(store, rows, add=Store.add):
    """Somebody presses Ctrl-C as soon as a game is kept."""
    add(store, rows)
    raise KeyboardInterrupt


def test_tuning_plays_the_game_that_was_named(run, tmp_path):
    """A game from a file with its options; its games are shown again to who names the file."""
    store = tmp_path / "t.sqlite"
    game, chosen = bough.game(f"{EXAMPLE}:5"), bough.recipe("uct")
    tune(game, chosen, [span("exploration=0.1..2", chosen)], store, trials=1, pairs=1, simulations=5)
    assert {row.game for row in Store(store).games()} == {"breakthrough:5"}
    code, _, err = run("results", store, "--replay", "0")
    assert code == 2 and f"say --game {EXAMPLE}:5" in err
    code, out, _ = run("results", store, "--replay", "0", "--game", f"{EXAMPLE}:5")
    assert code == 0 and "1. uct" in out


@pytest.mark.parametrize("text", ["exploration", "exploration=2..1", "depth=1..2", "exploration=a..b"])
def test_bad_ranges_are_refused(run, tmp_path, text):
    store = str(tmp_path / "t.sqlite")
    code, _, err = run("tune", "hex:4", "uct", text, "--simulations", "10", "--store", store)
    assert code == 2 and len(err.splitlines()) == 1


def test_a_range_holds_what_the_idea_takes():
    with pytest.raises(BoughError, match=r"must be more than 1, not 0\.9"):
        span("b=0.9..1.6", bough.recipe("uct+unpruning"))
    with pytest.raises(BoughError, match="must be at most 30000"):
        span("draw-rule.plies=100..50000", bough.recipe("uct+draw-rule"))


@pytest.mark.compiled
def test_cost_against_work_is_plotted(tmp_path):
    from bough.lab.speed import draw_scaling, scaling

    works = scaling(bough.game("hex:4"), bough.recipe("uct"), 4000)
    assert [work.simulations for work in works] == [1000, 2000, 4000] and works[2].nodes > works[0].nodes
    draw_scaling({"hex:4": works}, tmp_path / "scaling.svg")
    draw_scaling({"hex:4": works}, tmp_path / "scaling.png")
    assert "<svg" in (tmp_path / "scaling.svg").read_text() and (tmp_path / "scaling.png").read_bytes()[1:4] == b"PNG"


def test_without_matplotlib_a_picture_is_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    for words in (
        ("bench", "hex:5", "--scaling", str(tmp_path / "x.svg")),
        ("reproduce", "progressive/figure4", "--report", str(tmp_path)),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "") and "[lab]" in err and len(err.splitlines()) == 1


def test_a_grid_tells_every_idea_on_every_game(tmp_path):
    file = tmp_path / "grid.toml"
    head = 'title = "T"\nsource = "S"\nseed = 1\nopening_plies = 0\ndifferences = []\n'
    file.write_text(
        head + '[grid]\ntable = "A"\nsimulations = 9\n[grid.games]\n"hex:3" = "uct(exploration=0.5)+rave+solver"\n'
        '"./mine.py:4" = "uct"\n"./mine.py" = "uct"\n[grid.ideas]\n'
        'grave = { instead_of = ["rave"], takes_exploration = true }\n'
        'playouts = { skips = ["./mine.py", "./mine.py:4"] }\n'
    )
    told = experiment(str(file))
    assert told.players["hex:3 with grave"] == "uct+solver+grave(exploration=0.5)"
    assert told.players["hex:3 with playouts"] == "uct(exploration=0.5)+rave+solver+playouts"
    assert [(cell.row, cell.column, cell.game, cell.simulations) for cell in told.cells] == [
        ("grave", "hex:3", "hex:3", 9),
        ("grave", "./mine.py:4", "./mine.py:4", 9),
        ("grave", "mine", "./mine.py", 9),
        ("playouts", "hex:3", "hex:3", 9),
    ]
    for wrong in ('[grid]\ntable = "A"\n', '[grid]\ngames = "hex"\nideas = {a = {}}\n'):
        file.write_text(head + wrong)
        with pytest.raises(BoughError, match="cannot be read"):
            experiment(str(file))
