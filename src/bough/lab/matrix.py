"""One page for all papers: every cell of every table, theirs and ours, from the games and reports kept in a folder.

Games are kept as text in FOLDER/games (`bough results STORE --csv`), large tables gzipped. Where those of a cell are
not kept, its figures are taken from the report that was written when they were played (lab/report.py).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from bough.arena.results.kept import kept_games
from bough.arena.results.store import GameRow
from bough.arena.schedule import standing
from bough.core.errors import BoughError
from bough.lab.experiment import Cell, Experiment, experiment, experiment_names, verdict
from bough.lab.figures import FIGURES

MARKS = {"agrees": "🟩", "differs": "🟧", "too few games to say": "⬜", "": "▫️", "not played": "🟥"}
LEGEND = (
    "🟩 agrees with the paper, 🟧 differs, ⬜ too few games to say, ▫️ the paper has no such cell, 🟥 not played. Two "
    "results agree if their 95 % intervals touch; where they do and ours is wider than 20 points, it is too few games."
)
SHOWN = re.compile(r"\*\*(?P<mean>[\d.]+)%\*\* \[(?P<low>[\d.]+)%, (?P<high>[\d.]+)%\]")
NOT_PAPERS = ("ideas",)
"""Experiments of our own questions, which have pages of their own."""


class Ours(NamedTuple):
    """What we have for a cell."""

    mean: float
    low: float
    high: float
    games: int
    hours: float | None
    """None where the games are not kept."""


Found = list[tuple[Cell, Ours | None]]


def matrix(folder: Path) -> str:
    """The page as Markdown, from what is kept in a folder."""
    if not (folder / "games").is_dir():
        raise BoughError(f"{folder} has no folder 'games'; name the one in which results are kept, docs/results")
    rows = [row for path in sorted((folder / "games").glob("*.csv*")) for row in kept_games(path)]
    games = {name: list(found) for name, found in groupby(sorted(rows, key=_of_match), key=lambda row: row.match)}
    chosen = [experiment(name) for name in experiment_names() if name not in NOT_PAPERS]
    found = {one: list(_cells(one, games, folder)) for one in chosen}
    return "\n".join([*_head(found), *(line for one in chosen for line in _section(one, found[one], folder))])


def _of_match(row: GameRow) -> tuple[str, int]:
    return row.match, row.number


def _cells(chosen: Experiment, games: dict[str, list[GameRow]], folder: Path) -> Iterator[tuple[Cell, Ours | None]]:
    reported = _reported(_report(chosen.name, folder))
    for cell in chosen.cells:
        match = chosen.match(cell, "full")
        played = {row.number: row for row in games.get(match.id, [])}
        told = reported.get((cell.table, cell.row, cell.column))
        if not played or (told and told.games > len(played)):
            yield cell, told
            continue
        score = next(iter(standing(match, [played[number] for number in sorted(played)]).values()))
        hours = sum(row.seconds for row in played.values()) / 3600
        yield cell, Ours(score.mean, *score.interval, score.games, hours)


def _report(name: str, folder: Path) -> Path | None:
    return next(iter(sorted(folder.rglob(f"{name.replace('/', '-')}.md"))), None)


def _reported(report: Path | None) -> dict[tuple[str, str, str], Ours]:
    """The figures of a report's tables, if it tells of all games and not of a few."""
    found, table = {}, ""
    text = report.read_text(encoding="utf-8") if report else ""
    for line in text.splitlines() if "Scale: full." in text else []:
        if line.startswith("## "):
            table = line[3:]
        fields = [field.strip() for field in line.strip("|").split(" | ")]
        if len(fields) == 6 and (shown := SHOWN.fullmatch(fields[2])):
            mean, low, high = (float(shown[part]) / 100 for part in ("mean", "low", "high"))
            found[table, fields[0], fields[1]] = Ours(mean, low, high, int(fields[3].partition(":")[0]), None)
    return found


def _told(cell: Cell, ours: Ours | None) -> str:
    if ours is None or ours.games == 0:
        return "not played"
    return verdict(cell.published, ours.low, ours.high) if cell.published else ""


def _head(found: dict[Experiment, Found]) -> list[str]:
    every = [pair for cells in found.values() for pair in cells]
    counts = Counter(_told(cell, ours) for cell, ours in every)
    kept = [ours.hours for _, ours in every if ours and ours.hours is not None]
    told = ", ".join(f"{counts[word]} {MARKS[word]}" for word in MARKS if counts[word])
    return [
        "# Every cell of every table",
        "",
        "Made by `bough reproduce --matrix docs/results` from the games and reports kept there.",
        "",
        f"{len(every)} cells: {told}. Of {len(kept)} the games are kept, {sum(kept):.1f} hours of play; the others "
        "were played when only reports were kept, and `bough reproduce NAME --scale full` plays them again.",
        "",
        LEGEND,
        "",
    ]


def _section(chosen: Experiment, found: Found, folder: Path) -> list[str]:
    report = _report(chosen.name, folder)
    link = (
        f"[What was read from it and what differs]({report.relative_to(folder).as_posix()})" if report else "No report"
    )
    lines = [f"## {chosen.title}", "", f"{chosen.source}. `bough reproduce {chosen.name} --scale full`. {link}.", ""]
    lines += [f"Figure: [{name}]({found_at})." for name, found_at in _figures(chosen.name, folder)]
    for table, cells in groupby(found, key=lambda pair: pair[0].table):
        lines += [
            "",
            f"### {table}",
            "",
            "| | | budget | theirs | ours, 95 % interval | games | hours |",
            "|---" * 7 + "|",
        ]
        lines += [_line(cell, ours) for cell, ours in cells]
    return [*lines, ""]


def _figures(name: str, folder: Path) -> Iterable[tuple[str, str]]:
    """The figures of a paper's first experiment, with their pages."""
    paper = name.partition("/")[0]
    if name != next(one for one in experiment_names() if one.partition("/")[0] == paper):
        return
    for figure in FIGURES:
        page = _report(figure, folder)
        if figure.startswith(paper) and page:
            yield figure, page.relative_to(folder).as_posix()


def _line(cell: Cell, ours: Ours | None) -> str:
    mark = MARKS[_told(cell, ours)]
    theirs = f"{cell.published[0]:g} ± {cell.published[1]:g} %" if cell.published else ""
    if ours is None or ours.games == 0:
        why = f": {cell.unplayed}" if cell.unplayed else ""
        return f"| {mark} | {cell.row} | {cell.column} | {theirs} | not played{why} | 0 | |"
    figures = f"**{ours.mean:.1%}** [{ours.low:.1%}, {ours.high:.1%}]"
    hours = "" if ours.hours is None else f"{ours.hours:.1f}"
    return f"| {mark} | {cell.row} | {cell.column} | {theirs} | {figures} | {ours.games} | {hours} |"
