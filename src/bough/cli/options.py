"""Options that several commands share, and the objects made from them: games, positions, searchers, budgets."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from bough.cli.console import LOG_SECONDS, Say, notes, working
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.games.names import game as game_named
from bough.games.names import names_a_file
from bough.search.kinds import DEFAULT_MEMORY as DEFAULT_MEMORY
from bough.search.kinds import searcher
from bough.search.searcher import Searcher

GameName = Annotated[
    str, typer.Argument(help="A game such as hex:11, havannah:8,swap, connect-four:5x4 or ./mygame.py")
]
RecipeText = Annotated[
    str | None,
    typer.Option("--recipe", help="A recipe such as uct+solver+rave, or a .toml file [default: the game's own]"),
]
BestRecipeText = Annotated[
    str | None,
    typer.Option("--recipe", help="A recipe such as uct+solver+rave, or a .toml file [default: best]"),
]
Simulations = Annotated[int | None, typer.Option(help="Stop after this many simulations")]
Seconds = Annotated[float | None, typer.Option(help="Stop after this many seconds")]
PositionText = Annotated[str | None, typer.Option("--position", help="A position as text [default: the start]")]
Seed = Annotated[int, typer.Option(help="Random seed; the same seed gives the same tree")]
Memory = Annotated[str, typer.Option(help="Memory limit for the tree, such as 512MiB")]
Moves = Annotated[str | None, typer.Option(help="Moves to play first, such as 'f6 e5'")]
Threads = Annotated[int, typer.Option(help="Threads that grow the tree together")]


def position_of(game: Game, text: str | None, moves: str | None = None) -> Position:
    """The position given by --position and --moves."""
    position = game.position(text) if text is not None else game.start()
    for move in (moves or "").replace(",", " ").split():
        position = position.play(move)
    return position


def game_of_file(named: str, saved: str, file: Path, command: str) -> str:
    """Which game a saved file is of; a file of rules runs only if somebody names it, and one game is not another."""
    if not named and names_a_file(saved):
        again = command.format(game=shlex.quote(saved), file=shlex.quote(str(file)))
        raise BoughError(f"{file} needs a game file, which runs only if you name it; use {again}")
    families = [name.partition(":")[0] for name in (named, saved)]
    if named and not names_a_file(named) and not names_a_file(saved) and families[0] != families[1]:
        raise BoughError(
            f"{file} is a game of {families[1]}, not of {families[0]}; leave the game out, or open another file"
        )
    if named and not names_a_file(named) and not names_a_file(saved):
        one, other = game_named(named), game_named(saved)
        if one.face.layout != other.face.layout:
            raise BoughError(f"{file} is a game on the board of {other.name}, not of {one.name}; leave the game out")
    return named or saved


def load_game(name: str, learned: bool = True) -> Game:
    """The game with this name, with its rules compiled; with what was learned for it, if asked for."""
    with working(f"Loading {name} (first use compiles for a few seconds)"):
        game = game_named(name, learned=learned)
        game.start()
    return game


def make_searcher(
    game: Game, recipe: str | None, memory: str, seed: int, threads: int, batch: int | None = None
) -> Searcher:
    """A compiled searcher; the game's own recipe by default."""
    text = recipe or game.recipe
    with working(f"Compiling {text} for {game.name} (once; a few seconds)"):
        return searcher(game, text, memory=memory, seed=seed, threads=threads, batch=batch)


def limits(simulations: int | None, seconds: float | None, usual: float) -> dict[str, Any]:
    """The checked limits of a search; `usual` seconds if neither limit is given."""
    if simulations is None and seconds is None:
        seconds = usual
    budget(simulations, seconds)
    return {"simulations": simulations, "seconds": seconds}


def thinking(say: Say) -> Callable[[Searcher], None]:
    """A watcher that reports a search's progress, only as often as the console shows it."""
    shown, every = [0.0], 0.1 if notes.is_terminal else LOG_SECONDS

    def watch(searcher: Searcher) -> None:
        if searcher.elapsed - shown[0] < every:
            return
        shown[0] = searcher.elapsed
        result = searcher.result()
        if result.move is not None:
            rate = (result.simulations or result.nodes) / max(result.seconds, 1e-9)
            say(
                f"Thinking {result.seconds:.1f} s, {result.work} ({rate / 1000:,.0f} k/s), "
                f"best {result.move} {result.value:+.2f}"
            )

    return watch
