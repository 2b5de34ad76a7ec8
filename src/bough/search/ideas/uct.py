"""UCT (Kocsis & Szepesvari 2006): the mean value of a child plus an exploration term."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks, root_log
from bough.search.seams.plain import upper_bound


@idea(
    "uct",
    "mean value plus exploration; uniform playouts",
    stage=Stage.VALUE,
    slot="selection",
    exploration=1.0,
)
def uct(game: Game, hooks: Hooks) -> Hooks:
    """Follow the highest value + exploration * sqrt(ln N / n)."""

    @part
    def curiosity(node, params):
        return params.uct_exploration * root_log(node.visits)

    return hooks._replace(curiosity=curiosity, urgency=upper_bound(hooks.estimate))
