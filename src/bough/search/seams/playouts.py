"""Playouts, from a leaf to the end of the game, built for a game and its hooks."""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import CHANCE, UNDECIDED
from bough.games.game import Game
from bough.search.seams.hooks import UNKNOWN, Hooks, worth

LAST = ("last", "i4", (2,))
"""A memory field for the last two moves of a simulation, in the tree and in the playout, the last one first; -1 for
none. An idea that adds it has it kept."""

PLAYOUT_IDEAS = (
    "rave", "grave", "tuned", "policy", "mast", "nst", "ppa", "mixed", "mixed-two-plies", "careful", "reply",
    "last-good-reply", "early", "first-play", "history", "criticality", "playouts", "decisive-offline", "leaf-check",
    "limit", "cutoff", "draw-rule", "score-bonus", "prior", "bias", "late-bias", "unpruning", "expand-late",
    "know-late", "implicit", "threshold", "move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m",
    "group-nodes", "group-nodes-drawn",
)  # fmt: skip
"""Ideas about playouts, about when a node gets its children, and other ways to select."""


def remember_part(hooks: Hooks):
    """remember(memory, move) after every move of a simulation; -1 begins a new one."""
    if LAST not in hooks.memory:
        return _nothing_to_remember

    @part
    def remember(memory, move):
        memory.last[1] = memory.last[0] if move >= 0 else -1
        memory.last[0] = move

    return remember


@part
def _nothing_to_remember(memory, move):
    pass


def playout_of(game: Game):
    """Makes playouts: the game's own whole playout if no idea changed anything about it, else one ply at a time."""

    def with_hooks(hooks: Hooks):
        if (
            hooks.choose is None
            and hooks.choose_early is None
            and hooks.ending is None
            and game.rules.playout is not None
        ):
            fill = game.rules.playout(hooks.records_moves)
            return whole_playout(_without_numbers(fill), hooks.records_moves)
        return stepwise_playout(game, hooks)

    return with_hooks


def uniform_choice(game: Game):
    """The default policy: all legal moves are equally likely."""
    moves, random_move = game.rules.moves, game.rules.random_move
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


def child_by_playouts(game: Game, hooks: Hooks):
    """pick(nodes, memory, node, position, legal, params): the child that the playout policy picks, or -1."""
    choose = hooks.choose_early or hooks.choose or uniform_choice(game)

    @part
    def pick(nodes, memory, node, position, legal, params):
        parent = nodes[node]
        move, rng = choose(position, memory, params, legal, memory.rng)
        memory.rng = rng
        for child in range(parent.first, parent.first + parent.count):
            if nodes[child].move == move:
                return child
        return -1

    return pick


def stepwise_playout(game: Game, hooks: Hooks):
    """Choose and play until the game is over or `ending` stops the playout."""
    play, game_winner, recorded = game.rules.play, game.rules.winner, hooks.records_moves
    choose = hooks.choose or uniform_choice(game)
    choose_first = hooks.choose_early or choose
    ending = hooks.ending or never_ending
    let_chance_act, remember = chance_acting(game), remember_part(hooks)

    @part
    def step(position, memory, trail, move, rng):
        """Make a move, then draw an outcome if the move asks chance."""
        if recorded:
            trail.move[trail.plies], trail.mover[trail.plies] = move, position.to_move
            trail.plies += 1
        remember(memory, move)
        play(position, move)
        return let_chance_act(position, rng)

    @part
    def playout(position, memory, trail, legal, params):
        rng = let_chance_act(position, memory.rng)  # if there was no room for a chance node
        winner = game_winner(position)
        if winner != UNDECIDED:
            memory.rng = rng
            return worth(winner)
        move, rng = choose_first(position, memory, params, legal, rng)
        rng = step(position, memory, trail, move, rng)
        winner, plies, value = game_winner(position), 1, UNKNOWN
        while winner == UNDECIDED:
            value = ending(position, trail, plies, params)
            if value != UNKNOWN:
                break
            move, rng = choose(position, memory, params, legal, rng)
            rng = step(position, memory, trail, move, rng)
            winner = game_winner(position)
            plies += 1
        memory.rng = rng
        return np.float64(value) if winner == UNDECIDED else worth(winner)

    return playout


def chance_acting(game: Game):
    """let_chance_act(position, rng): draw outcomes while it is chance's turn; returns the generator's next state."""
    play, winner, draw_outcome = game.rules.play, game.rules.winner, game.rules.draw_outcome
    if draw_outcome is None:
        return _nothing_left_to_chance

    @part
    def let_chance_act(position, rng):
        while position.to_move == CHANCE and winner(position) == UNDECIDED:
            outcome, rng = draw_outcome(position, rng)
            play(position, outcome)
        return rng

    return let_chance_act


@part
def _nothing_left_to_chance(position, rng):
    return rng


@part
def never_ending(position, trail, plies, params):
    """The default `ending`: a playout runs until the game is over."""
    return UNKNOWN


def _without_numbers(fill):
    @part
    def fill_plainly(position, moves, rng, params):
        return fill(position, moves, rng)

    return fill_plainly


def whole_playout(fill, recorded: bool):
    """A playout made in one go by fill(position, moves, rng, params); recording its moves assumes that the players
    alternate."""

    @part
    def playout(position, memory, trail, legal, params):
        mover = position.to_move
        winner, plies, rng = fill(position, legal, memory.rng, params)
        memory.rng = rng
        if recorded:
            for ply in range(plies):
                trail.move[trail.plies], trail.mover[trail.plies] = legal[ply], mover
                mover = 1 - mover
                trail.plies += 1
        return worth(winner)

    return playout
