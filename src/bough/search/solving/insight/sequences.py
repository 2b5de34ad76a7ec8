"""Threats in a row: wins by moves each of which threatens to win at once, until one threatens two things.

For games of placing stones in which a stone never hurts its owner (Rules: helping) and a threat is answered by
occupying its cell alone (occupying); Gomoku's programs search so (Allis, van den Herik & Huntjens 1996). Every threat
leaves the opponent one answer, unless he wins first.

Such a sequence, begun by the opponent of the player to move, says which moves are worth a look: those in its carrier,
which holds

    the cells of its moves and of the answers to them, and two that the last one threatens,
    every cell with which the player, after one of its moves, would himself threaten something.

After a move elsewhere the sequence goes through as if that move had not been made. Nobody wins by a stone elsewhere
before it ends, so this holds in games in which both sides can win, where zones (games/solving/zones.py) do not; but it
holds for one stone more and not for several, so a carrier is of use at one position and is not handed on to others.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.contract import Part
from bough.games.game import Game
from bough.games.solving.zones import cells_of_moves
from bough.search.solving.insight.insight import MOST_CELLS, NONE, Insight, one_of, several

MOST_STEPS = 12
"""Positions looked at for each first move."""
_0, _1, _ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


@lru_cache(maxsize=8)
def sequences(game: Game) -> Insight:
    """Useful for games of placing stones where threats have to be answered, on boards that are not too large."""
    rules = game.rules
    cells = len(game.face.cell_moves or ())
    if not (rules.helping and rules.occupying and rules.wins_at) or not 0 < cells <= MOST_CELLS:
        return NONE
    deepest = rules.max_plies // 2 + 2
    record = record_type(
        (
            (
                "stops",
                "u8",
                (deepest * MOST_CELLS,),
            ),  # what a move threatens, by the length of the way to it and its cell
            ("left", "u8", (deepest,)),  # moves still to be tried
            ("made", "u8", (deepest,)),  # the moves of the present sequence
            ("won", "u8", (1,)),
            ("won_count", "i8"),
            ("near", "u8", (MOST_CELLS,)),
            ("near_count", "i8"),
            ("steps", "i2", (MOST_CELLS * 2 * deepest,)),  # of the sequences whose carriers are kept
            ("lengths", "i2", (MOST_CELLS,)),
            ("first", "i2"),  # the first move of the first sequence that was found
            ("firsts", "i2", (rules.max_moves + 1,)),
            ("listed", "i2", (rules.max_moves + 1,)),
            ("looked", "i2", (rules.max_moves + 1,)),
        )
    )
    parts = _searching(game)
    winning, leads, carrier = parts.winning, parts.leads, parts.carrier
    legal, play, cell_of = rules.moves, rules.play, cells_of_moves(game)
    move_at = np.array(game.face.cell_moves, np.int64)

    @part
    def note(length, room):
        """Keep the steps of the present sequence."""
        room.lengths[room.near_count] = length + 1
        for level in range(length + 1):
            step = 2 * (room.near_count * deepest + level)
            cell = np.int64(room.made[level])
            room.steps[step] = move_at[cell]
            room.steps[step + 1] = move_at[one_of(room.stops[level * MOST_CELLS + cell])]

    @part
    def decide(states, depth, player, room):
        room.won_count = room.near_count = 0
        base = depth + 1
        states[base] = states[depth]
        states[base].to_move = player
        stopping = winning(states[base], 1 - player, room)
        if several(stopping):
            return
        met = _ALL
        for i in range(legal(states[base], room.firsts)):
            move = np.int64(room.firsts[i])
            cell = np.uint64(cell_of[move])
            if stopping != _0 and stopping != _1 << cell:
                continue
            states[base + 1] = states[base]
            play(states[base + 1], move)
            room.made[0], room.stops[cell] = cell, winning(states[base + 1], player, room)
            if room.stops[cell] == _0:
                continue
            length = leads(states, base, player, room)
            if length < 0:
                continue
            if room.near_count == 0:
                room.first = move
            if states[depth].to_move == player:
                room.near[0], room.near_count = _1 << cell, 1
                return
            found = carrier(states, base, player, length, met, room)
            if met & found != met:
                met &= found
                room.near[room.near_count] = found
                note(length, room)
                room.near_count += 1
            if not several(met):
                return

    @part
    def answer(states, depth, moves, player, room):
        decide(states, depth, player, room)
        return np.int64(room.first) if room.near_count > 0 else np.int64(-1)

    why = "they decide many positions and close most moves"
    return Insight("df-pn with threats in a row", why, record, decide, answer, deepest)


class _Parts(NamedTuple):
    """What a search for sequences is made of."""

    winning: Part
    """winning(position, player, room): the cells by which he would win at once."""
    leads: Part
    """leads(states, at, player, room): the length, less one, of a sequence of his from states[at] that begins with the
    move in made[0] of the room, which threatens stops[made[0]]; or -1."""
    carrier: Part
    """carrier(states, at, player, length, among, room): as much of that of the sequence that was found as lies here."""


def _searching(game: Game) -> _Parts:
    rules = game.rules
    legal, play, wins_at, cell_of = rules.moves, rules.play, rules.wins_at, cells_of_moves(game)
    move_at = np.array(game.face.cell_moves, np.int64)

    @part
    def winning(position, player, room):
        found = _0
        for i in range(legal(position, room.looked)):
            move = np.int64(room.looked[i])
            if wins_at(position, move, player):
                found |= _1 << np.uint64(cell_of[move])
        return found

    @part
    def threatening(states, at, player, among, room):
        """The cells, of these, by which he would threaten something if he were to move in states[at]."""
        found = _0
        for i in range(legal(states[at], room.listed)):
            move = np.int64(room.listed[i])
            if among >> np.uint64(cell_of[move]) & _1 == _0:
                continue
            states[at + 1] = states[at]
            states[at + 1].to_move = player
            play(states[at + 1], move)
            if winning(states[at + 1], player, room) != _0:
                found |= _1 << np.uint64(cell_of[move])
        return found

    @part
    def survey(states, at, player, level, room):
        """Note the moves that threaten something; whether one of them threatens two things."""
        room.left[level] = _0
        stopping = winning(states[at], 1 - player, room)
        if several(stopping):
            return False
        for i in range(legal(states[at], room.listed)):
            move = np.int64(room.listed[i])
            cell = np.uint64(cell_of[move])
            if stopping != _0 and stopping != _1 << cell:
                continue
            states[at + 1] = states[at]
            play(states[at + 1], move)
            threats = winning(states[at + 1], player, room)
            room.stops[level * MOST_CELLS + cell_of[move]] = threats
            if several(threats):
                room.made[level] = cell
                return True
            if threats != _0:
                room.left[level] |= _1 << cell
        return False

    @part
    def follow(states, here, level, room):
        """Make the move of this level, and the answer to what it threatens."""
        cell = np.int64(room.made[level])
        states[here + 1] = states[here]
        play(states[here + 1], move_at[cell])
        states[here + 2] = states[here + 1]
        play(states[here + 2], move_at[one_of(room.stops[level * MOST_CELLS + cell])])

    @part
    def leads(states, at, player, room):
        if several(room.stops[room.made[0]]):
            return 0
        follow(states, at, 0, room)
        level, steps, entering = 1, 0, True
        while level > 0:
            here = at + 2 * level
            if entering:
                entering = False
                room.left[level] = _0
                steps += 1
                if steps <= MOST_STEPS and here + 3 < states.shape[0] and survey(states, here, player, level, room):
                    return level
            if room.left[level] == _0:
                level -= 1
                continue
            room.made[level] = np.uint64(one_of(room.left[level]))
            room.left[level] &= room.left[level] - _1
            follow(states, here, level, room)
            level += 1
            entering = True
        return -1

    @part
    def carrier(states, at, player, length, among, room):
        found = _0
        for level in range(length, -1, -1):
            cell = room.made[level]
            threats = room.stops[level * MOST_CELLS + np.int64(cell)]
            two = threats & (threats - _1)
            found |= _1 << cell | _1 << np.uint64(one_of(threats))
            if two != _0:
                found |= _1 << np.uint64(one_of(two))
            found |= threatening(states, at + 2 * level + 1, 1 - player, among & ~found, room)
        return found

    return _Parts(winning, leads, carrier)
