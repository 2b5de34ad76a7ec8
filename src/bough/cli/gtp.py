"""bough gtp: our search as an engine for GTP programs such as Sabaki and GoGui."""

from typing import Annotated

import typer

from bough.cli import console, options
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.names import game as game_named
from bough.protocol.gtp import GtpEngine, Settings
from bough.protocol.gtp_go import GoEngine

FAMILIES = ("go", "hex", "havannah", "y", "loa")


def gtp(
    game: Annotated[str, typer.Argument(help="The game and its size, such as go:9")] = "go:9",
    recipe: Annotated[str | None, typer.Option(help="A recipe [default: best, the strongest there is]")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds per move; ignores the clock")] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations per move")] = None,
    memory: options.Memory = "1GiB",
    seed: options.Seed = 0,
    resign: Annotated[bool, typer.Option(help="Resign lost games")] = True,
    threads: options.Threads = 1,
    ponder: Annotated[bool, typer.Option("--ponder", help="Think on the opponent's time too")] = False,
) -> None:
    """Speak the Go Text Protocol, version 2, on standard input and output."""
    rules = game_named(game)
    family = rules.family
    if family not in FAMILIES or rules.file is not None:
        raise BoughError(f"GTP is for {', '.join(FAMILIES)}, not for {rules.name}")
    if seconds is not None or simulations is not None:
        budget(simulations, seconds)
    settings = Settings(recipe, seconds, simulations, memory, seed, resign, ponder, threads)
    engine = GoEngine(rules.name, settings) if family == "go" else GtpEngine(rules.name, settings)
    engine.serve(*console.text_streams())
