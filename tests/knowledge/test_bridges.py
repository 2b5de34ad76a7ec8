"""Playouts of Hex, Y and Havannah keep bridges."""

import random

import numpy as np
import pytest

import bough
from bough.core.rng import seeded
from bough.games.contract import UNDECIDED
from bough.knowledge.connection import bridge_keeper, surroundings
from bough.knowledge.registry import knowledge_of


def replies(position, tries=20):
    """The names of all cells that answer the last move."""
    reply, names = knowledge_of(position.game).reply, position.game.face.move_name
    found = {int(reply(position.state[0], None, seeded(7, stream))[0]) for stream in range(tries)}
    return {names(move) for move in found if move >= 0}


def after(name, moves):
    position = bough.game(name).start()
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("b2 e5 c3 c2", {"b3"}),
        ("b2 e5 c3 b3", {"c2"}),
        ("b2 e5 c3 d3", set()),
        ("c2 e5 a5 c1", {"d1"}),  # the top is Red's
        ("e5 c4 c5 b4", set()),
        ("a5 b3 e1 e3 a3", {"a4"}),  # the left side is Blue's: b3 reaches it by a3 and a4
        ("", set()),
    ],
)
def test_the_other_cell_of_a_bridge_is_the_reply(moves, kept):
    assert replies(after("hex:5", moves)) == kept


@pytest.mark.parametrize("name", ["hex:5", "y:6", "havannah:4", "hex:4,swap"])
def test_bridges_against_a_plain_twin(name):
    """A bridge is kept by an empty neighbour of the last stone that shares two own neighbours or helpful borders."""
    game = bough.game(name)
    board, rng, seen = game.rules.connection, random.Random(5), 0
    cells, steps = set(board.cells.tolist()), board.offsets.tolist()
    keep = bridge_keeper(board, *surroundings(board))

    def kept(state, player, last):
        found = {int(keep(state, player, last, seeded(7, stream))[0]) for stream in range(12)}
        return {game.face.move_name(move) for move in found if move >= 0}

    def helps(place, player):
        beside = [place + step for step in steps if place + step in cells]
        return bool(beside) and any(
            all(int(board.borders[one]) & bit for one in beside)
            for bit in (1 << k for k in range(12))
            if int(board.goals[player]) & bit
        )

    for _ in range(60):
        position = game.start()
        while not position.over:
            position = position.play(rng.choice([move for move in position.moves if move != "swap"]))
            if position.over:
                break
            state, player = position.state[0], position.to_move
            last = int(state.empty[state.empties])
            expected = set()
            for place in (last + step for step in steps):
                if place not in cells or state.stone[place] >= 0:
                    continue
                shared = {last + step for step in steps} & {place + step for step in steps}
                own = [one for one in shared if (state.stone[one] == player if one in cells else helps(one, player))]
                if len(own) == 2:
                    expected.add(game.face.move_name(place))
            told = kept(state, player, last)
            assert told <= expected and bool(told) == bool(expected)
            seen += bool(told)
    assert seen > 50


@pytest.mark.parametrize("name", ["hex:4", "y:4", "hex:3,swap", "hex:1", "hex:2"])
def test_a_whole_playout_has_the_winner_that_its_moves_lead_to(name):
    game = bough.game(name)
    fill = knowledge_of(game).replying_playout(True)
    for stream in range(40):
        state, moves = game.start().state.copy(), np.zeros(40, np.int16)
        winner, plies, _ = fill(state[0], moves, seeded(3, stream), 0.8)
        position = game.start()
        for move in moves[:plies]:
            position = position.play(game.face.move_name(int(move)))
            if position.over:
                break
        assert position._winner == winner != UNDECIDED
        assert winner in (0, 1) and plies >= len(position.history)


def test_a_playout_that_always_replies_never_loses_a_bridge():
    """Red's b2 and c3 stay joined in every playout, whoever fills the rest."""
    game = bough.game("hex:5")
    position, board = after("hex:5", "b2 e5 c3 a1"), game.rules.connection
    c2, b3 = (int(board.cells[row * 5 + column]) for column, row in ((2, 1), (1, 2)))
    fill = knowledge_of(game).replying_playout(False)
    for stream in range(100):
        state = position.state.copy()
        fill(state[0], np.zeros(40, np.int16), seeded(4, stream), 1.0)
        assert 0 in (state[0].stone[c2], state[0].stone[b3])


def test_searches_with_replies_prove_what_others_do():
    for name in ("hex:3", "y:3"):
        found = bough.search(bough.game(name).start(), "uct+rave+solver+reply(rate=1)", simulations=3000)
        assert found.low == found.high == 1
