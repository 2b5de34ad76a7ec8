"""From a leaf to the end of the game: how a playout is put together for a game and its hooks."""

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import UNDECIDED, Game
from bough.search.hooks import Hooks, worth


def playout_of(game: Game):
    """A maker of playouts: the game's own whole playout where the moves are uniform, else ply by ply."""

    def with_hooks(hooks: Hooks):
        if hooks.choose is None and game.playout is not None:
            return whole_playout(game, hooks.records_moves)
        return stepwise_playout(game, hooks.choose or uniform_choice(game), hooks.records_moves)

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


def stepwise_playout(game: Game, choose, recorded: bool):
    """Choose and play until the game is over."""
    play, game_winner = game.play, game.winner

    @part
    def playout(position, memory, trail, legal, params):
        rng = memory.rng
        winner = game_winner(position)
        while winner == UNDECIDED:
            move, rng = choose(position, memory, params, legal, rng)
            if recorded:
                trail.move[trail.plies], trail.mover[trail.plies] = move, position.to_move
                trail.plies += 1
            play(position, move)
            winner = game_winner(position)
        memory.rng = rng
        return worth(winner)

    return playout


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
