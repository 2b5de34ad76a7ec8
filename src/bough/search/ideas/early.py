"""Playouts that end early: after a few plies an evaluation says who is ahead (Lorentz 2008, Amazons)."""

import math

from bough.core.jit import part
from bough.games.contract import CHANCE, UNDECIDED
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_evaluation
from bough.search.seams.playouts import never_ending


@idea(
    "early",
    "playouts end after n plies with what the evaluation says",
    stage=Stage.ENDING,
    lacks=lacks_evaluation,
    plies=Number(4.0),
    points=Number(400.0, above=0.0),
)
def early(game: Game, hooks: Hooks) -> Hooks:
    """After `plies` plies of a playout, score it by the evaluation, squeezed between -1 and 1; with 0 plies at once."""
    evaluate, winner = knowledge_of(game).evaluation(), game.rules.winner
    open_ending, open_playout = hooks.ending or never_ending, hooks.playout

    @part
    def ending(position, trail, plies, params):
        if plies >= params.early_plies:
            return math.tanh(evaluate(position) / (2.0 * params.early_points))
        return open_ending(position, trail, plies, params)

    def playout(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def at_once(position, memory, trail, legal, params):
            if params.early_plies < 1.0 and position.to_move != CHANCE and winner(position) == UNDECIDED:
                return math.tanh(evaluate(position) / (2.0 * params.early_points))
            return play_out(position, memory, trail, legal, params)

        return at_once

    return hooks._replace(ending=ending, playout=playout)
