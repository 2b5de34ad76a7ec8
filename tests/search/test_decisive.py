"""Decisive moves against a naive twin that tries every move before every ply, with the same random numbers."""

import numpy as np
import pytest
from conftest import grown

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import UNDECIDED
from bough.search.compose import compose
from bough.search.seams.hooks import worth
from bough.search.trees.engine import engine, legal_size, parameters

CASES = [
    ("hex:5", "decisive"),
    pytest.param("y:5", "decisive-offline", marks=pytest.mark.long),
    ("havannah:4", "anti-decisive"),
    pytest.param("hex:4,swap", "anti-decisive", marks=pytest.mark.long),
    pytest.param("hex:5", "decisive-offline", marks=pytest.mark.long),
    pytest.param("y:5", "decisive", marks=pytest.mark.long),
    pytest.param("havannah:6", "decisive", marks=pytest.mark.long),
    pytest.param("havannah:6", "decisive-offline", marks=pytest.mark.long),
]


def naive_playout(game: bough.Game, anti: bool):
    """Try all moves of the player to move, then those of the opponent, then draw one."""
    play, winner, moves, random_move = (
        game.rules.play,
        game.rules.winner,
        game.rules.moves,
        game.rules.random_move,
    )

    def win_of(position, trials, legal, count, player):
        for i in range(count):
            trials[0] = position
            trials[0].to_move = player
            play(trials[0], legal[i])
            if winner(trials[0]) == player:
                return legal[i] * 1
        return -1

    win_of = bough.part(win_of)

    def playout(states, trials, legal, rng):
        position = states[0]
        while winner(position) == UNDECIDED:
            count = moves(position, legal)
            move = win_of(position, trials, legal, count, position.to_move)
            if move < 0 and anti:
                move = win_of(position, trials, legal, count, 1 - position.to_move)
            if move < 0:
                move, rng = random_move(position, rng)
            play(position, move)
        return worth(winner(position))

    return kernel(playout)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "idea"), CASES)
def test_playouts_end_as_the_naive_twin_ends_them(name, idea):
    game, chosen = bough.game(name), bough.recipe(f"uct+{idea}")
    made = engine(game, chosen)
    hooks = compose(game, chosen.shape)
    inner = hooks.playout(hooks)

    def run(states, memory, trail, legal, params):
        return inner(states[0], memory[0], trail[0], legal, params[0])

    playout, naive = kernel(run), naive_playout(game, idea == "anti-decisive")
    memory, trail, params = records(1, made.memory), records(1, made.trail), parameters(made, chosen)
    legal, trial = np.zeros(legal_size(game), np.int16), records(1, game.rules.record)
    generator = np.random.default_rng(5)
    values = []
    for seed in range(600):
        position = game.start()
        for _ in range(seed % 12):  # also from positions in which wins are already there
            if position.over:
                break
            position = position.play(generator.choice(position.moves))
        if position.over:
            continue
        memory[0].rng = rng = seeded(seed)
        value = playout(position.state.copy(), memory, trail, legal, params)
        assert value == naive(position.state.copy(), trial, legal, rng), position.text
        values.append(value)
    assert {-1.0, 1.0} <= set(values)


@pytest.mark.parametrize("recipe", ["uct+decisive", "uct+anti-decisive", "uct+decisive-offline"])
def test_a_node_with_a_win_gets_that_child_alone(recipe):
    tree = grown("hex:5", recipe, 10, text="x..../x.o../x.o../x.o../..o.. x")
    assert len(tree.children(0)) == 1
    assert bough.game("hex:5").face.move_name(int(tree.nodes[1].move)) in ("a5", "b5")


def test_anti_decisive_leaves_only_the_block():
    text = ".x.../.x.o./.x.o./.x.o./o.... o"  # x threatens b5 alone
    tree = grown("hex:5", "uct+anti-decisive", 10, text=text)
    assert [bough.game("hex:5").face.move_name(int(tree.nodes[i].move)) for i in tree.children(0)] == ["b5"]
    assert len(grown("hex:5", "uct+decisive", 10, text=text).children(0)) > 1


def test_simulations_end_where_the_limit_says():
    tree = grown("hex:5", "uct+decisive+limit(plies=2)", 6)
    assert {float(tree.nodes[i].value) for i in tree.children(0)} == {0.0}


def test_any_game_can_have_decisive_moves_by_trying():
    tree = grown("tic-tac-toe", "uct+decisive", 10, text="xx./oo./... x")
    assert [int(tree.nodes[i].move) for i in tree.children(0)] == [2]
    tree = grown("tic-tac-toe", "uct+anti-decisive", 10, text="x../oo./x.. x")
    assert [int(tree.nodes[i].move) for i in tree.children(0)] == [5]


def test_recorded_playouts_end_with_the_winning_move():
    """RAVE learns from what was played: the trail of a decisive playout is a legal game to its end."""
    game = bough.game("havannah:4")
    for idea in ("decisive", "decisive-offline", "anti-decisive"):
        for seed in range(20):
            tree = grown("havannah:4", f"uct+rave+{idea}", 1, seed=seed)
            trail, position = tree.trail[0], game.start()
            for ply in range(int(trail.plies)):
                assert trail.mover[ply] == position.to_move
                position = position.play(game.face.move_name(int(trail.move[ply])))
            assert position.over
            assert worth(-1 if not position.over else position.winner) == (1 if tree.nodes[0].value < 0 else -1)
