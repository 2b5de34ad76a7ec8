"""Decisive and anti-decisive moves (Teytaud & Teytaud 2010), in playouts and in the tree.

Decisive (algorithm 3): if a move wins at once, play it. Anti-decisive (algorithm 4): otherwise, if a move would win at
once for the opponent, play there. In the tree, such a node gets that move as its only child. This loses nothing: no
move is better than a win, and if the opponent's win can be stopped only by occupying its cell, every other move loses.
"""

from bough.core.jit import part
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.seams.playouts import uniform_choice
from bough.search.seams.winning.connection import online_decisive
from bough.search.seams.winning.wins import urgent_alone, winning_move_part


def lacks_occupying(game: Game) -> str | None:
    """Why anti-decisive moves are unsound for a game, or None if they are sound."""
    if game.rules.occupying:
        return None
    return "it does not say (occupying) that only playing a winning move oneself takes it from the opponent"


@idea(
    "decisive",
    "play a move that wins at once, in playouts and in the tree",
    stage=Stage.PLAYOUT,
    slot="decisive moves",
    excludes=("mixed",),
)
def decisive(game: Game, hooks: Hooks) -> Hooks:
    """Play an immediate win."""
    return _decisive(game, hooks, anti=False)


@idea(
    "anti-decisive",
    "decisive moves, and deny the opponent's",
    stage=Stage.PLAYOUT,
    slot="decisive moves",
    excludes=("mixed",),
    lacks=lacks_occupying,
)
def anti_decisive(game: Game, hooks: Hooks) -> Hooks:
    """Play an immediate win; if there is none, play where the opponent would win at once."""
    return _decisive(game, hooks, anti=True)


def _decisive(game: Game, hooks: Hooks, anti: bool) -> Hooks:
    """Find wins with the incremental structure of a connection game, or else by trying all legal moves."""
    if game.rules.connection is not None:
        return online_decisive(game, hooks, anti)
    winning_move, scratch = winning_move_part(game)
    moves, default = game.rules.moves, hooks.choose or uniform_choice(game)

    @part
    def urgent_move(position, memory, legal, count):
        """A winning move for the player to move, or one that stops the opponent's win, or -1; chance has none."""
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

    return hooks._replace(candidates=urgent_alone(hooks, urgent_move), choose=choose, memory=(*hooks.memory, *scratch))
