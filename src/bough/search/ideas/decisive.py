"""Decisive and anti-decisive moves (Teytaud & Teytaud 2010), in playouts and in the tree.

Decisive (algorithm 3): if there is a move that wins at once, play it. Anti-decisive (algorithm 4): else,
if the opponent would have one, play there. In the tree the same rule leaves a node with a single child.
That loses nothing: a win cannot be bettered, and where only occupying a cell takes it from the opponent
every other move loses at once.
"""

from bough.core.jit import part
from bough.games.contract import CHANCE, Game
from bough.search.ideas.decisive_offline import offline_decisive
from bough.search.ideas.decisive_online import online_decisive
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice


def decisive(game: Game, hooks: Hooks) -> Hooks:
    """Play a win that is there."""
    return online_decisive(game, hooks, anti=False) if game.connection else trying_moves(game, hooks, anti=False)


def decisive_offline(game: Game, hooks: Hooks) -> Hooks:
    """The same, the wins of a playout found after it."""
    return offline_decisive(game, online_decisive(game, hooks, anti=False))


def anti_decisive(game: Game, hooks: Hooks) -> Hooks:
    """Play a win that is there, or else the opponent's."""
    return online_decisive(game, hooks, anti=True) if game.connection else trying_moves(game, hooks, anti=True)


def leaf_check(game: Game, hooks: Hooks) -> Hooks:
    """In the tree alone: a node with a move that wins at once gets that child only.

    Winands et al. 2008, section 4.2: else it could take many simulations to come to that child and prove the node.
    """
    winning_move, scratch = winning_move_part(game)

    @part
    def own_win(position, memory, legal, count):
        if position.to_move == CHANCE:
            return -1
        return winning_move(position, memory, legal, count, position.to_move)

    return hooks._replace(candidates=_that_alone(hooks, own_win), memory=(*hooks.memory, *scratch))


def lacks_occupying(game: Game) -> str | None:
    """Why anti-decisive moves would be unsound for a game, if they would."""
    if game.occupying:
        return None
    return "it does not say (occupying) that only playing a winning move oneself takes it from the opponent"


def lacks_connection(game: Game) -> str | None:
    """Why a game cannot have its playouts looked through afterwards, if so."""
    return None if game.connection is not None else "it is no connection game"


def trying_moves(game: Game, hooks: Hooks, anti: bool) -> Hooks:
    """For any game: look at all legal moves, before each playout move and before a node gets children."""
    winning_move, scratch = winning_move_part(game)
    moves, default = game.moves, hooks.choose or uniform_choice(game)

    @part
    def urgent_move(position, memory, legal, count):
        """A winning move of the player to move, or one to deny the opponent, or -1; chance has none."""
        if position.to_move == CHANCE:
            return -1
        move = winning_move(position, memory, legal, count, position.to_move)
        if anti and move < 0:
            move = winning_move(position, memory, legal, count, 1 - position.to_move)
        return move

    @part
    def choose(position, memory, params, legal, rng):
        move = urgent_move(position, memory, legal, moves(position, legal))
        if move >= 0:
            return move, rng
        return default(position, memory, params, legal, rng)

    return hooks._replace(candidates=_that_alone(hooks, urgent_move), choose=choose, memory=(*hooks.memory, *scratch))


def _that_alone(hooks: Hooks, urgent_move):
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


def winning_move_part(game: Game):
    """A part that finds a legal move that wins at once for a player, or -1, and the memory it needs.

    A game that says in O(1) whether a move would win is asked; any other tries its moves on a copy.
    """
    wins_at, play, winner = game.wins_at, game.play, game.winner
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
    return ("trial", game.record, (1,))
