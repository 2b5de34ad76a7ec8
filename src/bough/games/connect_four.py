"""Connect Four: drop a disc into a column; four of your discs in a line win, a full board is a draw.

Each player's discs are bits of one integer: column * (rows + 1) + height. The unused bit on top of each column keeps
lines from wrapping into the next column.
"""

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import record_type
from bough.core.rng import advance, below
from bough.games.boards.decided import Decided, winning_line
from bough.games.boards.layout import Cell, Layout, square_layout
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, Face, Rules
from bough.games.game import Game
from bough.games.noted import nothing


def connect_four_game(columns: int = 7, rows: int = 6) -> Game:
    """Connect Four on `columns` x `rows` cells."""
    if not (1 <= columns <= 26 and 1 <= rows <= 29 and columns * (rows + 1) <= 62):
        raise BoughError(
            "connect-four has boards from 1x1 to 26 columns and 29 rows with columns x (rows + 1) <= 62, "
            f"not {columns}x{rows}"
        )
    tall, cells = rows + 1, columns * rows
    position_t = record_type(
        (
            ("discs", "i8", (2,)),
            ("height", "i1", (columns,)),
            ("discs_played", "i1"),
            ("to_move", "i1"),
            ("winner", "i1"),
        )
    )

    @part
    def four_in_line(discs):
        for step in (1, tall, tall - 1, tall + 1):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step != 0:
                return True
        return False

    @part
    def setup(position):
        position.discs[FIRST] = position.discs[SECOND] = 0
        for column in range(columns):
            position.height[column] = 0
        position.discs_played = 0
        position.to_move = FIRST
        position.winner = UNDECIDED

    @part
    def moves(position, out):
        count = 0
        for column in range(columns):
            if position.height[column] < rows:
                out[count] = column
                count += 1
        return count

    @part
    def play(position, move):
        player = position.to_move
        discs = position.discs[player] | 1 << (np.int64(move) * tall + np.int64(position.height[move]))
        position.discs[player] = discs
        position.height[move] += 1
        position.discs_played += 1
        if four_in_line(discs):
            position.winner = player
        elif position.discs_played == cells and position.winner == UNDECIDED:  # position texts add discs in any order
            position.winner = DRAW
        position.to_move = 1 - player

    @part
    def winner(position):
        return position.winner

    @part
    def random_move(position, rng):
        """A uniformly random column, redrawn while it is full."""
        while True:
            rng = advance(rng)
            column = below(rng, columns)
            if position.height[column] < rows:
                return column, rng

    def playout(recorded):
        """Play uniformly random moves to the end, with both players' discs in local variables."""

        @part
        def drop(position, moves, rng):
            mine, theirs = position.discs[position.to_move], position.discs[1 - position.to_move]
            player, plies, free = np.int64(position.to_move), 0, cells - np.int64(position.discs_played)
            while free > 0:
                rng = advance(rng)
                column = below(rng, columns)
                disc = ((mine | theirs) + (1 << column * tall)) & (((1 << rows) - 1) << column * tall)
                if disc == 0:
                    continue
                if recorded:
                    moves[plies] = column
                    plies += 1
                mine |= disc
                if four_in_line(mine):
                    return player, plies, rng
                mine, theirs = theirs, mine
                player = 1 - player
                free -= 1
            return np.int64(DRAW), plies, rng

        return drop

    @part
    def wins_at(position, move, player):
        height = np.int64(position.height[move])
        return height < rows and four_in_line(position.discs[player] | 1 << (np.int64(move) * tall + height))

    @part
    def state_key(position):
        """Each column as one number, in the order of the smaller of the two directions, and spread over 64 bits."""
        filled = position.discs[FIRST] | position.discs[SECOND]
        word = mirrored = position.discs[FIRST] + filled  # no carry: a full column leaves its top bit
        for column in range(columns):
            digit = word >> np.int64(column * tall) & (1 << tall) - 1
            mirrored = digit if column == 0 else mirrored << tall | digit
        return advance(np.uint64(min(word, mirrored) + 1))

    @part
    def touches(position, move):
        return (rows - 1 - np.int64(position.height[move])) * columns + move

    @part
    def stands(position, cell):
        bit = cell % columns * tall + rows - 1 - cell // columns
        return (position.discs[FIRST] >> bit & 1) + 2 * (position.discs[SECOND] >> bit & 1)

    @part
    def look(position, out):
        for cell in range(cells):
            out[cell] = stands(position, cell)

    def marks(position):
        bits = [(cell // columns, cell % columns) for cell in range(cells)]
        return [
            next(("xo"[p] for p in (0, 1) if int(position.discs[p]) >> (column * tall + rows - 1 - row) & 1), "")
            for row, column in bits
        ]

    layout = _layout(columns, rows)
    return Game(
        name="connect-four" if (columns, rows) == (7, 6) else f"connect-four:{columns}x{rows}",
        rules=Rules(
            record=position_t,
            max_moves=columns,
            max_plies=cells,
            setup=setup,
            moves=moves,
            play=play,
            winner=winner,
            random_move=random_move,
            playout=playout,
            wins_at=wins_at,
            state_key=state_key,
            touches=touches,
            stands=stands,
            look=look,
            occupying=True,
            look_tells_all=True,
            past=nothing,
        ),
        face=Face(
            move_name=lambda move: chr(ord("a") + move),
            layout=layout,
            marks=marks,
            cell_moves=[cell % columns for cell in range(cells)],
            rules="Players take turns dropping a disc into a column. You win with four of your discs in a line: "
            "across, upright or diagonal. A full board is a draw.",
            player_names=("Red", "Yellow"),
            colours=("#d1495b", "#edae49"),
            title="Connect Four",
            draws=True,
            decided=lambda position, winner: Decided(
                "with four in a line", winning_line(layout, marks(position), "xo"[winner], 4)
            ),
            about="four in a line; any board such as connect-four:5x4",
        ),
        recipe="uct+nst+anti-decisive+solver",
    )


def _layout(columns: int, rows: int) -> Layout:
    board = square_layout(columns, rows)
    return board._replace(cells=tuple(Cell(cell.name[0], cell.x, cell.y) for cell in board.cells))
