"""Virtual connections (Anshelevich 2002): which borders a player of Hex or Y can join, whoever tries to stop him.

Between two things of a player (a group, an empty cell, a border) there may be

    a full connection: he can join them even if the opponent moves first,
    a semi-connection: he can if he moves first,

each with a carrier, the empty cells that this needs. They follow from one another:

    and  full x-y and full y-z with carriers that have nothing in common make x-z full, if y is a group of his, and semi
         if y is an empty cell, which the carrier then contains
    or   semi-connections x-y without a cell that all carriers share make x-y full, with the union of the carriers

Found so are not all connections that there are, but all that are found hold. A full connection of the opponent between
his borders decides the game; the carriers of his semi-connections are zones (games/solving/zones.py): a move outside of
one of them is answered by it.
"""

from functools import lru_cache

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.connection.structure import EMPTY, Connection
from bough.games.contract import Part
from bough.games.game import Game
from bough.games.solving.zones import cells_of_moves
from bough.search.solving.insight.insight import MOST_CELLS, NONE, Insight, size_of, winning_carrier

FULLS, SEMIS, WAITING = 12, 24, 8192
"""Carriers kept of each pair, and connections whose consequences are still to be drawn."""
_0, _1 = np.uint64(0), np.uint64(1)


@lru_cache(maxsize=8)
def virtual(game: Game) -> Insight:
    """Useful for games of joining borders in which stones only help, on boards that are not too large."""
    board, rules = game.rules.connection, game.rules
    if board is None or not rules.monotone or board.rings or len(board.cells) > MOST_CELLS:
        return NONE
    cells, sides = len(board.cells), [[1 << k for k in range(16) if int(goal) >> k & 1] for goal in board.goals]
    many = len(sides[0])
    if many not in (2, 3):
        return NONE
    things = cells + many
    record = record_type(
        (
            ("full", "u8", (things * things * FULLS,)),
            ("semi", "u8", (things * things * SEMIS,)),
            ("full_count", "i1", (things * things,)),
            ("semi_count", "i1", (things * things,)),
            ("kind", "i1", (things,)),
            ("ends", "i2", (2 * WAITING,)),
            ("carrier", "u8", (WAITING,)),
            ("waiting", "i8"),
            ("won", "u8", (FULLS,)),  # carriers of full connections that win
            ("won_count", "i8"),
            ("near", "u8", (SEMIS * 4,)),  # and of semi-connections
            ("near_count", "i8"),
        )
    )
    add_full, add_semi = _adding(things)
    begin = _beginning(board, np.array(sides), cells, things, add_full)
    follow = _following(cells, things, add_full, add_semi)
    collect = _collecting_pairs(cells, things) if many == 2 else _collecting_triples(cells, things)

    @part
    def decide(states, depth, player, links):
        begin(states[depth], player, links)
        done = 0
        while done < links.waiting:
            follow(links, done)
            done += 1
        collect(links)

    return Insight(
        "df-pn with virtual connections",
        "they decide most positions, and their carriers close most moves",
        record,
        decide,
        _keeping(game, decide),
    )


def _keeping(game: Game, decide: Part) -> Part:
    """A part answer: a move after which the player's connection needs as few cells as can be hoped for, or the fewest
    that there are."""
    legal, play, cell_of = game.rules.moves, game.rules.play, cells_of_moves(game)

    @part
    def answer(states, depth, moves, player, links):
        best, least = np.int64(-1), np.int64(2**62)
        decide(states, depth, player, links)
        carrier = winning_carrier(links)
        for i in range(legal(states[depth], moves)):
            if carrier >> np.uint64(cell_of[moves[i]]) & _1 == _0:
                continue
            states[depth + 1] = states[depth]
            play(states[depth + 1], moves[i])
            decide(states, depth + 1, player, links)
            for k in range(links.won_count):
                needed = size_of(links.won[k])
                if needed < least:
                    best, least = np.int64(moves[i]), np.int64(needed)
            if least < size_of(carrier):
                break
        return best

    return answer


def _adding(things: int) -> tuple[Part, Part]:
    """The parts add_full and add_semi(links, x, y, carrier): note a connection unless a better one is known."""

    @part
    def keep(kept, at, count, most, carrier):
        """Put a carrier among those of a pair in place of all that contain it; how many there are then, or -1 if it was
        not worth it."""
        for i in range(count):
            if kept[at + i] & carrier == kept[at + i]:
                return -1
        left = 0
        for i in range(count):
            if kept[at + i] & carrier != carrier:
                kept[at + left] = kept[at + i]
                left += 1
        if left < most:
            kept[at + left] = carrier
            return left + 1
        largest = 0
        for i in range(1, left):
            if size_of(kept[at + i]) > size_of(kept[at + largest]):
                largest = i
        if size_of(kept[at + largest]) <= size_of(carrier):
            return -1
        kept[at + largest] = carrier
        return left

    @part
    def add_full(links, x, y, carrier):
        pair = min(x, y) * things + max(x, y)
        count = keep(links.full, pair * FULLS, np.int64(links.full_count[pair]), FULLS, carrier)
        if count < 0:
            return
        links.full_count[pair] = count
        if links.waiting >= WAITING:
            return
        links.ends[2 * links.waiting], links.ends[2 * links.waiting + 1] = x, y
        links.carrier[links.waiting] = carrier
        links.waiting += 1

    @part
    def ends(links, x, y, before, shared, union):
        """Note the full connection if some semi-connections share no cell. Whether one more of them is not worth it:
        nothing is shared, or as much as before the last one."""
        if shared == _0:
            add_full(links, x, y, union)
        return shared == _0 or shared == before

    @part
    def add_semi(links, x, y, carrier):
        pair = min(x, y) * things + max(x, y)
        for i in range(links.full_count[pair]):
            full = links.full[pair * FULLS + i]
            if full & carrier == full:
                return
        at = pair * SEMIS
        count = keep(links.semi, at, np.int64(links.semi_count[pair]), SEMIS, carrier)
        if count < 0:
            return
        links.semi_count[pair] = count
        # The rule `or`, with up to three others.
        for i in range(count):
            second = links.semi[at + i]
            one, any_one = carrier & second, carrier | second
            if ends(links, x, y, carrier, one, any_one):
                continue
            for j in range(i + 1, count):
                third = links.semi[at + j]
                two, any_two = one & third, any_one | third
                if ends(links, x, y, one, two, any_two):
                    continue
                for k in range(j + 1, count):
                    fourth = links.semi[at + k]
                    ends(links, x, y, two, two & fourth, any_two | fourth)

    return add_full, add_semi


ABSENT, GROUP, FREE, BORDER = 0, 1, 2, 3
"""What a thing is."""


def _beginning(board: Connection, sides: np.ndarray, cells: int, things: int, add_full: Part) -> Part:
    """A part begin(position, player, links): what touches is connected, with nothing needed."""
    offsets, borders, on, many = board.offsets, board.borders, board.cells.astype(np.int64), sides.shape[1]
    number = np.full(board.area + 1, -1, np.int64)
    number[board.cells] = np.arange(cells)

    @part
    def begin(position, player, links):
        links.waiting = 0
        for pair in range(things * things):
            links.full_count[pair] = links.semi_count[pair] = 0
        for thing in range(cells):
            stone = position.stone[on[thing]]
            links.kind[thing] = ABSENT
            if stone == EMPTY:
                links.kind[thing] = FREE
            elif stone == player and position.group[on[thing]] == on[thing]:
                links.kind[thing] = GROUP
        for side in range(many):
            links.kind[cells + side] = BORDER
        for thing in range(cells):
            cell, kind = on[thing], links.kind[thing]
            if kind == ABSENT:
                continue
            touched = np.int64(borders[cell] if kind == FREE else position.borders[cell])
            for side in range(many):
                if touched & sides[player, side]:
                    add_full(links, thing, cells + side, _0)
            if kind != FREE:
                continue
            for k in range(6):
                other = number[cell + offsets[k]]
                if other < 0:
                    continue
                stone = position.stone[cell + offsets[k]]
                if stone == player:
                    add_full(links, thing, number[position.group[cell + offsets[k]]], _0)
                elif stone == EMPTY and other > thing:
                    add_full(links, thing, other, _0)

    return begin


def _following(cells: int, things: int, add_full: Part, add_semi: Part) -> Part:
    """A part follow(links, n): draw the consequences of the n-th full connection, by the rule `and`."""

    @part
    def beyond(links, x, y, carrier):
        """From x through y to everything that y is connected with."""
        through = links.kind[y]
        if through == BORDER:
            return
        here = carrier if through == GROUP else carrier | (_1 << np.uint64(y))
        own = _1 << np.uint64(x) if x < cells else _0
        for z in range(things):
            if z == x or z == y or links.kind[z] == ABSENT:
                continue
            pair = min(y, z) * things + max(y, z)
            if z < cells and carrier >> np.uint64(z) & _1 != _0:
                continue
            for i in range(links.full_count[pair]):
                other = links.full[pair * FULLS + i]
                if other & carrier != _0 or other & own != _0:
                    continue
                if through == GROUP:
                    add_full(links, x, z, here | other)
                else:
                    add_semi(links, x, z, here | other)

    @part
    def follow(links, n):
        x, y, carrier = np.int64(links.ends[2 * n]), np.int64(links.ends[2 * n + 1]), links.carrier[n]
        beyond(links, x, y, carrier)
        beyond(links, y, x, carrier)

    return follow


def _collecting_pairs(cells: int, things: int) -> Part:
    """A part collect(links) for two borders to be joined: the carriers of their connections."""
    pair = cells * things + cells + 1

    @part
    def collect(links):
        links.won_count, links.near_count = np.int64(links.full_count[pair]), np.int64(links.semi_count[pair])
        for i in range(links.won_count):
            links.won[i] = links.full[pair * FULLS + i]
        for i in range(links.near_count):
            links.near[i] = links.semi[pair * SEMIS + i]

    return collect


def _collecting_triples(cells: int, things: int) -> Part:
    """A part collect(links) for three borders: something that is connected with all of them, the carriers apart."""

    @part
    def collect(links):
        links.won_count = links.near_count = 0
        for thing in range(cells):
            kind = links.kind[thing]
            if kind == ABSENT:
                continue
            pairs = thing * things + cells
            own = _1 << np.uint64(thing) if kind == FREE else _0
            for i in range(links.full_count[pairs]):
                one = links.full[pairs * FULLS + i]
                for j in range(links.full_count[pairs + 1]):
                    two = links.full[(pairs + 1) * FULLS + j]
                    if one & two != _0:
                        continue
                    for k in range(links.full_count[pairs + 2]):
                        three = links.full[(pairs + 2) * FULLS + k]
                        if (one | two) & three != _0:
                            continue
                        if kind == GROUP and links.won_count < links.won.shape[0]:
                            links.won[links.won_count] = one | two | three
                            links.won_count += 1
                        elif kind == FREE and links.near_count < links.near.shape[0]:
                            links.near[links.near_count] = one | two | three | own
                            links.near_count += 1

    return collect
