"""First-play urgency: a child without a visit waits if its siblings do well (Gelly & Wang 2006)."""

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import AT_ONCE, Hooks


@idea(
    "first-play",
    "first-play urgency: children without a visit have their parent's value",
    stage=Stage.KNOWLEDGE,
    excludes=("bias", "prior"),
    bonus=Number(0.2, least=-2.0),
)
def first_play(game: Game, hooks: Hooks) -> Hooks:
    """Give a child that would be tried at once the urgency of its parent's value plus `bonus` instead."""
    open_urgency = hooks.urgency

    @part
    def urgency(child, parent, curiosity, params):
        urgent = open_urgency(child, parent, curiosity, params)
        if urgent < AT_ONCE or child.visits > 0:
            return urgent
        own = parent.value if (parent.mover == FIRST) == (child.mover == FIRST) else -parent.value
        return own + params.first_play_bonus

    return hooks._replace(urgency=urgency)
