"""*Star (Ea Ea): connect what you hold of the edge in as few groups as you can; scored when the board is full.

    bough play examples/star.py:4
    bough match examples/star.py:4 uct+anti-decisive uct --simulations 1000

Scored as Teytaud & Teytaud (2010) describe it: a group counts if it holds at least two cells of the edge, and scores as
many as it holds less four. More points win; if they are equal, more corners do.
"""

import math

import numpy as np

import bough

EMPTY = 2


def ring_cells(rings: int) -> list[tuple[int, int]]:
    """Every cell as its ring, from 1, and its place on it: ring r has 5 r cells, each r-th of them a corner."""
    return [(ring, place) for ring in range(1, rings + 1) for place in range(5 * ring)]


def neighbours(rings: int) -> np.ndarray:
    """The neighbours of every cell, filled up with -1; the five in the middle all touch, by the star between them."""
    cells = ring_cells(rings)
    number, touching = {cell: n for n, cell in enumerate(cells)}, [set[int]() for _ in cells]
    for (ring, place), n in number.items():
        near = [(ring, (place + 1) % (5 * ring))]
        if ring == 1:
            near += [(1, other) for other in range(5) if other != place]
        else:
            sector, along = divmod(place, ring)
            inner = 5 * (ring - 1)
            near += [
                (ring - 1, (sector * (ring - 1) + step) % inner) for step in ({along, along - 1} if along else {0})
            ]
        for other in near:
            touching[n].add(number[other])
            touching[number[other]].add(n)
    most = max(map(len, touching))
    return np.array([sorted(found) + [-1] * (most - len(found)) for found in touching], np.int64)


def game(rings: int = 6) -> bough.Game:
    """*Star with this many rings: 6, 8 and 10 are the boards that are sold."""
    if not 2 <= rings <= 10:
        raise bough.BoughError(f"star has 2 to 10 rings, not {rings}")
    near, edge = neighbours(rings), 5 * (rings - 1) * rings // 2
    count = edge + 5 * rings

    @bough.part
    def setup(position):
        for cell in range(count):
            position.stone[cell] = EMPTY
            position.empty[cell] = position.slot[cell] = cell
        position.empties = count
        position.to_move = bough.FIRST
        position.winner = bough.UNDECIDED

    @bough.part
    def moves(position, out):
        for i in range(position.empties):
            out[i] = position.empty[i]
        return position.empties

    @bough.part
    def points(position, player):
        """Points times eight, and a corner each to break ties."""
        total = 0
        for cell in range(count):
            position.seen[cell] = 0
        for start in range(edge, count):
            if position.stone[start] == player and (start - edge) % rings == 0:
                total += 1
            if position.stone[start] != player or position.seen[start]:
                continue
            position.seen[start] = 1
            position.wave[0], waiting, held = start, 1, 0
            while waiting > 0:
                waiting -= 1
                cell = position.wave[waiting]
                held += cell >= edge
                for k in range(near.shape[1]):
                    other = near[cell, k]
                    if other >= 0 and position.stone[other] == player and not position.seen[other]:
                        position.seen[other] = 1
                        position.wave[waiting] = other
                        waiting += 1
            if held >= 2:
                total += 8 * (held - 4)
        return total

    @bough.part
    def play(position, move):
        position.stone[move] = position.to_move
        last = position.empties - 1
        hole, moved = position.slot[move], position.empty[last]
        position.empty[hole], position.slot[moved] = moved, hole
        position.empties = last
        if last == 0:
            more = points(position, bough.FIRST) - points(position, bough.SECOND)
            position.winner = bough.FIRST if more > 0 else bough.SECOND if more < 0 else bough.DRAW
        position.to_move = 1 - position.to_move

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def random_move(position, rng):
        rng = bough.advance(rng)
        return position.empty[bough.below(rng, position.empties)], rng

    @bough.part
    def look(position, out):
        for cell in range(count):
            out[cell] = (position.stone[cell] + 1) % 3

    layout = star_layout(rings)
    return bough.Game(
        name=f"star:{rings}",
        rules=bough.Rules(
            record=bough.record_type(
                [
                    ("stone", "i1", (count,)),
                    ("empty", "i2", (count,)),
                    ("slot", "i2", (count,)),
                    ("seen", "i1", (count,)),
                    ("wave", "i2", (count,)),
                    ("empties", "i2"),
                    ("to_move", "i1"),
                    ("winner", "i1"),
                ]
            ),
            max_moves=count,
            max_plies=count,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            random_move=random_move,
            look=look,
            look_tells_all=True,
            occupying=True,
            past=lambda position: (),  # of the record only the stones count
        ),
        face=bough.Face(
            move_name=lambda move: layout.cells[move].name,
            layout=layout,
            marks=lambda position: ["xo"[stone] if stone < EMPTY else "" for stone in position.stone],
            cell_moves=range(count),
            title="*Star",
            player_names=("Red", "Blue"),
            rules="Players fill the board in turn. A group that holds two cells of the edge or more scores as many as "
            "it holds, less four. More points win; if they are equal, more corners do.",
            about="hold the edge in few groups, on a board of five parts",
        ),
        recipe="uct+rave+solver",
    )


def cell_name(place: int, ring: int) -> str:
    """Letters for the place on its ring, and the ring's number."""
    return "a" * (place // 26) + "abcdefghijklmnopqrstuvwxyz"[place % 26] + str(ring)


def star_layout(rings: int) -> bough.Layout:
    """A pentagon, ring by ring from the middle."""

    def corner(ring: int, sector: int) -> tuple[float, float]:
        angle = math.radians(72 * sector - 90)
        return 0.95 * ring * math.cos(angle), 0.95 * ring * math.sin(angle)

    cells = []
    for ring, place in ring_cells(rings):
        sector, along = divmod(place, ring)
        (x, y), (right, down) = corner(ring, sector), corner(ring, sector + 1)
        share = along / ring
        cells.append(bough.Cell(cell_name(place, ring), x + share * (right - x), y + share * (down - y)))
    return bough.Layout(tuple(cells), "hexagon", tuple(5 * ring for ring in range(1, rings + 1)))
