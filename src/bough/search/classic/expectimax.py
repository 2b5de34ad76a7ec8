"""Expectimax to a fixed depth, with the cuts of Star1 or Star2 at chance nodes (Ballard 1983).

Values are for the first player, from -1 to 1; a win is worth a little more the sooner it comes. Both versions return
the value of plain expectimax. Star1 cuts when the remaining outcomes cannot bring the sum back into the window. Star2
first searches one move after each outcome, which bounds the value of that outcome.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import kernel, part
from bough.core.records import record_type
from bough.games.contract import CHANCE, DRAW, FIRST, UNDECIDED, Part
from bough.games.game import Game
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.registry import evaluation_or_nothing, knowledge_of
from bough.search.seams.moves.weights import sort_likeliest, weighing

LOW, HIGH = -1.0, 1.0
A_PLY_SOONER = 1e-7
DEEPEST_LINE = 128
"""Maximum length of a line, counting turns of players and of chance."""
ENTER, PROBE, NEXT = 0, 1, 2

FRAME = record_type(
    (
        ("alpha", "f8"), ("beta", "f8"),
        ("best", "f8"),  # at a player's turn: best value so far
        ("added", "f8"),  # at chance's turn: weighted sum over the outcomes searched,
        ("least", "f8"), ("most", "f8"),  # and bounds on what the others can add
        ("depth", "i4"), ("index", "i4"), ("count", "i4"), ("move", "i4"),
        ("stage", "i1"), ("probed", "i1"), ("after", "i1"),
    )
)  # fmt: skip
CONTROL = record_type((("nodes", "i8"), ("ply", "i4"), ("value", "f8")))


class Lists(NamedTuple):
    """Arrays by ply: moves or outcomes, probabilities, and the lower and upper bound of each outcome's value."""

    moves: np.ndarray
    weights: np.ndarray
    chances: np.ndarray
    least: np.ndarray
    most: np.ndarray


def new_lists(game: Game) -> Lists:
    """Empty lists for a game."""
    shape = (DEEPEST_LINE, game.rules.max_moves + 1)
    return Lists(np.zeros(shape, np.int16), np.zeros(shape[1], np.float32), *(np.zeros(shape) for _ in range(3)))


@lru_cache(maxsize=32)
def expectimax_kernel(game: Game, evaluation: str, star2: bool) -> Callable[..., Any]:
    """run(control, frames, states, lists, nodes) -> done: continue the search for `nodes` nodes."""
    enter, go_on, take = _stages(game, evaluation, star2)

    def run(control, frames, states, lists, nodes):
        now = control[0]
        last = now.nodes + nodes
        while now.nodes < last:
            if frames[now.ply].stage == ENTER:
                leaves = enter(now, frames[now.ply], states[now.ply], lists)
            else:
                go_on(now, frames, states, lists)
                leaves = False
            while leaves:
                if now.ply == 0:
                    return True
                now.ply -= 1
                leaves = take(now, frames[now.ply], states[now.ply], lists)
        return False

    return kernel(run, game.rules.source)


def _stages(game: Game, evaluation: str, star2: bool) -> tuple[Part, Part, Part]:
    """enter, go_on and take; enter and take return whether the node is finished, its value in now.value."""
    play, outcomes, listed = game.rules.play, game.rules.outcomes, _listing(game)
    look, stochastic = _looking(game, evaluation), game.rules.outcomes is not None
    outcomes = outcomes or play  # never called in a game without chance

    @part
    def enter(now, frame, position, lists):
        ply = now.ply
        now.nodes += 1
        now.value, ended = look(position, ply, frame.depth)
        if ended:
            return True
        frame.index, frame.move = 0, -1
        frame.stage = NEXT
        if stochastic and position.to_move == CHANCE:
            frame.count = outcomes(position, lists.moves[ply], lists.chances[ply])
            frame.added, frame.least, frame.most = 0.0, LOW, HIGH
            for i in range(frame.count):
                lists.least[ply, i], lists.most[ply, i] = LOW, HIGH
            if star2 and frame.depth > 0:  # at the horizon a probe would be the whole search
                frame.stage = PROBE
        else:
            count = listed(position, lists.moves[ply], lists.weights)
            frame.count = min(count, 1) if frame.probed else count
            frame.best = LOW - 1.0 if position.to_move == FIRST else HIGH + 1.0
        return False

    @part
    def go_on(now, frames, states, lists):
        """Enter the next move or outcome."""
        ply = now.ply
        frame, child, i = frames[ply], frames[ply + 1], np.int64(frames[ply].index)
        states[ply + 1] = states[ply]
        play(states[ply + 1], lists.moves[ply, i])
        child.stage, child.probed = ENTER, 0
        child.alpha, child.beta, child.depth = frame.alpha, frame.beta, frame.depth - 1
        if stochastic and states[ply].to_move == CHANCE:
            child.depth = frame.depth
            child.probed = frame.stage == PROBE
            frame.after = states[ply + 1].to_move
            # The window in which this outcome matters (Ballard 1983), given the bounds of the outcomes after it.
            chance = lists.chances[ply, i]
            most, least = frame.most - chance * lists.most[ply, i], frame.least - chance * lists.least[ply, i]
            child.alpha = (frame.alpha - frame.added - most) / chance if frame.stage == NEXT else LOW - 1.0
            child.beta = (frame.beta - frame.added - least) / chance if frame.stage == NEXT else HIGH + 1.0
        now.ply = ply + 1

    @part
    def take_outcome(now, frame, chances, least, most):
        """Replace an outcome's bounds by its value, or tighten one of them after a probe."""
        i = np.int64(frame.index)
        if frame.stage == NEXT:
            frame.added += chances[i] * now.value
            frame.least -= chances[i] * least[i]
            frame.most -= chances[i] * most[i]
        elif frame.after == FIRST:
            frame.least += chances[i] * (now.value - least[i])
            least[i] = now.value
        else:
            frame.most += chances[i] * (now.value - most[i])
            most[i] = now.value
        frame.index += 1
        finished = frame.index >= frame.count
        if finished and frame.stage == NEXT:
            now.value = frame.added
            return True
        if frame.added + frame.least >= frame.beta:
            now.value = frame.added + frame.least
            return True
        if frame.added + frame.most <= frame.alpha:
            now.value = frame.added + frame.most
            return True
        if finished:
            frame.stage, frame.index = NEXT, 0
        return False

    @part
    def take(now, frame, position, lists):
        """Use the value of the move or outcome just searched."""
        ply = now.ply
        if stochastic and position.to_move == CHANCE:
            return take_outcome(now, frame, lists.chances[ply], lists.least[ply], lists.most[ply])
        value, first = now.value, position.to_move == FIRST
        if value > frame.best if first else value < frame.best:
            frame.best, frame.move = value, lists.moves[ply, frame.index]
        if first:
            frame.alpha = max(frame.alpha, value)
        else:
            frame.beta = min(frame.beta, value)
        frame.index += 1
        now.value = frame.best
        return frame.index >= frame.count or frame.alpha >= frame.beta

    return enter, go_on, take


def _looking(game: Game, evaluation: str) -> Part:
    """look(position, ply, depth): whether a position ends the line and, if so, its value."""
    winner, evaluate = game.rules.winner, evaluation_or_nothing(game, evaluation)

    @part
    def look(position, ply, depth):
        ended = winner(position)
        if ended == DRAW:
            return 0.0, True
        if ended != UNDECIDED:
            return (HIGH - ply * A_PLY_SOONER if ended == FIRST else LOW + ply * A_PLY_SOONER), True
        if position.to_move == CHANCE or (depth > 0 and ply < DEEPEST_LINE - 2):
            return 0.0, False
        return math.tanh(evaluate(position) / (2 * POINTS_A_LOGIT)), True

    return look


def _listing(game: Game) -> Part:
    """listed(position, moves, weights): the legal moves, sorted by weight where the game has move weights."""
    known, moves = knowledge_of(game), game.rules.moves
    if not (known.weigh or known.move_weight):

        @part
        def plain(position, out, weights):
            return moves(position, out)

        return plain
    weigh = weighing(game)

    @part
    def listed(position, out, weights):
        count = weigh(position, out, weights)
        return sort_likeliest(out, weights, count, count)

    return listed
