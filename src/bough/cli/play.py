"""bough play: a game against the engine in the terminal."""

import random
from typing import Annotated

import typer

from bough.cli import options
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.drawing import terminal_board
from bough.games.position import Position
from bough.search.result import value_word
from bough.search.searching import Searcher

HELP = "Type a move, or: hint, undo, moves, board, text, help, quit."


def play(
    game: options.GameName = "hex:11",
    recipe: options.RecipeText = None,
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    second: Annotated[bool, typer.Option("--second", help="You play second")] = False,
    position: options.PositionText = None,
    seed: options.Seed = 0,
    memory: options.Memory = options.DEFAULT_MEMORY,
    threads: options.Threads = 1,
) -> None:
    """Play against the engine."""
    if simulations is None and seconds is None:
        seconds = 2.0
    budget(simulations, seconds)
    rules = options.load_game(game)
    start = options.position_of(rules, position)
    searcher = options.make_searcher(rules, recipe, memory, seed, threads)
    human = 1 if second else 0
    options.output.print(f"{rules.name}: you are [bold]{rules.player_names[human]}[/bold]. {HELP}")
    _Table(searcher, start, human, {"seconds": seconds, "simulations": simulations}).play()


class _Table:
    """One game between a person and a searcher."""

    def __init__(self, searcher: Searcher, start: Position, human: int, limits: dict):
        self.searcher, self.human, self.limits = searcher, human, limits
        self.positions = [start]
        self.chance = random.Random()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(self) -> None:
        self.show()
        while not self.position.over:
            if self.position.to_move == self.human:
                if not self.ask():
                    options.output.print("Goodbye.")
                    return
            else:
                self.reply()
        winner = self.position.winner
        names = self.position.game.player_names
        ending = (
            "A draw."
            if winner is None
            else f"{names[winner]} wins: " + ("well played!" if winner == self.human else "better luck next time.")
        )
        options.output.print(f"[bold]{ending}[/bold]")

    def show(self) -> None:
        game = self.position.game
        if game.layout is None:
            options.output.print(self.position.text)
            return
        last = self.position.history[-1] if self.position.history else None
        options.output.print("\n" + terminal_board(game.layout, self.position.marks, colour=True, last=last) + "\n")

    def ask(self) -> bool:
        """One line from the person; false if they have left."""
        try:
            line = input(f"{self.position.game.player_names[self.human]}> ").strip()
        except (EOFError, KeyboardInterrupt):
            options.output.print()
            return False
        word = line.lower()
        if word in ("quit", "exit", "q"):
            return False
        if word == "undo":
            self.undo()
        elif word == "hint":
            options.output.print(f"The engine would play {self.think().move}.")
        elif word == "moves":
            options.output.print(" ".join(self.position.moves))
        elif word == "board":
            self.show()
        elif word == "text":
            options.output.print(self.position.text)
        elif word in ("", "help", "?"):
            options.output.print(HELP)
        else:
            try:
                self.positions.append(self.position.play(self.position.resolved(line, self.chance)))
                self.show()
            except BoughError as error:
                options.output.print(str(error), markup=False)
        return True

    def undo(self) -> None:
        """Back to the person's previous turn."""
        earlier = [i for i, p in enumerate(self.positions[:-1]) if p.to_move == self.human]
        if not earlier:
            options.output.print("There is nothing to take back.")
            return
        del self.positions[earlier[-1] + 1 :]
        self.show()

    def think(self):
        with options.working("Thinking") as status:
            return self.searcher.search(self.position, **self.limits, watch=options.thinking(status))

    def reply(self) -> None:
        result = self.think()
        assert result.move is not None
        self.positions.append(self.position.play(self.position.resolved(result.move, self.chance)))
        self.show()
        certain = f", a proven {value_word(result.value)}" if result.proven else ""
        options.output.print(
            f"The engine played [bold]{self.position.history[-1]}[/bold] (value {result.value:+.2f}{certain}; "
            f"{result.simulations:,} simulations)."
        )
