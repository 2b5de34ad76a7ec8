"""Go: control more of the board than the opponent; area scoring, positional superko, no suicide, two passes end it.

Names: `go:9`, `go:13x9`, `go:9,komi=6.5,handicap=2`. One rule is ours: after 3 * points + 20 plies a game is scored as
it stands.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import records
from bough.games.boards.decided import area_owners, neighbours
from bough.games.boards.layout import BLACK_AND_WHITE, LINES, Cell, Layout, rows_text
from bough.games.contract import UNDECIDED, EngineWords, Face, Part, Rules
from bough.games.game import Game
from bough.games.go.board import BLACK, PASS, WHITE, Board
from bough.games.go.rules import rules_on
from bough.games.noted import noted_winner

LETTERS = "abcdefghjklmnopqrst"
"""Column letters; i is left out."""
KOMI = 7.5


def go_game(columns: int = 9, rows: int = 0, komi: float = KOMI, handicap: int = 0) -> Game:
    """Go on 2 to 19 lines per side, with `komi` points for white and `handicap` stones for black."""
    rows = rows or columns
    if not (2 <= columns <= 19 and 2 <= rows <= 19):
        raise BoughError(f"go has boards of 2 to 19 lines a side, not {columns}x{rows}")
    if not (-400 <= komi <= 400 and 2 * komi == round(2 * komi)):
        raise BoughError(f"komi is a whole or half number of points, not {komi:g}")
    board = Board(columns, rows)
    rules, twice_komi = rules_on(board), round(2 * komi)
    stones = np.array([board.point(*at) for at in handicap_points(columns, rows, handicap)], np.int64)
    cells = [(column, row) for row in reversed(range(rows)) for column in range(columns)]
    points = [board.point(*at) for at in cells]
    layout = Layout(tuple(Cell(point_name(c, r), c, rows - 1 - r) for c, r in cells), LINES, (columns,) * rows)
    by_name = {point_name(*at): board.point(*at) for at in cells}
    names = {board.point(*at): point_name(*at) for at in cells} | {PASS: "pass"}
    put, note = rules.put, rules.note

    def clear(position):
        rules.clear(position)
        position.twice_komi = twice_komi

    def setup(position):
        clear(position)
        for i in range(len(stones)):
            put(position, stones[i], BLACK)
        position.to_move = 1
        note(position)

    def marks(position):
        return [("", "x", "o")[int(position.colour[point])] for point in points]

    def write_text(position):
        ko = f" {names[int(position.ko)]}" if position.ko else ""
        return f"{rows_text(layout, marks(position))} {'bw'[position.to_move]}{ko}"

    def read_text(position: Any, text: str) -> None:
        words = [*text.lower().split(), "", "", "", ""]
        board_text, side, ko = words[:3]
        lines = board_text.split("/")
        if [len(line) for line in lines] != [columns] * rows or side not in ("b", "w") or set(board_text) - set("xo./"):
            sample = "/".join("." * columns for _ in range(rows))
            raise BoughError(f"cannot read the go position {text!r}; write it like '{sample} b' with x, o and .")
        if words[3]:
            raise BoughError(f"the go position {text!r} has words after the board, the player to move and a ko")
        if ko and (ko not in by_name or board_text.replace("/", "")[points.index(by_name[ko])] != "."):
            raise BoughError(f"the go position {text!r} has a ko at {ko!r}, which is no empty point")
        clear(position)
        for point, mark in zip(points, board_text.replace("/", ""), strict=True):
            if mark != ".":
                put(position, point, BLACK if mark == "x" else WHITE)
        position.to_move = "bw".index(side)
        strings = {int(position.string[point]) for point in points if position.colour[point]}
        if write_text(position).split()[0] != board_text or any(position.liberties[name] == 0 for name in strings):
            raise BoughError(f"the go position {text!r} has stones without a liberty")
        position.ko = by_name[ko] if ko else 0
        note(position)

    def past(position):
        """The passes, the length of the game, the ko, and all boards that may not be repeated."""
        boards = frozenset(position.seen[: int(position.plies) + 1].tolist())
        return int(position.passes), int(position.plies), int(position.ko), boards

    def margin(position):
        own = records(1, rules.record)
        own[0] = position
        return float(rules.margin(own[0]))

    around = neighbours(cells, ((1, 0), (-1, 0), (0, 1), (0, -1)))

    def owners(position):
        return area_owners([int(position.colour[point]) - 1 for point in points], around)

    def show(position):
        """At the end: what each side has."""
        if noted_winner(position) == UNDECIDED:
            return ""
        own = [owners(position).count(player) for player in (0, 1)]
        return (
            f"Black has {own[0]} points, White {own[1]} and {komi:g} komi. Stones left on the board count as alive: "
            "capture what is dead before both pass."
        )

    size = f"{columns}" if columns == rows else f"{columns}x{rows}"
    options = [size, *([f"komi={komi:g}"] if komi != KOMI else []), *([f"handicap={handicap}"] if handicap else [])]
    return Game(
        name="go:" + ",".join(options),
        rules=Rules(
            record=rules.record,
            max_moves=board.area + 1,
            max_plies=board.max_plies,
            move_ids=board.points,
            setup=setup if handicap else clear,
            moves=rules.moves,
            play=rules.play,
            winner=noted_winner,
            random_move=rules.random_move,
            playout=rules.playout,
            margin=rules.margin,
            look=look_part(tuple(points), rules.atari),
            layers=4,
            past=past,
        ),
        face=Face(
            move_name=lambda move: names[move],
            spellings=lambda text: (text.strip().lower(),),
            layout=layout,
            marks=marks,
            write_text=write_text,
            read_text=read_text,
            player_names=("Black", "White"),
            side_letters=("b", "w"),
            colours=BLACK_AND_WHITE,
            margin=margin,
            show=show,
            taken=lambda position: position.taken.tolist(),
            rules="Players take turns placing a stone or passing. Stones without an empty neighbour are captured, and "
            "no earlier board may come back. After two passes the player with more stones and surrounded points wins.",
            title="Go",
            draws=komi == int(komi),
            owners=owners,
            about="surround more than the other; sizes 2 to 19, komi=7.5, handicap=0",
        ),
        gtp=EngineWords(
            size=f"{columns}" if columns == rows else f"{columns} {rows}",
            setup=(f"komi {komi:g}", *([f"fixed_handicap {handicap}"] if handicap else [])),
        ),
        recipe="go-best",
    )


@lru_cache(maxsize=64)
def look_part(points: tuple[int, ...], atari: Part) -> Part:
    """Four layers: the stones, those of strings with one liberty, a forbidden ko, and the last move (or a pass)."""
    point_of, cells = np.array(points, np.int64), len(points)

    @part
    def look(position, out):
        for cell in range(cells):
            point = point_of[cell]
            stone = position.colour[point]
            out[cell] = stone
            out[cells + cell] = stone if stone != 0 and atari(position, point) else 0
            out[2 * cells + cell] = 3 if position.ko == point else 0
            out[3 * cells + cell] = 3 if position.last[0] == point or position.passes > 0 else 0

    return look


def point_name(column: int, row: int) -> str:
    """The name of a point as in GTP, in lower case."""
    return f"{LETTERS[column]}{row + 1}"


def handicap_points(columns: int, rows: int, stones: int) -> list[tuple[int, int]]:
    """The points of fixed handicap stones (GTP 2, section 4.1.1)."""
    if stones == 0:
        return []
    odd, large = columns % 2 and rows % 2, min(columns, rows) >= 7
    most = (9 if odd and min(columns, rows) > 7 else 4) if large else 0
    if not 2 <= stones <= most:
        raise BoughError(
            f"a {columns}x{rows} board takes {f'2 to {most}' if most else 'no'} handicap stones, not {stones}"
        )
    near = 3 if min(columns, rows) > 12 else 2
    left, right, bottom, top = near, columns - 1 - near, near, rows - 1 - near
    middle, centre = columns // 2, rows // 2
    order = [(left, bottom), (right, top), (left, top), (right, bottom)]
    if stones >= 6:
        order += [(left, centre), (right, centre)]
    if stones >= 8:
        order += [(middle, bottom), (middle, top)]
    chosen = order[: stones - stones % 2] if stones > 4 else order[:stones]
    return [*chosen, (middle, centre)] if stones > 4 and stones % 2 else chosen
