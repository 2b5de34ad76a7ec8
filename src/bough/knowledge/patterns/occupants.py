"""What stands on a cell: by the game's own part, or read from the field of its record that holds the board."""

import random
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game, Position
from bough.games.symmetry import board_of

WATCHED = 12
"""Random games played to find the field that holds the board."""
CODES = {"": 0, "x": 1, "o": 2}
"""What stands on a cell: nothing, a piece of the first player, one of the second. Further kinds follow in pairs."""


@lru_cache(maxsize=16)
def stands_part(game: Game) -> Part:
    """stands(position, cell), for any game that says it or whose board can be found in its record."""
    if game.rules.stands is not None:
        return game.rules.stands
    for name in game.rules.record.names or ():
        codes = _read_as_board(game, name)
        if codes:
            return _from_field(name, codes)
    raise BoughError(
        f"{game.name} does not say what stands on a cell; give its Rules a part `stands(position, cell)`: 0 for "
        "nothing, 1 for the first player's piece, 2 for the second's"
    )


def _read_as_board(game: Game, name: str) -> dict[int, int]:
    """What each number in a field means if it holds the board, cell by cell; nothing if it does not."""
    kind = game.rules.record[name]
    if kind.shape != (len(board_of(game).cells),) or kind.base.kind not in "iu" or game.face.marks is None:
        return {}
    codes: dict[int, int] = {}
    for position in _watched(game):
        for number, mark in zip(position.state[0][name].tolist(), position.marks, strict=True):
            if mark not in CODES or codes.setdefault(number, CODES[mark]) != CODES[mark]:
                return {}
    return codes if set(codes.values()) == set(CODES.values()) else {}


def _watched(game: Game) -> Iterator[Position]:
    """The positions of a few random games."""
    for seed in range(WATCHED):
        rng = random.Random(seed)
        position = game.start().opened(rng)
        while not position.over:
            yield position
            position = position.play(position.resolved(rng.choice(position.moves), rng))


def _from_field(name: str, codes: dict[int, int]) -> Part:
    least = min(codes)
    table = np.array([codes.get(number, 0) for number in range(least, max(codes) + 1)], np.int64)

    most = len(table) - 1

    @part
    def stands(position, cell):
        number = np.int64(position[name][cell]) - least
        return table[number] if 0 <= number <= most else 0

    return stands
