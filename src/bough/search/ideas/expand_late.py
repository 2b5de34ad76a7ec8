"""Late expansion: a node gets its children, and costly knowledge about them, at its T-th visit."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks


@idea("expand-late", "a node gets its children at its n-th visit", stage=Stage.KNOWLEDGE, visits=30.0)
def expand_late(game: Game, hooks: Hooks) -> Hooks:
    """Start playouts from a node until it has `visits` visits, then give it children.

    Chaslot et al. 2008 also compute knowledge at T visits, but before that they still expand one node per simulation,
    so their children have statistics by then. Here the first T results of a node count for no child.
    """

    @part
    def ripe(node, params):
        return node.visits >= params.expand_late_visits

    return hooks._replace(ripe=ripe)
