"""Moves that win at once: finding one, and giving a tree node only that child."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.seams.hooks import Hooks


def winning_move_part(game: Game):
    """A part that returns a legal move that wins at once for a player, or -1; and the memory fields it needs.

    It asks the game if the game can tell in O(1) whether a move wins; otherwise it tries the moves on a copy.
    """
    wins_at, play, winner = game.rules.wins_at, game.rules.play, game.rules.winner
    if wins_at is not None:
        may_win = game.rules.may_win or always

        @part
        def ask(position, memory, legal, count, player):
            if not may_win(position, player):
                return -1
            for i in range(count):
                if wins_at(position, legal[i], player):
                    return legal[i] * 1
            return -1

        return ask, ()

    @part
    def attempt(position, memory, legal, count, player):
        trial = memory.trial[0]
        for i in range(count):
            memory.trial[0] = position
            trial.to_move = player
            play(trial, legal[i])
            if winner(trial) == player:
                return legal[i] * 1
        return -1

    return attempt, (trial_field(game),)


@part
def always(position, player):
    """`Rules.may_win` of games that do not tell."""
    return True


def trial_field(game: Game):
    """A memory field for a copy of a position, to try moves on; all ideas share the same one."""
    return ("trial", game.rules.record, (1,))


def urgent_alone(hooks: Hooks, urgent_move):
    """Candidates: only the move that urgent_move(position, memory, legal, count) returns, or all if it returns -1."""
    all_candidates = hooks.candidates

    @part
    def candidates(position, memory, legal):
        count = all_candidates(position, memory, legal)
        move = urgent_move(position, memory, legal, count)
        if move < 0:
            return count
        legal[0] = move
        return 1

    return candidates
