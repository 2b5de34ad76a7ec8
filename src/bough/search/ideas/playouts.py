"""Several playouts from each leaf: better leaves, fewer of them (leaf parallelisation, Cazenave & Jouandeau 2007)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks


@idea(
    "playouts",
    "several playouts from each leaf",
    stage=Stage.BACKUP,
    number=Number(2.0, least=1.0, most=1000.0),
)
def playouts(game: Game, hooks: Hooks) -> Hooks:
    """Score a leaf by the mean of `number` playouts; what is learned from moves is learned from the last of them."""
    open_playout = hooks.playout

    def with_hooks(finished: Hooks):
        play_out = open_playout(finished)

        @part
        def playout(position, memory, trail, legal, params):
            number, total, plies, again = int(params.playouts_number), 0.0, trail.plies, memory.leaf[0]
            for _ in range(number - 1):
                memory.leaf[0] = position
                total += play_out(again, memory, trail, legal, params)
                trail.plies = plies
            return (total + play_out(position, memory, trail, legal, params)) / number

        return playout

    return hooks._replace(playout=with_hooks, memory=(*hooks.memory, ("leaf", game.rules.record, (1,))))
