"""Why a connection game was won, found on the finished board alone: the chain, fork, bridge or ring.

Written for people who look at the end of a game, and apart from the rules, so that each checks the other.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from bough.games.boards.decided import Decided, distances, neighbours

Cells = Sequence[tuple[int, int]]
Steps = Sequence[tuple[int, int]]
Explains = Callable[[Sequence[int], int], Decided | None]
"""explains(owners, winner): why the winner has won, from the owner of each cell (-1 for none)."""
Goals = Sequence[tuple[str, Sequence[int]]]
"""Phrases, each with the border bits that one group must touch."""


def chains(cells: Cells, borders: Sequence[int], steps: Steps, goals: Sequence[Goals]) -> Explains:
    """For games won by joining borders, with the goals of both players."""
    around = neighbours(cells, steps)

    def explain(owners: Sequence[int], winner: int) -> Decided | None:
        for group in _groups(owners, winner, around):
            for words, bits in goals[winner]:
                if all(any(borders[cell] & bit for cell in group) for bit in bits):
                    return Decided(words, _joining(group, around, [{c for c in group if borders[c] & b} for b in bits]))
        return None

    return explain


def forks_bridges_and_rings(cells: Cells, borders: Sequence[int], steps: Steps) -> Explains:
    """For Havannah: sides are the border bits 0 to 5, corners the bits 6 to 11."""
    around = neighbours(cells, steps)
    sides, corners = [1 << k for k in range(6)], [64 << k for k in range(6)]
    goals: list[tuple[str, Sequence[int]]] = [
        *(("with a bridge between two corners", pair) for pair in combinations(corners, 2)),
        *(("with a fork of three sides", three) for three in combinations(sides, 3)),
    ]
    chain = chains(cells, borders, steps, (goals, goals))

    def explain(owners: Sequence[int], winner: int) -> Decided | None:
        for group in _groups(owners, winner, around):
            if ring := _ring(group, around):
                return Decided("with a ring", ring)
        return chain(owners, winner)

    return explain


def _groups(owners: Sequence[int], player: int, around: list[list[int]]) -> Iterable[set[int]]:
    left = {cell for cell, owner in enumerate(owners) if owner == player}
    while left:
        group = set(distances({min(left)}, left, around))
        left -= group
        yield group


def _joining(group: set[int], around: list[list[int]], ends: list[set[int]]) -> tuple[int, ...]:
    """Shortest paths within a group from one cell, the best there is, to each of the ends."""
    far = [distances(end, group, around) for end in ends]
    centre = min(group, key=lambda cell: (sum(distance[cell] for distance in far), cell))
    shown = {centre}
    for distance in far:
        at = centre
        while distance[at] > 0:
            at = next(other for other in around[at] if distance.get(other, -1) == distance[at] - 1)
            shown.add(at)
    return tuple(sorted(shown))


def _ring(group: set[int], around: list[list[int]]) -> tuple[int, ...]:
    """The stones of a group next to what it surrounds; nothing if it surrounds nothing."""
    for cell in sorted(group):
        if len(around[cell]) == 6 and group.issuperset(around[cell]):
            return tuple(sorted(around[cell]))
    others = set(range(len(around))) - group
    outside = distances({cell for cell in others if len(around[cell]) < 6}, others, around)
    inside = others - set(outside)
    if not inside:
        return ()
    one = set(distances({min(inside)}, inside, around))
    return tuple(sorted({cell for within in one for cell in around[within]} & group))
