"""Options that several commands share, and what they lead to: games, positions, searchers, budgets."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from bough.cli.console import LOG_SECONDS, Say, notes, working
from bough.core.budget import budget
from bough.games.game import Game, Position
from bough.games.names import game as game_named
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
Simulations = Annotated[int | None, typer.Option(help="Stop after so many simulations")]
Seconds = Annotated[float | None, typer.Option(help="Stop after so many seconds")]
PositionText = Annotated[str | None, typer.Option("--position", help="A position as text [default: the start]")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same tree")]
Memory = Annotated[str, typer.Option(help="Limit for the tree, such as 512MiB")]
Moves = Annotated[str | None, typer.Option(help="Moves to play first, such as 'f6 e5'")]
Threads = Annotated[int, typer.Option(help="Trees searched side by side and added up")]


def position_of(game: Game, text: str | None, moves: str | None = None) -> Position:
    """The position that --position and --moves describe."""
    position = game.position(text) if text is not None else game.start()
    for move in (moves or "").replace(",", " ").split():
        position = position.play(move)
    return position


def load_game(name: str) -> Game:
    """The game, its rules compiled."""
    with working(f"Loading {name} (first use compiles for a few seconds)"):
        game = game_named(name)
        game.start()
    return game


def make_searcher(game: Game, recipe: str | None, memory: str, seed: int, threads: int) -> Searcher:
    """The searcher, compiled."""
    chosen = recipe or game.recipe
    with working(f"Compiling {chosen} for {game.name} (once; a few seconds)"):
        return searcher(game, chosen, memory=memory, seed=seed, threads=threads)


def limits(simulations: int | None, seconds: float | None, usual: float) -> dict[str, Any]:
    """What a search may use, checked; so many seconds if nothing was said."""
    if simulations is None and seconds is None:
        seconds = usual
    budget(simulations, seconds)
    return {"simulations": simulations, "seconds": seconds}


def thinking(say: Say) -> Callable[[Searcher], None]:
    """A watcher that tells how far a search is, no more often than it is shown."""
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
