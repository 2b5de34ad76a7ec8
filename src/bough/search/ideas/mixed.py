"""Mixed playouts: first by move weights, then by evaluation (after Winands & Björnsson 2009).

Written from the abstract and from memory, without access to the full article. In the tree and on the first ply of a
playout, moves are drawn by weight. After that, the few likeliest moves are evaluated and the best of them is played;
every other move is only checked for a win.
"""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import FIRST, UNDECIDED
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.weights import (
    lacks_evaluation,
    lacks_weights,
    sort_likeliest,
    weighing,
    weighted_choice,
    weights_memory,
)
from bough.search.seams.winning.wins import trial_field, winning_move_part

LOST = -1e9


@idea(
    "mixed",
    "playouts by evaluation: the best of the likeliest moves",
    stage=Stage.POLICY,
    slot="playout policy",
    excludes=("decisive", "decisive-offline", "anti-decisive"),
    lacks=lambda game: lacks_weights(game) or lacks_evaluation(game),
    moves=Number(7.0, least=1.0),
    noise=50.0,
)
def mixed(game: Game, hooks: Hooks) -> Hooks:
    """Evaluate the likeliest moves, with a little noise, and play the best of them."""
    known = knowledge_of(game)
    evaluate, weigh, draw = known.evaluation(), weighing(game), weighted_choice(game)
    play, winner = game.rules.play, game.rules.winner
    winning_move, scratch = winning_move_part(game)

    @part
    def likeliest(position, memory, legal, wanted):
        """Move the likeliest moves to the front of the list and return their number; a winning move counts alone."""
        weights = memory.weights
        count = weigh(position, legal, weights)
        win = winning_move(position, memory, legal, count, position.to_move)
        if win >= 0:
            legal[0] = win
            return 1
        return sort_likeliest(legal, weights, count, wanted)

    @part
    def choose(position, memory, params, legal, rng):
        mover, trial = position.to_move, memory.trial[0]
        count = likeliest(position, memory, legal, int(params.mixed_moves))
        if count <= 1:
            return legal[0], rng
        best, highest = legal[0], 2 * LOST
        for i in range(count):
            memory.trial[0] = position
            play(trial, legal[i])
            ended = winner(trial)
            if ended == UNDECIDED:
                rng = advance(rng)
                points = evaluate(trial)
                points = (points if mover == FIRST else -points) + params.mixed_noise * below(rng, 1024) / 1024.0
            else:
                points = -LOST if ended == mover else LOST if ended == 1 - mover else 0.0
            if points > highest:
                best, highest = legal[i], points
        return best, rng

    return hooks._replace(
        choose=choose,
        choose_early=draw,
        memory=(*hooks.memory, *weights_memory(game), *scratch, trial_field(game)),
    )
