"""bough review: what went wrong in a saved game."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from bough.cli import console, files, options
from bough.games.formats.saved import open_text
from bough.games.game import Position
from bough.lab.review import Notebook, game_positions, judged, look_through, report, worst_of
from bough.search.kinds import BEST, search_name


def review(
    file: Annotated[Path, typer.Argument(help="A game saved by bough play or the page, or an SGF file")],
    game: Annotated[str, typer.Option(help="The game, where the file does not say it or names a file of rules")] = "",
    recipe: options.BestRecipeText = None,
    seconds: options.Seconds = None,
    simulations: options.Simulations = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where the report goes, as HTML")] = None,
    memory: options.Memory = options.DEFAULT_MEMORY,
) -> None:
    """Search every position of a game: what each move gave away and what was better. The same command goes on."""
    limits = options.limits(simulations, seconds, usual=1.0)
    page = output or file.with_suffix(".html")
    files.check_output(page)
    saved = open_text(files.file_text(file))
    rules = options.load_game(options.game_of_file(game, saved.game, file, "bough review {file} --game {game}"))
    positions = game_positions(options.position_of(rules, saved.start or None), saved.moves)
    search = search_name(recipe or BEST, rules)
    about = {"game": rules.name, "start": saved.start, "moves": saved.moves, "search": search} | limits
    notebook = Notebook(file.with_suffix(file.suffix + ".review"), about)
    searcher = options.make_searcher(rules, search, memory, 0, 1)
    stopped = False
    with console.working("Reviewing") as say:
        try:
            for found in look_through(positions, searcher, limits, notebook.known):
                notebook.keep(found)
                left = len(positions) - len(notebook.known)
                say(f"Reviewed {len(notebook.known)} of {len(positions)} positions, {left} left")
        except KeyboardInterrupt:
            stopped = True
    _show(positions, notebook)
    files.write_text(page, report(positions, notebook.known))
    console.line(f"Report: {page}" + ("; stopped early, the same command goes on" if stopped else ""))


def _show(positions: list[Position], notebook: Notebook) -> None:
    names = positions[-1].player_names
    moves = judged(positions, notebook.known)
    worst = worst_of(moves)
    console.output.print(f"{positions[-1].ending or 'The game is not over'}. {len(moves)} moves reviewed.")
    if not worst:
        console.output.print("No move gave away 10 points of winning chances or more.")
        return
    table = Table("move", "by", "points lost", "better", box=None, header_style="dim")
    for row in worst:
        table.add_row(f"{row.ply}. {row.move}{row.sign}", names[row.player], f"{row.loss:.0f}", " ".join(row.line[:6]))
    console.output.print(table)
