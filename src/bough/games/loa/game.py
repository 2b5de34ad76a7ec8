"""Lines of Action: bring all your pieces into one group; a piece moves as many squares as there are pieces on its line.

The rules are those of the tournaments in Winands et al. 2008: connecting both sides at once is a draw (or, as an
option, a win for the mover), a player without a move passes, and a position that occurs for the third time with the
same player to move is a draw. Two rules are ours: a game is drawn after 1,000 plies, so that every game ends, and only
the last 256 positions since a capture count as repetitions.
"""

import re

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.boards.decided import Decided
from bough.games.boards.layout import BLACK_AND_WHITE, cell_name, square_layout
from bough.games.contract import DRAW, FIRST, SECOND, Face, Rules
from bough.games.game import Game
from bough.games.loa.rules import (
    CAPTURE,
    MAX_PLIES,
    MOST_PIECES,
    PASS,
    REMEMBERED,
    SIDE_KEY,
    connected,
    loa_rules,
    lowest,
)
from bough.games.noted import noted_key, noted_winner

_MOVE = re.compile(r"([a-h][1-8])[-x:×]?([a-h][1-8])")  # noqa: RUF001


def move_name(move: int) -> str:
    """The name of a move: f8-f7, c7xc4 or pass."""
    if move == PASS:
        return "pass"
    origin, target = (cell_name(square & 7, square >> 3) for square in (move >> 6 & 63, move & 63))
    return f"{origin}{'x' if move & CAPTURE else '-'}{target}"


def spellings(text: str) -> list[str]:
    """The move names that c7c4, c7:c4 or c7-c4 may stand for."""
    match = _MOVE.fullmatch(text)
    return [f"{match[1]}-{match[2]}", f"{match[1]}x{match[2]}"] if match else []


def loa_game(size: int = 8, simultaneous: str = "draw") -> Game:
    """Lines of Action on `size` x `size` squares; `simultaneous` connection is a "draw" or a win for the "mover"."""
    if not 3 <= size <= 8:
        raise BoughError(f"loa is played on boards of size 3 to 8, not {size}")
    if simultaneous not in ("draw", "mover"):
        raise BoughError(f"loa's option simultaneous is draw or mover, not {simultaneous!r}")
    mover_wins_both = simultaneous == "mover"
    rules = loa_rules(size, mover_wins_both)
    squares = [rank * 8 + file for rank in reversed(range(size)) for file in range(size)]

    square_of = np.array(squares, np.uint64)
    one, two = np.uint64(1), np.uint64(2)

    @part
    def look(position, out):
        for cell in range(len(square_of)):
            black, white = position.stones[FIRST] >> square_of[cell] & one, position.stones[SECOND] >> square_of[cell]
            out[cell] = black + two * (white & one)

    def marks(position):
        stones = [int(position.stones[FIRST]), int(position.stones[SECOND])]
        return ["x" if stones[0] >> s & 1 else "o" if stones[1] >> s & 1 else "" for s in squares]

    def decided(position, winner):
        own = tuple(cell for cell, mark in enumerate(marks(position)) if mark == "xo"[winner])
        return Decided("with all pieces in one group", own)

    def arrange(position, marks, to_move):
        rules.clear(position)
        for player, mark in enumerate("xo"):
            count = sum(1 for found in marks if found == mark)
            if not 1 <= count <= MOST_PIECES:
                raise BoughError(f"a loa position has 1 to {MOST_PIECES} pieces of each side, not {count} {mark}")
            for square, found in zip(squares, marks, strict=True):
                if found == mark:
                    rules.put(position, square, player)
        position.to_move = to_move
        if to_move == SECOND:
            position.key ^= SIDE_KEY
        position.seen[0] = position.key
        groups = [connected(p, lowest(p)) for p in position.stones]
        if all(groups):
            position.winner = 1 - to_move if mover_wins_both else DRAW
        elif any(groups):
            position.winner = groups.index(True)

    def past(position):
        """The length of the game, and the positions since the last capture, whose repetition may be a draw."""
        plies = int(position.plies)
        back = min(int(position.quiet), REMEMBERED - 1)
        return plies, tuple(sorted(int(position.seen[(plies - k) % REMEMBERED]) for k in range(back + 1)))

    options = ([str(size)] if size != 8 else []) + (["simultaneous=mover"] if mover_wins_both else [])
    return Game(
        name="loa" + (":" + ",".join(options) if options else ""),
        rules=Rules(
            record=rules.record,
            max_moves=8 * MOST_PIECES,
            max_plies=MAX_PLIES,
            move_ids=PASS + 1,
            setup=rules.setup,
            moves=rules.moves,
            count_moves=rules.count_moves,
            play=rules.play,
            winner=noted_winner,
            key=noted_key,
            skip=rules.skip,
            random_move=rules.random_move,
            playout=rules.playout,
            wins_at=rules.wins_at,
            may_win=rules.may_win,
            look=look,
            look_tells_all=True,
            repetition=True,
            past=past,
        ),
        face=Face(
            move_name=move_name,
            spellings=spellings,
            layout=square_layout(size, size),
            marks=marks,
            arrange=arrange,
            side_letters=("b", "w"),
            player_names=("Black", "White"),
            colours=BLACK_AND_WHITE,
            rules="A piece moves in a straight line exactly as many squares as there are pieces on that line. It may "
            "jump over its own pieces and capture an opponent's by landing on it. You win "
            "by bringing all your pieces into one group.",
            title="Lines of Action",
            draws=True,
            decided=decided,
            about="connect all your pieces; sizes 3 to 8, simultaneous=mover as an option",
        ),
        recipe="loa-best",
        network_recipe="puct+solver+df-pn",
    )
