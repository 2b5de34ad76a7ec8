"""Playouts that end once an evaluation is sure of the result (Winands et al. 2008)."""

from bough.core.jit import part
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_evaluation
from bough.search.seams.playouts import never_ending


@idea(
    "cutoff",
    "playouts end when the evaluation is sure, asked every few plies",
    stage=Stage.ENDING,
    lacks=lacks_evaluation,
    every=Number(3.0, least=1.0),
    points=1000.0,
)
def cutoff(game: Game, hooks: Hooks) -> Hooks:
    """Every few plies, score the game as won for the player who leads the evaluation by at least `points`."""
    evaluate = knowledge_of(game).evaluation()
    open_ending = hooks.ending or never_ending

    @part
    def ending(position, trail, plies, params):
        if plies % int(params.cutoff_every) == 0:
            points = evaluate(position)
            if abs(points) >= params.cutoff_points:
                return 1.0 if points > 0 else -1.0
        return open_ending(position, trail, plies, params)

    return hooks._replace(ending=ending)
