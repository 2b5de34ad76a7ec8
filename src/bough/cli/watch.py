"""bough watch: watch a game between two players."""

import random
import time
from typing import Annotated

import typer

from bough.arena.referee import play_game
from bough.cli import console, options
from bough.cli.board import coloured
from bough.core.budget import budget
from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.players.names import canonical, is_program, require_programs, seat
from bough.players.player import Choice, Fault, Player

LONGEST_PAUSE = 3600


def watch(
    game: options.GameName,
    first: Annotated[str, typer.Argument(help="A player: a recipe, alphabeta, random or gtp:COMMAND")] = "",
    second: Annotated[str, typer.Argument(help="The second player")] = "",
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    position: options.PositionText = None,
    seed: options.Seed = 0,
    pause: Annotated[float, typer.Option(help="Seconds to wait after each move")] = 0.0,
) -> None:
    """Watch two players; by default both are the game's own recipe."""
    limits = budget(**options.limits(simulations, seconds, usual=1.0))
    if not 0 <= pause <= LONGEST_PAUSE:
        raise BoughError(f"--pause takes 0 to {LONGEST_PAUSE} seconds, not {pause:g}")
    rules = options.load_game(game)
    now = options.position_of(rules, position)
    names = [canonical(name or rules.recipe, rules) for name in (first, second)]
    require_programs(names)
    if position is not None and any(map(is_program, names)):
        raise BoughError("a program is told moves, not positions; leave out --position, or use two built-in players")
    players = _seated(names, rules, seed)
    for side, name in zip(rules.face.player_names, names, strict=True):
        console.line(f"{side}: {name}")

    def report(before: Position, after: Position, choice: Choice) -> None:
        _show_move(before, after, choice)
        time.sleep(pause)

    try:
        with console.working("Playing"):
            outcome = play_game(now, players, limits, random.Random(seed), report=report)
    finally:
        for player in players:
            player.close()
    if outcome.loser is not None:
        console.line(f"{names[outcome.loser]} cannot go on: {outcome.ending}")
    else:
        console.output.print(f"{outcome.position.ending}.", style="bold")


def _seated(names: list[str], rules: Game, seed: int) -> list[Player]:
    """Start both players; if the second cannot start, close the first."""
    players: list[Player] = []
    with console.working("Setting up the players (first use compiles)"):
        for number, name in enumerate(names):
            try:
                players.append(seat(name, rules, seed + number))
            except Fault as fault:
                for player in players:
                    player.close()
                raise BoughError(f"the player {name!r} {fault}; try that command by itself") from None
    return players


def _show_move(before: Position, after: Position, choice: Choice) -> None:
    who = before.player_names[before.to_move]
    spent = f"{choice.simulations:,} simulations, " if choice.simulations else ""
    console.output.print(
        f"\n{coloured(after)}\n\n{len(after.history)}. {who} plays "
        f"[bold]{after.history[-1]}[/bold]  ({spent}{choice.seconds:.1f} s)"
    )
