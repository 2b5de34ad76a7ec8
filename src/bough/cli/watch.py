"""bough watch: two players play, and you look on."""

import random
import time
from typing import Annotated

import typer

from bough.cli import options
from bough.cli.board import coloured
from bough.core.budget import Budget, budget
from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.games.position import Position
from bough.players.names import PROGRAMS, THEN, canonical, require_programs, seat
from bough.players.player import Fault, Player

LONGEST_PAUSE = 3600


def watch(
    game: options.GameName,
    first: Annotated[str, typer.Argument(help="A player: a recipe, alphabeta, random or gtp:COMMAND")] = "",
    second: Annotated[str, typer.Argument(help="The other one")] = "",
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    position: options.PositionText = None,
    seed: options.Seed = 0,
    pause: Annotated[float, typer.Option(help="Seconds to wait after each move")] = 0.0,
) -> None:
    """Watch two players; each is the game's own recipe if not named."""
    limits = budget(**options.limits(simulations, seconds, usual=1.0))
    if not 0 <= pause <= LONGEST_PAUSE:
        raise BoughError(f"--pause takes 0 to {LONGEST_PAUSE} seconds, not {pause:g}")
    rules = options.load_game(game)
    now = options.position_of(rules, position)
    names = [canonical(name or rules.recipe, rules) for name in (first, second)]
    require_programs(names)
    if position is not None and any(map(_is_program, names)):
        raise BoughError("a program is told moves, not positions; leave --position out, or let two of ours play")
    players = _seated(names, rules, seed)
    chance = random.Random(seed)
    for side, name in zip(rules.player_names, names, strict=True):
        options.line(f"{side}: {name}")
    try:
        while not now.over:
            now = _one_move(now, players[now.to_move], limits, chance)
            time.sleep(pause)
    except Fault as fault:
        options.line(f"{names[now.to_move]} cannot go on: {fault}")
    finally:
        for player in players:
            player.close()
    if now.over:
        options.output.print(
            "A draw." if now.winner is None else f"{rules.player_names[now.winner]} wins.", style="bold"
        )


def _is_program(name: str) -> bool:
    """Whether any stage of a player is a program outside of ours."""
    return any(stage.partition(":")[0] in PROGRAMS for stage in THEN.split(name))


def _seated(names: list[str], rules: Game, seed: int) -> list[Player]:
    """Both players, or none: where the second cannot start, the first is ended."""
    players: list[Player] = []
    with options.working("Setting up the players (first use compiles)"):
        for number, name in enumerate(names):
            try:
                players.append(seat(name, rules, seed + number))
            except Fault as fault:
                for player in players:
                    player.close()
                raise BoughError(f"the player {name!r} {fault}; try that command by itself") from None
    return players


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
