"""Options and helpers that several commands share."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.markup import escape

from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.games.names import game as game_named
from bough.search.kinds import DEFAULT_MEMORY, searcher
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

output = Console(highlight=False)
"""Results go here; they may be piped."""
notes = Console(stderr=True, highlight=False)
"""Progress and remarks for whoever is watching."""

LOG_SECONDS = 60.0
"""How often progress is written where it goes to a file."""
Say = Callable[[str], None]

__all__ = ["DEFAULT_MEMORY"]


def line(text: str) -> None:
    """Print something that is to be copied or read by a program: as it is, not broken at the edge of the window."""
    output.print(text, markup=False, soft_wrap=True)


def text_streams() -> tuple[TextIO, TextIO]:
    """Standard input and output for a protocol: bytes that are no text are replaced, whatever the locale."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin, sys.stdout


def position_of(game: Game, text: str | None, moves: str | None = None) -> Position:
    """The position that --position and --moves describe."""
    position = game.position(text) if text is not None else game.start()
    for move in (moves or "").replace(",", " ").split():
        position = position.play(move)
    return position


@contextmanager
def working(message: str) -> Iterator[Say]:
    """Show that something goes on, and how far it is: on a terminal always, in a file now and then."""
    if notes.is_terminal:
        with notes.status(message) as status:
            yield lambda text: status.update(escape(text))
        return
    said = time.monotonic()

    def say(text: str) -> None:
        nonlocal said
        if time.monotonic() - said >= LOG_SECONDS:
            said = time.monotonic()
            notes.print(text, markup=False, soft_wrap=True)

    yield say


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


def make_folder(path: Path) -> None:
    """Make sure a folder is there, before any work is done for it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoughError(f"cannot make the folder {path}: {error.strerror}; name another one") from None


def file_text(path: Path) -> str:
    """What a file of text holds."""
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read {path}: {getattr(error, 'strerror', None) or 'it is no text'}") from None


def check_output(path: Path) -> None:
    """Refuse a file that could not be written, before any work is done for it."""
    if path.is_dir():
        raise BoughError(f"cannot write {path}: it is a folder; name a file")
    if not path.parent.is_dir():
        raise BoughError(f"cannot write {path}: there is no folder {path.parent}; make it first")
