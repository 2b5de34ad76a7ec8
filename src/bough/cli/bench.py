"""bough bench: measure the speed of searches on this machine."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.games.game import Game
from bough.lab import speed as lab
from bough.lab.pictures import check_picture
from bough.lab.threads import thread_speeds
from bough.search.kinds import meant
from bough.search.recipe import Recipe
from bough.search.recipe import recipe as recipe_from


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games [default: hex:11 havannah:8 y:11 connect-four]")
    ] = None,
    recipe: Annotated[str, typer.Option(help="The recipe to time, or own for each game's own")] = "uct+solver",
    seconds: Annotated[float, typer.Option(help="CPU seconds per run, of three runs")] = 2.0,
    peers: Annotated[bool, typer.Option("--peers", help="Also time OpenSpiel's C++ search")] = False,
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    trees: Annotated[int, typer.Option(help="With cuda: number of parallel trees")] = 33792,
    simulations: Annotated[int, typer.Option(help="With cuda: simulations per tree")] = 400,
    threads: Annotated[
        str, typer.Option(help="Grow one tree with each of these numbers of threads, such as 1,2,4")
    ] = "",
    batch: Annotated[int | None, typer.Option(help="With threads: simulations of a batch, for the same tree")] = None,
    signature: Annotated[bool, typer.Option("--signature", help="Print one digest of fixed searches")] = False,
    scaling: Annotated[Path | None, typer.Option(help="Plot cost against work into this file (.svg, .png)")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per game")] = False,
) -> None:
    """Time a recipe: simulations per CPU second on one thread, or on a GPU for all trees together."""
    if signature:
        with console.working("Searching fixed positions"):
            digest = lab.signature()
        print(digest)
        return
    if device not in ("cpu", "cuda"):
        raise BoughError(f"unknown device '{device}'; use cpu or cuda")
    if seconds <= 0 or trees < 1 or simulations < 1:
        raise BoughError("seconds, trees and simulations must be above 0")
    if threads:
        _threads(games or list(lab.GAMES), recipe, threads, batch, seconds)
        return
    if scaling is not None:
        _scaling(games or list(lab.GAMES), recipe, scaling)
        return
    rows = []
    for name in games or list(lab.GAMES):
        with console.working(f"Timing {name}"):
            rows.append(_row(name, recipe, seconds, peers, device, trees, simulations))
        if as_json:
            print(json.dumps(rows[-1]))
    if not as_json:
        table = Table(*rows[0], box=None, header_style="dim")
        for row in rows:
            table.add_row(*(f"{value:,.1f}" if isinstance(value, float) else str(value) for value in row.values()))
        console.output.print(table)


def _recipe(game: Game, text: str) -> Recipe:
    return recipe_from(meant(None if text == "own" else text, game))


def _threads(names: list[str], text: str, threads: str, batch: int | None, seconds: float) -> None:
    """Simulations a second of wall time, and how they grow with the threads."""
    counts = [int(word) for word in threads.split(",") if word.strip().isdigit() and int(word) > 0]
    if len(counts) != len(threads.split(",")):
        raise BoughError(f"threads are numbers such as 1,2,4, not {threads}")
    table = Table("game", *(f"{count} threads" if count > 1 else "1 thread" for count in counts), box=None)
    for name in names:
        game = options.load_game(name)
        with console.working(f"Timing {name}"):
            found = thread_speeds(game, _recipe(game, text), counts, seconds, batch)
        first = found[counts[0]]
        table.add_row(game.name, *(f"{rate:,.0f} a second ({rate / first:.2f})" for rate in found.values()))
    console.output.print(table)


def _scaling(names: list[str], text: str, path: Path) -> None:
    """Plot seconds and memory against simulations."""
    files.check_output(path)
    check_picture(path)
    works = {}
    for name in names:
        with console.working(f"Timing {name}"):
            game = options.load_game(name)
            works[name] = lab.scaling(game, _recipe(game, text), 2**9 * 1000)
        last = works[name][-1]
        rate = last.simulations / last.seconds / 1000
        console.output.print(
            f"{name}: {last.simulations:,} simulations, {rate:,.0f} thousand a second, {last.nodes:,} nodes"
        )
    lab.draw_scaling(works, path)
    console.line(f"Picture: {path}")


def _row(name: str, text: str, seconds: float, peers: bool, device: str, trees: int, simulations: int) -> dict:
    game = options.load_game(name)
    chosen = _recipe(game, text)
    row: dict = {"game": game.name, "recipe": str(chosen)}
    if device == "cuda":
        gpu = lab.gpu_speed(game, chosen, trees, simulations)
        return row | {"trees": trees, "simulations a tree": simulations, "million a second": gpu.per_second / 1e6}
    if peers:
        both = lab.comparison(game, chosen, seconds)
        return row | {
            "thousand a CPU second": both.ours.median / 1000,
            "OpenSpiel": both.peer.median / 1000,
            "ratio": both.ratio,
        }
    return row | {"thousand a CPU second": lab.speed(game, chosen, seconds).median / 1000}
