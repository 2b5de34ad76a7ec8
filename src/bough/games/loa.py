"""Lines of Action: bring all your pieces into one group; a piece moves as far as its line has pieces.

Rules as in the tournaments of Winands et al. 2008: connecting both sides at once is a draw (or, as an option, a
win for the mover), a player without a move passes, and a position that occurs for the third time with the same
player to move is a draw. Not in those rules: a game of 1,000 plies is drawn, so that every game ends, and a
repetition is looked for among the last 256 positions since a capture.

Pieces are bits of one integer a player (square = rank * 8 + file); what stands on each line of the board is kept
as a number (games/loa_lines.py), from which the moves of a piece are read. A move is from * 64 + to, with 4096
added for a capture.
"""

import re

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below, seeded
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, Game
from bough.games.layout import cell_name, square_layout
from bough.games.loa_lines import STEPS, lines_of

CAPTURE, PASS = 4096, 8192
MOST_PIECES = 12
MAX_PLIES = 1000
REMEMBERED = 256
"""Positions kept for the repetition rule; a power of two."""

_1, _8 = np.uint64(1), np.uint64(8)
_NOT_FIRST_FILE, _NOT_LAST_FILE = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_SIDE_KEY = seeded(2008, 128)
_KEYS = np.array([seeded(2008, stream) for stream in range(128)], np.uint64)
"""A random word for every player and square: player * 64 + square."""
_MOVE = re.compile(r"([a-h][1-8])[-x:×]?([a-h][1-8])")  # noqa: RUF001


@part
def around(pieces):
    """These squares and their neighbours."""
    wide = pieces | (pieces << _1 & _NOT_FIRST_FILE) | (pieces >> _1 & _NOT_LAST_FILE)
    return wide | wide << _8 | wide >> _8


@part
def connected(pieces, first):
    """Whether all these pieces are one group, grown from one of them."""
    group = around(first) & pieces
    if group == first:
        return group == pieces
    while group != pieces:
        grown = around(group) & pieces
        if grown == group:
            return False
        group = grown
    return True


def loa_game(size: int = 8, simultaneous: str = "draw") -> Game:
    """Lines of Action on `size` x `size` squares; `simultaneous` connection is a `draw` or won by the `mover`."""
    if not 3 <= size <= 8:
        raise BoughError(f"loa is played on boards of size 3 to 8, not {size}")
    if simultaneous not in ("draw", "mover"):
        raise BoughError(f"loa's option simultaneous is draw or mover, not {simultaneous!r}")
    mover_wins_both = simultaneous == "mover"
    lines = lines_of(size)
    line_of, place_of, power_of, empty_lines = lines.line, lines.place, lines.power, lines.empty
    pieces_on, can_move, line_count = lines.pieces, lines.can_move, lines.count
    steps = np.array(STEPS, np.int64)
    first_squares = np.array([rank * 8 + file for rank in (0, size - 1) for file in range(1, size - 1)])
    second_squares = np.array([rank * 8 + file for file in (0, size - 1) for rank in range(1, size - 1)])
    each, last = len(first_squares), size - 1
    position_t = record_type(
        (
            ("stones", "u8", (2,)),
            ("key", "u8"),  # of the pieces and the player to move
            ("seen", "u8", (REMEMBERED,)),  # the key after ply n at n % REMEMBERED
            ("line", "i2", (line_count,)),
            ("plies", "i2"),
            ("quiet", "i2"),  # plies since the last capture
            ("square", "i1", (2 * MOST_PIECES,)),  # player * MOST_PIECES + number of the piece
            ("number", "i1", (64,)),  # of the piece on a square
            ("pieces", "i1", (2,)),
            ("to_move", "i1"),
            ("winner", "i1"),
        )
    )

    @part
    def put(position, square, player):
        number = position.pieces[player]
        position.square[player * MOST_PIECES + number] = square
        position.number[square] = number
        position.pieces[player] += 1
        position.stones[player] |= _1 << np.uint64(square)
        position.key ^= _KEYS[player * 64 + square]
        for direction in range(4):
            at = direction * 64 + square
            position.line[line_of[at]] += (player + 1) * power_of[at]

    @part
    def clear(position):
        position.stones[FIRST] = position.stones[SECOND] = 0
        position.pieces[FIRST] = position.pieces[SECOND] = 0
        for line in range(line_count):
            position.line[line] = empty_lines[line]
        position.key = 0
        position.plies = position.quiet = 0
        position.to_move = FIRST
        position.winner = UNDECIDED

    @part
    def setup(position):
        clear(position)
        for i in range(each):
            put(position, first_squares[i], FIRST)
            put(position, second_squares[i], SECOND)
        position.seen[0] = position.key

    @part
    def moves(position, out):
        player = np.int64(position.to_move)
        own = position.stones[player]
        enemy = position.stones[1 - player]
        count = 0
        for i in range(player * MOST_PIECES, player * MOST_PIECES + position.pieces[player]):
            origin = np.int64(position.square[i])
            for direction in range(4):
                at = direction * 64 + origin
                number = position.line[line_of[at]]
                ways = can_move[number] >> 2 * place_of[at] & 3
                if ways != 0:
                    reach = steps[direction] * pieces_on[number]
                    for way in range(2):
                        if ways >> way & 1 != 0:
                            target = origin + reach if way == 1 else origin - reach
                            captures = enemy >> np.uint64(target) & _1 != 0
                            out[count] = origin * 64 + target + (CAPTURE if captures else 0)
                            count += 1
        if count == 0 and own != 0:
            out[0] = PASS
            count = 1
        return count

    @part
    def shift(position, origin, target):
        """Move a piece and see who is connected; says whether it captured."""
        player = np.int64(position.to_move)
        other = 1 - player
        from_bit, to_bit = _1 << np.uint64(origin), _1 << np.uint64(target)
        captures = position.stones[other] & to_bit != 0
        for direction in range(4):
            at = direction * 64 + origin
            position.line[line_of[at]] -= (player + 1) * power_of[at]
            at = direction * 64 + target
            position.line[line_of[at]] += (player - other if captures else player + 1) * power_of[at]
        if captures:
            number, final = position.number[target], position.pieces[other] - 1
            moved = position.square[other * MOST_PIECES + final]
            position.square[other * MOST_PIECES + number] = moved
            position.number[moved] = number
            position.pieces[other] = final
            position.stones[other] ^= to_bit
        number = position.number[origin]
        position.square[player * MOST_PIECES + number] = target
        position.number[target] = number
        own = position.stones[player] ^ from_bit ^ to_bit
        position.stones[player] = own
        mine, yours = connected(own, to_bit), False
        if captures:
            theirs = position.stones[other]
            yours = connected(theirs, theirs & ~(theirs - _1))
        if mine and yours:
            position.winner = player if mover_wins_both else DRAW
        elif mine or yours:
            position.winner = player if mine else other
        position.to_move = other
        return captures

    @part
    def repeated(position):
        """Whether this position has now occurred for the third time."""
        plies, times = np.int64(position.plies), 1
        for back in range(2, min(np.int64(position.quiet), REMEMBERED - 1) + 1, 2):
            if position.seen[(plies - back) % REMEMBERED] == position.key:
                times += 1
                if times == 3:
                    return True
        return False

    @part
    def play(position, move):
        player = np.int64(position.to_move)
        key = position.key ^ _SIDE_KEY
        position.plies += 1
        position.quiet += 1
        if move == PASS:
            position.to_move = 1 - player
        else:
            origin, target = np.int64(move) >> 6 & 63, np.int64(move) & 63
            key ^= _KEYS[player * 64 + origin] ^ _KEYS[player * 64 + target]
            if shift(position, origin, target):
                key ^= _KEYS[(1 - player) * 64 + target]
                position.quiet = 0
        position.key = key
        position.seen[position.plies % REMEMBERED] = key
        if position.winner == UNDECIDED and (position.plies >= MAX_PLIES or repeated(position)):
            position.winner = DRAW

    @part
    def skip(position):
        position.to_move = 1 - position.to_move
        position.key ^= _SIDE_KEY
        position.plies += 1
        position.quiet = 0
        position.seen[position.plies % REMEMBERED] = position.key

    @part
    def winner(position):
        return position.winner

    @part
    def key(position):
        return position.key

    @part
    def any_way(position, rng):
        """A random piece and direction that allow a move, as origin, target and the next word; origin -1 is a pass.

        Drawn again until legal, which takes three tries on average; after many the moves are counted instead.
        """
        player = np.int64(position.to_move)
        choices = 8 * np.int64(position.pieces[player])
        for _ in range(64):
            rng = advance(rng)
            drawn = below(rng, choices)
            origin = np.int64(position.square[player * MOST_PIECES + (drawn >> 3)])
            at = (drawn >> 1 & 3) * 64 + origin
            number = position.line[line_of[at]]
            if can_move[number] >> 2 * place_of[at] + (drawn & 1) & 1 != 0:
                reach = steps[drawn >> 1 & 3] * pieces_on[number]
                return origin, (origin + reach if drawn & 1 else origin - reach), rng
        origin, target, count = np.int64(-1), np.int64(-1), 0
        for i in range(choices):
            square = np.int64(position.square[player * MOST_PIECES + (i >> 3)])
            at = (i >> 1 & 3) * 64 + square
            number = position.line[line_of[at]]
            if can_move[number] >> 2 * place_of[at] + (i & 1) & 1 != 0:
                count += 1
                rng = advance(rng)
                if below(rng, count) == 0:
                    reach = steps[i >> 1 & 3] * pieces_on[number]
                    origin, target = square, (square + reach if i & 1 else square - reach)
        return origin, target, rng

    @part
    def random_move(position, rng):
        origin, target, rng = any_way(position, rng)
        if origin < 0:
            return np.int64(PASS), rng
        captures = position.stones[1 - position.to_move] >> np.uint64(target) & _1 != 0
        return origin * 64 + target + (CAPTURE if captures else 0), rng

    def playout(recorded):
        """Uniform moves without looking for repetitions, up to 1,000 plies."""

        @part
        def wander(position, out, rng):
            plies, left = 0, MAX_PLIES - np.int64(position.plies)
            while position.winner == UNDECIDED:
                if plies >= left:
                    return np.int64(DRAW), plies, rng
                origin, target, rng = any_way(position, rng)
                if origin < 0:
                    position.to_move = 1 - position.to_move
                    if recorded:
                        out[plies] = PASS
                else:
                    captures = shift(position, origin, target)
                    if recorded:
                        out[plies] = origin * 64 + target + (CAPTURE if captures else 0)
                plies += 1
            return np.int64(position.winner), plies, rng

        return wander

    @part
    def wins_at(position, move, player):
        if move == PASS:
            return False
        origin, target = np.int64(move) >> 6 & 63, np.int64(move) & 63
        to_bit = _1 << np.uint64(target)
        own = position.stones[player] ^ _1 << np.uint64(origin) ^ to_bit
        if not connected(own, to_bit):
            return False
        theirs = position.stones[1 - player] & ~to_bit
        if mover_wins_both or theirs == position.stones[1 - player]:
            return True
        return not connected(theirs, theirs & ~(theirs - _1))

    squares = [rank * 8 + file for rank in reversed(range(size)) for file in range(size)]

    def marks(position):
        stones = [int(position.stones[FIRST]), int(position.stones[SECOND])]
        return ["x" if stones[0] >> s & 1 else "o" if stones[1] >> s & 1 else "" for s in squares]

    def arrange(position, marks, to_move):
        clear(position)
        for player, mark in enumerate("xo"):
            count = sum(1 for found in marks if found == mark)
            if not 1 <= count <= MOST_PIECES:
                raise BoughError(f"a loa position has 1 to {MOST_PIECES} pieces of each side, not {count} {mark}")
            for square, found in zip(squares, marks, strict=True):
                if found == mark:
                    put(position, square, player)
        position.to_move = to_move
        if to_move == SECOND:
            position.key ^= _SIDE_KEY
        position.seen[0] = position.key
        groups = [connected(p, p & ~(p - _1)) for p in position.stones]
        if all(groups):
            position.winner = 1 - to_move if mover_wins_both else DRAW
        elif any(groups):
            position.winner = groups.index(True)

    def move_name(move):
        if move == PASS:
            return "pass"
        origin, target = (cell_name(square & 7, square >> 3) for square in (move >> 6 & 63, move & 63))
        return f"{origin}{'x' if move & CAPTURE else '-'}{target}"

    def spellings(text):
        match = _MOVE.fullmatch(text)
        return [f"{match[1]}-{match[2]}", f"{match[1]}x{match[2]}"] if match else []

    options = ([str(size)] if size != 8 else []) + (["simultaneous=mover"] if mover_wins_both else [])
    return Game(
        name="loa" + (":" + ",".join(options) if options else ""),
        record=position_t,
        max_moves=8 * MOST_PIECES,
        max_plies=MAX_PLIES,
        move_ids=PASS + 1,
        setup=setup,
        moves=moves,
        play=play,
        winner=winner,
        key=key,
        skip=skip,
        random_move=random_move,
        playout=playout,
        wins_at=wins_at,
        move_name=move_name,
        spellings=spellings,
        layout=square_layout(size, size),
        marks=marks,
        arrange=arrange,
        side_letters=("b", "w"),
        player_names=("Black", "White"),
        recipe="loa-best",
        about="connect all your pieces; sizes 3 to 8, simultaneous=mover as an option",
    )
