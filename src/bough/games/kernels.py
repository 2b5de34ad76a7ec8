"""Rules as entry points for Python: play a move or only look, list outcomes, set up the first record."""

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from bough.core.jit import kernel
from bough.core.records import records
from bough.games.contract import UNDECIDED, Rules

PLAY, LOOK = range(2)
Cache = weakref.WeakKeyDictionary[Rules, Any]

_STARTS: Cache = weakref.WeakKeyDictionary()
_RULES: Cache = weakref.WeakKeyDictionary()
_OUTCOMES: Cache = weakref.WeakKeyDictionary()


def first_state(rules: Rules) -> np.recarray:
    """The record in which a game starts.

    Set up once and in Python, so that games which differ only there (in komi or handicap stones) share their compiled
    rules.
    """
    if rules not in _STARTS:
        state = records(1, rules.record)
        rules.setup(state[0])
        _STARTS[rules] = state
    return _STARTS[rules].copy()


def rules_kernel(rules: Rules) -> Callable[..., Any]:
    """The rules as one entry point: play a move or only look, then tell the winner and the legal moves."""
    if rules not in _RULES:
        play, moves, game_winner = rules.play, rules.moves, rules.winner

        def run(task, states, move, legal):
            position = states[0]
            if task == PLAY:
                play(position, move)
            winner = game_winner(position)
            return winner, (moves(position, legal) if winner == UNDECIDED else 0)

        _RULES[rules] = kernel(run, rules.source, quick_for=rules)
    return _RULES[rules]


def outcomes_kernel(rules: Rules) -> Callable[..., Any]:
    """What chance may do in a position, as an entry point."""
    if rules not in _OUTCOMES:
        outcomes = rules.outcomes
        assert outcomes is not None

        def look(states, out, chances):
            return outcomes(states[0], out, chances)

        _OUTCOMES[rules] = kernel(look, rules.source, quick_for=rules)
    return _OUTCOMES[rules]


def carried_out(rules: Rules, task: int, state: np.recarray, move: int) -> tuple[int, np.ndarray]:
    """Play a move on this state, or only look; the winner and the legal moves after it."""
    legal = np.empty(rules.max_moves + 1, np.int16)
    winner, count = rules_kernel(rules)(task, state.view(np.ndarray), move, legal)
    return int(winner), legal[:count]
