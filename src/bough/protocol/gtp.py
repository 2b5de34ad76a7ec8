"""A GTP 2 engine for games whose moves are written as points: Go, Hex, Havannah, Y and Lines of Action.

A command is one line, with an optional number; an answer begins with = or ? and ends with an empty line. Most commands
are methods of the same name; games add their own (protocol/gtp_go.py).
"""

import queue
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.core.version import __version__
from bough.games.formats.saved import save_text
from bough.games.game import Game, Position
from bough.games.names import game as game_named
from bough.players.gtp import FROM_GTP, IN_GTP
from bough.protocol.candidates import Asked, Candidates
from bough.protocol.clock import Clock
from bough.protocol.prepared import Prepared
from bough.protocol.refusal import Refusal
from bough.protocol.words import is_number, numbers
from bough.search.kinds import BEST, check_threads, search_name, searcher
from bough.search.pondering import Pondering
from bough.search.result import Result
from bough.search.searcher import Searcher

REPORT_SECONDS = 1.0
"""Default interval between reports of live analysis."""
WAIT_SECONDS = 0.05
IDLE_SECONDS = 0.3
"""Without a command, until the search is compiled in the background."""
RESIGN_AT = -0.9
DEFAULT_SECONDS = 1.0
HARMLESS = {
    "protocol_version", "name", "version", "known_command", "list_commands", "showboard", "time_settings", "time_left",
}  # fmt: skip
"""Commands that may be answered while we think on the opponent's time."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Settings:
    """Options from the command line."""

    recipe: str | None = None
    seconds: float | None = None
    simulations: int | None = None
    memory: str = "1GiB"
    seed: int = 0
    resigns: bool = True
    ponders: bool = False
    threads: int = 1


class GtpEngine:
    """One game at a time, and the search that plays it; handles the commands common to all games."""

    def __init__(self, game: str, settings: Settings):
        self.settings = settings
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.clock: Clock | None = None
        self.number = ""
        self._positions: list[Position] = []
        self._pondering: Pondering | None = None
        self._begin(game_named(game))
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Bough",
            "version": lambda words: __version__,
            "known_command": lambda words: str(bool(words) and words[0] in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "play": self.play,
            "genmove": lambda words: self.genmove(words, keep=True),
            "reg_genmove": lambda words: self.genmove(words, keep=False),
            "undo": self.undo,
            "time_settings": self.time_settings,
            "time_left": self.time_left,
            "showboard": lambda words: "\n" + str(self.position),
            "final_score": self.final_score,
            "printsgf": self.printsgf,
            "lz-analyze": self.analyze,
            "kata-analyze": lambda words: self.analyze(words, kata=True),
            "lz-genmove_analyze": lambda words: self.analyze(words, plays=True),
            "kata-genmove_analyze": lambda words: self.analyze(words, plays=True, kata=True),
            "gogui-analyze_commands": lambda words: "gfx/Search/bough-gfx",
            "bough-gfx": lambda words: "\n".join(self._gfx()),
        }

    # Speaking

    def serve(self, source: TextIO, sink: TextIO) -> None:
        """Answer commands until quit or the end of the input."""
        self.sink = sink
        threading.Thread(target=self._read, args=(source,), daemon=True).start()
        while (line := self._next_line()) is not None:
            answer, goes_on = self.answer(line)
            if answer:
                self._say(answer + "\n\n")
            if not goes_on:
                break
        self._end_pondering()
        if self.search.ready is not None:
            self.search.ready.stop()

    def _next_line(self) -> str | None:
        """The next command; while none comes, the search is prepared."""
        try:
            return self.lines.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            self.search.begin()
            return self.lines.get()

    def answer(self, line: str) -> tuple[str, bool]:
        """The answer to one line, without the empty line at its end, and whether to continue."""
        words = CONTROL.sub("", line.partition("#")[0]).replace("\t", " ").split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
        if not words:
            return "", True
        command, *arguments = words
        self.number = number
        if command not in self.commands:
            return f"?{number} unknown command", True
        if command not in HARMLESS:
            self._end_pondering()
        try:
            text = self.commands[command](arguments)
        except (Refusal, BoughError) as error:
            return f"?{number} {' '.join(str(error).split())}", True
        if command.endswith("analyze"):
            return "", True  # the command has already written its answer
        return f"={number} {text}".rstrip(), command != "quit"

    def _read(self, source: TextIO) -> None:
        try:
            for line in source:
                self.lines.put(line)
        finally:
            self.lines.put(None)

    def _say(self, text: str) -> None:
        self.sink.write(text)
        self.sink.flush()

    # The game

    def _begin(self, game: Game) -> None:
        """Take up a game; its rules and its search are compiled later, when nothing else is asked."""
        settings = self.settings
        name = search_name(settings.recipe or BEST, game)
        check_threads(name, settings.threads)
        self.game = game
        self.positions = []
        self.search = Prepared(
            lambda: searcher(game, name, memory=settings.memory, seed=settings.seed, threads=settings.threads)
        )

    @property
    def searcher(self) -> Searcher:
        """The search that plays, made if it is not there yet."""
        return self.search.get()

    @property
    def positions(self) -> list[Position]:
        """The game so far, from its start."""
        if not self._positions:
            self._positions = [self.game.start()]
        return self._positions

    @positions.setter
    def positions(self, positions: list[Position]) -> None:
        self._positions = positions

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def boardsize(self, words: list[str]) -> str:
        """Start a game on an empty board of this size."""
        if len(words) not in (1, 2) or not all(map(is_number, words)):
            raise Refusal("boardsize not an integer")
        size = words[0] if len(set(words)) == 1 else "x".join(words)
        try:
            game = game_named(self._named(size))
        except BoughError:
            raise Refusal("unacceptable size") from None
        if game is not self.game:
            self._begin(game)
        return self.clear_board([])

    def _named(self, size: str) -> str:
        """The name of this game, with its options, on a board of this size."""
        options = self.game.name.partition(":")[2]
        return ",".join(
            [f"{self.game.family}:{size}", *(option for option in options.split(",") if not option[:1].isdigit())]
        )

    def clear_board(self, words: list[str]) -> str:
        """Return to the start position."""
        self.positions = []
        self._forget()
        self.clock = self.clock and self.clock.anew()
        return ""

    def _player(self, word: str) -> int:
        """The player named by b, w, black or white."""
        colours = {colour: player for player, colour in enumerate(self.game.gtp.colours)}
        colours |= {colour[0]: player for colour, player in colours.items()}
        if word.lower() not in colours:
            raise Refusal("invalid color")
        return colours[word.lower()]

    def play(self, words: list[str]) -> str:
        """Play a move for either player."""
        if len(words) != 2:
            raise Refusal("syntax error: play COLOR MOVE")
        turned = self._turned(self._player(words[0]))
        move = FROM_GTP.get(words[1].lower(), words[1])
        if move.lower() == "resign":
            return ""
        try:
            self.positions.append(turned.play(move))
        except BoughError:
            raise Refusal("illegal move") from None
        return ""

    def _turned(self, player: int) -> Position:
        """The current position, checked to be this player's turn."""
        position = self.position
        if position.over:
            raise Refusal("illegal move: the game is over")
        if position.to_move != player:
            raise Refusal(f"it is the turn of {self.game.gtp.colours[position.to_move]}")
        return position

    def undo(self, words: list[str]) -> str:
        """Take the last move back."""
        if len(self.positions) == 1:
            raise Refusal("cannot undo")
        self.positions.pop()
        self._forget()
        return ""

    def printsgf(self, words: list[str]) -> str:
        """The game so far as SGF, for a program that saves it; into a file if one is named."""
        ending, text = save_text(self.game.name, "", self.position)
        if ending != "sgf":
            raise Refusal(f"{self.game.name} is not written as SGF")
        if self.positions[0].text != self.game.start().text:
            raise Refusal("a game that began with stones set up is not written as SGF")
        if not words:
            return text.strip()
        try:
            Path(words[0]).write_text(text)
        except OSError:
            raise Refusal("cannot save file") from None
        return ""

    def _forget(self) -> None:
        if self.search.ready is not None:
            self.search.ready.forget()

    # Thinking

    def time_settings(self, words: list[str]) -> str:
        """Set main time, period and moves per period."""
        main, period, stones = numbers(words, 3)
        self.clock = Clock(main, period, int(stones))
        if not self.clock.unlimited:
            self.search.get()  # compiled before the first move's clock runs
        return ""

    def time_left(self, words: list[str]) -> str:
        """Set a player's time left."""
        if len(words) != 3:
            raise Refusal("syntax error: time_left COLOR SECONDS STONES")
        seconds, stones = numbers(words[1:], 2)
        self.clock = self.clock or Clock(known=False)
        self.clock.left[self._player(words[0])] = (seconds, int(stones))
        return ""

    def genmove(self, words: list[str], keep: bool) -> str:
        """Search, and play the best move if `keep`."""
        if len(words) != 1:
            raise Refusal("syntax error: genmove COLOR")
        player = self._player(words[0])
        turned = self._turned(player)
        return self._made(turned, self._search(turned, player), keep)

    def _search(self, position: Position, player: int, watch=None) -> Result:
        seconds, simulations = self.settings.seconds, self.settings.simulations
        clock = self.clock if seconds is None else None
        if clock is not None and not clock.unlimited:
            limits = clock.budget(player, self._moves_to_go())._replace(simulations=simulations)
        else:
            limits = budget(simulations, DEFAULT_SECONDS if seconds is None and simulations is None else seconds)
        result = self.searcher.search(position, limits, watch)
        if clock is not None:
            clock.spend(player, result.seconds)
        return result

    def _moves_to_go(self) -> int:
        """A rough estimate of the moves we still have to make."""
        return max(8, len(self.position.moves) // 3)

    def _made(self, position: Position, result: Result, keep: bool) -> str:
        move = self._chosen(position, result)
        if self.settings.resigns and move != "pass" and result.value < RESIGN_AT and len(self.positions) > 10:
            return "resign"
        if keep:
            self.positions.append(position.play(move))
            if self.settings.ponders:
                self._pondering = Pondering(self.searcher)
                self._pondering.begin(self.position)
        return IN_GTP.get(move, move.upper())

    def _end_pondering(self) -> None:
        if self._pondering is not None:
            self._pondering.end()

    def _chosen(self, position: Position, result: Result) -> str:
        assert result.move is not None
        return result.move

    def analyze(self, words: list[str], plays: bool = False, kata: bool = False) -> str:
        """Report candidate moves until the next command, or until our move is played (as Leela Zero and KataGo do)."""
        player, interval, mapped = self._asked(words)
        turned = self._turned(player)
        told_of = self._candidates(turned, kata, mapped)
        self._say(f"={self.number}\n")
        told = [0.0]

        def watch(running: Searcher) -> bool:
            if running.elapsed - told[0] >= interval:
                told[0] = running.elapsed
                self._say(told_of.report(running, running.result()) + "\n")
            return not plays and not self.lines.empty()

        if plays:
            result = self._search(turned, player, watch)
            self._say(f"{told_of.report(self.searcher, result)}\nplay {self._made(turned, result, keep=True)}\n\n")
        else:
            result = self.searcher.search(turned, seconds=86_400.0, watch=watch)
            self._say(told_of.report(self.searcher, result) + "\n")
            while self.lines.empty():  # the root is proven: keep the answer open until the next command
                time.sleep(WAIT_SECONDS)
            self._say("\n")
        return ""

    def _candidates(self, position: Position, kata: bool, mapped: bool) -> Candidates:
        return Candidates(position, kata, None, 0.0, mapped)

    def _asked(self, words: list[str]) -> Asked:
        """The player to move, the seconds between reports and more, from [PLAYER] [INTERVAL] [OPTION VALUE]..."""
        left, player, interval, mapped = list(words), self.position.to_move, REPORT_SECONDS, False
        if left and left[0].lower() in ("b", "w", "black", "white"):
            player = self._player(left.pop(0))
        if left and is_number(left[0]):
            left.insert(0, "interval")
        while left:
            option, value = left.pop(0), left.pop(0) if left else ""
            if option in ("avoid", "allow"):
                raise Refusal(f"{option} is not supported: all moves are searched")
            if option == "interval" and is_number(value):
                interval = max(0.05, int(value) / 100)
            if option == "ownership":
                mapped = value == "true"
        return Asked(player, interval, mapped)

    def _gfx(self) -> list[str]:
        """Lines that make GoGui show visits as influence and values as labels."""
        moves = self.searcher.result().moves
        most = max((row.visits for row in moves), default=1) or 1
        points = [row for row in moves if row.move != "pass" and row.visits]
        return [
            "INFLUENCE " + " ".join(f"{row.move.upper()} {row.visits / most:.2f}" for row in points),
            "LABEL " + " ".join(f"{row.move.upper()} {50 + 50 * row.value:.0f}" for row in points[:20]),
        ]

    def final_score(self, words: list[str]) -> str:
        """The winner, such as B+, or 0 for a draw."""
        if not self.position.over:
            raise Refusal("cannot score")
        winner = self.position.winner
        return "0" if winner is None else f"{self.game.gtp.colours[winner][0].upper()}+"
