"""An engine for the Chinese Dark Chess course platform: MGTP on standard input and output.

A line is a number, a command and arguments; we answer =NUMBER or ?NUMBER and a text, on one line. The referee sends
both players every move, with the piece revealed by a flip, so genmove only asks for a move and changes nothing.
"""

import contextlib
from collections.abc import Callable
from typing import TextIO

from bough.core.budget import Budget, Pace
from bough.core.errors import BoughError
from bough.core.version import __version__
from bough.games.dark_chess.game import PIECES
from bough.games.game import Game
from bough.games.names import game as game_named
from bough.players.names import canonical, keeping, seat
from bough.players.player import Fault, Player
from bough.protocol.clock import Clock
from bough.protocol.refusal import Refusal

MOVES_TO_GO = 40
"""A move may take the time left divided by this."""
LEAST_SECONDS, MOST_SECONDS = 0.02, 30.0
RESERVE_SECONDS = 2.0
"""Time we never plan to use: the platform's clock also counts its own overhead."""
MOST_MILLISECONDS = 10**10
"""Four months, which nobody plays for."""
COLOURS = {"red": 0, "black": 1, "unknown": -1}
INIT_ORDER = "KkGgMmRrNnCcPp"


class MgtpEngine:
    """Plays one game after another on the platform."""

    def __init__(self, player: str, seed: int = 0, seconds: float | None = None):
        self.name, self.seed, self.seconds = player, seed, seconds
        self.left = {0: 900.0, 1: 900.0}
        self.game: Game
        self.player: Player | None = None
        self.repetition = True
        self._set_rules("tcga")
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "1.1.0",
            "name": lambda words: "bough",
            "version": lambda words: __version__,
            "known_command": lambda words: str(_one(words, "a command") in self.commands).lower(),
            "list_commands": lambda words: " ".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self.boardsize,
            "reset_board": self.reset_board,
            "num_repetition": self.num_repetition,
            "num_moves_to_draw": self.num_moves_to_draw,
            "move": self.move,
            "flip": self.flip,
            "genmove": self.genmove,
            "game_over": lambda words: "",
            "ready": self.ready,
            "time_settings": self.time_settings,
            "time_setting": self.time_settings,
            "time_left": self.time_left,
            "showboard": lambda words: self.position.text,
            "init_board": self.init_board,
        }

    def serve(self, source: TextIO, sink: TextIO) -> None:
        """Answer commands until quit or the end of the input."""
        for line in source:
            answer, goes_on = self.answer(line)
            if answer:
                print(answer, file=sink, flush=True)
            if not goes_on:
                break
        self._stand_up()

    def answer(self, line: str) -> tuple[str, bool]:
        """The answer to one line, and whether to continue."""
        number, *words = line.split() or [""]
        if not number:
            return "", True
        if not (number.isascii() and number.isdigit()) or not words:
            return "? a line is a number, a command and its arguments", True
        command, *arguments = words
        if command not in self.commands:
            return f"?{number} unknown command", True
        try:
            text = self.commands[command](arguments)
        except (Refusal, BoughError, Fault) as error:
            return f"?{number} {' '.join(str(error).split())}", True
        return f"={number} {text}".rstrip(), command != "quit"

    def boardsize(self, words: list[str]) -> str:
        """Accept the full board only."""
        if sorted(words) != ["4", "8"]:
            raise Refusal("only boards of 4 by 8 squares")
        return ""

    def reset_board(self, words: list[str]) -> str:
        """Start a new game."""
        self.position = self.game.start()
        self._stand_up()
        return ""

    def num_repetition(self, words: list[str]) -> str:
        """Set how often moves may repeat before the game is drawn; 0 is no limit."""
        self.repetition = words[:1] != ["0"]
        return ""

    def num_moves_to_draw(self, words: list[str]) -> str:
        """Set the draw rule for the next game."""
        plies = _one(words, "a number of plies")
        self._set_rules("tcga" if plies == "60" and self.repetition else plies)
        return ""

    def move(self, words: list[str]) -> str:
        """Move a piece from one square to another."""
        if len(words) != 2:
            raise Refusal("move needs two squares")
        self._play("-".join(words))
        return ""

    def flip(self, words: list[str]) -> str:
        """Turn a piece over."""
        if len(words) != 2 or words[1] not in PIECES:
            raise Refusal("flip needs a square and the piece shown")
        self._play(f"{words[0]}({words[1]})")
        return ""

    def genmove(self, words: list[str]) -> str:
        """Our move, without playing it; the referee sends it back, with the piece if it is a flip."""
        colour = COLOURS.get(_one(words, "a colour"))
        if colour is None:
            raise Refusal("a colour is red, black or unknown")
        self._sit(colour)
        if self.position.over:
            raise Refusal("the game is over")
        choice = self._seated().choose(self.position, self._limits(colour))
        origin, _, target = choice.move.partition("-")
        return f"{origin} {target or origin}"

    def ready(self, words: list[str]) -> str:
        """Compile everything before the clock starts."""
        for position in (self.game.start(), self.game.position("k.../..../..../..../..../..../..../...K r")):
            self._seated().choose(position, Budget(None, LEAST_SECONDS))
            self._stand_up()
        return ""

    def time_settings(self, words: list[str]) -> str:
        """Set the milliseconds for the whole game."""
        self.left = dict.fromkeys(self.left, _milliseconds(words[-1:]))
        return ""

    def time_left(self, words: list[str]) -> str:
        """Set a colour's milliseconds for the rest of the game."""
        if len(words) != 2 or words[0] not in COLOURS:
            raise Refusal("time_left needs a colour and milliseconds")
        self.left[COLOURS[words[0]]] = _milliseconds(words[1:])
        return ""

    def init_board(self, words: list[str]) -> str:
        """Set up a board: the squares from a8 to d1, then the number of hidden pieces of each kind."""
        squares, counts = words[:32], words[32:]
        symbols = set(PIECES) | {"X", "-"}
        if len(squares) != 32 or len(counts) != 14 or not set(squares) <= symbols:
            raise Refusal("init_board needs 32 squares and 14 counts")
        if not all(count.isascii() and count.isdigit() and len(count) == 1 for count in counts):
            raise Refusal("a count is a number from 0 to 5")
        rows = ["".join(squares[i : i + 4]).replace("-", ".") for i in range(0, 32, 4)]
        hidden = "".join(piece * int(count) for piece, count in zip(INIT_ORDER, counts, strict=True))
        side = "?" if set(squares) == {"X"} else "r"
        self.position = self.game.position(f"{'/'.join(rows)} {side} {hidden}".strip())
        self._stand_up()
        return ""

    def _set_rules(self, draw: str) -> None:
        game = game_named(f"dark-chess:draw={draw}")
        self.name = canonical(self.name, game)
        self.game, self.position = game, game.start()
        self._stand_up()

    def _stand_up(self) -> None:
        """Close the player; the next move gets a new one, because a player plays only one game."""
        if self.player is not None:
            self.player.close()
            self.player = None

    def _seated(self) -> Player:
        if self.player is None:
            self.player = seat(keeping(self.name), self.game, self.seed)
        return self.player

    def _play(self, move: str) -> None:
        self.position = self.position.play(move)

    def _sit(self, colour: int) -> None:
        """Check that it is this colour's turn; after init_board, genmove decides whose turn it is."""
        board, side, *hidden = self.position.text.split()
        wanted = {0: "r", 1: "b", -1: "?"}[colour]
        if side == wanted:
            return
        if self.position.history or "?" in (side, wanted):
            raise Refusal(f"it is not the turn of {'an unknown colour' if colour < 0 else ('red', 'black')[colour]}")
        self.position = self.game.position(" ".join([board, wanted, *hidden]))

    def _limits(self, colour: int) -> Budget:
        """What the next move may take."""
        if self.seconds is not None:
            return Budget(None, self.seconds)
        left = self.left.get(colour, min(self.left.values()))
        pace = Clock(left, known=False, reserve=RESERVE_SECONDS).pace(colour, MOVES_TO_GO)
        usual, most = (min(max(seconds, LEAST_SECONDS), MOST_SECONDS) for seconds in pace[:2])
        return Budget(None, most, Pace(usual, most))


def _one(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise Refusal(f"this command needs {what}")
    return words[0]


def _milliseconds(words: list[str]) -> float:
    with contextlib.suppress(ValueError, IndexError):
        found = int(words[0])
        if 0 <= found <= MOST_MILLISECONDS:
            return found / 1000
    raise Refusal("time is a number of milliseconds")
