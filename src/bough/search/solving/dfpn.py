"""Depth-first proof-number search with a table (df-pn; Nagai 2002), for any game whose positions have keys.

A game is searched for one question at a time: who reaches his goal, if a draw counts for `draw_to`? So there are two
results, and every position has two numbers for the player to move: `phi`, how much is left to show that he reaches his
goal, and `delta`, to show that he does not (0: shown; NEVER: shown to be otherwise). Numbers of a position:

    phi   = the least delta of its children
    delta = the sum of the phis of its open children

The sum counts a position once for every way to it, which Ueda et al.'s weak proof numbers avoid; tried here, they take
three times as many positions (hex:5 after b2: 3.1 against 1.0 million). Thresholds grow by a quarter (Pawlewicz & Lew's
1 + epsilon), so that the search does not jump to and fro between two children.

New children are ordered by what random playouts from their parent tell of each move (all moves as first), where the
game has playouts that record their moves; elsewhere by how many answers they leave to the opponent.

Zones (monotone games). A won position has a zone: the empty cells that the winner's strategy uses. If the winner
answers a move with a strategy whose zone is Z, the same strategy answers every other move outside Z, which needs no
visit. A lost position's zone is the union of those of the answers; the winner's move is added on the way up.

Insight (search/solving/insight) decides positions long before the last stone: virtual connections in Hex and Y, whose
carriers are zones too, and threats in a row where stones only help. In games without zones the carriers close moves at
the position that they were found for, and are forgotten.

Several threads may share the table (Kaneko 2010). Each shows the others on which positions it is (paths.py), and they
count a child on which one of them is as harder to win by than it is (virtual numbers).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.jit import inlined_part, kernel, part
from bough.core.records import record_type
from bough.games.contract import UNDECIDED
from bough.games.game import Game
from bough.games.solving.goals import goal
from bough.games.solving.keys import THE_SAME, keys_of, quick_keys
from bough.games.solving.zones import NOWHERE, add, cells_of_moves, has, remove, unanswered
from bough.search.solving.entries import signing
from bough.search.solving.insight.insight import Insight, smallest, winning_carrier
from bough.search.solving.paths import others_on, tell_to_stop, told_to_stop
from bough.search.solving.threats import LOST, OPEN, WON, deciding_at_once

NEVER = 1 << 28
SLACK = 4
"""Thresholds grow by 1/SLACK."""
VIRTUAL = 4
"""What a thread on a child adds to its numbers for the others, besides 1/SLACK of them."""
MOST_WORK = 2**32 - 1
WEIGHT = 8.0
"""What playouts add to the first numbers of a move, at most."""

FRAME = record_type(
    (
        ("key", "u8"),
        ("zone", "u8", (2,)),  # of the winner, or of the answers so far
        ("must", "u8", (2,)),  # cells that no answer so far leaves alone
        ("phi_limit", "i8"),
        ("delta_limit", "i8"),
        ("phi", "i8"),
        ("delta", "i8"),
        ("work", "i8"),
        ("map", "i4"),  # the number of the map that gives the key
        ("count", "i4"),
        ("chosen", "i4"),
    )
)
CHILD = record_type((("key", "u8"), ("wins", "i4"), ("fails", "i4"), ("move", "i2"), ("map", "i2")))
"""A move: what is left to show that the mover reaches his goal by it, and that he does not."""
NOW = record_type((("rng", "u8"), ("nodes", "i8"), ("depth", "i8"), ("kept", "i8"), ("entering", "i1")))
"""State of the search between two slices; `kept` counts the entries of the table that are in use."""


@lru_cache(maxsize=32)
def dfpn_kernel(game: Game, zones: bool, playouts: int, insight: Insight, shared: bool) -> Callable[..., Any]:
    """The search as an entry point; `zones` for monotone games, `playouts` to order the moves of a new position,
    `shared` where several threads have one table."""
    rules = game.rules
    moves, play, winner = rules.moves, rules.play, rules.winner
    keys = keys_of(game) if zones else quick_keys(game)
    key_of, maps = keys.key, keys.maps
    cell_of = cells_of_moves(game)
    cells = maps.shape[1]
    at_once = deciding_at_once(game)
    order, count_moves = _ordering(game, playouts), _counting(game)
    decide, knowing = insight.decide, insight.useful
    closing, repetition = zones or knowing, rules.repetition
    counting = not closing and (playouts == 0 or rules.playout is None)
    key_of_entry, look_up, room_for = signing(zones)

    @part
    def keep(table, own, frame, now):
        """Store what is known of a position; made ready in an entry of this thread's own."""
        entry, place = own[0], room_for(table, frame.key)
        if shared and frame.phi != 0 and frame.delta != 0:
            own[0] = table[place]
            if key_of_entry(entry) == frame.key and (entry.phi == 0 or entry.delta == 0):
                return  # another thread has solved it meanwhile
        if table[place].signed == 0:
            now.kept += 1
        entry.phi, entry.delta = frame.phi, frame.delta
        entry.work = min(frame.work, MOST_WORK)
        if zones:
            entry.zone[0] = entry.zone[1] = 0
            for cell in range(cells):
                if has(frame.zone, cell):
                    add(entry.zone, maps[frame.map, cell])
        entry.signed = 0
        entry.signed = frame.key ^ key_of_entry(entry)
        table[place] = entry

    @part
    def answered(frame, zone, number):
        """The opponent answers a move with this zone, turned by a map: moves outside it need no other answer."""
        for cell in range(cells):
            if has(zone, maps[number, cell]):
                add(frame.zone, cell)
            else:
                remove(frame.must, cell)

    @part
    def won_by(frame, move, zone, number):
        """The mover reaches his goal by this move, after which the zone is this one, turned by a map."""
        if zones:
            frame.zone[0] = frame.zone[1] = 0
            for cell in range(cells):
                if has(zone, maps[number, cell]):
                    add(frame.zone, cell)
            add(frame.zone, cell_of[move])
        frame.phi, frame.delta = 0, NEVER

    @part
    def comes_again(frames, depth, past, key, salt):
        """Whether a position was on the way to here, or on the board before."""
        found = False
        for earlier in range(depth + 1):
            found = found or frames[earlier].key == key
        for earlier in range(past.shape[0]):
            found = found or past[earlier] ^ salt == key
        return found

    @part
    def learned(table, own, frame, child, same):
        """Take up what the table knows of a child, whose position has the same player to move or not; whether it knows
        something. If the child decides its parent, the parent's numbers say so."""
        place = look_up(table, child.key)
        if place < 0:
            return False
        entry = own[0]
        own[0] = table[place]
        if key_of_entry(entry) != child.key:  # another thread has changed it since it was found
            return False
        child.wins, child.fails = (entry.phi, entry.delta) if same else (entry.delta, entry.phi)
        if child.wins == 0:
            won_by(frame, child.move, entry.zone if zones else NOWHERE, child.map)
        elif zones and child.fails == 0:
            answered(frame, entry.zone, child.map)
        return True

    @part
    def meet(table, own, frames, depth, child, after, lists, past, draw_to, salt, mover, seen):
        """Find out what is known of a child; whether it decides its parent."""
        frame, ended = frames[depth], winner(after)
        if ended != UNDECIDED:
            reached = goal(ended, draw_to) == mover
            child.wins, child.fails = (0, NEVER) if reached else (NEVER, 0)
            if reached:
                won_by(frame, child.move, NOWHERE, THE_SAME)
            return reached
        key, child.map = key_of(after, seen)
        child.key = key ^ salt
        if repetition and comes_again(frames, depth, past, child.key, salt):
            child.wins, child.fails = (0, NEVER) if draw_to == mover else (NEVER, 0)
            if draw_to == mover:
                won_by(frame, child.move, NOWHERE, THE_SAME)
            return draw_to == mover
        if learned(table, own, frame, child, after.to_move == mover):
            return child.wins == 0
        if counting and after.to_move != mover:
            child.wins = max(1, count_moves(after, lists))
        return False

    @part
    def foreseen(states, frame, depth, mover, room, been_here):
        """What insight tells: WON or LOST, or moves outside the carriers of the opponent's strategies are answered."""
        if not been_here:  # else it would have been found out then
            decide(states, depth, mover, room)
            needed = winning_carrier(room)
            if needed != 0:
                frame.zone[0] = needed
                return WON
        decide(states, depth, 1 - mover, room)
        if room.won_count > 0:
            frame.zone[0] = smallest(room.won, room.won_count)
            return LOST
        for i in range(room.near_count):
            frame.zone[0] |= room.near[i]
            frame.must[0] &= room.near[i]
        return OPEN

    @inlined_part
    def enter(states, frames, children, lists, table, own, scratch, past, room, depth, draw_to, salt, rng):
        """List the moves of a new position and what is known of each."""
        position, frame = states[depth], frames[depth]
        mover = np.int64(position.to_move)
        frame.work, frame.chosen = 1, -1
        frame.phi = frame.delta = 1
        unanswered(frame)
        count = np.int64(moves(position, lists))
        decided, frame.count = at_once(position, lists, count)
        if zones and (decided != OPEN or frame.count == 1):
            add(frame.zone, cell_of[lists[0]])
        if decided == WON:
            frame.phi, frame.delta = 0, NEVER
            return rng
        if decided == LOST:
            if zones:
                add(frame.zone, cell_of[lists[1]])
            frame.phi, frame.delta = NEVER, 0
            return rng
        if knowing:
            decided = foreseen(states, frame, depth, mover, room[0], look_up(table, frame.key) >= 0)
            if decided != OPEN:
                frame.phi, frame.delta = (0, NEVER) if decided == WON else (NEVER, 0)
                return rng
        rng = order(states, depth, children[depth], lists, frame.count, scratch, rng)
        for i in range(frame.count):
            child = children[depth, i]
            if closing and not has(frame.must, cell_of[child.move]):
                continue
            states[depth + 1] = position
            play(states[depth + 1], child.move)
            after = states[depth + 1]
            if meet(table, own, frames, depth, child, after, lists, past, draw_to, salt, mover, scratch[0]):
                return rng
        return rng

    @part
    def virtual(child, paths, me, depth):
        """What is left to show by a child, as long as other threads are there to show it."""
        wins = np.int64(child.wins)
        if shared:
            others = others_on(paths, me, depth, child.key)
            wins = min(NEVER - 1, wins + others * (VIRTUAL + wins // SLACK))
        return wins

    def run(
        states, frames, children, lists, table, own, scratch, past, room, paths, me, stand, draw_to, salt, steps
    ):  # fmt: skip
        """Go on for at most `steps` positions; return whether the root is solved."""
        now = stand[0]
        depth, nodes, rng = np.int64(now.depth), np.int64(now.nodes), now.rng
        last = nodes + steps
        while nodes < last and not (shared and told_to_stop(paths)):
            frame = frames[depth]
            if now.entering:
                now.entering = False
                nodes += 1
                if shared:
                    paths[me, depth] = frame.key
                rng = enter(states, frames, children, lists, table, own, scratch, past, room, depth, draw_to, salt, rng)
            best, wins, second, total, left, least = -1, NEVER, NEVER, 0, 0, NEVER
            if frame.phi != 0 and frame.delta != 0:
                for i in range(frame.count):
                    child = children[depth, i]
                    if child.fails == 0 or (closing and not has(frame.must, cell_of[child.move])):
                        continue
                    left += 1
                    total += np.int64(child.fails)
                    least, needed = min(least, np.int64(child.wins)), virtual(child, paths, me, depth + 1)
                    if needed < wins:
                        best, wins, second = i, needed, wins
                    elif needed < second:
                        second = needed
                frame.phi, frame.delta = (NEVER, 0) if left == 0 else (least, min(NEVER - 1, total))
            too_deep = depth + 2 >= frames.shape[0] and frame.phi != 0 and frame.delta != 0
            if too_deep:  # only where positions may come again: then it is as good as a draw, here
                frame.phi, frame.delta = (0, NEVER) if draw_to == states[depth].to_move else (NEVER, 0)
            if frame.phi >= frame.phi_limit or frame.delta >= frame.delta_limit:
                if not too_deep:
                    keep(table, own, frame, now)
                if depth == 0:
                    now.nodes, now.rng = nodes, rng
                    if shared:
                        tell_to_stop(paths)
                    return True
                depth -= 1
                parent, same = frames[depth], states[depth].to_move == states[depth + 1].to_move
                parent.work += frame.work
                child = children[depth, parent.chosen]
                child.wins, child.fails = (frame.phi, frame.delta) if same else (frame.delta, frame.phi)
                if child.wins == 0:
                    won_by(parent, child.move, frame.zone, THE_SAME)
                elif zones and child.fails == 0:
                    answered(parent, frame.zone, THE_SAME)
                continue
            frame.chosen = best
            child, below = children[depth, best], frames[depth + 1]
            states[depth + 1] = states[depth]
            play(states[depth + 1], child.move)
            same = states[depth + 1].to_move == states[depth].to_move
            if shared:
                known = child.wins, child.fails
                if learned(table, own, frame, child, same) and (child.wins, child.fails) != known:
                    continue  # another thread has been there since
            wins_limit = min(np.int64(frame.phi_limit), second + 1 + second // SLACK)
            fails_limit = np.int64(frame.delta_limit) - (total - np.int64(child.fails))
            if shared:  # a child that others leave to this thread may be past the limits; it goes on all the same
                wins_limit, fails_limit = max(wins_limit, child.wins + 1), max(fails_limit, child.fails + 1)
            if same:
                below.phi_limit, below.delta_limit = wins_limit, fails_limit
            else:
                below.phi_limit, below.delta_limit = fails_limit, wins_limit
            below.key, below.map = child.key, child.map
            depth += 1
            now.entering = True
        now.depth, now.nodes, now.rng = depth, nodes, rng
        return False

    return kernel(run, rules.source)


def _counting(game: Game):
    """A part count_moves(position, lists): how many moves there are; `lists` may be used."""
    moves, counted = game.rules.moves, game.rules.count_moves

    @part
    def by_listing(position, lists):
        return moves(position, lists)

    @part
    def by_counting(position, lists):
        return counted(position)

    return by_listing if counted is None else by_counting


def _ordering(game: Game, playouts: int):
    """A part order(states, depth, children, moves, count, scratch, rng): the first numbers of the moves."""
    recorded = game.rules.playout(True) if playouts and game.rules.playout is not None else None

    @part
    def alike(states, depth, children, moves, count, scratch, rng):
        for i in range(count):
            children[i].move = moves[i]
            children[i].wins = children[i].fails = 1
        return rng

    @part
    def by_playouts(states, depth, children, moves, count, scratch, rng):
        """From how often the mover won the playouts in which he made a move."""
        won, tried, made = scratch[1], scratch[2], scratch[3]
        for i in range(count):
            children[i].move = moves[i]
            won[moves[i]] = tried[moves[i]] = 0
        player, spare = np.int64(states[depth].to_move), states.shape[0] - 1
        for _ in range(playouts):
            states[spare] = states[depth]
            victor, plies, rng = recorded(states[spare], made, rng)
            for ply in range(0, plies, 2):
                tried[made[ply]] += 1
                won[made[ply]] += victor == player
        for i in range(count):
            move = moves[i]
            share = (won[move] + 1.0) / (tried[move] + 2.0)
            children[i].wins = 1 + np.int64(WEIGHT * (1.0 - share))
            children[i].fails = 1 + np.int64(WEIGHT * share)
        return rng

    return alike if recorded is None else by_playouts
