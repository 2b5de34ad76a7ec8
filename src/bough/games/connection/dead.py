"""Empty cells of Hex and Y that no longer matter, found from the six neighbours alone (Hayward & van Rijswijck 2006).

A stone changes who wins only if it joins two runs of neighbouring stones that its opponent's stone would keep apart:
the ring around it then changes colour at least four times. A cell is dead if no filling of its ring does that. Two
empty neighbours are captured by a player who, wherever the opponent goes first, takes the other and leaves that stone
dead. Both may be filled in without changing who wins, and more stones never bring a dead cell back to life.
"""

from itertools import product

import numpy as np

from bough.core.jit import part
from bough.games.connection.structure import EMPTY, OPPOSITE, Connection
from bough.games.contract import FIRST, SECOND

OPEN, KEPT, BEATEN, FILLED = range(4)
"""What is said of a cell; from BEATEN on it need not be played."""


def _alive(first: int, second: int) -> bool:
    """Whether a filling of the ring changes colour four times or more, given each player's neighbours as bits."""
    free = [k for k in range(6) if not (first | second) >> k & 1]
    for filling in product((0, 1), repeat=len(free)):
        ring = [second >> k & 1 for k in range(6)]
        for k, colour in zip(free, filling, strict=True):
            ring[k] = colour
        if sum(ring[k] != ring[k - 1] for k in range(6)) >= 4:
            return True
    return False


DEAD = np.array([not first & second and not _alive(first, second) for second in range(64) for first in range(64)])
"""By the first player's neighbours as bits and the second's, six bits to the left."""


def sides_of(board: Connection) -> np.ndarray:
    """For each player and cell, the directions that lead off the board at a side which only this player joins."""
    on_board = set(board.cells.tolist())
    sides = np.zeros((2, board.area + 1), np.uint8)
    for cell in on_board:
        for k, outside in enumerate((cell + board.offsets).tolist()):
            if outside not in on_board:
                touching = [at for at in (outside + board.offsets).tolist() if at in on_board]
                shared = int(np.bitwise_and.reduce(board.borders[touching]))
                for player in (FIRST, SECOND):
                    if shared and not shared & ~int(board.goals[player]) and not shared & int(board.goals[1 - player]):
                        sides[player, cell] |= 1 << k
    return sides


def judging(board: Connection):
    """A part judge(position, ring, state) that tells of each empty cell whether it matters: FILLED if it is dead or
    captured, BEATEN if a stone on a cell that is KEPT would leave it dead, so that going there is no worse, else OPEN.

    `ring` (2, area + 1) and `state` (area + 1) are room to work in.
    """
    offsets, sides, area = board.offsets, sides_of(board), board.area

    @part
    def fill(ring, state, cell, player):
        state[cell] = FILLED
        for k in range(6):
            ring[player, cell + offsets[k]] |= OPPOSITE[k]

    @part
    def around(ring, cell):
        return np.int64(ring[FIRST, cell]) | np.int64(ring[SECOND, cell]) << 6

    @part
    def fill_captured(position, ring, state, cell):
        """Fill this cell and an empty neighbour if they are captured together."""
        here = around(ring, cell)
        for k in range(6):
            other = cell + offsets[k]
            if position.stone[other] == EMPTY and state[other] == OPEN:
                there = around(ring, other)
                for player in range(2):
                    mine, theirs = np.int64(1) << (k + 6 * player), np.int64(OPPOSITE[k]) << 6 * player
                    if DEAD[here | mine] and DEAD[there | theirs]:
                        fill(ring, state, cell, player)
                        fill(ring, state, other, player)
                        return True
        return False

    @part
    def judge(position, ring, state):
        for cell in range(area + 1):
            state[cell] = OPEN
            for player in range(2):
                ring[player, cell] = position.near[player, cell] | sides[player, cell]
        changed = True
        while changed:
            changed = False
            for i in range(position.empties):
                cell = np.int64(position.empty[i])
                if state[cell] == OPEN:
                    if DEAD[around(ring, cell)]:
                        fill(ring, state, cell, FIRST)
                        changed = True
                    elif fill_captured(position, ring, state, cell):
                        changed = True
        player = np.int64(position.to_move)
        for i in range(position.empties):
            killer = np.int64(position.empty[i])
            if state[killer] == OPEN or state[killer] == KEPT:
                for k in range(6):
                    cell = killer + offsets[k]
                    beside = position.stone[cell] == EMPTY and state[cell] == OPEN
                    if beside and DEAD[around(ring, cell) | np.int64(OPPOSITE[k]) << 6 * player]:
                        state[cell] = BEATEN
                        state[killer] = KEPT

    return judge
