"""Playouts by evaluation choose what a naive search of the same moves would choose."""

import random

import numpy as np
import pytest

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.games.contract import FIRST
from bough.knowledge.registry import knowledge_of
from bough.search.compose import compose
from bough.search.trees.engine import engine, legal_size, parameters

GAME = bough.game("loa:5")
WON = 1e9


def likeliest(position, wanted):
    """The likeliest moves, a winning one alone; ties as they are listed."""
    weight = knowledge_of(GAME).move_weight
    wins = [move for move in position.moves if position.play(move).winner == position.to_move]
    if wins:
        return wins[:1]
    return sorted(position.moves, key=lambda move: -weight(position.state[0], position.move_numbers[move]))[:wanted]


def points(position, player):
    if position.over:
        return 0.0 if position.winner is None else WON if position.winner == player else -WON
    found = knowledge_of(GAME).evaluation()(position.state[0])
    return found if player == FIRST else -found


def worth_of(position, move, answers):
    after = position.play(move)
    if not answers or after.over or after.to_move == position.to_move:
        return points(after, position.to_move)
    return min(points(after.play(answer), position.to_move) for answer in likeliest(after, answers))


@pytest.mark.parametrize(
    ("idea", "answers"), [("mixed(moves=4,noise=0)", 0), ("mixed-two-plies(moves=4,answers=3,noise=0)", 3)]
)
def test_the_best_of_the_likeliest_moves_is_played(idea, answers):
    recipe, rng = bough.recipe(f"uct+{idea}"), random.Random(2)
    made = engine(GAME, recipe)
    choose = compose(GAME, recipe.shape).choose

    def run(states, memory, params, legal):
        return choose(states[0], memory[0], params[0], legal, np.uint64(1))

    chosen_by = kernel(run)
    memory, params, legal = records(1, made.memory), parameters(made, recipe), np.zeros(legal_size(GAME), np.int16)
    differed = 0
    for _ in range(60):
        position = GAME.start()
        for _ in range(rng.randrange(14)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if position.over:
            continue
        move, _ = chosen_by(position.state, memory, params, legal)
        worth = {move: worth_of(position, move, answers) for move in likeliest(position, 4)}
        assert worth[GAME.face.move_name(int(move))] == pytest.approx(max(worth.values())), position.text
        differed += max(worth, key=worth.get) != next(iter(worth))
    assert differed > 5
