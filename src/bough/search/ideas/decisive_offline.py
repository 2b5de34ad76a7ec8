"""Decisive moves in connection games, detected after the playout (Teytaud & Teytaud 2010, section III-D).

A whole game is played without checks, while the structure logs when each stone changed its group and when each group
reached a border: O(log T) entries per stone. Afterwards the log tells the earliest possible win.
"""

import math

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.connection.structure import JOINS, LOWEST, MIDDLES, OPPOSITE, RUN_STARTS
from bough.games.contract import DRAW, UNDECIDED
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks, worth
from bough.search.seams.winning.connection import online_decisive


def lacks_connection(game: Game) -> str | None:
    """Why a game's playouts cannot be examined afterwards, or None if they can."""
    return None if game.rules.connection is not None else "it is no connection game"


@idea(
    "decisive-offline",
    "the same, the wins of a playout found after it",
    stage=Stage.PLAYOUT,
    slot="decisive moves",
    excludes=("mixed", "mast", "nst", "ppa", "last-good-reply", "limit", "cutoff", "early"),
    lacks=lacks_connection,
)
def decisive_offline(game: Game, hooks: Hooks) -> Hooks:
    """Play out uniformly, then find the earliest possible win and score the playout by it.

    A cell that wins at once for a player keeps winning as long as it is empty. So for each cell, first check whether
    it was winning at the latest time that would still beat the earliest win so far; only if it was, find out when it
    first did.
    """
    hooks = online_decisive(game, hooks, anti=False)
    board = game.rules.connection
    count, area, offsets, borders = len(board.cells), board.area, board.offsets, board.borders
    rings, complete, take = board.rings, board.complete, board.take
    labels_at_most = math.ceil(math.log2(count + 1)) + 2
    borders_at_most = int(np.max(borders)).bit_length() + 2

    @part
    def relabelled(log, stone, group):
        k = log.labels[stone]
        log.label[stone, k] = group
        log.label_time[stone, k] = log.time
        log.labels[stone] = k + 1

    @part
    def widened(log, position, group):
        k = log.widenings[group]
        log.reached[group, k] = position.borders[group]
        log.reached_time[group, k] = log.time
        log.widenings[group] = k + 1

    place = board.placing(relabelled, widened)

    @part
    def note_stone(log, position, stone):
        """Start the history of a stone with its current group and borders."""
        group = position.group[stone]
        log.placed[stone] = log.time
        log.labels[stone] = log.widenings[group] = 0
        relabelled(log, stone, group)
        widened(log, position, group)

    @part
    def group_then(log, stone, time):
        k = log.labels[stone] - 1
        while log.label_time[stone, k] > time:
            k -= 1
        return np.int64(log.label[stone, k])

    @part
    def borders_then(log, group, time):
        k = log.widenings[group] - 1
        while log.reached_time[group, k] > time:
            k -= 1
        return np.int64(log.reached[group, k])

    @part
    def near_then(log, position, cell, player, time):
        """The mask of a cell's neighbours that belonged to `player` at `time`."""
        now = np.int64(position.near[player, cell])
        then = now
        while now != 0:
            k = LOWEST[now]
            now &= now - 1
            if log.placed[cell + offsets[k]] > time:
                then &= ~(1 << k)
        return then

    @part
    def was_winning(log, position, cell, player, time):
        """Whether a stone of `player` on this cell would have won after `time` plies of the playout."""
        mask = near_then(log, position, cell, player, time)
        reached = np.int64(borders[cell])
        runs = RUN_STARTS[mask]
        first = second = np.int64(-1)
        while runs != 0:
            stone = cell + offsets[LOWEST[runs]]
            runs &= runs - 1
            group = group_then(log, stone, time)
            if rings and (group == first or group == second):
                return True
            first, second = group, first
            reached |= borders_then(log, group, time)
        if complete(reached, player):
            return True
        if rings:
            middles = MIDDLES[mask]
            while middles != 0:
                k = LOWEST[middles]
                middles &= middles - 1
                if near_then(log, position, cell + offsets[k], player, time) | np.int64(OPPOSITE[k]) == 63:
                    return True
        return False

    @part
    def first_winning(log, position, cell, player, parity, latest):
        """The earliest time of this parity at which the cell was winning; it must be winning at `latest`."""
        low, high = 0, (latest - parity) // 2
        while low < high:
            middle = (low + high) // 2
            if was_winning(log, position, cell, player, 2 * middle + parity):
                high = middle
            else:
                low = middle + 1
        return 2 * low + parity

    def with_hooks(finished: Hooks):
        recorded = finished.records_moves

        @part
        def playout(position, memory, trail, legal, params):
            before = np.int64(position.empties)
            mover = np.int64(position.to_move)
            memory.time = 0
            for i in range(before, count):
                note_stone(memory, position, np.int64(position.empty[i]))
            rng = memory.rng
            while position.winner == UNDECIDED and position.empties > 0:
                player = np.int64(position.to_move)
                rng = advance(rng)
                cell = np.int64(position.empty[below(rng, position.empties)])
                memory.time += 1
                take(position, cell)
                position.group[cell] = cell
                position.borders[cell] = borders[cell]
                note_stone(memory, position, cell)
                place(position, cell, player, memory)
                position.to_move = 1 - player
            memory.rng = rng

            winner = np.int64(DRAW if position.winner == UNDECIDED else position.winner)
            after = np.int64(position.empties)
            earliest, decisive = np.int64(memory.time), np.int64(-1)
            for i in range(before):
                cell = np.int64(position.empty[i])
                filled = np.int64(memory.placed[cell]) if i >= after else np.int64(memory.time + 1)
                for player in range(2):
                    if not JOINS[position.near[player, cell]] and borders[cell] == 0:
                        continue
                    parity = player ^ mover
                    latest = min(filled, earliest) - 1
                    latest -= (latest ^ parity) & 1
                    if latest >= 0 and was_winning(memory, position, cell, player, latest):
                        earliest = first_winning(memory, position, cell, player, parity, latest)
                        winner, decisive = player, cell
            if recorded:
                for ply in range(earliest):
                    trail.move[trail.plies] = position.empty[before - 1 - ply]
                    trail.mover[trail.plies] = mover ^ ply & 1
                    trail.plies += 1
                if decisive >= 0:
                    trail.move[trail.plies], trail.mover[trail.plies] = decisive, winner
                    trail.plies += 1
            return worth(winner)

        return playout

    fields = (
        ("placed", "i2", (area,)),
        ("label", "i2", (area, labels_at_most)),
        ("label_time", "i2", (area, labels_at_most)),
        ("labels", "i2", (area,)),
        ("reached", "u2", (area, borders_at_most)),
        ("reached_time", "i2", (area, borders_at_most)),
        ("widenings", "i2", (area,)),
        ("time", "i2"),
    )
    return hooks._replace(playout=with_hooks, memory=(*hooks.memory, *fields))
