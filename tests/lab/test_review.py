"""Reviews of played games: blunders found, notes kept, reports that stand alone."""

import json

import pytest

import bough
from bough.games.formats.saved import save_text
from bough.lab.review import Found, Notebook, game_positions, judged, look_through, report, worst_of

GAME = ["a3", "b2", "c3", "b3", "c2", "b1"]
"""O threatens b1, and X looks away with c2."""
LIMITS = {"simulations": 80, "seconds": None}


@pytest.fixture
def positions():
    return game_positions(bough.game("tic-tac-toe").start(), GAME)


def searched(positions, known):
    searcher = bough.searcher(positions[0].game, "uct+solver", seed=1)
    return list(look_through(positions, searcher, LIMITS, known))


def test_the_blunder_is_found_with_what_was_better(positions):
    known = {}
    assert [found.ply for found in searched(positions, known)] == [5, 4, 3, 2, 1, 0]
    worst = worst_of(judged(positions, known))[0]
    assert (worst.ply, worst.player, worst.move, worst.better) == (5, 0, "c2", "b1")
    assert worst.loss == 50 and worst.sign == "??"
    assert judged(positions, known)[5].loss == 0, "b1 wins, as it did before"


def test_the_choice_of_the_search_gives_nothing_away(positions):
    """Its value may fall all the same, when the next search sees more."""
    known = {
        ply: Found(ply, 0.9 - 0.2 * ply, False, positions[ply + 1].history[-1], []) for ply in range(len(positions) - 1)
    }
    assert [row.loss for row in judged(positions, known)] == [0.0] * (len(positions) - 1)
    other = known | {0: known[0]._replace(move="z9")}
    assert judged(positions, other)[0].loss == pytest.approx(10.0)


def test_a_review_goes_on_where_it_was_killed(positions, tmp_path):
    path, about = tmp_path / "game.review", {"game": "tic-tac-toe"}
    notebook = Notebook(path, about)
    for found in searched(positions, notebook.known)[:4]:
        notebook.keep(found)
    with path.open("a") as file:
        file.write("[1, 0.0, tr")
    again = Notebook(path, about)
    assert sorted(again.known) == [2, 3, 4, 5]
    assert len(searched(positions, again.known)) == 2
    assert Notebook(path, {"game": "hex:3"}).known == {}, "another game begins anew"
    assert json.loads(path.read_text()) == {"game": "hex:3"}


def test_the_report_shows_the_worst_moves_on_boards(positions):
    known = {}
    searched(positions, known)
    page = report(positions, known)
    assert page.count("<figure>") == len(worst_of(judged(positions, known))) and "5. c2??" in page
    assert "<script" not in page and "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_bough_review(run, tmp_path):
    end = game_positions(bough.game("tic-tac-toe").start(), GAME)[-1]
    file = tmp_path / "game.txt"
    file.write_text(save_text("tic-tac-toe", "", end)[1])
    code, out, _ = run("review", str(file), "--recipe", "uct+solver", "--simulations", "80")
    assert code == 0 and "5. c2??" in out and (tmp_path / "game.html").exists()
    (tmp_path / "game.html").unlink()
    assert run("review", str(file), "--recipe", "uct+solver", "--simulations", "80")[0] == 0
    code, _, err = run("review", str(file), "--game", "hex:3")
    assert code == 2 and "is a game of tic-tac-toe, not of hex" in err
    assert run("review", str(tmp_path / "none.sgf"))[0] == 2
