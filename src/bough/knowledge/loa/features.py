"""Features for evaluating Lines of Action positions (Winands 2004, section 3.1; Winands 2000, chapter 4).

Every feature except to_move is the first player's value less the second player's. `evaluation` builds an evaluation
part from weights and skips features without a weight.
"""

import numpy as np

from bough.core.instructions.bits import count_bits
from bough.core.jit import part
from bough.games.contract import FIRST, SECOND
from bough.games.loa.lines import Kind, digits_of, legal_targets, lines_of
from bough.games.loa.rules import MOST_PIECES
from bough.knowledge.loa.bits import rectangle, word_of
from bough.knowledge.loa.categories import FARTHEST, centre_of_mass, distances
from bough.knowledge.loa.walls import walls_part

FEATURES = (
    "concentration",  # pieces / (summed distance to their centre of mass less the least possible sum)
    "centralisation",  # mean of a piece-square table
    "central_pieces",  # sum of the same table
    "rim_pieces",
    "centre_of_mass",  # distance of the centre of mass from the middle of the board
    "quads",  # 2x2 squares with three or four own pieces, near the centre of mass
    "mobility",  # moves; captures count double; moving along the rim and moving onto it each halve the count
    "moves",  # the number of moves
    "walls_of_three",  # enemy pieces on the rim blocked by three own pieces
    "walls_of_two",
    "connectedness",  # mean number of own neighbours of a piece
    "spread",  # area of the smallest rectangle around all pieces
    "to_move",
)
_QUADRANT = np.array([[-80, -25, -20, -20], [-25, 10, 10, 10], [-20, 10, 25, 25], [-20, 10, 25, 50]])
"""The piece-square table of MIA IV for a quarter of the board, from a corner to the middle."""
_1, _8, _9 = np.uint64(1), np.uint64(8), np.uint64(9)
_NOT_LAST_FILE = np.uint64(0x7F7F7F7F7F7F7F7F)


def squares_by_worth(size: int) -> tuple[np.ndarray, np.ndarray]:
    """The values of the piece-square table, and the squares that have each; boards other than 8x8 use its rings."""
    squares: dict[int, list[int]] = {}
    for rank in range(size):
        for file in range(size):
            near_rank, near_file = min(rank, size - 1 - rank), min(file, size - 1 - file)
            squares.setdefault(int(_QUADRANT[near_rank, near_file]), []).append(rank * 8 + file)
    return np.array(list(squares), np.int64), np.array([word_of(found) for found in squares.values()])


def squares_farther() -> np.ndarray:
    """The squares farther from one than so many king moves: [square, moves]. One at distance d is in d of them."""
    apart = distances().reshape(64, 64)
    return np.array([[word_of(np.flatnonzero(row > moves).tolist()) for moves in range(FARTHEST)] for row in apart])


def nearby_quads() -> np.ndarray:
    """For each centre of mass, the quads within a distance of two, as bits of their lowest squares."""
    masks = np.zeros(64, np.uint64)
    for square in range(64):
        rank, file = divmod(square, 8)
        for low_rank in range(7):
            for low_file in range(7):
                if max(abs(low_rank + 0.5 - rank), abs(low_file + 0.5 - file)) <= 2:
                    masks[square] |= _1 << np.uint64(low_rank * 8 + low_file)
    return masks


def mobility_tables(size: int) -> tuple[np.ndarray, np.ndarray]:
    """By a line's number, first player's less second's: the feature "mobility" in quarters, and the feature "moves"."""
    lines = lines_of(size)
    weighed, plain = np.zeros(len(lines.pieces), np.int8), np.zeros(len(lines.pieces), np.int8)
    for kind, offset in lines.kinds:
        digits, span = digits_of(kind.length), slice(offset, offset + 3**kind.length)
        for place, target, allowed in legal_targets(kind.length):
            sign = np.where(digits[:, place] == 1, 1, -1) * allowed
            plain[span] += sign.astype(np.int8)
            captures = digits[:, target] > 0
            weighed[span] += (sign * np.where(captures, 2, 1) * _quarters(kind, target)).astype(np.int8)
    return weighed, plain


def _quarters(kind: Kind, target: int) -> int:
    """The value of a quiet move in quarters: halved along the rim, and halved again onto the rim."""
    onto_rim = kind.rim or target in (0, kind.length - 1)
    return 4 // (2 if kind.rim else 1) // (2 if onto_rim else 1)


def features_part(size: int, used: tuple[bool, ...] = (True,) * len(FEATURES)):
    """features(position): all features as a tuple; expensive ones that are not `used` stay 0."""
    lines = lines_of(size)
    line_count, farther, (worth, worth_so) = lines.total, squares_farther(), squares_by_worth(size)
    most_apart, worths = farther.shape[1], len(worth)
    near, walls, (weighed, plain) = nearby_quads(), walls_part(size), mobility_tables(size)
    rim = word_of(rank * 8 + file for rank in range(size) for file in range(size) if {rank, file} & {0, size - 1})
    middle = (size - 1) / 2.0
    fewest = np.array([max(0, n - 1) if n <= 9 else 8 + 2 * (n - 9) for n in range(MOST_PIECES + 1)], np.int64)
    use = dict(zip(FEATURES, used, strict=True))
    use_quads, use_links, use_spread, use_rim = use["quads"], use["connectedness"], use["spread"], use["rim_pieces"]
    use_walls = use["walls_of_three"] or use["walls_of_two"]
    use_mobility, use_moves = use["mobility"], use["moves"]

    @part
    def side(position, player):
        """The features of one player's pieces alone."""
        pieces = position.stones[player]
        count = np.int64(position.pieces[player])
        centre = centre_of_mass(position, player)
        apart = middling = np.int64(0)
        for k in range(most_apart):
            apart += count_bits(pieces & farther[centre, k])
        for k in range(worths):
            middling += worth[k] * count_bits(pieces & worth_so[k])
        concentration = count / max(apart - fewest[count], 1)
        off_middle = max(abs((centre >> 3) - middle), abs((centre & 7) - middle))
        quads = 0
        if use_quads:
            inner = pieces & _NOT_LAST_FILE
            right, up, across = pieces >> _1 & _NOT_LAST_FILE, inner >> _8, pieces >> _9 & _NOT_LAST_FILE
            three = (inner & right & (up | across)) | (up & across & (inner | right))
            quads = count_bits(three & near[centre])
        links = 0
        if use_links:
            inner = pieces & _NOT_LAST_FILE
            links = count_bits(inner & pieces >> _1) + count_bits(pieces & pieces >> _8)
            links += count_bits(inner & pieces >> _9) + count_bits(pieces & (inner << _1) >> _8)
        area = rectangle(pieces) if use_spread else 0
        on_rim = count_bits(pieces & rim) if use_rim else 0
        return concentration, middling, on_rim, off_middle, quads, 2.0 * links / count, area, count

    @part
    def features(position):
        one, two = side(position, FIRST), side(position, SECOND)
        mobility = moves = 0
        if use_mobility or use_moves:
            for line in range(line_count):
                number = position.line[line]
                if use_mobility:
                    mobility += np.int64(weighed[number])
                if use_moves:
                    moves += np.int64(plain[number])
        threes = twos = 0
        if use_walls:
            threes, twos = walls(position)
        return (
            one[0] - two[0],
            one[1] / one[7] - two[1] / two[7],
            1.0 * (one[1] - two[1]),
            1.0 * (one[2] - two[2]),
            one[3] - two[3],
            1.0 * (one[4] - two[4]),
            0.25 * mobility,
            1.0 * moves,
            1.0 * threes,
            1.0 * twos,
            one[5] - two[5],
            1.0 * (one[6] - two[6]),
            1.0 - 2.0 * position.to_move,
        )

    return features


def evaluation(size: int, weights: dict[str, float]):
    """evaluate(position): the weighted sum of the features."""
    vector = np.array([weights.get(name, 0.0) for name in FEATURES])
    features, count = features_part(size, tuple(bool(weight) for weight in vector)), len(FEATURES)

    @part
    def evaluate(position):
        found = features(position)
        points = 0.0
        for i in range(count):
            points += vector[i] * found[i]
        return points

    return evaluate
