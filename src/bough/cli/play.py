"""bough play: a game against the engine in the terminal."""

import random
import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from bough.cli import console, files, options
from bough.cli.board import ask, coloured
from bough.core.errors import BoughError
from bough.games.formats.recorded import RecordedGame
from bough.games.formats.saved import open_text, save_text
from bough.games.game import Position
from bough.games.names import full_name, names_a_file
from bough.games.text import reading_order
from bough.players.levels import LEVELS, level_named
from bough.search.kinds import best_search
from bough.search.pondering import Pondering
from bough.search.result import Result, value_word
from bough.search.searcher import Searcher

WORDS = ("hint", "undo", "moves", "board", "rules", "text", "save", "resign", "help", "quit")
HELP = "Type a move (Tab completes it), or: hint, undo, moves, board, rules, text, save FILE, resign, help, quit."


def play(
    game: options.GameName = "",
    recipe: options.BestRecipeText = None,
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    second: Annotated[bool, typer.Option("--second", help="You play second")] = False,
    position: options.PositionText = None,
    seed: options.Seed = 0,
    memory: options.Memory = options.DEFAULT_MEMORY,
    threads: options.Threads = 1,
    level: Annotated[str | None, typer.Option(help=f"How strong the engine is: {', '.join(LEVELS)}")] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="The engine thinks on your time too")] = False,
    opened: Annotated[Path | None, typer.Option("--open", help="Continue a game saved here or in the browser")] = None,
) -> None:
    """Play against the engine; the default game is hex:11."""
    limits = options.limits(simulations, seconds, usual=2.0)
    if opened is not None and position is not None:
        raise BoughError("--open and --position both set the starting position; use only one of them")
    saved = RecordedGame(game or "hex:11", [], position or "")
    if opened is not None:
        saved = open_text(files.file_text(opened))
        saved = saved._replace(game=options.game_of_file(game, saved.game, opened, "bough play {game} --open {file}"))
    rules = options.load_game(saved.game)
    positions = [options.position_of(rules, saved.start or None)]
    for move in saved.moves:
        positions.append(positions[-1].play(move))
    chosen = level_named(level) if level is not None else None
    if chosen is not None and (recipe is not None or simulations is not None or seconds is not None):
        raise BoughError("--level stands for a recipe and a budget; give a level, or a recipe and a budget")
    search = recipe or (chosen.search(rules) if chosen else best_search(rules))
    searcher = options.make_searcher(rules, search, memory, seed, threads)
    human = 1 if second else 0
    if rules.face.rules:
        console.output.print(rules.face.rules, markup=False)
    name, mark = positions[-1].player_names[human], "" if rules.face.pieces else f" ({'xo'[human]})"
    console.output.print(f"{rules.face.title or rules.name}: you are [bold]{name}[/bold]{mark}. {HELP}")
    if chosen is not None:
        limits = chosen.budget.plain
    waiting = Pondering(searcher).on if ponder else nullcontext
    _Table(searcher, positions, saved.start, human, limits, chosen.careless if chosen else 0.0, waiting).play()


class _Table:
    """One game between the user and a searcher."""

    def __init__(
        self, searcher: Searcher, positions: list[Position], start: str, human: int, limits: dict, careless: float,
        waiting: Callable[[Position], AbstractContextManager[Any]],
    ):  # fmt: skip
        self.searcher, self.human, self.limits, self.careless = searcher, human, limits, careless
        self.waiting = waiting
        """What is done while the user thinks about a position."""
        self.chance = random.Random()
        self.positions, self.start = [*positions[:-1], positions[-1].opened(self.chance)], start

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(self) -> None:
        self.show()
        while not self.position.over:
            if self.position.to_move == self.human:
                if not self.ask():
                    console.output.print("Goodbye.")
                    return
            else:
                self.reply()
        words = {"win": ": well played!", "loss": ": better luck next time.", "draw": "."}
        result = self.position.result(self.human)
        assert result is not None
        console.output.print(f"[bold]{self.position.ending}{words[result]}[/bold]")

    def show(self) -> None:
        console.output.print(f"\n{coloured(self.position)}\n")

    def ask(self) -> bool:
        """Read and obey one line from the user; false if they quit."""
        words = [*WORDS, *dict.fromkeys(move.partition("(")[0] for move in self.position.moves)]
        with self.waiting(self.position):
            line = ask(f"{self.position.player_names[self.human]}> ", words)
        word = (line or "").lower()
        if line is None or word in ("quit", "exit", "q"):
            return False
        if word == "resign":
            own, other = (self.position.player_names[side] for side in (self.human, 1 - self.human))
            console.output.print(f"{own} resigns: [bold]{other} wins[/bold].")
            return False
        if word == "undo":
            self.undo()
        elif word.split(" ")[0] == "save":
            self.save(line.partition(" ")[2].strip())
        elif word == "hint":
            result = self.think()
            line = " ".join(result.variation[:5])
            console.output.print(
                f"The engine would play [bold]{result.move}[/bold] ({_worth(result)}), expecting {line}."
            )
        elif word == "moves":
            console.output.print(" ".join(sorted(self.position.moves, key=reading_order)), markup=False)
        elif word == "rules":
            face = self.position.game.face
            said = [face.rules or "This game does not say its rules.", *face.key]
            console.output.print("\n".join(said), markup=False)
        elif word == "board":
            self.show()
        elif word == "text":
            console.line(self.position.text)
        elif word in ("", "help", "?"):
            console.output.print(HELP)
        else:
            try:
                self.positions.append(self.position.play(self.position.resolved(line, self.chance)))
                if self.position.over or self.position.to_move == self.human:
                    self.show()
            except BoughError as error:
                console.output.print(str(error), markup=False)
        return True

    def undo(self) -> None:
        """Go back to the user's previous turn."""
        earlier = [i for i, p in enumerate(self.positions[:-1]) if p.to_move == self.human]
        if not earlier:
            console.output.print("There is nothing to take back.")
            return
        del self.positions[earlier[-1] + 1 :]
        self.show()

    def save(self, file: str) -> None:
        """Save the game in the browser's format."""
        if not file:
            console.output.print("Say where: save FILE")
            return
        game = full_name(self.position.game)
        try:
            Path(file).write_text(save_text(game, self.start, self.position)[1])
        except OSError as error:
            console.output.print(f"cannot write {file}: {error.strerror}; name another file", markup=False)
        else:
            name = f"{shlex.quote(game)} " if names_a_file(game) else ""
            console.output.print(
                f"Saved in {file}; bough play {name}--open {shlex.quote(file)} goes on with it.",
                markup=False,
                soft_wrap=True,
            )

    def think(self):
        with console.working("Thinking") as say:
            return self.searcher.search(self.position, **self.limits, watch=options.thinking(say))

    def reply(self) -> None:
        if self.chance.random() < self.careless:
            move, words = self.chance.choice(self.position.moves), ""
        else:
            result = self.think()
            assert result.move is not None
            move, words = result.move, f" ({_worth(result)} for it; {result.work})"
        self.positions.append(self.position.play(self.position.resolved(move, self.chance)))
        self.show()
        console.output.print(f"The engine played [bold]{self.position.history[-1]}[/bold]{words}.")


def _worth(result: Result) -> str:
    """What a search thinks of its move, in words or percent."""
    return f"a proven {value_word(result.value)}" if result.proven else f"wins {50 * (1 + result.value):.0f} %"
