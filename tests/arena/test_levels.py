"""Levels: opponents of stated strength."""

import pytest

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.players.levels import LEVELS, level_named
from bough.players.names import canonical, is_recipe, seat


def test_levels_grow_in_thought_and_lose_carelessness():
    levels = list(LEVELS.values())
    assert [level.careless for level in levels] == sorted((level.careless for level in levels), reverse=True)
    thoughts = [level.simulations for level in levels if level.simulations]
    assert thoughts == sorted(thoughts) and levels[-1].strongest and not levels[0].strongest


def test_a_level_is_a_player_of_its_own_budget():
    game = bough.game("tic-tac-toe")
    assert canonical("level:easy", game) == "level:easy" and not is_recipe("level:easy")
    player = seat("level:easy", game, seed=3)
    played = [player.choose(game.start(), Budget(7, None)) for _ in range(16)]
    player.close()
    searched = [choice for choice in played if choice.simulations]
    assert 2 < len(searched) < 13, "about half of the moves are made at random"
    assert all(choice.simulations > 7 for choice in searched)
    assert len({choice.move for choice in played}) > 1


def test_unknown_levels_are_refused():
    with pytest.raises(BoughError, match="there is no level 'grandmaster'; there are beginner"):
        level_named("grandmaster")
    with pytest.raises(BoughError, match="there is no level"):
        canonical("level:grandmaster", bough.game("tic-tac-toe"))


def test_play_takes_a_level_or_a_budget(run, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    code, out, _ = run("play", "tic-tac-toe", "--level", "beginner")
    assert code == 0 and "you are" in out
    code, _, err = run("play", "tic-tac-toe", "--level", "easy", "--seconds", "1")
    assert code == 2 and "--level stands for" in err
    assert run("play", "tic-tac-toe", "--level", "wizard")[0] == 2


def test_levels_bring_their_own_budgets(run, tmp_path):
    store = tmp_path / "levels.sqlite"
    code, told, error = run("match", "tic-tac-toe", "level:easy", "random", "--pairs", "1", "--store", store)
    assert code == 0 and "2 games" in told + error
    code, told, error = run("match", "tic-tac-toe", "level:easy", "uct", "--pairs", "1", "--store", store)
    assert code == 2 and "a search needs a budget" in error
    code, told, _ = run("results", store)
    assert code == 0 and "at their own budgets: level:easy" in told
