"""Playout moves by evaluation: the likeliest moves, and what an evaluation says after a move."""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import FIRST, UNDECIDED, Part
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.seams.moves.weights import sort_likeliest, weighing, weights_memory
from bough.search.seams.winning.wins import winning_move_part

WON, BELOW_ALL = 1e9, -2e9


def likeliest_part(game: Game) -> tuple[Part, tuple]:
    """likeliest(position, memory, legal, wanted): move the likeliest legal moves to the front and return their number;
    a winning move counts alone. And the memory fields it needs."""
    weigh, (winning_move, scratch) = weighing(game), winning_move_part(game)

    @part
    def likeliest(position, memory, legal, wanted):
        count = weigh(position, legal, memory.weights)
        win = winning_move(position, memory, legal, count, position.to_move)
        if win >= 0:
            legal[0] = win
            return 1
        return sort_likeliest(legal, memory.weights, count, wanted)

    return likeliest, (*weights_memory(game), *scratch)


def best_move_part(game: Game, wanted: Part, worth: Part) -> tuple[Part, tuple]:
    """A playout policy: the best of the likeliest moves, `wanted(params)` of them, and the memory fields it needs.

    worth(position, memory, mover, highest, params, rng) returns the value of the position after a move, and the next
    random word. It may stop early once the value cannot exceed `highest`.
    """
    play, (likeliest, scratch) = game.rules.play, likeliest_part(game)

    @part
    def choose(position, memory, params, legal, rng):
        mover, after = position.to_move, memory.moved[0]
        count = likeliest(position, memory, legal, wanted(params))
        if count <= 1:
            return legal[0], rng
        best, highest = legal[0], BELOW_ALL
        for i in range(count):
            memory.moved[0] = position
            play(after, legal[i])
            points, rng = worth(after, memory, mover, highest, params, rng)
            if points > highest:
                best, highest = legal[i], points
        return best, rng

    return choose, (*scratch, ("moved", game.rules.record, (1,)))


def points_part(game: Game) -> Part:
    """points(position, player, noise, rng): the evaluation for a player, with noise between 0 and this much, and the
    generator's next word; WON, -WON or 0 at the end of the game."""
    evaluate, winner = knowledge_of(game).evaluation(), game.rules.winner

    @part
    def points(position, player, noise, rng):
        ended = winner(position)
        if ended != UNDECIDED:
            return WON if ended == player else -WON if ended == 1 - player else 0.0, rng
        rng = advance(rng)
        found = evaluate(position)
        return (found if player == FIRST else -found) + noise * below(rng, 1024) / 1024.0, rng

    return points
