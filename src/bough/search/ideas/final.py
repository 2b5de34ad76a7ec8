"""Final-move rules: which child is played when the search is over."""

import math

from bough.core.jit import part
from bough.games.contract import Game
from bough.search.seams.hooks import NEVER, Hooks


@part
def most_visits(child, params):
    """The most visited child; of two with the same visits the better one."""
    return child.visits + (child.value + 1.0) / 4.0


def value(game: Game, hooks: Hooks) -> Hooks:
    """Play the child of the highest value."""

    @part
    def final(child, params):
        return child.value * 1.0 if child.visits > 0 else -9.0

    return hooks._replace(final=final)


def secure(game: Game, hooks: Hooks) -> Hooks:
    """Play the secure child, the highest v - A / sqrt(n).

    Winands et al. 2008 print v + A / sqrt(n), where v is seen by the player to move at the child; turned to
    the player who chooses, that is the lower confidence bound that gives the rule its name.
    """

    @part
    def final(child, params):
        return child.value - params.secure_weight / math.sqrt(child.visits) if child.visits > 0 else -9.0

    return hooks._replace(final=final)


def highest_final(hooks: Hooks):
    """Decide by the final rule alone."""
    final = hooks.final

    @part
    def decide(nodes, node, params):
        parent = nodes[node]
        best, highest = parent.first, NEVER * 2.0
        for child in range(parent.first, parent.first + parent.count):
            score = final(nodes[child], params)
            if score > highest:
                best, highest = child, score
        return best

    return decide
