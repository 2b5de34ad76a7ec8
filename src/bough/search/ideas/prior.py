"""Prior knowledge: each move starts with virtual visits (Gelly & Silver 2007; Chaslot et al. 2008, formula 3.3)."""

import math

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_move_weight, with_prior


@idea(
    "prior",
    "prior knowledge: as if each move had been tried n times already",
    stage=Stage.ESTIMATE,
    slot="knowledge in selection",
    lacks=lacks_move_weight,
    shows={"prior": "prior"},
    visits=Number(10.0, above=0.0),
)
def prior(game: Game, hooks: Hooks) -> Hooks:
    """Add `visits` virtual visits of value Q to the real ones: (v n + n_prior Q) / (n + n_prior).

    Q is the square root of the move's weight. The square root is our choice; it spreads small weights apart. An
    unlikely move starts as a draw, a likely one as a win. Exploration counts virtual visits too; RAVE blends the sum.
    """

    @part
    def estimate(child, curiosity, params):
        visits = child.visits + params.prior_visits
        value = child.value * child.visits + params.prior_visits * math.sqrt(child.prior)
        return visits, value / visits, curiosity / math.sqrt(visits)

    return with_prior(game, hooks)._replace(estimate=estimate)
