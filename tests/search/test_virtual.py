"""Virtual connections, and zones that rest on them: a winner needs no cell outside of them."""

import random

import numpy as np
import pytest
from conftest import exact

import bough
from bough.core.records import records
from bough.games.boards.layout import rows_text
from bough.search.solving.insight.insight import NONE
from bough.search.solving.insight.virtual import virtual
from bough.search.solving.provers import Dfpn

pytestmark = pytest.mark.usefixtures("few_playouts")


def some_positions(name, count, least, seed=1):
    """Positions of random games with so many stones that plain minimax soon ends."""
    rng, game, found = random.Random(seed), bough.game(name), []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randrange(least, least + 4)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if not position.over:
            found.append(position)
    return found


def given_away(position, carrier, winner):
    """The position with every empty cell outside the carrier given to the winner's opponent."""
    marks = [
        "xo"[1 - winner] if not mark and not carrier >> cell & 1 else mark for cell, mark in enumerate(position.marks)
    ]
    return position.game.position(f"{rows_text(position.game.face.layout, marks)} {'xo'[position.to_move]}")


@pytest.mark.parametrize(("name", "least"), [("hex:4", 7), ("y:4", 2)])
def test_what_is_connected_stays_so_if_all_else_is_given_away(name, least):
    found = virtual(bough.game(name))
    links, met = records(1, found.record), {"full": 0, "semi": 0}
    for position in some_positions(name, 24, least):
        for player in (0, 1):
            found.decide(position.state, 0, player, links[0])
            carriers = (
                links[0].near[: links[0].near_count]
                if player == position.to_move
                else links[0].won[: links[0].won_count]
            )
            for carrier in carriers[:3]:
                left = given_away(position, int(carrier), player)
                assert exact(left) == (1 if player == position.to_move else -1), (position.text, player, left.text)
                met["semi" if player == position.to_move else "full"] += 1
    assert min(met.values()) > 3, met


@pytest.mark.parametrize(("name", "least"), [("hex:4", 8), ("y:4", 2)])
def test_a_winner_needs_no_cell_outside_the_zone(name, least):
    game = bough.game(name)
    for position in some_positions(name, 9, least, seed=2):
        prover = Dfpn(game, 1 << 20)
        prover.ask(position, 1)
        while not prover.go_on(1000):
            pass
        winner = position.to_move if prover.reached else 1 - position.to_move
        left = given_away(position, int(prover.workers[0].frames[0].zone[0]), winner)
        assert (exact(left) == 1) == prover.reached == (exact(position) == 1), (position.text, left.text)


def test_two_cells_between_two_groups_are_a_bridge():
    game = bough.game("hex:3")
    found = virtual(game)
    links = records(1, found.record)
    found.decide(game.position("x../.../... o").state, 0, 0, links[0])
    assert links[0].won_count == 0, "a corner alone does not win if the other is to move"
    found.decide(game.position(".../.x./... o").state, 0, 0, links[0])
    carriers = {int(carrier) for carrier in links[0].won[: links[0].won_count]}
    assert 0b011_000_110 in carriers, "two cells to each border"
    assert np.all(links[0].won[: links[0].won_count] > 0)


def test_other_games_have_none():
    assert virtual(bough.game("havannah:3")) is NONE and virtual(bough.game("hex:9")) is NONE
    assert virtual(bough.game("hex:3,swap")) is NONE and virtual(bough.game("tic-tac-toe")) is NONE
