"""bough reproduce: a paper's tables and figures by one command."""

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
from bough.lab.pictures import check_picture
from bough.lab.report import markdown, write_report


def reproduce(
    name: Annotated[str | None, typer.Argument(help="An experiment, or a .toml file [default: list them]")] = None,
    scale: Annotated[
        str, typer.Option(help="smoke (seconds), quick (a few games a cell) or full (the paper's games)")
    ] = "quick",
    store: Annotated[Path, typer.Option(help="Where every game is kept")] = Path("reproduce.sqlite"),
    report: Annotated[Path | None, typer.Option(help="Write Markdown and HTML into this folder")] = None,
    jobs: Annotated[int, typer.Option(help="Games played side by side")] = 1,
    device: Annotated[str, typer.Option(help="cpu, or cuda for the cells of fixed simulations")] = "cpu",
    only: Annotated[
        str, typer.Option(help="Only cells whose 'game column' fits, such as 'havannah:5 *simulations'")
    ] = "*",
    render: Annotated[bool, typer.Option("--render", help="Play nothing; report what the store holds")] = False,
) -> None:
    """Play the matches behind a paper's tables and put ours beside theirs. Goes on where it stopped."""
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
        raise BoughError(f"no cell of {name} fits --only {only!r}; there are {some}")
    kept = Store(store, must_exist=render)
    finished = True
    if not render:
        with console.working(f"Playing {chosen.title}") as say:

            def watch(cell: Cell, now: Standing) -> None:
                say(f"{cell.game}, {cell.row}, {cell.column}: {now.played} of {now.wanted} games")

            finished = run_experiment(
                chosen, kept, scale, jobs, device, lambda cell: fnmatch(f"{cell.game} {cell.column}", only), watch
            )
    found = list(outcomes(chosen, kept, scale))
    if report is None:
        console.line(markdown(chosen, found, scale))
    else:
        console.line(f"Report: {write_report(chosen, found, scale, report)}")
    if not finished:
        console.output.print("Stopped; the same command goes on from here.")
        raise typer.Exit(130)


def _count(name: str, scale: str, report: Path | None) -> None:
    """A figure that is counted, not played."""
    chosen, points = FIGURES[name], []
    if report is not None:
        check_picture(report / "figure.svg")
    with console.working(chosen.title) as say:
        for point in chosen.points(SIMULATIONS[scale]):
            points.append(point)
            say(f"{chosen.title}: {chosen.across} {point[0]:g}")
    if report is None:
        console.line(figure_text(chosen, points, scale))
    else:
        console.line(f"Report: {write_figure(name, points, scale, report)}")
