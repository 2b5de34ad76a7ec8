"""How strong a network has become: against its earlier self, and against a search of ours without a network.

A chain of checkpoints can climb for ever while each of them still loses to an honest opponent, so both are told.
"""

import random
from collections.abc import Callable, Sequence

import numpy as np
import torch

from bough.arena.results.statistics import Score, score_of_pairs
from bough.games.contract import FIRST
from bough.games.game import Game, Position
from bough.knowledge.networks.planes import Eyes
from bough.lab.training.model import Tower
from bough.search.many import search_many

Mover = Callable[[Sequence[Position]], list[str]]
"""Moves for many positions at once."""


def policy_mover(game: Game, eyes: Eyes, net: Tower, device: str, dtype: torch.dtype) -> Mover:
    """Plays the move a network likes best, without any search."""

    @torch.no_grad()
    def move(positions: Sequence[Position]) -> list[str]:
        planes = eyes.planes(np.concatenate([position.state for position in positions]))
        logits = net(torch.from_numpy(planes).to(device, dtype))[0].cpu().numpy()
        chosen = []
        for position, row in zip(positions, logits, strict=True):
            places = eyes.frame.places[position.to_move]
            chosen.append(max(position.moves, key=lambda name: row[places[position.move_numbers[name]]]))
        return chosen

    return move


def search_mover(recipe: str, simulations: int) -> Mover:
    """Plays what a search without a network finds, on all cores."""

    def move(positions: Sequence[Position]) -> list[str]:
        found = search_many(positions, recipe, simulations=simulations, seed=1, memory="2GiB")
        return [result.move or position.moves[0] for result, position in zip(found, positions, strict=True)]

    return move


def contest(game: Game, one: Mover, other: Mover, pairs: int, seed: int, plies: int = 2) -> Score:
    """Play from random openings, each twice with colours exchanged; the score of `one`."""
    rng = random.Random(seed)
    openings = [_opening(game, rng, plies) for _ in range(pairs)]
    games = [(opening, seat) for opening in openings for seat in (FIRST, 1 - FIRST)]
    at = [opening for opening, _ in games]
    for _ in range(game.rules.max_plies):
        waiting = [i for i, position in enumerate(at) if not position.over]
        if not waiting:
            break
        for mover, own in ((one, True), (other, False)):
            turn = [i for i in waiting if not at[i].over and (at[i].to_move == games[i][1]) == own]
            for i, move in zip(turn, mover([at[i] for i in turn]) if turn else (), strict=True):
                at[i] = at[i].play(at[i].resolved(move, rng))
    points = [_points(position, seat) for position, (_, seat) in zip(at, games, strict=True)]
    return score_of_pairs(list(zip(points[::2], points[1::2], strict=True)))


def _opening(game: Game, rng: random.Random, plies: int) -> Position:
    position = game.start().opened(rng)
    for _ in range(plies):
        after = position.play(position.resolved(rng.choice(position.moves), rng))
        position = position if after.over else after
    return position


def _points(position: Position, seat: int) -> float:
    result = position.result(seat)
    return 1.0 if result == "win" else 0.0 if result == "loss" else 0.5
