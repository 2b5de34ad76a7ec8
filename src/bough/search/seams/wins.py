"""Moves that win at once: finding one, and a tree node that gets that child alone."""

from bough.core.jit import part
from bough.games.game import Game
from bough.search.seams.hooks import Hooks


def winning_move_part(game: Game):
    """A part that finds a legal move that wins at once for a player, or -1; and the memory it needs.

    A game that can say in O(1) whether a move would win is asked. For any other, its moves are tried on a copy.
    """
    wins_at, play, winner = game.rules.wins_at, game.rules.play, game.rules.winner
    if wins_at is not None:

        @part
        def ask(position, memory, legal, count, player):
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


def trial_field(game: Game):
    """Room in memory for a copy of a position on which moves are tried; ideas that ask for it share one."""
    return ("trial", game.rules.record, (1,))


def urgent_alone(hooks: Hooks, urgent_move):
    """Candidates: the move that urgent_move(position, memory, legal, count) names, or all if it names none (-1)."""
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
