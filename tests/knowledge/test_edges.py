"""The ziggurat: each answer keeps the stone joined to its side, whatever follows inside the template."""

from functools import cache

import pytest
from knowledge.test_bridges import after, replies

import bough
from bough.knowledge.connection import surroundings
from bough.knowledge.edges import ziggurats


@pytest.mark.parametrize("name", ["hex:6", "y:7"])
def test_answers_keep_the_stone_joined(name):
    board = bough.game(name).rules.connection
    _, helpful = surroundings(board)
    begins, entries = ziggurats(board, helpful)
    steps = board.offsets.tolist()
    assert begins[1, board.area] == len(entries) > 0

    def joined(player, own, stone):
        """Whether these cells lead from the stone to a side that helps."""
        seen, waiting = {stone}, [stone]
        while waiting:
            cell = waiting.pop()
            if helpful[player, cell]:
                return True
            near = own.intersection(cell + step for step in steps) - seen
            seen |= near
            waiting += near
        return False

    @cache
    def holds(player, own, free, stone):
        """With the opponent to move, by trying everything."""
        if joined(player, own, stone):
            return True
        if not joined(player, own | free, stone):
            return False
        return all(
            any(holds(player, own | {answer}, free - {taken, answer}, stone) for answer in free - {taken})
            for taken in free
        )

    for player in range(2):
        for taken in range(board.area):
            for stone, *cells in entries[begins[player, taken] : begins[player, taken + 1]].tolist():
                answers, rest = cells[:2], frozenset(cells[2:9])
                assert len(rest) == 7 and taken not in rest and rest.issuperset(answers)
                for answer in answers:
                    assert holds(player, frozenset({stone, answer}), rest - {answer}, stone)
                if name.startswith("hex"):  # in a corner of Y another side may help
                    assert not holds(player, frozenset({stone}), rest, stone), "there was nothing to answer"


@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        ("d5 a1 g1 d6", {"b6", "c6"}),  # d5 is Red's, on the third row from the bottom
        ("d5 a1 g1 c7", {"c6", "b6", "d6", "e6"}),
        ("d5 a1 g1 f7", set()),  # outside
        ("d4 a1 g1 d5", set()),  # the fourth row
    ],
)
def test_an_intrusion_is_answered_on_the_second_row(moves, kept):
    found = replies(after("hex:7", moves))
    assert found <= kept and bool(found) == bool(kept)
