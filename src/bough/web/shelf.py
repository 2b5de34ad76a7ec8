"""The games a server offers, and positions in them."""

import inspect
import re
import threading
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from bough.core.errors import BoughError
from bough.games.boards.layout import rows_text
from bough.games.contract import CHANCE, Rules
from bough.games.game import Game, Position, moves_since
from bough.games.names import BUILT_IN, game_makers
from bough.games.names import game as game_named
from bough.knowledge.puzzles.puzzle import Puzzle, shipped_families, shipped_puzzles
from bough.web.page_files import asset_names
from bough.web.settings import Settings

OPTIONS = re.compile(r"[A-Za-z0-9=.,?-]{0,60}")
MOST_NAMES = 1000
"""Names of games remembered; many may mean the same one."""
KEPT = 512
"""Positions remembered, so that the next move of a long game need not play all of it again."""
MEANS = {
    "swap": "the second player may take over the first stone instead of moving",
    "komi": "Komi (points for White)",
    "handicap": "Handicap (stones for Black)",
    "simultaneous": "If a move connects both",
    "draw": "Drawn games by",
    "pieces": "Pieces",
}
"""What an option does, for people."""
CHOICES = {"simultaneous": ["draw", "mover"], "draw": ["paper", "tcga", "olympiad"]}
"""What an option may be, where there is little to choose from."""
BOARD = ("size", "columns", "rows")
"""Options that make the board, which is chosen as a whole."""
PICTURE = "boards/{}.svg"
"""Of a finished game, among the files of the page."""
SIZES = {
    "hex": ["11", "5", "7", "9", "13"],
    "go": ["9", "13", "19", "5", "7"],
    "havannah": ["5", "4", "6", "8"],
    "y": ["9", "5", "7", "11"],
    "loa": ["8", "5", "6", "7"],
    "dark-chess": ["", "2x4,pieces=KCPPkcpp", "2x3,pieces=KCPkcp", "draw=tcga"],
    "connect-four": ["7x6", "5x4", "6x5"],
    "tic-tac-toe": [""],
}
"""Boards that the page proposes; any other option can be typed."""


class Shelf:
    """Games by the names that requests may use."""

    def __init__(self, settings: Settings):
        self._allowed = settings.games
        self._most = settings.engines
        self._made: OrderedDict[str, Game] = OrderedDict()
        self._positions: OrderedDict[tuple, Position] = OrderedDict()
        self._lock = threading.Lock()

    def listing(self) -> list[dict[str, Any]]:
        """All games, with what people should know of them and the boards that the page proposes."""
        makers, rows = game_makers(), []
        for name, source in self._allowed.items():
            maker = makers.get(source)
            options = inspect.signature(maker).parameters.values() if maker else []
            boards = SIZES.get(name, [""])
            face = self.game(name if boards[0] == "" else f"{name}:{boards[0]}").face
            picture = PICTURE.format(name)
            rows.append({
                "name": name,
                "title": face.title or name.replace("-", " ").replace("_", " ").capitalize(),
                "picture": picture if picture in asset_names() else "",
                "rules": face.rules,
                "players": list(face.player_names),
                "boards": boards,
                "puzzles": len(self.puzzles(name)),
                "options": [option.name for option in options],
                "switches": {option.name: MEANS.get(option.name, "") for option in options if option.default is False},
                "fields": [
                    {
                        "name": option.name,
                        "means": MEANS.get(option.name, option.name),
                        "usual": option.default,
                        "choices": CHOICES.get(option.name, []),
                    }
                    for option in options
                    if option.name not in BOARD and option.default is not False and option.default is not option.empty
                ],
            })  # fmt: skip
        return rows

    def puzzles(self, family: str) -> list[Puzzle]:
        """The puzzles of a game, none for a game from elsewhere."""
        return _puzzles(family) if self._allowed.get(family) in BUILT_IN else []

    def game(self, name: str) -> Game:
        """A game that is on the shelf, with options."""
        head, _, options = name.partition(":")
        if head not in self._allowed:
            raise BoughError(f"there is no game '{head[:30]}' here; there are {', '.join(self._allowed)}")
        if not OPTIONS.fullmatch(options):
            raise BoughError("options of a game are letters, digits and signs such as 9,swap or 5x4")
        with self._lock:
            made = self._made.get(name)
            if made is None:
                # 9, 9x9 and nothing may all be the same board, which is then compiled and searched as one.
                made = self._made[name] = game_named(
                    f"{self._allowed[head]}:{options}" if options else self._allowed[head]
                )
                while len(set(self._made.values())) > self._most or len(self._made) > MOST_NAMES:
                    self._made.popitem(last=False)  # whoever comes back to it finds it set up again
            self._made.move_to_end(name)
            return made

    def full_name(self, name: str) -> str:
        """What a game is saved under: its own name if that tells all options, else what it was asked for by."""
        return self.game(name).name if self._tells_all(name) else name

    def _tells_all(self, name: str) -> bool:
        """Whether equal names mean equal rules: a game from elsewhere may be called what it likes."""
        return self._allowed[name.partition(":")[0]] in BUILT_IN

    def game_with(self, rules: Rules) -> Game | None:
        """The game that has these rules, if somebody asked for it lately."""
        return next((game for game in list(self._made.values()) if game.rules is rules), None)

    def position(self, name: str, start: str, moves: tuple[str, ...]) -> Position:
        """The position after these moves from a start given as text ("" for the game's own)."""
        rules = self.game(name)
        known = len(moves)
        position: Position | None = None
        with self._lock:
            while position is None and known >= 0:
                position = self._positions.get((name, start, moves[:known]))
                known -= position is None
        if position is None:
            position, known = rules.position(start) if start else rules.start(), 0
        for move in moves[known:]:
            position = position.play(move)
        self._keep((name, start, moves), position)
        return position

    def after(self, name: str, start: str, before: Position, move: str) -> Position:
        """The position after one more move, kept for the move after it."""
        position = before.play(move)
        self._keep((name, start, tuple(moves_since(start, position))), position)
        return position

    def before(self, name: str, start: str, moves: tuple[str, ...], players: set[int]) -> Position:
        """The last position before these moves ended in which one of these players was to move; else the first one."""
        opened = 1 if self.position(name, start, ()).to_move == CHANCE else 0  # what chance began with stays
        position = found = self.position(name, start, moves[:opened])
        for move in moves[opened:-1]:
            position = position.play(move)
            found = position if position.to_move in players else found
        return found

    def _keep(self, key: tuple[str, str, tuple[str, ...]], position: Position) -> None:
        with self._lock:
            self._positions[key] = position
            while len(self._positions) > KEPT:
                self._positions.popitem(last=False)

    def arranged(self, name: str, marks: list[str], to_move: int) -> Position:
        """A position set up cell by cell."""
        rules = self.game(name)
        if not by_hand(rules):
            raise BoughError(f"a board alone makes no position of {rules.name}; give its text or its moves")
        return _arranged(rules, marks, to_move)


@lru_cache
def _puzzles(family: str) -> list[Puzzle]:
    return shipped_puzzles(family) if family in shipped_families() else []


@lru_cache
def by_hand(rules: Game) -> bool:
    """Whether what stands on the cells and who is to move make a position: tried out on the first one."""
    start = rules.start()
    try:
        return _arranged(rules, start.marks, start.to_move).text == start.text
    except Exception:  # the game's own reader may stumble over a text it does not expect
        return False


def _arranged(rules: Game, marks: list[str], to_move: int) -> Position:
    if rules.face.layout is None or len(marks) != len(rules.face.layout.cells):
        raise BoughError("a position set up by hand has one mark for each cell")
    return rules.position(f"{rows_text(rules.face.layout, marks)} {rules.face.side_letters[to_move]}")
