"""bough watch: two players play, and you look on."""

import random
import time
from typing import Annotated

import typer

from bough.cli import options
from bough.cli.board import coloured
from bough.core.budget import Budget, budget
from bough.games.position import Position
from bough.players.names import canonical, seat
from bough.players.player import Fault, Player


def watch(
    game: options.GameName,
    first: Annotated[str, typer.Argument(help="A player: a recipe, alphabeta, random or gtp:COMMAND")] = "",
    second: Annotated[str, typer.Argument(help="The other one")] = "",
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    position: options.PositionText = None,
    seed: options.Seed = 0,
    pause: Annotated[float, typer.Option(min=0, help="Seconds to wait after each move")] = 0.0,
) -> None:
    """Watch two players; each is the game's own recipe if not named."""
    limits = budget(**options.limits(simulations, seconds, usual=1.0))
    rules = options.load_game(game)
    now = options.position_of(rules, position)
    names = [canonical(name or rules.recipe, rules) for name in (first, second)]
    with options.working("Setting up the players (first use compiles)"):
        players = [seat(name, rules, seed + number) for number, name in enumerate(names)]
    chance = random.Random(seed)
    for side, name in zip(rules.player_names, names, strict=True):
        options.output.print(f"{side}: {name}", markup=False)
    try:
        while not now.over:
            now = _one_move(now, players[now.to_move], limits, chance)
            time.sleep(pause)
    except Fault as fault:
        options.output.print(f"{names[now.to_move]} cannot go on: {fault}", markup=False)
    finally:
        for player in players:
            player.close()
    if now.over:
        options.output.print(
            "A draw." if now.winner is None else f"{rules.player_names[now.winner]} wins.", style="bold"
        )


def _one_move(now: Position, player: Player, limits: Budget, chance: random.Random) -> Position:
    with options.working(f"{now.game.player_names[now.to_move]} thinks"):
        choice = player.choose(now, limits)
    after = now.play(now.resolved(choice.move, chance))
    spent = f"{choice.simulations:,} simulations, " if choice.simulations else ""
    options.output.print(
        f"\n{coloured(after)}\n\n{len(after.history)}. {now.game.player_names[now.to_move]} plays "
        f"[bold]{after.history[-1]}[/bold]  ({spent}{choice.seconds:.1f} s)"
    )
    return after
