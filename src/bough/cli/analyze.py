"""bough analyze: search one position and show the result."""

import json
from typing import Annotated

import typer
from rich.table import Table

from bough.cli import console, options
from bough.cli.board import coloured
from bough.games.game import Position
from bough.search.result import MoveResult, Result, value_word


def analyze(
    game: options.GameName,
    position: options.PositionText = None,
    moves: options.Moves = None,
    recipe: options.RecipeText = None,
    simulations: options.Simulations = None,
    seconds: options.Seconds = None,
    seed: options.Seed = 0,
    memory: options.Memory = options.DEFAULT_MEMORY,
    threads: options.Threads = 1,
    batch: Annotated[
        int | None, typer.Option(help="Simulations played out side by side: the same tree for any number of threads")
    ] = None,
    only: Annotated[str | None, typer.Option(help="Look at these moves only, such as 'f6 e5'")] = None,
    without: Annotated[str | None, typer.Option(help="Look at all moves but these")] = None,
    lines: Annotated[int, typer.Option(help="How many of the best moves come with their lines")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
    top: Annotated[int, typer.Option(help="Number of moves to list")] = 10,
) -> None:
    """Search a position and show best move, value, bounds, visits and principal variation. Ctrl-C ends it early."""
    limits = options.limits(simulations, seconds, usual=5.0)
    rules = options.load_game(game)
    start = options.position_of(rules, position, moves)
    searcher = options.make_searcher(rules, recipe, memory, seed, threads, batch)
    with console.working("Thinking") as say:
        result = searcher.search(
            start, **limits, watch=options.thinking(say), moves=_candidates(start, only, without), lines=lines
        )
    if as_json:
        print(json.dumps(result.to_dict() | {"position": start.text, "to_move": start.to_move}))
    else:
        show(start, result, top)


def _candidates(position: Position, only: str | None, without: str | None) -> list[str] | None:
    """The moves to look at; None for all."""
    if only is None and without is None:
        return None
    asked = only.split() if only is not None else position.moves
    left_out = set(map(position.move_number, (without or "").split()))
    return [move for move in asked if position.move_number(move) not in left_out]


def show(position: Position, result: Result, top: int) -> None:
    """Print a result in readable form."""
    game, out = position.game, console.output
    if game.face.layout is not None:
        out.print(coloured(position))
    out.print(f"\n[bold]{result.move}[/bold] for {position.player_names[position.to_move]}: {_verdict(result)}")
    for line in result.lines or [result.variation]:
        out.print(f"line  {' '.join(line)}")
    table = Table("move", "visits", "value", "proven", box=None, header_style="dim")
    for column in table.columns[1:3]:
        column.justify = "right"
    for row in result.moves[:top]:
        table.add_row(row.move, f"{row.visits:,}", f"{row.value:+.3f}", _bounds(row))
    out.print(table)
    rate = (result.simulations or result.nodes) / max(result.seconds, 1e-9)
    room = ", memory full" if result.memory_full else f", {result.recycled:,} nodes recycled" if result.recycled else ""
    ending = room + (", interrupted" if result.interrupted else "")
    out.print(
        f"[dim]{result.recipe}: {result.work} in {result.seconds:.2f} s "
        f"({rate / 1000:,.0f} thousand a second){ending}[/dim]"
    )


def _verdict(result: Result) -> str:
    if result.proven:
        return f"a proven {value_word(result.value)}"
    return f"value {result.value:+.3f}" + (
        "" if (result.low, result.high) == (-1, 1) else f" in [{result.low:g}, {result.high:g}]"
    )


def _bounds(row: MoveResult) -> str:
    if row.proven:
        return value_word(row.low)
    words = {(-1.0, 1.0): "", (0.0, 1.0): "at least a draw", (-1.0, 0.0): "at most a draw"}
    return words.get((row.low, row.high), f"{row.low:+.3f} to {row.high:+.3f}")
