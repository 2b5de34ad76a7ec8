"""Whole playouts follow the same law as playing ply by ply."""

import math

import numpy as np
import pytest

import bough
from bough.core.jit import kernel
from bough.core.records import records
from bough.core.rng import seeded
from bough.games.contract import FIRST
from bough.search.compose import compose
from bough.search.seams.playouts import stepwise_playout, uniform_choice
from bough.search.trees.engine import legal_size

POSITIONS = {
    "hex:5": (
        None,
        "x..o./..x../.o.../...x./..o.. x",
        "x..o./..x../.o.../...x./..o.. o",
        "ooooo/xxxx./xx.../...../oo... o",
    ),
    "hex:5,swap": (None, "...../..x../...../...../..... o"),
    "y:5": (None, "x..o./..x./.o./../. x", "x..o./..x./.o./../. o"),
}


def entry(part_of_three):
    def run(states, legal, rng):
        return part_of_three(states[0], legal, rng)

    return kernel(run)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_recorded_moves_lead_to_the_winner_named(name):
    game = bough.game(name)
    fill = entry(game.rules.playout(True))
    for text in POSITIONS[name]:
        start = game.position(text) if text else game.start()
        rng, legal = seeded(4), np.zeros(legal_size(game), np.int16)
        for _ in range(200):
            winner, plies, rng = fill(start.state.copy(), legal, np.uint64(rng))
            position = start
            for move in legal[:plies]:
                if position.over:
                    break
                position = position.play(game.face.move_name(int(move)))
            assert position.winner == winner


@pytest.mark.compiled
@pytest.mark.parametrize("name", POSITIONS)
def test_filling_wins_as_often_as_playing_ply_by_ply(name):
    """Win rates of two ways to draw playouts differ by no more than 4.5 standard errors."""
    game, playouts = bough.game(name), 40_000
    step = stepwise_playout(game, compose(game, bough.recipe("uct").shape))
    fill = game.rules.playout(False)

    def both(starts, works, memory, trail, legal, params, playouts):
        filled = stepped = 0
        rng = memory[0].rng
        for _ in range(playouts):
            works[0] = starts[0]
            winner, _plies, rng = fill(works[0], legal, rng)
            filled += winner == FIRST
        memory[0].rng = rng
        for _ in range(playouts):
            works[0] = starts[0]
            stepped += step(works[0], memory[0], trail, legal, params) > 0
        return filled, stepped

    compiled = kernel(both)
    memory = records(1, np.dtype([("rng", "u8")]))
    memory[0].rng = seeded(8)
    legal = np.zeros(legal_size(game), np.int16)
    for text in POSITIONS[name]:
        start = game.position(text) if text else game.start()
        filled, stepped = compiled(start.state, start.state.copy(), memory, 0, legal, 0, playouts)
        rate = (filled + stepped) / (2 * playouts)
        error = math.sqrt(max(2 * rate * (1 - rate) / playouts, 1e-12))
        assert abs(filled - stepped) / playouts < 4.5 * error + 1e-9


def test_every_move_is_drawn_equally_often():
    for name in ("hex:3", "connect-four:5x4", "havannah:2"):
        game = bough.game(name)
        choose = uniform_choice(game)

        def draw(states, legal, rng, counts, draws, choose=choose):
            for _ in range(draws):
                move, rng = choose(states[0], 0, 0, legal, rng)
                counts[move] += 1
            return rng

        counts = np.zeros(game.rules.move_ids, np.int64)
        kernel(draw)(game.start().state, np.zeros(legal_size(game), np.int16), seeded(1), counts, 90_000)
        legal = list(game.start().move_numbers.values())
        expected = 90_000 / len(legal)
        chi_square = sum((counts[move] - expected) ** 2 / expected for move in legal)
        assert counts.sum() == counts[legal].sum() == 90_000
        assert chi_square < len(legal) + 5 * math.sqrt(2 * len(legal))
