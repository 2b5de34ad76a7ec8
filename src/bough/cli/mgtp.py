"""bough mgtp: our player as an engine for the Chinese Dark Chess course platform."""

from typing import Annotated

import typer

from bough.cli import console, options
from bough.core.errors import BoughError
from bough.protocol.mgtp import MgtpEngine


def mgtp(
    player: Annotated[str, typer.Option(help="A recipe, or a player as in bough match")] = "dark-knight",
    seconds: Annotated[float | None, typer.Option(help="Seconds per move; ignores the clock")] = None,
    seed: options.Seed = 0,
) -> None:
    """Play Chinese Dark Chess with the course platform's protocol, on standard input and output."""
    if seconds is not None and not 0 < seconds < 86_400:
        raise BoughError(f"seconds per move must be more than 0, not {seconds:g}")
    MgtpEngine(player, seed, seconds).serve(*console.text_streams())
