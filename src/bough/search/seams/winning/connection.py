"""Decisive moves in connection games, detected while playing (Teytaud & Teytaud 2010, section III-D, last remark).

For each player we keep a list of cells that win at once. A new stone can make a cell winning only where local
information changed: around the stone itself, around stones that were relabelled, and around a whole group when it
reaches a new border. So the cost is that of the structure itself, O(T log T) for a game of T cells, and the
opponent's wins, which anti-decisive moves need, come for free.
"""

import numpy as np

from bough.core.jit import part
from bough.games.connection.structure import EMPTY, FIVE, JOINS, LOWEST
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED
from bough.games.game import Game
from bough.search.seams.hooks import UNKNOWN, Hooks, worth
from bough.search.seams.playouts import never_ending, remember_part, uniform_choice


def online_decisive(game: Game, hooks: Hooks, anti: bool) -> Hooks:
    """Look for immediate wins while playing; with `anti`, also block those of the opponent."""
    board = game.rules.connection
    count, area, offsets, borders, play = len(board.cells), board.area, board.offsets, board.borders, game.rules.play
    goals, rings, take = board.goals, board.rings, board.take
    wins_at, complete = board.wins_at, board.complete
    on_board = np.isin(np.arange(board.area), board.cells)
    inside = np.zeros(board.area, np.int64)
    for cell in board.cells:
        inside[cell] = sum(1 << k for k in range(6) if on_board[cell + offsets[k]])

    @part
    def relabelled(log, stone, group):
        log.changed[log.changes] = stone
        log.changes += 1

    @part
    def widened(log, position, group):
        stone = np.int64(group)
        while True:
            log.changed[log.changes] = stone
            log.changes += 1
            stone = np.int64(position.next[stone])
            if stone == group:
                break

    place = board.placing(relabelled, widened)

    @part
    def list_wins(position, memory, stone, group, player):
        """Note the empty cells around a stone of a group that win at once for its player. Two are enough, since
        the opponent can take only one of them before that player's turn."""
        near = position.near[player]
        wins = memory.wins[player]
        reached = np.int64(position.borders[group])
        empty = inside[stone] & ~np.int64(position.near[FIRST, stone] | position.near[SECOND, stone])
        while empty != 0:
            cell = stone + offsets[LOWEST[empty]]
            empty &= empty - 1
            if JOINS[near[cell]]:
                winning = wins_at(position, cell, player)
            else:  # the cell touches no other group of the player
                winning = complete(reached | np.int64(borders[cell]), player)
            if winning:
                if wins[0] < 0:
                    wins[0] = cell
                elif cell != wins[0]:
                    wins[1] = cell

    @part
    def noted_win(position, memory, player):
        """A noted cell that is still empty, or -1."""
        wins = memory.wins[player]
        for i in range(2):
            cell = np.int64(wins[i])
            if cell >= 0:
                if position.stone[cell] == EMPTY:
                    return cell
                wins[i] = -1
        return np.int64(-1)

    @part
    def may_win(position, group, player):
        """Whether a group can make a cell winning. It cannot if it touches no useful border and is too small to form
        most of a ring."""
        return position.borders[group] & goals[player] != 0 or (rings and position.stones[group] >= 5)

    @part
    def note_wins_after(position, memory, cell, group, player):
        """Replace the player's noted wins by those that this stone creates; an older win would have been played."""
        wins = memory.wins[player]
        wins[0] = wins[1] = -1
        if not may_win(position, group, player):
            return
        if memory.changes == 0:
            list_wins(position, memory, cell, group, player)
        for i in range(memory.changes):
            list_wins(position, memory, np.int64(memory.changed[i]), group, player)
            if wins[1] >= 0:
                return
        if rings:
            own = np.int64(position.near[player, cell])
            while own != 0:
                inner = cell + offsets[LOWEST[own]]
                own &= own - 1
                if FIVE[position.near[player, inner]]:
                    list_wins(position, memory, inner, group, player)

    @part
    def note_all_wins(position, memory):
        """Note all wins of a position from scratch, where the moves that led to it were not followed."""
        memory.wins[FIRST, 0] = memory.wins[FIRST, 1] = memory.wins[SECOND, 0] = memory.wins[SECOND, 1] = -1
        for i in range(position.empties, count):
            stone = np.int64(position.empty[i])
            player = position.stone[stone]
            group = np.int64(position.group[stone])
            if may_win(position, group, player):
                list_wins(position, memory, stone, group, player)

    all_candidates = hooks.candidates

    @part
    def candidates(position, memory, legal):
        note_all_wins(position, memory)
        player = np.int64(position.to_move)
        move = noted_win(position, memory, player)
        denies = anti and move < 0
        if denies:
            move = noted_win(position, memory, 1 - player)
        if move < 0:
            return all_candidates(position, memory, legal)
        if denies:
            listed = all_candidates(position, memory, legal)
            if legal[listed - 1] >= area:  # swapping the first stone also blocks the win
                return listed
        legal[0] = move
        return 1

    def with_hooks(finished: Hooks):
        choose, recorded = finished.choose or uniform_choice(game), finished.records_moves
        ending, remember = finished.ending or never_ending, remember_part(finished)

        @part
        def playout(position, memory, trail, legal, params):
            rng = memory.rng
            note_all_wins(position, memory)
            winner, plies, value = UNDECIDED, 0, UNKNOWN
            while winner == UNDECIDED:
                if plies > 0:
                    value = ending(position, trail, plies, params)
                    if value != UNKNOWN:
                        break
                plies += 1
                player = np.int64(position.to_move)
                move = noted_win(position, memory, player)
                if move >= 0:
                    winner = player
                elif anti:
                    move = noted_win(position, memory, 1 - player)
                if move < 0:
                    move, rng = choose(position, memory, params, legal, rng)
                if recorded:
                    trail.move[trail.plies], trail.mover[trail.plies] = move, player
                    trail.plies += 1
                remember(memory, move)
                if winner == UNDECIDED and move >= area:  # a swap
                    play(position, move)
                    note_all_wins(position, memory)
                elif winner == UNDECIDED:
                    take(position, move)
                    memory.changes = 0
                    group = place(position, move, player, memory)
                    note_wins_after(position, memory, move, group, player)
                    position.to_move = 1 - player
                    if position.empties == 0:
                        winner = DRAW
            memory.rng = rng
            return np.float64(value) if winner == UNDECIDED else worth(winner)

        return playout

    fields = (("changed", "i2", (2 * count + 2,)), ("changes", "i4"), ("wins", "i2", (2, 2)))
    return hooks._replace(candidates=candidates, playout=with_hooks, memory=(*hooks.memory, *fields))
