"""Play the secure child (Winands et al. 2008, after Chaslot et al.)."""

import math

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks


@idea(
    "secure",
    "play the move of the highest value - weight / sqrt(visits)",
    stage=Stage.FINAL,
    slot="final move",
    weight=1.0,
)
def secure(game: Game, hooks: Hooks) -> Hooks:
    """Choose the highest v - A / sqrt(n).

    The paper prints v + A / sqrt(n), which would favour children with few visits. We read the sign as a misprint: the
    rule is named for its security, and only the minus makes it a lower confidence bound.
    """

    @part
    def final(child, params):
        return child.value - params.secure_weight / math.sqrt(child.visits) if child.visits > 0 else -9.0

    return hooks._replace(final=final, by_visits=False)
