"""Chinese Dark Chess (banqi): pieces start face down, a turn flips or moves one, and a player without pieces loses.

A piece takes a weaker or equal one, K > G > M > R > N > C > P, except that a king cannot take a pawn and a pawn can
take the king; a cannon takes by jumping over exactly one piece. The player who flips the first piece gets its colour. A
player who cannot move or flip loses. The draw rule is an option: `paper`, 40 plies without a capture or a flip; `tcga`,
60 such plies, or the same run of moves three times in a row; `olympiad`, 180 such plies; or any other number of plies.
One rule is ours: a game is drawn after 2,000 plies.
"""

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.games.boards.decided import Decided
from bough.games.boards.layout import Piece, cell_name, rows_text, square_layout
from bough.games.contract import EngineWords, Face, Rules
from bough.games.dark_chess.endings import endings_of
from bough.games.dark_chess.look import look_of
from bough.games.dark_chess.rules import (
    BAG_KEYS,
    EMPTY,
    HIDDEN,
    KINDS,
    MAX_PLIES,
    REVEAL,
    SIDE_KEY,
    dark_chess_rules,
    neighbours_of,
)
from bough.games.game import Game
from bough.games.noted import noted_key, noted_winner

DRAWS = {"paper": (40, False), "tcga": (60, True), "olympiad": (180, False)}
"""By draw rule: the limit of quiet plies, and whether repeated runs of moves are a draw too."""
FULL_SET = "KGGMMRRNNCCPPPPP"
PIECES = KINDS + KINDS.lower()
"""Letters by piece number: upper case for red, lower case for black."""
HIDDEN_MARK = "X"


NAMES = ("general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier")


def _set(letters: str, glyphs: str, colour: str, side: str) -> dict[str, Piece]:
    return {
        letter: Piece(glyph, colour, f"{side} {name}")
        for letter, glyph, name in zip(letters, glyphs, NAMES, strict=True)
    }


SHOWN = (
    {HIDDEN_MARK: Piece("", "", "face down")}
    | _set(KINDS, "帥仕相俥傌炮兵", "#b3261e", "red")
    | _set(KINDS.lower(), "將士象車馬包卒", "#1d1d1f", "black")
)
"""How pieces are drawn and named."""
KEY = tuple(
    f"{SHOWN[red].glyph} {SHOWN[red.lower()].glyph} {name} ({red}, {red.lower()})"
    for red, name in zip(KINDS, NAMES, strict=True)
)


def dark_chess_game(columns: int = 4, rows: int = 8, pieces: str = "", draw: str = "paper") -> Game:
    """Chinese Dark Chess; `pieces` is needed on other boards (KCPkcp); `draw` is a rule or a number of quiet plies."""
    if not (1 <= columns <= 8 and 1 <= rows <= 8 and 2 <= columns * rows <= 32):
        raise BoughError(f"dark-chess has boards of 2 to 32 squares, at most 8 a side, not {columns}x{rows}")
    whole = pieces or (FULL_SET + FULL_SET.lower() if (columns, rows) == (4, 8) else "")
    bag = _bag(whole, columns * rows)
    quiet_limit, cycles = _draw_rule(draw)
    rules = dark_chess_rules(neighbours_of(columns, rows), bag, quiet_limit, cycles)
    layout = square_layout(columns, rows)._replace(lying=rows > columns)
    squares = [row * columns + column for row in reversed(range(rows)) for column in range(columns)]
    look, layers = look_of(squares, bag)

    def move_name(move):
        if move >= REVEAL:
            return PIECES[move - REVEAL]
        origin, target = (cell_name(square % columns, square // columns) for square in (move >> 5, move & 31))
        return origin if origin == target else f"{origin}-{target}"

    def marks(position):
        return [_letter(int(position.on[square])) for square in squares]

    def write_text(position):
        side = "?" if position.colour < 0 else "rb"[position.colour ^ position.to_move]
        left = "".join(letter * int(count) for letter, count in zip(PIECES, position.bag, strict=True))
        return f"{rows_text(layout, marks(position))} {side}" + (f" {left}" if left else "")

    def read_text(position, text):
        _read(position, text, rules, squares, (columns, rows), bag)

    def past(position):
        """The plies, the quiet plies and their limit and, if repeated runs are a draw, the last moves."""
        recent = tuple(position.recent.tolist()) if cycles else ()
        return int(position.plies), int(position.quiet), int(position.patience), recent

    def names(position):
        return (("Red", "Black"), ("Black", "Red"), ("First", "Second"))[int(position.colour)]

    def show(position):
        """What has been taken; before the first flip, that it decides the colours."""
        if position.colour < 0:
            return "The first flip decides who has which colour."
        standing = np.bincount(position.on[position.on >= 0], minlength=len(PIECES))[: len(PIECES)]
        gone = bag - position.bag - standing
        taken = "".join(SHOWN[letter].glyph * int(count) for letter, count in zip(PIECES, gone, strict=True))
        return f"Taken: {taken}" if taken else ""

    def decided(position, winner):
        taken = position.alive[position.colour ^ (1 - winner)] == 0
        return Decided("by taking the last piece" if taken else "because the opponent cannot move")

    options = [f"{columns}x{rows}"] if (columns, rows) != (4, 8) else []
    options += [f"pieces={pieces}"] if pieces else []
    options += [f"draw={draw}"] if draw != "paper" else []
    return Game(
        name="dark-chess" + (":" + ",".join(options) if options else ""),
        rules=Rules(
            record=rules.record,
            max_moves=160,
            max_plies=2 * MAX_PLIES,
            move_ids=REVEAL + 14,
            setup=rules.setup,
            moves=rules.moves,
            play=rules.play,
            winner=noted_winner,
            first_outcome=REVEAL,
            outcomes=rules.outcomes,
            draw_outcome=rules.draw_outcome,
            random_move=rules.random_move,
            key=noted_key,
            state_key=None if cycles or quiet_limit * 2 * columns * rows > MAX_PLIES else counted_key,
            deterministic=all_shown,
            look=look,
            layers=layers,
            endings=endings_of(rules, columns, rows, cycles),
            past=past,
            quiet=quiet_plies,
            draw_later=draw_later,
        ),
        face=Face(
            move_name=move_name,
            layout=layout,
            marks=marks,
            pieces=SHOWN,
            write_text=write_text,
            read_text=read_text,
            player_names=("First", "Second"),
            names=names,
            key=KEY,
            show=show,
            decided=decided,
            rules="Pieces lie face down. A turn flips one or moves one of your own by a step; the first flip decides "
            "your colour. A piece takes an equal or lower one beside it (general, advisor, elephant, chariot, horse, "
            "cannon, soldier; but a soldier takes the general and not the reverse); a cannon takes by jumping over "
            "exactly one piece. You win when the opponent has no piece or no move left.",
            title="Chinese Dark Chess",
            draws=True,
            about="Chinese Dark Chess; draw=paper, tcga or olympiad; smaller boards as 2x3,pieces=KCPkcp",
        ),
        gtp=EngineWords(
            setup=(f"num_repetition {3 if cycles else 0}", f"num_moves_to_draw {quiet_limit}"),
        ),
        recipe="dark-knight",
        network_recipe="puct+chance-nodes+solver",
    )


@part
def all_shown(position):
    """Whether no piece is face down."""
    return position.hidden == 0


@part
def quiet_plies(position):
    """Plies since the last capture or flip."""
    return position.quiet


@part
def draw_later(position, plies):
    """Restart the count of quiet plies, and make the game a draw when it reaches `plies`."""
    position.quiet = 0
    position.patience = plies


@part
def counted_key(position):
    """The key with the quiet plies and any pending flip added: the rest of the game depends on nothing else."""
    return position.key ^ np.uint64(np.int64(position.quiet) + ((np.int64(position.flipping) + 1) << 16))


def _letter(found: int) -> str:
    return "" if found == EMPTY else HIDDEN_MARK if found == HIDDEN else PIECES[found]


def _bag(pieces: str, squares: int) -> np.ndarray:
    """The number of pieces of each kind and colour."""
    wrong = sorted(set(pieces) - set(PIECES))
    if wrong:
        raise BoughError(f"dark-chess has no piece {wrong[0]!r}; pieces are {PIECES}")
    if len(pieces) != squares:
        raise BoughError(
            f"dark-chess on {squares} squares needs as many pieces, such as pieces=KPkp, not {len(pieces)}"
        )
    bag = np.array([pieces.count(letter) for letter in PIECES], np.int64)
    if not bag[:7].sum() or not bag[7:].sum() or bag.max() > 7:
        raise BoughError("dark-chess needs pieces of both colours, at most 7 of a kind")
    return bag


def _draw_rule(draw: str) -> tuple[int, bool]:
    if draw in DRAWS:
        return DRAWS[draw]
    if draw.isdigit() and 1 <= int(draw) <= MAX_PLIES:
        return int(draw), False
    raise BoughError(f"dark-chess has no draw rule {draw!r}; use {', '.join(DRAWS)} or a number of plies")


def _read(position, text: str, rules, squares: list[int], shape: tuple[int, int], bag: np.ndarray) -> None:
    """Fill a record from a text of write_text; the player with the red pieces becomes the first player."""
    board, _, rest = text.strip().partition(" ")
    side, _, left = rest.partition(" ")
    lines = board.split("/")
    columns, rows = shape
    if side not in ("r", "b", "?") or [len(line) for line in lines] != [columns] * rows:
        sample = "/".join("X" * columns for _ in range(rows))
        raise BoughError(f"cannot read the dark-chess position {text!r}; write it like '{sample} r PIECES'")
    wrong = sorted(set(board) - set(PIECES + "X./"))
    if wrong:
        raise BoughError(f"the dark-chess position {text!r} has {wrong[0]!r}, which is not a piece, X or .")
    if board.count("X") != len(left) or set(left) - set(PIECES):
        raise BoughError(f"the dark-chess position {text!r} hides {board.count('X')} pieces but names {left!r}")
    used = [board.count(letter) + left.count(letter) for letter in PIECES]
    if any(count > there for count, there in zip(used, bag, strict=True)):
        raise BoughError(f"the dark-chess position {text!r} has more of a piece than the game has")
    if side == "?" and set(board) - set("X/"):
        raise BoughError("in a dark-chess position with a piece face up somebody has a colour: write r or b")
    rules.clear(position)
    for square, letter in zip(squares, board.replace("/", ""), strict=True):
        if letter == "X":
            rules.hide(position, square)
        elif letter != ".":
            rules.put(position, square, PIECES.index(letter))
    for piece, letter in enumerate(PIECES):
        position.bag[piece] = left.count(letter)
        position.left[piece] = used[piece]
        position.key ^= BAG_KEYS[piece * 8 + int(bag[piece])] ^ BAG_KEYS[piece * 8 + left.count(letter)]
    position.alive[0], position.alive[1] = sum(used[:7]), sum(used[7:])
    if side != "?":
        position.colour = 0
        position.to_move = "rb".index(side)
    if side == "b":
        position.key ^= SIDE_KEY
    rules.settle(position)
