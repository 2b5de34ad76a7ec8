"""bough reproduce: reproduce a paper's tables and figures with one command."""

from fnmatch import fnmatch
from pathlib import Path
from typing import Annotated

import typer

from bough.arena.results.store import Store
from bough.arena.running import Standing
from bough.cli import console, files
from bough.core.errors import BoughError
from bough.lab.experiment import SCALES, Cell, experiment, experiment_names, outcomes, run_experiment
from bough.lab.figures import FIGURES, SIMULATIONS, figure_text, write_figure
from bough.lab.matrix import matrix as whole_matrix
from bough.lab.pictures import check_picture
from bough.lab.report import markdown, write_report


def reproduce(
    name: Annotated[str | None, typer.Argument(help="An experiment, or a .toml file [default: list them]")] = None,
    scale: Annotated[
        str, typer.Option(help="smoke (mostly compiling), quick (a few games per cell) or full (as many as the paper)")
    ] = "quick",
    store: Annotated[Path, typer.Option(help="File that stores every game")] = Path("reproduce.sqlite"),
    report: Annotated[Path | None, typer.Option(help="Write Markdown and HTML into this folder")] = None,
    jobs: Annotated[int, typer.Option(help="Number of parallel games")] = 1,
    device: Annotated[str, typer.Option(help="cpu, or cuda for cells with a fixed number of simulations")] = "cpu",
    only: Annotated[
        str, typer.Option(help="Only cells whose 'game column' matches, such as 'havannah:5 *simulations'")
    ] = "*",
    render: Annotated[bool, typer.Option("--render", help="Play nothing; report the games in the store")] = False,
    matrix: Annotated[
        Path | None, typer.Option(help="Write index.md, every cell of every table, from what this folder keeps")
    ] = None,
) -> None:
    """Play the matches behind a paper's tables and compare the results. Resumes where it stopped."""
    if matrix is not None and name is not None:
        raise BoughError("--matrix shows all experiments; leave the name out")
    if matrix is not None:
        files.write_text(matrix / "index.md", whole_matrix(matrix))
        console.line(f"Every cell: {matrix / 'index.md'}")
        return
    if name is None:
        titles = {known: experiment(known).title for known in experiment_names()}
        for known, title in sorted((titles | {known: figure.title for known, figure in FIGURES.items()}).items()):
            console.line(f"{known}  {title}")
        return
    if scale not in SCALES:
        raise BoughError(f"unknown scale '{scale}'; use {', '.join(SCALES)}")
    if report is not None:
        files.make_folder(report)
    if name in FIGURES:
        _count(name, scale, report)
        return
    chosen = experiment(name)
    if not any(fnmatch(f"{cell.game} {cell.column}", only) for cell in chosen.cells):
        some = ", ".join(sorted({f"'{cell.game} {cell.column}'" for cell in chosen.cells})[:4])
        raise BoughError(f"no cell of {name} matches --only {only!r}; there are {some}")
    results = Store(store, must_exist=render)
    finished = True
    if not render:
        wanted = [cell for cell in chosen.cells if fnmatch(f"{cell.game} {cell.column}", only)]
        with console.working(f"Playing {chosen.title}") as say:

            def watch(cell: Cell, now: Standing) -> None:
                at = f"{wanted.index(cell) + 1} of {len(wanted)}"
                say(f"cell {at}, {cell.game}, {cell.row}, {cell.column}: {now.played} of {now.wanted} games")

            finished = run_experiment(chosen, results, scale, jobs, device, wanted.__contains__, watch)
    cell_outcomes = list(outcomes(chosen, results, scale))
    if report is None:
        console.line(markdown(chosen, cell_outcomes, scale))
    else:
        console.line(f"Report: {write_report(chosen, cell_outcomes, scale, report)}")
    if not finished:
        console.output.print("Stopped; the same command resumes from here.")
        raise typer.Exit(130)


def _count(name: str, scale: str, report: Path | None) -> None:
    """Compute a figure from a search's counters instead of matches."""
    figure, points = FIGURES[name], []
    if report is not None:
        check_picture(report / "figure.svg")
    with console.working(figure.title) as say:
        for point in figure.points(SIMULATIONS[scale]):
            points.append(point)
            say(f"{figure.title}: {figure.across} {point[0]:g}")
    if report is None:
        console.line(figure_text(figure, points, scale))
    else:
        console.line(f"Report: {write_figure(name, points, scale, report)}")
