"""The rules of Go as parts: legal moves, superko, playing a move, uniform playouts and area scoring.

A move is a point (games/go/board.py) or PASS.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below, seeded
from bough.games.contract import DRAW, FIRST, SECOND, Part
from bough.games.go.board import (
    BLACK,
    BORDER,
    COUNT,
    EMPTY,
    EYES,
    PASS,
    WHITE,
    Board,
    clear_part,
    go_record,
    liberty_parts,
    note,
    stones_part,
    was_seen,
)


class GoParts(NamedTuple):
    """The record and the parts of the game, named as in games/contract.py."""

    record: np.dtype
    clear: Part
    put: Part
    """put(position, point, colour): place a stone and remove captured ones; returns how many were captured."""
    moves: Part
    play: Part
    random_move: Part
    playout: Part
    area_of: Part
    """area_of(position): black's area less white's: the stones and the empty points that only that colour reaches."""
    margin: Part
    """margin(position): black's area less white's and the komi."""
    settle: Part
    """settle(position): set the winner by area."""
    legal: Part
    """legal(position, point, colour): neither suicide nor retaking a ko; superko is not checked."""
    allowed: Part
    """allowed(position, point, colour): by all rules, superko too."""
    note: Part
    """note(position): store this arrangement of stones for superko."""
    atari: Part
    """atari(position, point): the only liberty of the string on a point, or 0 if it has more."""


def go_rules(board: Board, komi: float) -> GoParts:
    """The rules on a board; komi is stored in the position, so that each komi does not need its own compiled search."""
    rules, twice_komi = rules_on(board), round(2 * komi)
    open_clear = rules.clear

    @part
    def clear(position):
        open_clear(position)
        position.twice_komi = twice_komi

    return rules._replace(clear=clear)


@lru_cache(maxsize=64)
def rules_on(board: Board) -> GoParts:
    """The rules with a komi of 0, made once a board: parts are never given back."""
    sides = np.array([-board.wide, -1, 1, board.wide])
    keys = np.array([seeded(2008, stream) for stream in range(2 * board.points)], np.uint64)
    """A random word for each stone on each point: [2 * point + colour - 1]."""
    put, clear = stones_part(board, sides, keys), clear_part(board)
    legal, atari = liberty_parts(sides)
    area_of, margin, settle = _scoring(board, sides)
    allowed = _allowing(legal, sides, keys)
    moves = _listing(allowed)
    play = _playing(put, settle, board.max_plies)
    random_move = _drawing(legal)
    playout = _playing_out(put, random_move, settle, board.max_plies)
    return GoParts(
        go_record(board), clear, put, moves, play, random_move, playout, area_of, margin, settle, legal, allowed, note,
        atari,
    )  # fmt: skip


def _allowing(legal: Part, sides: np.ndarray, keys: np.ndarray) -> Part:
    @part
    def key_after(position, point, colour):
        """The key of the stones after a move, without the stones it captures."""
        key = position.key ^ keys[2 * point + colour - 1]
        for d in range(4):
            side = point + sides[d]
            if position.colour[side] != 3 - colour:
                continue
            string, touching, first = position.string[side], 0, True
            for e in range(4):
                other = point + sides[e]
                if position.colour[other] == 3 - colour and position.string[other] == string:
                    touching += 1
                    first = first and e >= d
            if first and position.liberties[string] & COUNT == touching:
                at = np.int64(string)
                while True:
                    key ^= keys[2 * at + 2 - colour]
                    at = np.int64(position.next[at])
                    if at == string:
                        break
        return key

    @part
    def allowed(position, point, colour):
        if not legal(position, point, colour):
            return False
        repeats = position.taken[0] + position.taken[1] > 0  # without a capture no position comes again
        return not (repeats and was_seen(position, key_after(position, point, colour)))

    return allowed


def _listing(allowed: Part) -> Part:
    @part
    def moves(position, out):
        colour, count = np.int64(position.to_move) + 1, 0
        for i in range(position.empties):
            point = np.int64(position.empty[i])
            if allowed(position, point, colour):
                out[count] = point
                count += 1
        out[count] = PASS
        return count + 1

    return moves


def _playing(put: Part, settle: Part, max_plies: int) -> Part:
    @part
    def play(position, move):
        position.plies += 1
        position.last[1] = position.last[0]
        position.last[0] = move
        if move == PASS:
            position.passes += 1
            position.ko = 0
        else:
            position.passes = 0
            position.taken[position.to_move] += put(position, np.int64(move), np.int64(position.to_move) + 1)
        position.to_move = 1 - position.to_move
        note(position)
        if position.passes >= 2 or position.plies >= max_plies:
            settle(position)

    return play


def _drawing(legal: Part) -> Part:
    @part
    def random_move(position, rng):
        """A uniformly random legal move that does not fill an own eye; a pass if there is none."""
        colour = np.int64(position.to_move) + 1
        left = np.int64(position.empties)
        while left > 0:
            rng = advance(rng)
            drawn = below(rng, left)
            point = np.int64(position.empty[drawn])
            if EYES[position.around[point]] & colour == 0 and legal(position, point, colour):
                return point, rng
            left -= 1
            other = np.int64(position.empty[left])
            position.empty[drawn], position.empty[left] = other, point
            position.place[other], position.place[point] = drawn, left
        return np.int64(PASS), rng

    return random_move


def _playing_out(put: Part, random_move: Part, settle: Part, max_plies: int):
    """playout(recorded): whole uniform playouts, which ignore superko."""

    def with_record(recorded: bool) -> Part:
        @part
        def playout(position, moves, rng):
            plies, passes, side = 0, np.int64(position.passes), np.int64(position.to_move)
            last = np.int64(position.plies)
            while passes < 2 and last + plies < max_plies:
                move, rng = random_move(position, rng)
                if move == PASS:
                    passes += 1
                    position.ko = 0
                else:
                    passes = 0
                    put(position, move, side + 1)
                if recorded:
                    moves[plies] = move
                plies += 1
                side = 1 - side
                position.to_move = side
            settle(position)
            return position.winner, plies, rng

        return playout

    return with_record


def _scoring(board: Board, sides: np.ndarray) -> tuple[Part, Part, Part]:
    """The parts area_of, margin and settle of GoParts."""

    @part
    def spread(position, point):
        """The colours an empty point reaches, as bits: of stones beside it, and all that empty neighbours reach."""
        reach = position.reached[point]
        for d in range(4):
            side = point + sides[d]
            there = position.colour[side]
            if there == EMPTY:
                reach |= position.reached[side]
            elif there != BORDER:
                reach |= there
        return reach

    rows, columns, wide = board.rows, board.columns, board.wide

    @part
    def counted(position):
        black = white = 0
        for row in range(1, rows + 1):
            for point in range(row * wide + 1, row * wide + 1 + columns):
                there = position.colour[point]
                if there == EMPTY:
                    there = position.reached[point]
                black += there == BLACK
                white += there == WHITE
        return black - white

    @part
    def area_of(position):
        for i in range(position.empties):
            position.reached[position.empty[i]] = 0
        changed = True
        while changed:
            changed = False
            for i in range(position.empties):
                point = np.int64(position.empty[i])
                reach = spread(position, point)
                if reach != position.reached[point]:
                    position.reached[point] = reach
                    changed = True
        return counted(position)

    @part
    def margin(position):
        return area_of(position) - 0.5 * position.twice_komi

    @part
    def settle(position):
        points = margin(position)
        position.winner = FIRST if points > 0.0 else SECOND if points < 0.0 else DRAW

    return area_of, margin, settle
