"""From a leaf to the end of the game: how a playout is put together for a game and its hooks."""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import CHANCE, UNDECIDED, Game
from bough.search.hooks import UNKNOWN, Hooks, worth


def playout_of(game: Game):
    """A maker of playouts: the game's own whole playout where nothing about it was changed, else ply by ply."""

    def with_hooks(hooks: Hooks):
        if hooks.choose is None and hooks.choose_early is None and hooks.ending is None and game.playout is not None:
            return whole_playout(game, hooks.records_moves)
        return stepwise_playout(game, hooks)

    return with_hooks


def uniform_choice(game: Game):
    """The default policy: every legal move with the same probability."""
    moves, random_move = game.moves, game.random_move
    if random_move is not None:

        @part
        def draw(position, memory, params, legal, rng):
            return random_move(position, rng)

        return draw

    @part
    def choose(position, memory, params, legal, rng):
        count = moves(position, legal)
        rng = advance(rng)
        return legal[below(rng, count)], rng

    return choose


def stepwise_playout(game: Game, hooks: Hooks):
    """Choose and play until the game is over or the playout is stopped."""
    play, game_winner, recorded = game.play, game.winner, hooks.records_moves
    choose = hooks.choose or uniform_choice(game)
    choose_first = hooks.choose_early or choose
    ending, stops = hooks.ending or _no_ending, hooks.ending is not None
    stochastic, draw_outcome = game.outcomes is not None, outcome_drawing(game)

    @part
    def step(position, trail, move, rng):
        """Make a move, and let chance do what the move asks of it."""
        if recorded:
            trail.move[trail.plies], trail.mover[trail.plies] = move, position.to_move
            trail.plies += 1
        play(position, move)
        while stochastic and position.to_move == CHANCE and game_winner(position) == UNDECIDED:
            outcome, rng = draw_outcome(position, rng)
            play(position, outcome)
        return rng

    @part
    def playout(position, memory, trail, legal, params):
        winner, rng = game_winner(position), memory.rng
        if stochastic and winner == UNDECIDED and position.to_move == CHANCE:  # no room to grow a chance node
            outcome, rng = draw_outcome(position, rng)
            rng = step(position, trail, outcome, rng)
            winner = game_winner(position)
        if winner != UNDECIDED:
            memory.rng = rng
            return worth(winner)
        move, rng = choose_first(position, memory, params, legal, rng)
        rng = step(position, trail, move, rng)
        winner, plies, value = game_winner(position), 1, UNKNOWN
        while winner == UNDECIDED:
            if stops:
                value = ending(position, trail, plies, params)
                if value != UNKNOWN:
                    break
            move, rng = choose(position, memory, params, legal, rng)
            rng = step(position, trail, move, rng)
            winner = game_winner(position)
            plies += 1
        memory.rng = rng
        return np.float64(value) if winner == UNDECIDED else worth(winner)

    return playout


def outcome_drawing(game: Game):
    """draw_outcome(position, rng): an outcome by its probability, where it is chance's turn."""
    if game.draw_outcome is not None:
        return game.draw_outcome
    assert game.outcomes is None, f"{game.name} has outcomes, so it needs draw_outcome"

    @part
    def nothing(position, rng):
        return np.int64(0), rng

    return nothing


@part
def _no_ending(position, trail, plies, params):
    return UNKNOWN


def whole_playout(game: Game, recorded: bool):
    """The game's own playout; where moves are recorded the players take turns."""
    assert game.playout is not None
    fill = game.playout(recorded)

    @part
    def playout(position, memory, trail, legal, params):
        mover = position.to_move
        winner, plies, rng = fill(position, legal, memory.rng)
        memory.rng = rng
        if recorded:
            for ply in range(plies):
                trail.move[trail.plies], trail.mover[trail.plies] = legal[ply], mover
                mover = 1 - mover
                trail.plies += 1
        return worth(winner)

    return playout
