"""Playout moves drawn by knowledge: the probability that a good player makes each move (papers 1 and 2)."""

from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import lacks_weights, weighted_choice, weights_memory


@idea(
    "policy",
    "draw playout moves by how likely good players make them",
    stage=Stage.POLICY,
    slot="playout policy",
    lacks=lacks_weights,
)
def policy(game: Game, hooks: Hooks) -> Hooks:
    """Draw playout moves in proportion to the game's move weights."""
    return hooks._replace(choose=weighted_choice(game), memory=(*hooks.memory, *weights_memory(game)))
