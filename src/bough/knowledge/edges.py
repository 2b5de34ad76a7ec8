"""The ziggurat, an edge template of Hex and Y: a stone on the third row that is as good as joined to its side.

The stone and eight empty cells form it, one of them beside the stone, three on the second row and four on the first:

    S .
    . . .
    . . . .

and its mirror image. If the opponent takes a cell that matters, the player answers on the second row. The three
outermost cells are no reason to answer at once.
"""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.connection.structure import EMPTY, Connection
from bough.games.contract import Part

ZIGGURAT = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (2, 3))
"""The empty cells, seen from the stone: rows nearer to the side, and steps along it."""
ANSWERS = {
    (1, 0): ((1, 1), (1, 2)),
    (1, 1): ((1, 0), (1, 2)),
    (1, 2): ((1, 0), (1, 1)),
    (2, 1): ((1, 0), (1, 2)),
    (2, 2): ((1, 0), (1, 2)),
}
"""Two cells that keep the stone joined, by the cell that the opponent has taken."""
OTHERS = 1 << 6
"""The neighbours of a cell as a word: the player's stones are bits 0 to 5, the opponent's the six above."""


def ziggurats(board: Connection, helpful: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All templates that a taken cell may be in: those of a player and a cell stand in entries[first : last], where
    first and last are begins[player, cell] and the next. An entry is the stone, two answers, the other empty cells, and
    two words that rule most templates out: of the neighbours of the taken cell, those in the first must be the second.

    `helpful` tells which neighbours of a cell are a side that helps a player, as a mask: [player, cell].
    """
    found: dict[tuple[int, int], list[list[int]]] = {}
    for player in range(2):
        for stone in board.cells.tolist():
            for carrier in _carriers(board, helpful[player], stone):
                for taken, answers in ANSWERS.items():
                    rest = [cell for place, cell in carrier.items() if place != taken]
                    entry = [stone, *(carrier[answer] for answer in answers), *rest]
                    entry += _neighbours(board, carrier[taken], stone, rest)
                    found.setdefault((player, carrier[taken]), []).append(entry)
    begins = np.zeros((2, board.area + 1), np.int16)
    entries: list[list[int]] = []
    for player in range(2):
        for cell in range(board.area + 1):
            begins[player, cell] = len(entries)
            entries += found.get((player, cell), [])
    width = 4 + len(ZIGGURAT)
    return begins, np.array(entries or [[0] * width], np.int16)


def _neighbours(board: Connection, taken: int, stone: int, rest: list[int]) -> tuple[int, int]:
    """Which neighbours of a taken cell tell of a template, and what they are in it."""
    asked = wanted = 0
    for direction, step in enumerate(board.offsets.tolist()):
        if taken + step == stone:
            asked, wanted = asked | 1 << direction, wanted | 1 << direction
        elif taken + step in rest:
            asked |= (1 << direction) * (1 + OTHERS)
    return asked, wanted


def _carriers(board: Connection, helpful: np.ndarray, stone: int) -> list[dict[tuple[int, int], int]]:
    """The templates below a stone: the cell at each place. Two neighbouring directions lead towards a side."""
    steps, cells = board.offsets.tolist(), set(board.cells.tolist())
    found = []
    for one in range(6):
        other = (one + 1) % 6
        towards = 1 << one | 1 << other
        for down, across in ((steps[one], steps[other]), (steps[other], steps[one])):
            carrier = {place: stone + place[0] * down + place[1] * (across - down) for place in ZIGGURAT}
            rim = [cell for place, cell in carrier.items() if place[0] == 2]
            if cells.issuperset(carrier.values()) and all(helpful[cell] & towards == towards for cell in rim):
                found.append(carrier)
    return found


def edge_keeper(board: Connection, helpful: np.ndarray, keep_bridge: Part) -> Part:
    """keep(position, player, last, rng): the cell that keeps a bridge, or else a ziggurat, of this player against the
    last stone, or -1, and the generator's next word."""
    begins, entries = ziggurats(board, helpful)
    end = entries.shape[1] - 2

    @part
    def keep(position, player, last, rng):
        cell, rng = keep_bridge(position, player, last, rng)
        if cell >= 0:
            return cell, rng
        around = np.int64(position.near[player, last]) | np.int64(position.near[1 - player, last]) * OTHERS
        for i in range(begins[player, last], begins[player, last + 1]):
            if around & entries[i, end] == entries[i, end + 1] and position.stone[entries[i, 0]] == player:
                k = 3
                while k < end and position.stone[entries[i, k]] == EMPTY:
                    k += 1
                if k == end:
                    rng = advance(rng)
                    return np.int64(entries[i, 1 + below(rng, 2)]), rng
        return np.int64(-1), rng

    return keep
