"""The contract of a game, tried out on random games: compiled code cannot say where rules are wrong, so this does."""

import random

import numpy as np

from bough.core.errors import BoughError
from bough.core.records import records
from bough.games.contract import CHANCE, DRAW, FIRST, SECOND, UNDECIDED, Game
from bough.games.position import PLAY, SETUP, rules_kernel

SPARE = 4096
"""Room for moves beyond what a game says is its most, so that a wrong number is found and not a crash."""


def check_rules(game: Game, games: int = 20, seed: int = 0) -> None:
    """Play random games and refuse rules that break the contract, with one line that says how."""
    rules = rules_kernel(game)
    rng = random.Random(seed)
    for _ in range(games):
        state = records(1, game.record)
        legal = np.full(game.max_moves + SPARE, -1, np.int16)
        winner, count = rules(SETUP, state, 0, legal)
        plies = 0
        while winner == UNDECIDED:
            _check_turn(game, state, legal, int(count), plies)
            winner, count = rules(PLAY, state, int(legal[rng.randrange(count)]), legal)
            plies += 1
        if winner not in (FIRST, SECOND, DRAW):
            raise BoughError(f"{game.name}: winner() gave {winner}; it must be FIRST, SECOND, DRAW or UNDECIDED")


def _check_turn(game: Game, state: np.recarray, legal: np.ndarray, count: int, plies: int) -> None:
    if plies >= game.max_plies:
        raise BoughError(f"{game.name}: a random game went on past max_plies ({game.max_plies}); give a larger number")
    if state[0].to_move not in ((FIRST, SECOND) if game.outcomes is None else (FIRST, SECOND, CHANCE)):
        raise BoughError(f"{game.name}: to_move became {state[0].to_move}; it must be FIRST or SECOND")
    if count == 0:
        raise BoughError(f"{game.name}: there is no legal move after {plies} plies, yet winner() says UNDECIDED")
    if count > game.max_moves:
        raise BoughError(f"{game.name}: {count} legal moves, more than max_moves ({game.max_moves})")
    moves = legal[:count]
    if moves.min() < 0 or moves.max() >= game.move_ids:
        raise BoughError(f"{game.name}: a move is not in 0..{game.move_ids - 1}; set move_ids to cover all moves")
    names = {game.move_name(int(move)) for move in moves}
    if len(names) < count:
        raise BoughError(f"{game.name}: two legal moves have the same name after {plies} plies")
