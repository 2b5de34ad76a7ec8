"""Threats in a row: what begins with one wins, and moves that do not touch it lose."""

import random
from pathlib import Path

import numpy as np
import pytest
from conftest import exact

import bough
from bough.core.records import records
from bough.games.formats.certificates import read_certificate
from bough.games.formats.verifying import verify_certificate
from bough.search.solving.insight.insight import NONE
from bough.search.solving.insight.sequences import sequences
from bough.search.solving.provers import Dfpn
from bough.search.solving.solving import Solving
from bough.search.solving.threats import OPEN, deciding_at_once

pytestmark = pytest.mark.usefixtures("few_playouts")


def quiet_positions(name, count, least, seed=1):
    """Positions of random games, the first of each after so many plies in which nobody wins at once or has to stop a
    win."""
    rng, game, found = random.Random(seed), bough.game(name), []
    at_once, moves = deciding_at_once(game), np.zeros(game.rules.max_moves + 1, np.int16)

    def quiet(position):
        legal = game.rules.moves(position.state[0], moves)
        return at_once(position.state[0], moves, legal) == (OPEN, legal)

    while len(found) < count:
        position = game.start()
        while not position.over:
            if len(position.history) >= least and quiet(position):
                found.append(position)
                break
            position = position.play(rng.choice(position.moves))
    return found


def seen(position, player):
    """What is found for a player: the carriers, and the first move of one sequence."""
    insight = sequences(position.game)
    room, states = records(1, insight.record), records(position.game.rules.max_plies + 5, position.game.rules.record)
    states[0] = position.state[0]
    moves = np.zeros(position.game.rules.max_moves + 1, np.int16)
    first = insight.answer(states, 0, moves, player, room[0])
    return [int(carrier) for carrier in room[0].near[: room[0].near_count]], first


def test_the_first_move_of_a_sequence_wins():
    found = 0
    for position in quiet_positions("havannah:3", 12, 11):
        _, first = seen(position, position.to_move)
        if first >= 0:
            assert exact(position.play(position.game.face.move_name(first))) == -1, position.text
            found += 1
    assert found > 5


def test_moves_outside_a_carrier_lose():
    """In games in which both can win: by rings, bridges and forks of their own too."""
    outside = inside = 0
    for position in quiet_positions("havannah:3", 12, 11):
        carriers, _ = seen(position, 1 - position.to_move)
        for move, number in position.move_numbers.items():
            cell = position.game.face.cell_moves.index(number)
            if any(not carrier >> cell & 1 for carrier in carriers):
                assert exact(position.play(move)) == 1, (position.text, move)
                outside += 1
            elif carriers:
                inside += exact(position.play(move)) == -1
    assert outside > 30 and inside > 5, (outside, inside)


@pytest.mark.parametrize(("name", "plies"), [("havannah:2", 0), ("havannah:3", 11)])
def test_values_are_those_of_minimax(name, plies):
    rng, game = random.Random(3), bough.game(name)
    prover = Dfpn(game, 1 << 20)
    assert prover.insight is sequences(game) and prover.insight.useful
    for _ in range(20):
        position = game.start()
        for _ in range(plies):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        while not position.over:
            assert Solving(prover).value("", position) == exact(position), position.text
            position = position.play(rng.choice(position.moves))


def test_games_without_such_threats_have_none():
    for name in ("connect-four", "tic-tac-toe", "havannah:3,swap", "loa:5", "havannah:6", "examples/breakthrough.py"):
        assert sequences(bough.game(name)) is NONE, name


@pytest.mark.compiled
@pytest.mark.long
def test_the_kept_proof_of_havannah_4_holds():
    file = Path(__file__).parents[2] / "docs" / "results" / "proven" / "havannah-4-a1.gz"
    assert verify_certificate(read_certificate(file)) == 1_665_435
