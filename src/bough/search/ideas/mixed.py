"""Mixed playouts: first by move weights, then by evaluation (after Winands & Björnsson 2009, 2011).

Written from the abstracts and from memory, without access to the full articles. In the tree and on the first ply of a
playout, moves are drawn by weight. After that, the few likeliest moves are evaluated and the best of them is played;
every other move is only checked for a win. With two plies, a move is worth the best of the few likeliest answers to it,
found by alpha-beta.
"""

from bough.core.jit import part
from bough.games.contract import UNDECIDED
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.moves.evaluated import BELOW_ALL, WON, likeliest_part, points_part
from bough.search.seams.moves.weights import (
    lacks_evaluation,
    lacks_weights,
    weighted_choice,
    weights_memory,
)
from bough.search.seams.winning.wins import trial_field


def lacks_either(game: Game) -> str | None:
    """Why a game's playouts cannot be mixed, or None if they can."""
    return lacks_weights(game) or lacks_evaluation(game)


@idea(
    "mixed",
    "playouts by evaluation: the best of the likeliest moves",
    stage=Stage.POLICY,
    slot="playout policy",
    excludes=("decisive", "decisive-offline", "anti-decisive"),
    lacks=lacks_either,
    moves=Number(7.0, least=1.0),
    noise=50.0,
)
def mixed(game: Game, hooks: Hooks) -> Hooks:
    """Evaluate the likeliest moves, with a little noise, and play the best of them."""
    play, points_of, draw = game.rules.play, points_part(game), weighted_choice(game)
    likeliest, scratch = likeliest_part(game)

    @part
    def choose(position, memory, params, legal, rng):
        mover, trial = position.to_move, memory.trial[0]
        count = likeliest(position, memory, legal, memory.weights, int(params.mixed_moves))
        if count <= 1:
            return legal[0], rng
        best, highest = legal[0], BELOW_ALL
        for i in range(count):
            memory.trial[0] = position
            play(trial, legal[i])
            points, rng = points_of(trial, mover, params.mixed_noise, rng)
            if points > highest:
                best, highest = legal[i], points
        return best, rng

    return hooks._replace(
        choose=choose,
        choose_early=draw,
        memory=(*hooks.memory, *weights_memory(game), *scratch, trial_field(game)),
    )


@idea(
    "mixed-two-plies",
    "playouts by evaluation after the best of the likeliest answers",
    stage=Stage.POLICY,
    slot="playout policy",
    excludes=("decisive", "decisive-offline", "anti-decisive"),
    lacks=lambda game: lacks_either(game) or ("chance takes part in it" if game.rules.stochastic else None),
    moves=Number(7.0, least=1.0),
    answers=Number(5.0, least=1.0),
    noise=50.0,
)
def mixed_two_plies(game: Game, hooks: Hooks) -> Hooks:
    """Search the likeliest moves and answers by alpha-beta, the noise on the evaluations."""
    play, winner = game.rules.play, game.rules.winner
    points_of, draw = points_part(game), weighted_choice(game)
    likeliest, scratch = likeliest_part(game)

    @part
    def worst(position, memory, mover, at_least, params, rng):
        """What a position in which the other side is to move is worth for the mover; anything up to `at_least` if it
        cannot be more."""
        legal, trial = memory.answers, memory.trial[0]
        count = likeliest(position, memory, legal, memory.weights, int(params.mixed_two_plies_answers))
        least = WON
        for i in range(count):
            memory.trial[0] = position
            play(trial, legal[i])
            points, rng = points_of(trial, mover, params.mixed_two_plies_noise, rng)
            least = min(least, points)
            if least <= at_least:
                break
        return least, rng

    @part
    def choose(position, memory, params, legal, rng):
        mover, after = position.to_move, memory.answered[0]
        count = likeliest(position, memory, legal, memory.weights, int(params.mixed_two_plies_moves))
        if count <= 1:
            return legal[0], rng
        best, highest = legal[0], BELOW_ALL
        for i in range(count):
            memory.answered[0] = position
            play(after, legal[i])
            if winner(after) != UNDECIDED or after.to_move == mover:
                points, rng = points_of(after, mover, params.mixed_two_plies_noise, rng)
            else:
                points, rng = worst(after, memory, mover, highest, params, rng)
            if points > highest:
                best, highest = legal[i], points
        return best, rng

    fields = (("answered", game.rules.record, (1,)), ("answers", "i2", (game.rules.max_moves + 1,)))
    return hooks._replace(
        choose=choose,
        choose_early=draw,
        memory=(*hooks.memory, *weights_memory(game), *scratch, trial_field(game), *fields),
    )
