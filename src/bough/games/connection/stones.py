"""Games of placing stones on a connection structure until a player wins or the board is full."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import Fields
from bough.core.rng import advance, below, seeded
from bough.games.boards.layout import Layout
from bough.games.connection.decided import Explains
from bough.games.connection.structure import Connection
from bough.games.contract import DRAW, FIRST, SECOND, UNDECIDED, EngineWords, Face, Rules
from bough.games.game import Game
from bough.games.noted import nothing

_SALT = 2010


def connection_game(
    name: str,
    board: Connection,
    cell_names: list[str],
    layout: Layout,
    title: str,
    about: str,
    rules_text: str,
    explains: Explains,
    recipe: str,
    network_recipe: str = "puct+solver",
    gtp_colours: tuple[str, str] = ("black", "white"),
    gtp_size: str = "",
    swap: bool = False,
    monotone: bool = False,
    draws: bool = False,
    twins: np.ndarray | None = None,
    playout: Callable[["StoneParts"], Callable[[bool], Any]] | None = None,
) -> Game:
    """The game on this structure; with `swap` the second player may take over the first stone, on its twin cell."""
    if swap and len(layout.rows) < 3:
        raise BoughError(f"{name} is too small for the swap rule; use size 3 or more")
    parts = _parts(board, swap, np.arange(board.area, dtype=np.int16) if twins is None else twins)
    names = dict(zip(board.cells.tolist(), cell_names, strict=True)) | {board.area: "swap"}
    return Game(
        name=name + (",swap" if swap else ""),
        rules=Rules(
            record=board.record,
            max_moves=len(board.cells),
            max_plies=len(board.cells) + 1,
            move_ids=board.area + 1,
            setup=parts.setup,
            moves=parts.moves,
            play=parts.play,
            winner=parts.winner,
            random_move=parts.random_move,
            playout=playout(parts) if playout else None,
            wins_at=board.wins_at,
            state_key=parts.state_key,
            stands=parts.stands,
            lately=parts.lately,
            look=parts.look,
            occupying=True,
            look_tells_all=True,
            helping=not swap,
            monotone=monotone and not swap,
            connection=board,
            past=nothing,
        ),
        face=Face(
            move_name=names.__getitem__,
            layout=layout,
            marks=lambda position: ["xo"[stone] if stone >= 0 else "" for stone in position.stone[board.cells]],
            cell_moves=board.cells.tolist(),
            player_names=("Red", "Blue"),
            draws=draws,
            title=title,
            decided=lambda position, winner: explains(position.stone[board.cells].tolist(), winner),
            about=about,
            rules=rules_text + (" The second player may take over the first stone instead of moving." if swap else ""),
        ),
        gtp=EngineWords(
            colours=gtp_colours,
            size=gtp_size,
        ),
        recipe=recipe,
        network_recipe=network_recipe,
    )


class StoneParts(NamedTuple):
    """The parts of a game of placing stones."""

    setup: Callable[..., Any]
    moves: Callable[..., Any]
    play: Callable[..., Any]
    winner: Callable[..., Any]
    random_move: Callable[..., Any]
    can_swap: Callable[..., Any]
    stands: Callable[..., Any]
    lately: Callable[..., Any]
    look: Callable[..., Any]
    state_key: Callable[..., Any]


def _parts(board: Connection, swap: bool, twins: np.ndarray) -> StoneParts:
    clear, take, place = board.clear, board.take, board.placing(_unnoted, _unnoted)
    count, swap_move = len(board.cells), board.area

    @part
    def can_swap(position):
        return swap and position.to_move == SECOND and position.empties == count - 1

    @part
    def moves(position, out):
        empties = position.empties
        for i in range(empties):
            out[i] = position.empty[i]
        if can_swap(position):
            out[empties] = swap_move
            return empties + 1
        return empties

    @part
    def play(position, move):
        player = position.to_move
        if swap and move == swap_move:
            move = twins[position.empty[count - 1]]
            clear(position)
        take(position, move)
        place(position, move, player, 0)
        if position.empties == 0 and position.winner == UNDECIDED:
            position.winner = DRAW
        position.to_move = 1 - player

    @part
    def winner(position):
        return position.winner

    @part
    def random_move(position, rng):
        rng = advance(rng)
        empties = np.int64(position.empties)
        if can_swap(position):
            i = below(rng, empties + 1)
            return (np.int64(position.empty[i]) if i < empties else np.int64(swap_move)), rng
        return np.int64(position.empty[below(rng, empties)]), rng

    cells = board.cells

    @part
    def stands(position, cell):
        return position.stone[cells[cell]] + 1

    @part
    def look(position, out):
        for i in range(count):
            out[i] = stands(position, i)

    numbers = np.full(board.area, -1, np.int16)
    numbers[cells] = np.arange(count)

    @part
    def lately(position, k):
        place = position.empties + k
        return np.int64(numbers[position.empty[place]]) if place < count else np.int64(-1)

    words = np.array(
        [[seeded(_SALT, 2 * cell + player) for cell in range(board.area)] for player in range(2)], np.uint64
    )
    sides = np.array([seeded(_SALT, 2 * board.area + player) for player in range(2)], np.uint64)

    @part
    def state_key(position):
        key = sides[position.to_move]
        for i in range(position.empties, count):
            cell = position.empty[i]
            key ^= words[position.stone[cell], cell]
        return key

    return StoneParts(clear, moves, play, winner, random_move, can_swap, stands, lately, look, state_key)


@part
def _unnoted(log, what, group):
    pass


def full_board_fields(size: int) -> Fields:
    """Scratch fields for finding the winner of a full board of `size` rows."""
    return (("rows", "i4", (size,)), ("scratch", "i4", (size,)))


def rows_part(board: Connection) -> Callable[..., Any]:
    """note_rows(position): write the first player's stones into the field `rows`, one integer of bits per row."""
    count, width, height = len(board.cells), board.width, board.rows

    @part
    def note_rows(position):
        for row in range(height):
            position.rows[row] = 0
        for i in range(position.empties, count):
            cell = np.int64(position.empty[i])
            if position.stone[cell] == FIRST:
                position.rows[cell // width - 1] |= 1 << (cell % width - 1)

    return note_rows


def filling_playouts(board: Connection):
    """Whole playouts for a game in which every full board has exactly one winner: fill the board at once.

    The winner of the full board is also the player who wins first when the same stones are placed one by one.
    """
    width, first_wins, note_rows = board.width, board.first_wins, rows_part(board)

    def of_parts(parts: StoneParts):
        random_move, play, can_swap = parts.random_move, parts.play, parts.can_swap

        def playout(recorded: bool):
            @part
            def fill(position, moves, rng):
                plies = 0
                if can_swap(position):
                    move, rng = random_move(position, rng)
                    play(position, move)
                    moves[0] = move
                    plies = 1
                rows, empty = position.rows, position.empty
                empties = np.int64(position.empties)
                note_rows(position)
                # Only the owner of each cell matters, unless the order of play is recorded.
                mover = np.int64(position.to_move)
                firsts = (empties + 1 - mover) // 2
                for i in range(empties if recorded else firsts):
                    rng = advance(rng)
                    j = i + below(rng, empties - i)
                    empty[i], empty[j] = empty[j], empty[i]
                for i in range(firsts):
                    cell = np.int64(empty[i])
                    rows[cell // width - 1] |= 1 << (cell % width - 1)
                if recorded:
                    for i in range(firsts):
                        moves[plies + 2 * i + mover] = empty[i]
                    for i in range(empties - firsts):
                        moves[plies + 2 * i + 1 - mover] = empty[firsts + i]
                    plies += empties
                return np.int64(FIRST if first_wins(rows, position.scratch) else SECOND), plies, rng

            return fill

        return playout

    return of_parts
