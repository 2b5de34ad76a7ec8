"""What people look at: trees to walk, saved games, pictures in notebooks, commands with a person at the keyboard."""

import random
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import pytest
from sgfmill.sgf import Sgf_game

import bough
from bough.arena.results.summary import summary
from bough.core.errors import BoughError
from bough.games.boards.cells import clicks
from bough.games.boards.svg import svg_board
from bough.games.formats.saved import open_text, save_text, variations
from bough.games.formats.sgf import read_sgf, write_sgf
from bough.search.kinds import searcher as searcher_for
from bough.search.views.explore import board_after
from bough.search.views.pictures import tree_svg

SAVED = [
    "hex:5,swap", "havannah:3", "y:4", "go:5", "go:5,komi=3.5", "go:9,handicap=3", "loa:4", "connect-four:4x4",
    "dark-chess:2x3,pieces=KCPkcp", "tic-tac-toe",
]  # fmt: skip


@pytest.fixture(scope="module")
def searched():
    """A search of a small board, and the position it looked at."""
    game = bough.game("hex:4")
    searcher = searcher_for(game, "uct+rave", seed=3)
    searcher.search(game.start(), simulations=3000)
    return searcher, game.start()


def answers(monkeypatch, *lines):
    """A person who types these lines and then leaves."""
    left = iter(lines)

    def typed(prompt):
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", typed)


def random_game(game, seed=1, plies=12):
    position, rng = bough.game(game).start(), random.Random(seed)
    while not position.over and len(position.history) < plies:
        position = position.play(position.resolved(rng.choice(position.moves), rng))
    return position


@pytest.mark.compiled
def test_a_tree_is_walked_and_its_visits_add_up(searched):
    searcher, start = searched
    root = searcher.explore([])
    assert root.visits == 3000 and sum(branch.visits for branch in root.branches) == 3000
    assert [b.visits for b in root.branches] == sorted((b.visits for b in root.branches), reverse=True)
    assert sum(branch.share for branch in root.branches) == pytest.approx(1)
    assert set(root.branches[0].numbers) == {"RAVE visits", "RAVE value"}
    first = root.branches[0]
    below = searcher.explore([first.move])
    assert below.visits == first.visits and below.player == 1 and root.line[1:] == below.line
    # A move is worth to its player the opposite of what the best replies are worth to the other.
    replies = sum(b.value * b.visits for b in below.branches) / sum(b.visits for b in below.branches)
    assert -replies == pytest.approx(first.value, abs=0.05)
    assert board_after(start, root.line[:2]).history == tuple(root.line[:2])
    with pytest.raises(BoughError, match="no move 'z9'"):
        searcher.explore(["z9"])


@pytest.mark.compiled
def test_outcomes_of_chance_have_their_probabilities():
    game = bough.game("dark-chess:2x3,pieces=KCPkcp")  # compiled for another test too
    searcher = searcher_for(game, "uct+chance-nodes", seed=1)
    searcher.search(game.start(), simulations=4000)
    flip = searcher.explore([]).branches[0].move
    outcomes = searcher.explore([flip])
    assert outcomes.player == bough.games.contract.CHANCE and len(outcomes.branches) == 6
    for branch in outcomes.branches:
        assert branch.chance == pytest.approx(1 / 6)
        assert branch.share == pytest.approx(1 / 6, abs=0.03)
    shown = outcomes.branches[0].move
    assert board_after(game.start(), [flip, shown]).history == (f"{flip}({shown})",)


@pytest.mark.compiled
def test_trees_and_results_show_themselves(searched):
    searcher, start = searched
    ElementTree.fromstring(tree_svg(searcher.explore))
    ElementTree.fromstring(searcher._repr_svg_())
    assert "<table>" in searcher.result()._repr_html_() and "RAVE value" in searcher.explore([])._repr_html_()
    assert ElementTree.fromstring(start._repr_svg_()).tag.endswith("svg")


@pytest.mark.parametrize("game", SAVED)
def test_every_board_is_drawn(game):
    position = random_game(game)
    picture = ElementTree.fromstring(svg_board(position.game.face, position.marks, last=position.last_cells))
    stones = [
        element for element in picture.iter() if element.get("class", "").startswith(("stone", "sign", "tile", "back"))
    ]
    assert len(stones) == sum(map(bool, position.marks))


@pytest.mark.parametrize("game", SAVED)
def test_every_move_is_clicked_or_named(game):
    position = random_game(game)
    ways = [clicks(position.game.face, move) for move in position.moves]
    assert len(set(filter(None, ways))) == len([way for way in ways if way]), "two moves by the same clicks"
    assert {move for move, way in zip(position.moves, ways, strict=True) if not way} <= {"pass", "swap"}


@pytest.mark.parametrize("game", SAVED)
def test_saved_games_come_back(game):
    position = random_game(game)
    _, text = save_text(game, "", position)
    saved = open_text(text)
    again = bough.game(saved.game).start()
    for move in saved.moves:
        again = again.play(move)
    assert again.text == position.text and again.history == position.history


def test_a_game_from_a_position_of_its_own_comes_back():
    game = bough.game("tic-tac-toe")
    ending, text = save_text("tic-tac-toe", "x../.o./... x", game.position("x../.o./... x").play("c3"))
    assert ending == "txt" and open_text(text) == ("tic-tac-toe", ["c3"], "x../.o./... x")


@pytest.mark.parametrize(
    "text", ["", "b2 a1", "(;GM[99])", "(;FF[4", "(;GM[1]SZ[9]AB[ee];W[aa])", "(;GM[1]SZ[9];W[aa];W[bb])"]
)
def test_what_is_no_game_is_refused(text):
    with pytest.raises(BoughError):
        open_text(text)


def test_sgf_of_other_programs():
    # The swap of HexGui and the colours of Havannah's server.
    assert read_sgf("(;FF[4]GM[11]SZ[11];B[a3];W[swap-pieces];B[f6])")[:2] == ("hex:11,swap", ["a3", "swap", "f6"])
    assert read_sgf("(;GM[18]SZ[5];W[C3];B[d4])")[:2] == ("havannah:5", ["c3", "d4"])
    assert ";W[c3];B[d4]" in write_sgf("havannah:5", ["c3", "d4"], ("one", "two"), 0)
    assert read_sgf("(;GM[1]SZ[9]KM[6.5];B[ee];W[])")[:2] == ("go:9,komi=6.5", ["e5", "pass"])


def test_a_store_in_plain_numbers(run, tmp_path):
    store = tmp_path / "kept.sqlite"
    assert run("match", "tic-tac-toe", "uct", "random", "--simulations", "50", "--pairs", "3", "--store", store)[0] == 0
    (row,) = summary(store)
    (score,) = row["scores"]
    assert row["games"] == 6 == score["wins"] + score["draws"] + score["losses"] and row["ratings"] == []
    assert 0 <= score["low"] <= score["mean"] <= score["high"] <= 1
    three = ["uct", "random", "uct(exploration=0.5)"]
    assert run("match", "tic-tac-toe", *three, "--simulations", "20", "--pairs", "1", "--store", store)[0] == 0
    assert len(summary(store)) == 2 and len(summary(store)[1]["ratings"]) == 3


@pytest.mark.compiled
def test_bough_tree(run, monkeypatch):
    answers(monkeypatch, "help", "B2", "up", "why B2", "why", "more", "zz", "why zz", "board", "top", "quit")
    code, out, _ = run("tree", "hex:4", "--recipe", "uct+rave", "--simulations", "2000", "--top", "3")
    assert code == 0 and "RAVE value" in out and "13 more" in out and "10 more" in out
    assert "the tree has no move 'zz'" in out and "Expected after it" in out and "Traceback" not in out
    assert "write why with one move of the list" in out


@pytest.mark.compiled
def test_bough_tree_of_a_game_with_chance(run, monkeypatch):
    answers(monkeypatch, "a1", "K", "up", "up")
    game = "dark-chess:2x3,pieces=KCPkcp"
    code, out, _ = run("tree", game, "--recipe", "uct+chance-nodes", "--simulations", "2000")
    assert code == 0 and "0.167" in out and "chance to move" in out


def test_bough_watch(run):
    code, out, _ = run("watch", "tic-tac-toe", "uct", "random", "--simulations", "200", "--seed", "2")
    assert code == 0 and "1. X plays" in out and (" wins with " in out or "A draw." in out)
    assert run("watch", "tic-tac-toe", "nonsense")[0] == 2


def test_a_game_is_saved_and_gone_on_with(run, monkeypatch, tmp_path):
    kept = tmp_path / "mine.txt"
    answers(monkeypatch, "b2", f"save {kept}", "save", f"save {tmp_path / 'no' / 'where.txt'}")
    code, out, _ = run("play", "tic-tac-toe", "--simulations", "50")
    assert code == 0 and "Saved in" in out and "Say where" in out and "cannot write" in out
    answers(monkeypatch, "undo", "moves")
    code, out, _ = run("play", "--open", kept, "--simulations", "50")
    assert code == 0 and "Tic-tac-toe: you are" in out and "c1" in out
    code, _, err = run("play", "--open", tmp_path)
    assert code == 2 and err.count("\n") == 1


def test_names_of_moves_are_completed(monkeypatch):
    readline = pytest.importorskip("readline")
    from bough.cli.board import ask

    answers(monkeypatch)
    assert ask("> ", ["hint", "help", "h7"]) is None
    offer = readline.get_completer()
    assert [offer("H", number) for number in range(4)] == ["hint", "help", "h7", None]
    readline.set_completer(None)


@pytest.mark.parametrize(
    ("host", "printed", "shown"),
    [
        ("127.0.0.1", "http://localhost:8017/", "http://localhost:8017/"),
        ("0.0.0.0", "http://0.0.0.0:8017/?token=T", "http://localhost:8017/?token=T"),
        ("::", "http://[::]:8017/?token=T", "http://localhost:8017/?token=T"),
        ("fd00::1", "http://[fd00::1]:8017/?token=T", "http://[fd00::1]:8017/?token=T"),
    ],
)
def test_serve_says_and_opens_an_address_that_answers(run, monkeypatch, host, printed, shown):
    listening, opened = SimpleNamespace(getsockname=lambda: (host, 8017)), []
    monkeypatch.setattr("bough.cli.serve._listen", lambda *_: listening)
    monkeypatch.setattr("bough.cli.serve.secrets.token_urlsafe", lambda *_: "T")
    monkeypatch.setattr("bough.cli.serve.webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: None)
    code, out, _ = run("serve", "--host", host, "--open")
    assert code == 0 and f"Bough is at {printed} " in out and opened == [shown]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--store", "nowhere.sqlite"], "no result store"),
        (["hex"], "no file of a game"),
        (["nowhere.py"], "nowhere.py"),
        (["--host", "256.1.1.1"], "cannot listen"),
        (["--memory", "lots"], "lots"),
    ],
)
def test_serve_says_what_is_wrong(run, monkeypatch, tmp_path, arguments, said):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("serve", *arguments)
    assert code == 2 and said in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "main", "others"),
    [
        ("hex:5", ["c3", "d2", "b4"], [["c3", "d2", "a1"], ["c3", "e1"]]),
        ("go:9", ["e5", "c3", "g7"], [["e5", "c3", "pass", "g3"], ["a1"]]),
        ("go:9,handicap=2", ["e5", "b2"], [["d4"]]),
    ],
)
def test_variations_and_comments_are_kept_in_sgf(game, main, others):
    last = bough.game(game).start()
    for move in main:
        last = last.play(move)
    _, text = save_text(game, "", last, others, {tuple(main[:2]): "not so [good]", tuple(others[0]): "better"})
    assert open_text(text) == (game, main, "") and variations(text) == others
    read = Sgf_game.from_string(text)
    assert read.get_main_sequence()[2].get("C") == "not so [good]" and text.count("C[better]") == 1
    assert variations(save_text(game, "", last)[1]) == []
    assert variations("# bough loa\nb8-b6") == []
