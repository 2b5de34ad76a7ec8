"""Play the child with the highest value."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks


@idea("value", "play the move of the highest value", stage=Stage.FINAL, slot="final move")
def value(game: Game, hooks: Hooks) -> Hooks:
    """Choose by value instead of visits."""

    @part
    def final(child, params):
        return child.value * 1.0 if child.visits > 0 else -9.0

    return hooks._replace(final=final, by_visits=False)
