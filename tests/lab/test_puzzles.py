"""Puzzles: exactly one move wins, whoever says so."""

import pytest

import bough
from bough.core.errors import BoughError
from bough.knowledge.puzzles.puzzle import (
    GRADES,
    Puzzle,
    read_puzzles,
    shipped_families,
    shipped_puzzles,
    write_puzzles,
)
from bough.lab.puzzles import Maker, check


def wins(position, player):
    """By plain minimax: does the player win, whoever is to move?"""
    if position.over:
        return position.winner == player
    return (any if position.to_move == player else all)(wins(position.play(move), player) for move in position.moves)


@pytest.fixture
def maker(monkeypatch):
    for name, number in {"PLAYING": 5, "LEAST": 3}.items():
        monkeypatch.setattr(f"bough.lab.puzzles.{name}", number)
    return Maker(bough.game("tic-tac-toe"), seed=1)


@pytest.mark.compiled
def test_a_puzzle_has_one_winning_move_and_no_other(maker):
    games = maker.puzzles()
    found = [one for one in (next(games) for _ in range(60)) if one is not None]
    assert len(found) >= 5
    for one in found:
        position = maker.game.position(one.position)
        assert [move for move in position.moves if wins(position.play(move), position.to_move)] == [one.move]
        assert check(one, maker) > 0


@pytest.mark.compiled
def test_what_is_no_puzzle_does_not_pass(maker):
    """The first move of a draw, and one of two that win."""
    with pytest.raises(BoughError, match="does not hold after b2"):
        check(Puzzle("tic-tac-toe", maker.game.start().text, "b2", 1), maker)
    with pytest.raises(BoughError, match="does not hold after c2"):
        check(Puzzle("tic-tac-toe", "x.x/oo./... x", "b3", 1), maker)


def test_chance_has_no_puzzles():
    with pytest.raises(BoughError, match="leaves something to chance"):
        Maker(bough.game("dark-chess:2x2,pieces=KPkp"))


def test_files_of_puzzles(tmp_path):
    puzzles = [Puzzle("hex:3", "x../.o./... x", "c1", 20_000), Puzzle("hex:3", ".x./.o./... x", "a3", 7)]
    write_puzzles(tmp_path / "some.tsv", puzzles)
    read = read_puzzles((tmp_path / "some.tsv").read_text())
    assert read == puzzles[::-1] and [one.grade for one in read] == ["easy", "hard"]
    with pytest.raises(BoughError, match="line 1 of here is no puzzle"):
        read_puzzles("hex:3\tx", "here")


@pytest.mark.parametrize("family", shipped_families())
def test_a_hundred_puzzles_come_with_each_game(family):
    puzzles = shipped_puzzles(family)
    assert len({one.position for one in puzzles}) == len(puzzles) == 100
    assert {one.grade for one in puzzles} == set(GRADES)
    for one in puzzles:
        assert one.game.partition(":")[0] == family
        assert one.move in bough.game(one.game).position(one.position).moves


def test_an_unknown_family():
    with pytest.raises(BoughError, match="no puzzles of chess yet; there are some of connect-four"):
        shipped_puzzles("chess")


@pytest.mark.compiled
def test_the_command_makes_goes_on_and_checks(run, tmp_path, maker):
    file = tmp_path / "p.tsv"
    assert run("puzzles", "tic-tac-toe", "-o", file, "--count", 2)[1].strip() == f"{file}: 2 puzzles, 2 of them new"
    assert "3 puzzles, 1 of them new" in run("puzzles", "tic-tac-toe", "-o", file, "--count", 3)[1]
    code, out, _ = run("puzzles", "tic-tac-toe", "-o", file, "--check")
    assert code == 0 and "All 3 puzzles hold" in out
    file.write_text(file.read_text().replace("\t", " "))
    code, _, err = run("puzzles", "tic-tac-toe", "-o", file, "--check")
    assert code == 2 and "is no puzzle" in err
    assert run("puzzles", "tic-tac-toe", "-o", file, "--count", 0)[0] == 2
