"""UCB1-tuned: explore less where results vary little (Auer, Cesa-Bianchi & Fischer 2002)."""

import math

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import AT_ONCE, Hooks
from bough.search.seams.plain import own_statistics


@idea(
    "tuned",
    "UCB1-tuned: explore less where results vary little",
    stage=Stage.VALUE,
    excludes=("rave", "grave"),
    replaces=("uct.exploration",),
    exploration=1.0,
)
def tuned(game: Game, hooks: Hooks) -> Hooks:
    """Follow the highest value + exploration * sqrt(ln N / n * min(1, V + 4 sqrt(2 ln N / n))).

    V = 1 - value^2 is the variance of wins and losses with this mean. The original is for results from 0 to 1; for
    those from -1 to 1 variances are four times as large.
    """
    estimate = hooks.estimate or own_statistics

    @part
    def curiosity(node, params):
        return math.log(node.visits + 1.0)

    @part
    def urgency(child, parent, curiosity, params):
        visits, value, _ = estimate(child, 0.0, params)
        if visits == 0.0:
            return AT_ONCE
        rate = curiosity / visits
        varies = max(0.0, 1.0 - value * value) + 4.0 * math.sqrt(2.0 * rate)
        return value + params.tuned_exploration * math.sqrt(rate * min(1.0, varies))

    return hooks._replace(curiosity=curiosity, urgency=urgency)
