"""Win by much: the points by which a playout is won count a little beside who wins (Pachi: Baudis & Gailly 2011)."""

import math

from bough.core.jit import part
from bough.games.contract import UNDECIDED
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks


def lacks_margin(game: Game) -> str | None:
    """Why a game has no points to win by, or None if it has."""
    return None if game.rules.margin else "nobody wins it by points (Rules.margin)"


@idea(
    "score-bonus",
    "the points a playout is won by count a little too",
    stage=Stage.ENDING,
    lacks=lacks_margin,
    weight=Number(0.04, most=1.0),
    points=Number(20.0, above=0.0),
)
def score_bonus(game: Game, hooks: Hooks) -> Hooks:
    """A playout is worth (1 - weight) * result + weight * tanh(margin / points), so that a won game is won by more and
    a lost one is lost by less."""
    margin, winner, open_playout = game.rules.margin, game.rules.winner, hooks.playout

    def with_hooks(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def playout(position, memory, trail, legal, params):
            value, weight = play_out(position, memory, trail, legal, params), params.score_bonus_weight
            if winner(position) == UNDECIDED:
                return value
            return (1.0 - weight) * value + weight * math.tanh(margin(position) / params.score_bonus_points)

        return playout

    return hooks._replace(playout=with_hooks)
