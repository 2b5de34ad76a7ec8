"""Rules against an independent implementation, after every ply of random games."""

import random

import numpy as np
import pytest

import bough
from bough.games.contract import UNDECIDED
from bough.games.kernels import LOOK, PLAY, first_state, rules_kernel

pyspiel = pytest.importorskip("pyspiel")

PAIRS = [
    ("hex:5", "hex(board_size=5)"),
    ("hex:11", "hex(board_size=11)"),
    ("havannah:4", "havannah(board_size=4)"),
    ("havannah:8", "havannah(board_size=8)"),
    ("y:5", "y(board_size=5)"),
    ("y:11", "y(board_size=11)"),
    ("connect-four", "connect_four"),
    ("tic-tac-toe", "tic_tac_toe"),
]
GAMES = 1000


def actions_by_move(game: bough.Game, peer) -> dict[int, int]:
    """OpenSpiel's number of each of our moves, matched by the names both give to cells."""
    start = peer.new_initial_state()
    if game.name == "connect-four":
        return {column: column for column in range(7)}
    if game.name == "tic-tac-toe":  # its cells are numbered in reading order, as ours are
        return {cell: cell for cell in range(9)}
    by_name = {start.action_to_string(action): action for action in start.legal_actions()}
    return {move: by_name[name] for name, move in game.start().move_numbers.items()}


@pytest.mark.compiled
@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_random_games_agree_at_every_ply(ours, theirs):
    game, peer = bough.game(ours), pyspiel.load_game(theirs)
    rules, action_of = rules_kernel(game.rules), actions_by_move(game, peer)
    table = np.full(game.rules.move_ids, -1)
    table[list(action_of)] = list(action_of.values())
    legal = np.zeros(game.rules.max_moves + 1, np.int16)
    rng = random.Random(2010)
    for _ in range(GAMES):
        state, peer_state = first_state(game.rules), peer.new_initial_state()
        winner, count = rules(LOOK, state, 0, legal)
        while True:
            assert peer_state.is_terminal() == (winner != UNDECIDED)
            if winner != UNDECIDED:
                break
            assert sorted(table[legal[:count]]) == peer_state.legal_actions()
            assert state[0].to_move == peer_state.current_player()
            move = int(legal[rng.randrange(count)])
            peer_state.apply_action(action_of[move])
            winner, count = rules(PLAY, state, move, legal)
        assert {0: [1, -1], 1: [-1, 1], 2: [0, 0]}[winner] == peer_state.returns()
