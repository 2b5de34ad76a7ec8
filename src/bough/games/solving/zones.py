"""Zones in monotone games: the empty cells that a winning strategy uses, as bits of two words.

If a move is answered by a strategy with zone Z, the same strategy answers every move outside Z. So a position in which
the loser is to move keeps two sets: `zone`, the union of the zones of the answers so far, and `must`, their
intersection, the only cells on which he still has to be answered.
"""

import numpy as np

from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game

WIDE = 128
"""Zones have room for this many cells."""
NOWHERE = np.zeros(2, np.uint64)
_1, _ALL = np.uint64(1), np.uint64(2**64 - 1)


@part
def has(zone, cell):
    """Whether a cell belongs to a zone."""
    return zone[cell >> 6] >> np.uint64(cell & 63) & _1 != 0


@part
def add(zone, cell):
    """Add a cell to a zone."""
    zone[cell >> 6] |= _1 << np.uint64(cell & 63)


@part
def remove(zone, cell):
    """Take a cell from a zone."""
    zone[cell >> 6] &= ~(_1 << np.uint64(cell & 63))


@part
def unanswered(frame):
    """No move has been answered yet."""
    for word in range(2):
        frame.zone[word], frame.must[word] = np.uint64(0), _ALL


def cells_of_moves(game: Game) -> np.ndarray:
    """The cell on which each move puts a stone."""
    cells = list(game.face.cell_moves or ())
    found = np.zeros(game.rules.move_ids, np.int64)
    found[cells] = np.arange(len(cells))
    return found


def showing(game: Game) -> Part:
    """A part shown(frame, answer, zone): a move is answered, with this zone after the answer."""
    cell_of = cells_of_moves(game)

    @part
    def shown(frame, answer, zone):
        cell = cell_of[answer]
        for word in range(2):
            whole = zone[word] | (_1 << np.uint64(cell & 63) if cell >> 6 == word else np.uint64(0))
            frame.zone[word] |= whole
            frame.must[word] &= whole

    return shown
