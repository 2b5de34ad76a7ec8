"""Data sets: what is written is what was searched and played."""

import json

import numpy as np
import pytest

import bough
from bough.cli.selfplay import _best_of_many
from bough.core.errors import BoughError
from bough.lab.dataset import Example, write_dataset


def test_games_are_kept_with_what_was_searched_and_how_they_ended(run, tmp_path):
    command = ("selfplay", "connect-four:4x4", "-o", tmp_path, "--simulations", 20, "--recipe", "uct+solver")
    code, out, err = run(*command, "--games", 3)
    assert code == 0 and out.startswith("3 games with"), err
    code, out, _ = run(*command, "--games", 5)
    assert code == 0 and out.startswith("2 games with") and "5 in all" in out
    assert run(*command, "--games", 5)[1].startswith("0 games")
    game = bough.game("connect-four:4x4")
    for file, games in zip(sorted(tmp_path.glob("*.npz")), (3, 2), strict=True):
        with np.load(file, allow_pickle=False) as kept:
            assert json.loads(str(kept["about"]))["games"] == games
            starts = [i for i, text in enumerate(kept["text"]) if str(text) == game.start().text]
            assert len(starts) == games
            for first, end in zip(starts, [*starts[1:], len(kept["text"])], strict=True):
                positions = [game.position(str(text)) for text in kept["text"][first:end]]
                for position, visits in zip(positions, kept["visits"][first:end], strict=True):
                    assert {str(kept["moves"][n]) for n in np.flatnonzero(visits)} <= set(position.moves)
                    assert 0 < visits.sum() <= 20
                assert all(abs(kept["result"][first:end]) == abs(kept["result"][first]))
                signs = kept["result"][first:end] * np.where(kept["to_move"][first:end] == 0, 1, -1)
                assert len(set(signs.tolist())) == 1, "one result a game, told for the player to move"
            assert kept["planes"].shape[0] == len(kept["text"]) and kept["planes"].max() == 1


def test_a_data_set_of_searched_positions(tmp_path):
    start = bough.game("hex:4").start()
    positions = [start.play(move) for move in start.moves[:3]]
    found = bough.search_many(positions, "uct+solver", simulations=30)
    rows = [Example(position, result, float("nan")) for position, result in zip(positions, found, strict=True)]
    with np.load(write_dataset(tmp_path / "some.npz", rows), allow_pickle=False) as kept:
        assert kept["text"].tolist() == [position.text for position in positions]
        assert kept["value"].tolist() == pytest.approx([result.value for result in found])
        assert np.isnan(kept["result"]).all()
    with pytest.raises(BoughError, match="positions of one game"):
        write_dataset(tmp_path / "two.npz", [*rows, rows[0]._replace(position=bough.game("hex:5").start())])


def test_the_best_search_plays_without_what_works_beside_one_tree(run, monkeypatch, tmp_path):
    monkeypatch.setattr("bough.cli.selfplay.best_search", lambda game: "uct+rave(equivalence=500)+solver+df-pn")
    assert _best_of_many(bough.game("y:4")) == "uct+rave(equivalence=500)+solver"
    for default in ((), ("--recipe", "best")):
        folder = tmp_path / "-".join(default or ("default",))
        code, _, err = run("selfplay", "y:4", "-o", folder, "--games", 1, "--simulations", 2, *default)
        assert code == 0, err


def test_other_games_and_damaged_files_are_refused(run, tmp_path):
    command = ("selfplay", "tic-tac-toe", "-o", tmp_path, "--games", 1, "--recipe", "uct")
    assert run(*command, "--simulations", 5)[0] == 0
    code, _, err = run(*command, "--simulations", 6)
    assert code == 2 and "other numbers" in err
    for rest in (b"PK nothing", b""):
        (tmp_path / "games-00000.npz").write_bytes(rest)
        code, _, err = run(*command, "--simulations", 5)
        assert code == 2 and "is damaged" in err and err.count("\n") == 1
