"""Othello: enclose lines of the other's discs to turn them; most discs at the end win.

A whole game in one file, with what a network needs to see:

    bough play examples/othello.py
    bough train examples/othello.py --output othello --minutes 10
"""

import numpy as np

import bough

EMPTY = 2
STEPS = np.array([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])


def game(size: int = 8) -> bough.Game:
    """Othello on size x size squares; a player without a move passes."""
    if size not in (4, 6, 8, 10):
        raise bough.BoughError(f"othello has sizes 4, 6, 8 and 10, not {size}")
    squares, half, PASS = size * size, size // 2, size * size  # noqa: N806

    @bough.part
    def setup(position):
        for square in range(squares):
            position.disc[square] = EMPTY
        position.disc[(half - 1) * size + half] = position.disc[half * size + half - 1] = bough.FIRST
        position.disc[(half - 1) * size + half - 1] = position.disc[half * size + half] = bough.SECOND
        position.passes = 0
        position.to_move = bough.FIRST
        position.winner = bough.UNDECIDED

    @bough.part
    def turned(position, square, step):
        """How many discs are enclosed in one direction from a square."""
        row, column = square // size + STEPS[step, 0], square % size + STEPS[step, 1]
        count = 0
        while 0 <= row < size and 0 <= column < size:
            disc = position.disc[row * size + column]
            if disc == EMPTY:
                return 0
            if disc == position.to_move:
                return count
            count += 1
            row += STEPS[step, 0]
            column += STEPS[step, 1]
        return 0

    @bough.part
    def moves(position, out):
        count = 0
        for square in range(squares):
            if position.disc[square] == EMPTY:
                for step in range(8):
                    if turned(position, square, step) > 0:
                        out[count] = square
                        count += 1
                        break
        if count == 0:
            out[0] = PASS
            return 1
        return count

    @bough.part
    def balance(position):
        """The first player's discs less the second's."""
        total = 0
        for square in range(squares):
            if position.disc[square] != EMPTY:
                total += 1 if position.disc[square] == bough.FIRST else -1
        return total

    @bough.part
    def play(position, move):
        if move == PASS:
            position.passes += 1
        else:
            position.passes = 0
            for step in range(8):
                for i in range(turned(position, move, step)):
                    position.disc[move + (i + 1) * (STEPS[step, 0] * size + STEPS[step, 1])] = position.to_move
            position.disc[move] = position.to_move
        if position.passes == 2:
            more = balance(position)
            position.winner = bough.FIRST if more > 0 else bough.SECOND if more < 0 else bough.DRAW
        position.to_move = 1 - position.to_move

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def look(position, out):
        for square in range(squares):
            out[square] = (position.disc[square] + 1) % 3

    board = bough.square_layout(size, size, top_row_last=False)
    return bough.Game(
        name=f"othello:{size}",
        rules=bough.Rules(
            record=bough.record_type(
                [("disc", "i1", (squares,)), ("passes", "i1"), ("to_move", "i1"), ("winner", "i1")]
            ),
            max_moves=squares,
            max_plies=2 * squares,
            move_ids=squares + 1,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            margin=balance,
            look=look,
            look_tells_all=True,  # a pass matters only where nobody can move, and that the discs tell
        ),
        face=bough.Face(
            move_name=lambda move: "pass" if move == PASS else board.cells[move].name,
            layout=board,
            marks=lambda position: ["xo"[disc] if disc < EMPTY else "" for disc in position.disc],
            title="Othello",
            draws=True,
            player_names=("Black", "White"),
            colours=("#1d1d1f", "#f7f6f2"),
            margin=lambda position: float(balance(position)),
            rules="Place a disc so that it encloses a line of the other's discs with one of yours; they all turn. A "
            "player who cannot do so passes. When neither can, most discs win.",
            about="enclose and turn; most discs win",
        ),
        recipe="uct+solver",
        network_recipe="puct(exploration=0.8)+solver+df-pn",
    )
