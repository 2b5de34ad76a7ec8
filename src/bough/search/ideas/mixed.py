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
from bough.search.seams.moves.evaluated import WON, best_move_part, likeliest_part, points_part
from bough.search.seams.moves.weights import lacks_evaluation, lacks_weights, weighted_choice


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
    points_of = points_part(game)

    @part
    def wanted(params):
        return int(params.mixed_moves)

    @part
    def worth(position, memory, mover, highest, params, rng):
        return points_of(position, mover, params.mixed_noise, rng)

    choose, fields = best_move_part(game, wanted, worth)
    return hooks._replace(choose=choose, choose_early=weighted_choice(game), memory=(*hooks.memory, *fields))


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
    play, winner, points_of = game.rules.play, game.rules.winner, points_part(game)
    likeliest, scratch = likeliest_part(game)

    @part
    def wanted(params):
        return int(params.mixed_two_plies_moves)

    @part
    def worth(position, memory, mover, highest, params, rng):
        if winner(position) != UNDECIDED or position.to_move == mover:
            return points_of(position, mover, params.mixed_two_plies_noise, rng)
        legal, answered = memory.answers, memory.answered[0]
        count = likeliest(position, memory, legal, int(params.mixed_two_plies_answers))
        least = WON
        for i in range(count):
            memory.answered[0] = position
            play(answered, legal[i])
            points, rng = points_of(answered, mover, params.mixed_two_plies_noise, rng)
            least = min(least, points)
            if least <= highest:
                break  # the move cannot become the best
        return least, rng

    choose, fields = best_move_part(game, wanted, worth)
    answers = (("answered", game.rules.record, (1,)), ("answers", "i2", (game.rules.max_moves + 1,)))
    return hooks._replace(
        choose=choose, choose_early=weighted_choice(game), memory=(*hooks.memory, *scratch, *fields, *answers)
    )
