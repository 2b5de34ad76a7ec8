"""bough match: players against each other, with every game stored."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bough.arena.match import match_of
from bough.arena.results.ratings import ratings
from bough.arena.results.statistics import Sprt
from bough.arena.results.store import Store
from bough.arena.running import Standing, run_match
from bough.arena.schedule import remarks
from bough.cli import console, options
from bough.core.errors import BoughError
from bough.players.names import keeps_time, require_programs


def match(
    game: options.GameName,
    players: Annotated[
        list[str],
        typer.Argument(help="Recipes, 'RECIPE with threads=2', best, ponder:RECIPE, level:easy, random, 'gtp:COMMAND'"),
    ],
    pairs: Annotated[int, typer.Option(help="Number of openings; each is played twice, colours swapped")] = 50,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    jobs: Annotated[int, typer.Option(help="Number of parallel games")] = 1,
    store: Annotated[Path, typer.Option(help="File that stores every game")] = Path("results.sqlite"),
    seed: options.Seed = 0,
    openings: Annotated[Path | None, typer.Option(help="A file with one opening per line")] = None,
    opening_plies: Annotated[int, typer.Option(help="Otherwise: plies of the random balanced openings")] = 2,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player against all others")] = False,
    resign: Annotated[float, typer.Option(help="A search resigns if its chance is below this twice in a row")] = 0.0,
    sprt: Annotated[str | None, typer.Option(help="Stop once a test of Elo LOW,HIGH decides, such as 0,20")] = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda for all games in parallel on a GPU")] = "cpu",
    ray: Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address")] = None,
) -> None:
    """Play a match. The same command resumes where it stopped; Ctrl-C or a crash loses only games in progress."""
    rules = options.load_game(game)
    planned = match_of(
        game,
        players,
        simulations=simulations,
        seconds=seconds,
        seed=seed,
        opening_plies=opening_plies,
        openings_file=str(openings) if openings else None,
        gauntlet=gauntlet,
        resign=resign,
    )
    test = _sprt(sprt)
    require_programs(planned.players)
    for player in planned.players if seconds else ():
        if not keeps_time(player, rules, seconds):
            console.line(
                f"Note: {player} refuses time_settings and may think as long as it likes; CPU seconds are told."
            )
    results = Store(store)
    with console.working(f"Playing {rules.name} (first use compiles)") as say:
        standing = run_match(planned, results, pairs, jobs, test, lambda now: say(_line(now, test)), device, ray)
    told = remarks(list(results.games(match=planned.id)))
    results.close()
    _show(standing, test, told)
    if standing.stopped:
        console.output.print("Stopped; the same command resumes from here.")
        raise typer.Exit(130)


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BoughError(f"cannot read --sprt {text!r}; write two Elo differences such as 0,20") from None
    if not low < high:
        raise BoughError(f"--sprt needs the smaller Elo difference first, not {text}")
    return Sprt(low, high)


def _line(now: Standing, test: Sprt | None) -> str:
    scores = "; ".join(f"{score.mean:.1%} of {score.games}" for score in now.scores.values())
    if test is None:
        return f"{now.played} of {now.wanted} games: {scores}"
    ratio = test.ratio(next(iter(now.scores.values())))
    low, high = test.bounds
    return f"{now.played} of at most {now.wanted} games: {scores}; LLR {ratio:+.2f} in [{low:.2f}, {high:+.2f}]"


def _show(ended: Standing, test: Sprt | None, told: list[str]) -> None:
    for (one, two), score in ended.scores.items():
        console.line(f"{one} against {two}: {score}")
        if test is not None:
            low, high = test.bounds
            decided = {"elo0": f"accepts {test.elo0:+g} Elo", "elo1": f"accepts {test.elo1:+g} Elo", None: "undecided"}
            console.line(
                f"SPRT({test.elo0:g}, {test.elo1:g}): LLR {test.ratio(score):+.2f} in [{low:.2f}, {high:+.2f}], "
                f"{decided[ended.verdict]}",
            )
    for remark in told:
        console.line(remark)
    if len(ended.scores) > 1:
        table = Table("player", "Elo", "±", "games", box=None, header_style="dim")
        for rating in ratings({pair: (s.wins, s.draws, s.losses) for pair, s in ended.scores.items()}):
            table.add_row(rating.player, f"{rating.elo:+.0f}", f"{rating.half_width:.0f}", str(rating.games))
        console.output.print(table)
