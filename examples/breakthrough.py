"""Breakthrough: step forward, straight or diagonally; capture diagonally; reach the far row to win.

A whole game in one file: try `bough play examples/breakthrough.py` or `bough analyze examples/breakthrough.py:6`.
"""

import bough

EMPTY = 2


def game(size: int = 6) -> bough.Game:
    """Breakthrough on size x size squares, two rows of pawns each."""
    if not 4 <= size <= 10:
        raise bough.BoughError(f"breakthrough has sizes 4 to 10, not {size}")
    squares = size * size

    @bough.part
    def setup(position):
        for square in range(squares):
            row = square // size
            position.pawn[square] = bough.FIRST if row >= size - 2 else bough.SECOND if row < 2 else EMPTY
        position.left[bough.FIRST] = position.left[bough.SECOND] = 2 * size
        position.to_move = bough.FIRST
        position.winner = bough.UNDECIDED

    @bough.part
    def moves(position, out):
        count = 0
        player = position.to_move
        ahead = -size if player == bough.FIRST else size
        for square in range(squares):
            if position.pawn[square] == player:
                for side in range(-1, 2):
                    column = square % size + side
                    target = square + ahead + side
                    if 0 <= column < size and 0 <= target < squares:
                        taken = position.pawn[target]
                        if taken == EMPTY or (side != 0 and taken != player):
                            out[count] = square * squares + target
                            count += 1
        return count

    @bough.part
    def play(position, move):
        player = position.to_move
        square, target = move // squares, move % squares
        if position.pawn[target] != EMPTY:
            position.left[1 - player] -= 1
        position.pawn[square] = EMPTY
        position.pawn[target] = player
        if target // size == (0 if player == bough.FIRST else size - 1) or position.left[1 - player] == 0:
            position.winner = player
        position.to_move = 1 - player

    @bough.part
    def winner(position):
        return position.winner

    @bough.part
    def look(position, out):
        for square in range(squares):
            out[square] = (position.pawn[square] + 1) % 3

    board = bough.square_layout(size, size)
    return bough.Game(
        name=f"breakthrough:{size}",
        rules=bough.Rules(
            record=bough.record_type(
                [("pawn", "i1", (squares,)), ("left", "i1", (2,)), ("to_move", "i1"), ("winner", "i1")]
            ),
            max_moves=6 * size,
            max_plies=squares * size,
            move_ids=squares * squares,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            look=look,
            look_tells_all=True,
        ),
        face=bough.Face(
            move_name=lambda move: f"{board.cells[move // squares].name}-{board.cells[move % squares].name}",
            layout=board,
            marks=lambda position: ["xo"[pawn] if pawn < EMPTY else "" for pawn in position.pawn],
            title="Breakthrough",
            rules="Pawns go one square forward, straight or diagonally, and take diagonally. You win by reaching "
            "the far row or by taking every pawn.",
            about="reach the far row",
        ),
    )
