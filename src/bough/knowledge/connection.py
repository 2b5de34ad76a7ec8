"""Replies in Hex, Y and Havannah: playouts keep bridges; in Hex and Y, edge templates too (edges.py).

Two stones of a player that share two empty neighbours are as good as joined: if the opponent takes one of the two
cells, the player answers with the other. Seen from the intruding stone, that cell is an empty neighbour between two of
the player's stones; a border that helps the player counts as a stone.
"""

from collections.abc import Callable

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below, unit
from bough.games.connection.stones import rows_part
from bough.games.connection.structure import LOWEST, OPPOSITE, Connection
from bough.games.contract import FIRST, SECOND, Part
from bough.games.game import Game
from bough.knowledge.contract import Knowledge
from bough.knowledge.edges import edge_keeper


def connection_knowledge(game: Game) -> Knowledge:
    """What is known about games of connection."""
    board: Connection = game.rules.connection
    inside, helpful = surroundings(board)
    keep = bridge_keeper(board, inside, helpful)
    if board.first_wins is None:
        return Knowledge(reply=_reply(board, keep))
    keep = edge_keeper(board, helpful, keep)
    return Knowledge(reply=_reply(board, keep), replying_playout=_filling(game, keep))


def bridge_keeper(board: Connection, inside: np.ndarray, helpful: np.ndarray) -> Part:
    """keep(position, player, last, rng): the cell that keeps a bridge of this player against the last stone,
    or -1, and the generator's next word."""
    offsets = board.offsets

    @part
    def keep(position, player, last, rng):
        own = np.int64(position.near[player, last])
        free = inside[last] & ~(own | np.int64(position.near[1 - player, last]))
        own |= helpful[player, last]
        keeping = (own << 1 | own >> 5) & (own << 5 | own >> 1) & free & 63
        if keeping == 0:
            return np.int64(-1), rng
        other = keeping & (keeping - 1)
        if other != 0:
            rng = advance(rng)
            if below(rng, 2) == 0:
                keeping = other
        return last + offsets[LOWEST[keeping]], rng

    return keep


def _reply(board: Connection, keep: Part) -> Part:
    count = len(board.cells)

    @part
    def reply(position, memory, rng):
        if position.empties == count:
            return np.int64(-1), rng
        return keep(position, np.int64(position.to_move), np.int64(position.empty[position.empties]), rng)

    return reply


def _filling(game: Game, keep: Part) -> Callable[[bool], Part]:
    """Whole playouts that keep bridges, on boards where a full one has exactly one winner: no groups are kept, and the
    winner is found at the end."""
    board: Connection = game.rules.connection
    play, random_move, take, first_wins = game.rules.play, game.rules.random_move, board.take, board.first_wins
    offsets, count, note_rows = board.offsets, len(board.cells), rows_part(board)

    def recording(recorded: bool) -> Part:
        @part
        def fill(position, moves, rng, rate):
            plies = 0
            if position.empties > count - 2:  # the first moves, where the sides may still be swapped
                move, rng = random_move(position, rng)
                play(position, move)
                moves[0], plies = move, 1
            player, last = np.int64(position.to_move), np.int64(-1)
            if position.empties < count:
                last = np.int64(position.empty[position.empties])
            while position.empties > 0:
                cell = np.int64(-1)
                rng = advance(rng)
                if last >= 0 and unit(rng) < rate:
                    cell, rng = keep(position, player, last, rng)
                if cell < 0:
                    rng = advance(rng)
                    cell = np.int64(position.empty[below(rng, np.int64(position.empties))])
                take(position, cell)
                position.stone[cell] = player
                for k in range(6):
                    position.near[player, cell + offsets[k]] |= OPPOSITE[k]
                if recorded:
                    moves[plies] = cell
                    plies += 1
                player, last = 1 - player, cell
            note_rows(position)
            return np.int64(FIRST if first_wins(position.rows, position.scratch) else SECOND), plies, rng

        return fill

    return recording


def surroundings(board: Connection) -> tuple[np.ndarray, np.ndarray]:
    """Which neighbours of a cell are cells too, as a mask: [cell]; and which are a border that helps a player:
    [player, cell]. A place outside belongs to the borders that all cells beside it touch."""
    cells = set(board.cells.tolist())
    inside, helpful = np.zeros(board.area, np.int64), np.zeros((2, board.area), np.int64)
    for cell in cells:
        for direction, offset in enumerate(board.offsets.tolist()):
            place = cell + offset
            if place in cells:
                inside[cell] |= 1 << direction
                continue
            beside = [place + step for step in board.offsets.tolist() if place + step in cells]
            shared = np.bitwise_and.reduce([int(board.borders[one]) for one in beside])
            for player in range(2):
                if shared & int(board.goals[player]):
                    helpful[player, cell] |= 1 << direction
    return inside, helpful
