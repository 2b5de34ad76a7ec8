"""Final-move rules: which root move is played when the search is over.

A proven win goes first and a proven loss last, whatever the rule; the rule decides among the rest.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from bough.games.contract import Game
from bough.search.hooks import Hooks


class FinalRule(NamedTuple):
    """score(value, visits, weight): the highest is played."""

    score: Callable[[float, int, float], tuple[float, ...]]
    about: str


FINAL_RULES = {
    "visits": FinalRule(lambda value, visits, weight: (visits, value), "play the most visited move"),
    "value": FinalRule(lambda value, visits, weight: (visits > 0, value), "play the move of the highest value"),
    "secure": FinalRule(
        lambda value, visits, weight: (visits > 0, value - weight / math.sqrt(max(visits, 1))),
        "play the secure child: value less weight / sqrt(visits)",
    ),
}
"""Winands et al. 2008 print the secure child as v + A/sqrt(n), with v seen by the opponent who is to move
at the child; for the player at the root that is the lower confidence bound v - A/sqrt(n)."""


def unchanged(game: Game, hooks: Hooks) -> Hooks:
    """A final rule leaves the search itself as it is."""
    return hooks
