"""The referee: one game between two players, move by move, with what chance does in between."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bough.core.budget import Budget
from bough.games.game import Position
from bough.players.player import Choice, Fault, Player

HOPELESS_TURNS = 2
"""Turns in a row with too small a chance to win, after which a player resigns."""

Report = Callable[[Position, Position, Choice], None]
"""report(position before the move, position after it, choice) after every move."""


class Stopped(Exception):
    """The game was abandoned because the match was stopped; nothing of it is kept."""


@dataclass
class Played:
    """A game as the referee saw it; simulations and seconds by side."""

    position: Position
    winner: int | None = None
    """0, 1, or None for a draw or a game that was left unfinished."""
    ending: str = "over"
    """"over", "unfinished", or why a side lost without being beaten on the board."""
    loser: int | None = None
    """The side that could not go on or resigned."""
    simulations: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    cpu: list[float | None] = field(default_factory=lambda: [0.0, 0.0])
    """CPU seconds, None for a side whose use is not known."""


def play_game(
    position: Position,
    players: Sequence[Player],
    limits: Budget,
    luck: random.Random,
    *,
    resign: float = 0.0,
    longest: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
    report: Report | None = None,
) -> Played:
    """Ask the players in turn until the game is over; one that fails loses, with the reason in `ending`.

    A player resigns whose chance to win is under `resign` at two turns in a row. After `longest` plies the game is left
    unfinished. `luck` draws what chance does.
    """
    played, hopeless = Played(position), [0, 0]
    while not played.position.over:
        if stopped():
            raise Stopped
        if longest is not None and len(played.position.history) >= longest:
            played.ending = "unfinished"
            return played
        at = played.position = played.position.opened(luck)
        if at.over:
            break
        side = at.to_move
        try:
            choice = players[side].choose(at, limits)
            chance = None if choice.value is None else (1 + choice.value) / 2
            hopeless[side] = hopeless[side] + 1 if chance is not None and chance < resign else 0
            if hopeless[side] == HOPELESS_TURNS:
                raise Fault("resigned")
        except Fault as fault:
            played.winner, played.loser, played.ending = 1 - side, side, str(fault)
            return played
        played.simulations[side] += choice.simulations
        played.seconds[side] += choice.seconds
        used = played.cpu[side]
        played.cpu[side] = None if used is None or choice.cpu is None else used + choice.cpu
        played.position = at.play(at.resolved(choice.move, luck))
        if report is not None:
            report(at, played.position, choice)
    played.winner = played.position.winner
    return played
