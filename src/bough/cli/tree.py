"""bough tree: walk a search tree in the terminal."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.table import Table

from bough.cli import console, options
from bough.cli.board import ask, coloured
from bough.core.errors import BoughError
from bough.games.contract import CHANCE
from bough.games.game import Position
from bough.search.result import value_word
from bough.search.searcher import Searcher
from bough.search.views.explore import View, board_after

WORDS = ("up", "top", "more", "board", "why", "help", "quit")
HELP = "Type a move to go down, or: up, top, more, board, why MOVE, help, quit."


def tree(
    game: options.GameName,
    position: options.PositionText = None,
    moves: options.Moves = None,
    recipe: options.RecipeText = None,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    seed: options.Seed = 0,
    memory: options.Memory = options.DEFAULT_MEMORY,
    top: Annotated[int, typer.Option(min=1, help="Number of branches to list")] = 12,
) -> None:
    """Search a position, then walk the tree: visits, values, bounds and the numbers of each idea."""
    limits = options.limits(simulations, seconds, usual=5.0)
    rules = options.load_game(game)
    root = options.position_of(rules, position, moves)
    searcher = options.make_searcher(rules, recipe, memory, seed, 1)
    with console.working("Thinking") as say:
        searcher.search(root, **limits, watch=options.thinking(say))
    _Walk(searcher, root, top).go()


class _Walk:
    """The user's walk through a tree, and the node they are at."""

    def __init__(self, searcher: Searcher, root: Position, top: int):
        self.searcher, self.root, self.top = searcher, root, top
        self.path: list[str] = []
        self.shown = top

    def go(self) -> None:
        self.board()
        self.table()
        console.output.print(HELP)
        while True:
            here = self.searcher.explore(self.path).branches
            line = ask(f"{' '.join(self.path) or 'root'}> ", [*WORDS, *(branch.move for branch in here)])
            if line is None or line.lower() in ("quit", "exit", "q"):
                return
            try:
                self.obey(line)
            except BoughError as error:
                console.output.print(str(error), markup=False)

    def obey(self, line: str) -> None:
        """Obey one line from the user."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word in ("", "help", "?"):
            console.output.print(HELP)
        elif word == "board":
            self.board()
        elif word == "why":
            self.why(rest.strip())
        elif word == "more":
            self.shown += self.top
            self.table()
        elif word in ("up", "top"):
            self.path = self.path[:-1] if word == "up" else []
            self.arrive()
        else:
            self.path = self.searcher.explore([*self.path, *line.split()]).path
            self.arrive()

    def arrive(self) -> None:
        self.shown = self.top
        self.board()
        self.table()

    def board(self) -> None:
        console.output.print(f"\n{coloured(board_after(self.root, self.path))}\n")

    def table(self) -> None:
        view = self.searcher.explore(self.path)
        who = "chance" if view.player == CHANCE else self.root.game.face.player_names[view.player]
        console.output.print(f"{who} to move, {view.visits:,} visits, line {' '.join(view.line) or '-'}", markup=False)
        if not view.branches:
            console.output.print("The search has not looked further here.")
            return
        console.output.print(branch_table(view, self.shown))
        if len(view.branches) > self.shown:
            console.output.print(f"and {len(view.branches) - self.shown} more (type more)")

    def why(self, move: str) -> None:
        """Explain why a move is not the best: show the line expected after it."""
        here = self.searcher.explore(self.path)
        if len(move.split()) != 1:
            raise BoughError("write why with one move of the list")
        below = self.searcher.explore([*self.path, move])
        branch = next(one for one in here.branches if one.move == below.path[-1])
        best = here.branches[0]
        verdict = f"a proven {value_word(branch.low)}" if branch.proven else f"value {branch.value:+.3f}"
        console.output.print(
            f"{branch.move}: {verdict} after {branch.visits:,} visits; {best.move} has {best.value:+.3f} after "
            f"{best.visits:,}. Expected after it: {' '.join(below.line) or 'nothing was looked at'}",
            markup=False,
        )


def branch_table(view: View, rows: int) -> Table:
    """The branches of a node, with the numbers that the recipe's ideas store."""
    chance = view.player == CHANCE
    names = list(view.branches[0].numbers)
    heads: Sequence[str] = ("outcome" if chance else "move", "visits", "share", "value", "proven")
    table = Table(*heads, *(["chance"] if chance else []), *names, box=None, header_style="dim")
    for column in table.columns[1:]:
        column.justify = "right"
    for branch in view.branches[:rows]:
        cells = [branch.move, f"{branch.visits:,}", f"{branch.share:.1%}", f"{branch.value:+.3f}"]
        cells.append(value_word(branch.low) if branch.proven else "")
        cells += [f"{branch.chance:.3f}"] if chance and branch.chance is not None else []
        table.add_row(*cells, *(f"{branch.numbers[name]:.4g}" for name in names))
    return table
