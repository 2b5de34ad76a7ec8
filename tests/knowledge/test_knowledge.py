"""Knowledge of Lines of Action: features and categories against slow twins, weights against what was published."""

import numpy as np
import pytest
from test_loa import placed, random_positions

import bough
from bough.core.errors import BoughError
from bough.games.loa.rules import CAPTURE
from bough.knowledge.loa.categories import CATEGORIES, Category, category_of, category_part, transition_probabilities
from bough.knowledge.loa.features import FEATURES, features_part
from bough.knowledge.loa.knowledge import EVALUATORS, shipped_weights
from bough.knowledge.registry import knowledge_of

LAST = 7


def squares(position, mark):
    """(rank, file) of every piece of a player."""
    size = round(len(position.marks) ** 0.5)
    return [(size - 1 - i // size, i % size) for i, found in enumerate(position.marks) if found == mark]


def turned(position, side):
    """The same board with another player to move."""
    return bough.game("loa").position(position.text[:-1] + side)


def centre(pieces):
    """The square nearest to the mean, halves up."""
    return tuple(int(np.floor(sum(part) / len(pieces) + 0.5)) for part in zip(*pieces, strict=True))


def king_moves(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def moves_of(position, side, weighed):
    """Moves of one side counted one by one."""
    total = 0.0
    for move in turned(position, side).moves:
        if move == "pass":
            continue
        origin, target = move[:2], move[-2:]
        onto = target[0] in "ah" or target[1] in "18"
        along = onto and (
            (origin[0] == target[0] and target[0] in "ah") or (origin[1] == target[1] and target[1] in "18")
        )
        worth = (2 if "x" in move else 1) * (0.5 if onto else 1) * (0.5 if along else 1)
        total += worth if weighed else 1
    return total


def slow_features(position):
    """The features by their definitions."""
    sides = []
    for mark in "xo":
        pieces = squares(position, mark)
        com, n = centre(pieces), len(pieces)
        fewest = n - 1 if n <= 9 else 8 + 2 * (n - 9)
        surplus = sum(king_moves(piece, com) for piece in pieces) - fewest
        near = {(r, f) for r in range(7) for f in range(7) if max(abs(r + 0.5 - com[0]), abs(f + 0.5 - com[1])) <= 2}
        quads = sum(sum((r + a, f + b) in pieces for a in (0, 1) for b in (0, 1)) >= 3 for r, f in near)
        links = sum(king_moves(a, b) == 1 for a in pieces for b in pieces) / n
        ranks, files = zip(*pieces, strict=True)
        area = (max(ranks) - min(ranks) + 1) * (max(files) - min(files) + 1)
        rim = sum(0 in piece or LAST in piece for piece in pieces)
        off = max(abs(com[0] - 3.5), abs(com[1] - 3.5))
        sides.append((n / max(surplus, 1), rim, off, quads, links, area))
    black, white = (np.array(side) for side in sides)
    return black - white


def features_of(position):
    return dict(zip(FEATURES, features_part(8)(position.state[0]), strict=True))


def test_features_are_what_they_are_defined_to_be():
    for position in random_positions("loa", 60, seed=9):
        if position.over:
            continue
        found = features_of(position)
        ours = [found[k] for k in ("concentration", "rim_pieces", "centre_of_mass", "quads", "connectedness", "spread")]
        assert np.allclose(ours, slow_features(position)), position.text
        for name, weighed in (("mobility", True), ("moves", False)):
            assert found[name] == moves_of(position, "b", weighed) - moves_of(position, "w", weighed), position.text
        assert found["to_move"] == 1 - 2 * position.to_move


def slow_walls(position, size):
    """Walls of three and of two around the second player's pieces less those around the first's, square by square."""
    first, second = squares(position, "x"), squares(position, "o")
    threes = twos = 0
    for pieces, enemies, sign in ((second, first, 1), (first, second, -1)):
        for rank, file in pieces:
            outer = [{0: "first", size - 1: "last"}.get(at) for at in (rank, file)]
            inward = [
                (rank + up, file + right)
                for up in (-1, 0, 1)
                for right in (-1, 0, 1)
                if (up or right)
                and 0 <= rank + up < size
                and 0 <= file + right < size
                and (all(outer) or (up if outer[0] else right) != 0)
            ]
            if any(outer):
                blocked = sum(one in enemies for one in inward)
                threes += sign * (max(0, blocked - 1) if all(outer) else blocked == 3)
                twos += sign * (not all(outer) and blocked == 2)
    return threes, twos


@pytest.mark.parametrize("size", [4, 6, 8])
def test_walls_and_tables_are_what_they_are_defined_to_be(size):
    game, features = bough.game(f"loa:{size}"), features_part(size)
    rings = {0: (-80, -25, -20, -20), 1: (-25, 10, 10, 10), 2: (-20, 10, 25, 25), 3: (-20, 10, 25, 50)}
    seen = 0
    rng = np.random.default_rng(size)
    for _ in range(60):
        marks = rng.permutation(list("x" * (size + 2) + "o" * (size + 2) + "." * (size * size - 2 * size - 4)))
        position = game.position("/".join("".join(row) for row in marks.reshape(size, size)) + " b")
        found = dict(zip(FEATURES, features(position.state[0]), strict=True))
        assert (found["walls_of_three"], found["walls_of_two"]) == slow_walls(position, size), position.text
        seen += found["walls_of_three"] != 0
        table = [
            [rings[min(r, size - 1 - r)][min(f, size - 1 - f)] for r, f in squares(position, mark)] for mark in "xo"
        ]
        assert found["central_pieces"] == sum(table[0]) - sum(table[1])
        assert found["centralisation"] == pytest.approx(sum(table[0]) / len(table[0]) - sum(table[1]) / len(table[1]))
    assert seen > 10


def test_walls_of_the_figure():
    """Winands 2004, figure 3.7, less two white pieces that are in no wall."""
    position = placed("a8 e8 h8 f7 b5 b4 g4 b3 g3 b1 c1", "b8 g8 a7 b7 d7 g7 a4 h4 a2 b2 c2 d2", "b")
    found = features_of(position)
    assert found["walls_of_three"] == 1 - (2 + 1 + 1 + 1)  # a4; a8 counts twice, h8, b1, c1
    assert found["walls_of_two"] == 2  # h4 and a2


def test_colours_changed_change_the_sign():
    """Turning the board's colours and the player to move turns every evaluation."""
    game = bough.game("loa")
    swap = str.maketrans("xobw", "oxwb")
    for position in random_positions("loa", 60, seed=3):
        other = game.position(position.text.translate(swap))
        for evaluate in knowledge_of(game).evaluations.values():
            assert evaluate(position.state[0]) == pytest.approx(-evaluate(other.state[0]), abs=1e-6)


def test_the_published_scale_is_held():
    """A first move is worth about 100 points, and newer evaluations look at more."""
    start = bough.game("loa").start()
    for name in ("mia2002", "mia2006"):
        assert 80 < knowledge_of(start.game).evaluation(name)(start.state[0]) < 125
    assert set(shipped_weights()) == set(EVALUATORS)
    with pytest.raises(BoughError, match="unknown evaluation 'mia1990'; known are mia2000, mia2002, mia2006"):
        knowledge_of(start.game).evaluation("mia1990")


def test_categories():
    category = category_part(8)
    for position in random_positions("loa", 60, seed=2):
        mine = squares(position, "xo"[position.to_move])
        com = centre(mine)
        for move, number in position.move_numbers.items():
            if move == "pass":
                continue
            ends = [(int(move[i + 1]) - 1, "abcdefgh".index(move[i])) for i in (0, 3)]
            rings = [min(r, f, LAST - r, LAST - f) for r, f in ends]
            leaves, enters = (0 if set(end) <= {0, LAST} else ring + 1 for end, ring in zip(ends, rings, strict=True))
            nearer = king_moves(ends[0], com) - king_moves(ends[1], com)
            found = category_of(category(position.state[0], number))
            assert found == ("x" in move, leaves, enters, nearer)
            assert found.captures == (number >= CAPTURE)
    assert all(category_of(number).number == number for number in range(CATEGORIES))


def test_transition_probabilities_are_those_of_the_records():
    """The extremes that the records show, and no move is impossible."""
    probability = transition_probabilities()
    assert probability.min() > 0
    assert probability[Category(True, 1, 4, 3).number] > 0.35
    assert probability[Category(False, 4, 1, -4).number] < 0.01


@pytest.mark.parametrize("position", list(random_positions("loa", 40, seed=6)))
def test_weigh_agrees_with_the_weight_of_each_move(position):
    if position.over:
        return
    known, count = knowledge_of(position.game), len(position.moves)
    moves, weights = np.zeros(100, np.int16), np.zeros(100, np.float32)
    assert known.weigh(position.state[0], moves, weights) == count
    assert moves[:count].tolist() == list(position.move_numbers.values())
    assert weights[:count] == pytest.approx([known.move_weight(position.state[0], move) for move in moves[:count]])
