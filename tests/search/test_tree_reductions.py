"""The trees of Jouandeau & Cazenave 2014: chance nodes, move groups, group nodes; and players of several stages."""

import random

import numpy as np
import pytest
from conftest import grown

import bough
from bough.core.budget import Budget
from bough.core.errors import BoughError
from bough.core.jit import interpreted
from bough.games.contract import CHANCE
from bough.players.names import canonical, is_recipe, seat

BOARD = "dark-chess:2x3,pieces=KCPkcp"
GROUPS = ("move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m")


def both_groups(position, rng):
    """A position in which the player to move has moves and flips."""
    while True:
        position = position.game.start()
        for _ in range(rng.randrange(2, 6)):
            after = position.play(position.resolved(rng.choice(position.moves), rng))
            position = position if after.over else after
        flips = sum("-" not in move for move in position.moves)
        if flips > 1 and len(position.moves) - flips > 1:
            return position


@pytest.mark.parametrize("idea", GROUPS)
def test_the_better_group_is_followed_and_its_moves_are_not_told_apart(idea):
    game = bough.game(BOARD)
    position = both_groups(game.start(), random.Random(idea))
    tree = grown(BOARD, f"uct+{idea}", 0)
    tree.plant(position.state)
    simulations = 60 if interpreted() else 4000
    tree.grow(simulations)
    root, children = tree.nodes[0], [tree.nodes[i] for i in tree.children(0)]
    for group in range(2):
        visits = [int(child.visits) for child in children if child.group == group]
        assert sum(visits) == root.group_visits[group]
        mean = sum(float(child.value) * int(child.visits) for child in children if child.group == group)
        assert root.group_value[group] == pytest.approx(mean / max(sum(visits), 1), abs=1e-3)
        if idea != "move-groups-random":
            assert max(visits) - min(visits) <= 1, "in turn"
    assert root.group_visits.sum() == simulations
    played = tree.nodes[tree.decide(tree.nodes)] if interpreted() else None
    if played is not None:
        assert played.group == np.argmax(root.group_visits)


@pytest.mark.compiled
def test_of_the_boards_drawn_for_each_flip_the_luckiest_is_followed():
    """By the letter of algorithm 6 outcomes come up more often the better they are for the mover; elsewhere by chance
    alone."""
    position = bough.game(BOARD).start()

    def luck(idea):
        tree, found = grown(BOARD, f"uct+{idea}", 0), 0.0
        tree.plant(position.state)
        tree.grow(20_000)
        for child in tree.children(0):
            outcomes = [tree.nodes[outcome] for outcome in tree.children(child)]
            if outcomes and outcomes[0].mover == CHANCE:
                visits = sum(int(outcome.visits) for outcome in outcomes)
                for outcome in outcomes:
                    own = float(outcome.value) * (1 if position.to_move == 1 else -1)  # chance counts as the second
                    found += own * (int(outcome.visits) - visits * float(outcome.chance)) / 20_000
        return found

    assert abs(luck("chance-nodes")) < 0.01 < 0.04 < luck("group-nodes-drawn")


@pytest.mark.compiled
def test_groups_do_not_hide_what_is_proven():
    """A win that is proven is played, whichever group looks better."""
    game, rng, won = bough.game(BOARD), random.Random(8), 0
    for _ in range(150):
        result = bough.search(both_groups(game.start(), rng), "uct+solver+move-groups-random", simulations=400)
        chosen = next(row for row in result.moves if row.move == result.move)
        assert chosen.low == result.low == 1 or result.low < 1
        assert chosen.high > -1 or result.high == -1
        won += result.low == 1
    assert won > 5


def test_groups_prefer_what_is_sure_to_what_is_proven_worse():
    tree = grown(BOARD, "uct+solver+move-groups-random", 0)
    tree.plant(both_groups(bough.game(BOARD).start(), random.Random(3)).state)
    tree.grow(1)
    children = [tree.nodes[i] for i in tree.children(0)]
    move, flip = (next(child for child in children if child.group == group) for group in (0, 1))
    for child in children:
        child.low, child.high, child.value, child.visits = -1, -0.9, -0.95, 1
    flip.low = flip.high = flip.value = 0
    move.low = move.high = move.value = -0.5
    flip.visits, move.visits = 10, 30
    tree.nodes[0].group_visits[:] = 30, 10
    tree.nodes[0].sure = 0
    assert tree.nodes[tree.decide(tree.nodes)].move == flip.move


@pytest.mark.parametrize(("idea", "first"), [("move-groups-cycle-r", 1), ("move-groups-cycle-m", 0)])
def test_which_group_is_tried_first(idea, first):
    position = both_groups(bough.game(BOARD).start(), random.Random(3))
    tree = grown(BOARD, f"uct+{idea}", 0)
    tree.plant(position.state)
    tree.grow(1)
    assert tree.nodes[0].group_visits[first] == 1


@pytest.mark.parametrize("idea", GROUPS)
def test_where_all_moves_are_of_one_kind_groups_are_plain_uct(idea):
    """From the start all moves flip; the trees are the same, draw for draw."""
    one, two = (grown(BOARD, f"uct+{chosen}", 1, seed=3) for chosen in (idea, "chance-nodes"))
    shown = bough.game(BOARD).position("k./.P/.. r")
    for tree in (one, two):
        tree.memory[0].rng = 99
        tree.plant(shown.state)
        tree.grow(100)
    visits = [[(int(tree.nodes[i].move), int(tree.nodes[i].visits)) for i in tree.children(0)] for tree in (one, two)]
    assert visits[0] == visits[1]


@pytest.mark.compiled
def test_exact_backups_weigh_outcomes_by_probability():
    """After every outcome was seen, a chance node is the weighted mean of its outcomes, to rounding."""
    tree = grown(BOARD, "uct+chance-nodes+exact-chance", 30_000, seed=1)
    checked = 0
    for i in range(int(tree.memory[0].used)):
        node, children = tree.nodes[i], tree.children(i)
        if len(children) and tree.nodes[children[0]].mover == CHANCE and all(tree.nodes[children].visits):
            mean = float((tree.nodes["chance"][children] * tree.nodes["value"][children]).sum())
            assert float(node.value) == pytest.approx(-mean if node.mover == 0 else mean, abs=2e-3)
            checked += 1
    assert checked > 50


def test_playouts_have_their_own_draw_rule():
    """With eight quiet plies uniform playouts from here are mostly drawn; with 640 of their own they are won."""
    position = bough.game("dark-chess:draw=8").position("c.../..../..../KG../..../..MM/..../...R r")
    values = {}
    for recipe in ("uct+chance-nodes", "uct+draw-rule(plies=640)+chance-nodes"):
        found = [bough.search(position, recipe, simulations=10, seed=seed, memory="1MiB") for seed in range(8)]
        values[recipe] = sum(result.value for result in found) / 8
    assert values["uct+chance-nodes"] < 0.5
    assert values["uct+draw-rule(plies=640)+chance-nodes"] > 0.7


def test_names_of_players_in_stages():
    game = bough.game("dark-chess")
    cdc = "uct(exploration=1.0954)+policy+draw-rule"
    for name, full in (
        ("mc-cdc+chance-nodes then minimax(depth=3)", f"{cdc}+chance-nodes then minimax"),
        ("random( turns=4 )  then  uct+chance-nodes", "random(turns=4) then uct+chance-nodes"),
        ("star2(depth=2)", "star2(depth=2)"),
        ("random(turns=2) then random then minimax(depth=1)", "random(turns=2) then random then minimax(depth=1)"),
    ):
        assert canonical(name, game) == full
        assert canonical(full, game) == full
    assert is_recipe("uct+chance-nodes")
    assert not is_recipe("random then uct+chance-nodes")
    for name, what in (
        ("minimax", "minimax and alphabeta cannot search; use star2"),
        ("alphabeta", "minimax and alphabeta cannot search"),
        ("random(turns=2) then minimax", "cannot search"),
        ("random(turns=-1) then uct+chance-nodes", "0 or more turns"),
        ("random then minimax(depth=99999)", "at most 60"),
        ("random then", "lacks a stage"),
        ("then", "lacks a stage"),
        ("gtp:'", "no closing quotation"),
        ("random then minimax(depth=0)", "at least 1 ply"),
        ("random(turns=x) then uct+chance-nodes", "must be a number"),
        ("random then minimax(evaluation=nnue)", "unknown evaluation"),
        ("random then uct", "leaves something to chance"),
    ):
        with pytest.raises(BoughError, match=what):
            canonical(name, game)


def test_stages_follow_one_another():
    """Two turns at random, then a search while something is hidden, then minimax."""
    game = bough.game("dark-chess:2x2,pieces=KPkp")
    player = seat("random(turns=2) then uct+chance-nodes then minimax(evaluation=material)", game, seed=1)
    rng, position, spent = random.Random(2), game.start(), []
    while not position.over:
        hidden = int(position.state[0].hidden)
        choice = player.choose(position, Budget(50, None))
        spent.append((hidden, choice.simulations))
        position = position.play(position.resolved(choice.move, rng))
    assert [simulations for _, simulations in spent[:2]] == [0, 0]
    assert all(0 < simulations <= 50 for hidden, simulations in spent[2:] if hidden)
    player.close()
