"""Reports: our results beside the paper's, as Markdown and as HTML with plots, from the store alone."""

import html
import io
import re
from itertools import groupby
from pathlib import Path

from markdown_it import MarkdownIt

from bough.arena.results.statistics import Score
from bough.core.errors import BoughError
from bough.lab.experiment import Experiment, Outcome
from bough.lab.pictures import blank, save


def markdown(chosen: Experiment, found: list[Outcome], scale: str, reading: str = "") -> str:
    """The report as Markdown."""
    lines = [f"# {chosen.title}", "", f"Source: {chosen.source}. Scale: {scale}.", ""]
    if chosen.expected:
        lines += [f"Expected before any game was played: {chosen.expected}", ""]
    if reading:
        lines += [reading.strip(), ""]
    own_question = not any(outcome.cell.published for outcome in found)
    if own_question:
        lines += [*_at_a_glance(found), ""]
    for table, group in groupby(found, key=lambda outcome: outcome.cell.table):
        lines += [
            f"## {table}",
            "",
            "| | budget | ours, 95 % interval | games | published | verdict |",
            "|---|---|---|---|---|---|",
        ]
        for outcome in group:
            lines.append("| " + " | ".join(_fields(outcome)) + " |")
        lines.append("")
    lines += ["## Players", "", *(f"- {name}: `{recipe}`" for name, recipe in chosen.players.items()), ""]
    how = "How it was played" if own_question else "What differs from the paper"
    lines += [f"## {how}", "", *(f"- {text}" for text in chosen.differences), ""]
    return "\n".join(lines)


COLOURS = ("🟥", "🟧", "⬜", "🟨", "🟩")
"""Certainly worse, rather worse, no telling, rather better, certainly better."""
LEGEND = (
    "🟩 and 🟥: the 95 % interval lies above or below one half. "
    "🟨 and 🟧: the score is more than 8 points away from it. ⬜: neither."
)


def _at_a_glance(found: list[Outcome]) -> list[str]:
    """Rows and columns as one table, coloured, where we ask a question of our own."""
    columns = list(dict.fromkeys(outcome.cell.column for outcome in found))
    cells = {(outcome.cell.row, outcome.cell.column): outcome.score for outcome in found}
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for row in dict.fromkeys(outcome.cell.row for outcome in found):
        scores = [cells.get((row, column)) for column in columns]
        shown = [f"{_colour(one)} {one.mean:.0%}" if one and one.pairs else "" for one in scores]
        lines.append(f"| `{row}` | " + " | ".join(shown) + " |")
    return ["## At a glance", "", *lines, "", LEGEND]


def _colour(score: Score) -> str:
    low, high = score.interval
    if low > 0.5 or high < 0.5:
        return COLOURS[4 if low > 0.5 else 0]
    return COLOURS[3 if score.mean > 0.58 else 1 if score.mean < 0.42 else 2]


def _fields(outcome: Outcome) -> list[str]:
    cell, score = outcome
    low, high = score.interval
    ours = f"**{score.mean:.1%}** [{low:.1%}, {high:.1%}]" if score.pairs else "not played"
    published = f"{cell.published[0]:g} % ± {cell.published[1]:g}" if cell.published else ""
    games = str(score.games)
    if score.draws:
        games += f": {score.wins} won, {score.losses} lost, {score.draws} drawn"
    if cell.published_games:
        published += " ({} won, {} lost, {} drawn)".format(*cell.published_games)
    return [cell.row, cell.column, ours, games, published, outcome.verdict]


def page(chosen: Experiment, found: list[Outcome], scale: str, reading: str = "") -> str:
    """The report as one HTML page with a plot per table."""
    parts = [
        "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{html.escape(chosen.title)}</title><style>body{{font:16px sans-serif;max-width:60rem;margin:2rem auto;"
        "padding:0 1rem}td,th{padding:.2rem .7rem;text-align:left;border-bottom:1px solid #ddd}svg{max-width:100%}"
        "</style>",
        f"<h1>{html.escape(chosen.title)}</h1><p>Source: {html.escape(chosen.source)}. Scale: {scale}.</p>",
        *([f"<p>Expected before any game was played: {html.escape(chosen.expected)}</p>"] if chosen.expected else []),
        prose(reading),
    ]
    for table, group in groupby(found, key=lambda outcome: outcome.cell.table):
        rows = list(group)
        parts.append(f"<h2>{html.escape(table)}</h2>{_plot(rows)}<table>")
        heads = ("", "budget", "ours, 95 % interval", "games", "published", "verdict")
        parts.append("<tr>" + "".join(f"<th>{head}" for head in heads))
        for outcome in rows:
            fields = (html.escape(text).replace("**", "") for text in _fields(outcome))
            parts.append("<tr>" + "".join(f"<td>{text}" for text in fields))
        parts.append("</table>")
    parts.append("<h2>What differs from the paper</h2><ul>")
    parts += [f"<li>{html.escape(text)}" for text in chosen.differences]
    return "\n".join([*parts, "</ul>"])


def prose(reading: str) -> str:
    """What was written about a report, as HTML; links to other reports lead to their pages."""
    linked = re.sub(r"\]\(([\w-]+)\.md\)", r"](\1.html)", reading)
    return str(MarkdownIt("commonmark", {"html": False}).render(linked)).strip()


def _plot(rows: list[Outcome]) -> str:
    """A plot of our intervals and the published results, one colour per row of the table."""
    try:
        picture = blank(8, 3.6)
    except BoughError as missing:
        return f"<p>({missing})</p>"
    columns = list(dict.fromkeys(outcome.cell.column for outcome in rows))
    names = list(dict.fromkeys(outcome.cell.row for outcome in rows))
    axis = picture.subplots()
    for k, name in enumerate(names):
        for outcome in (o for o in rows if o.cell.row == name and o.score.pairs):
            x = columns.index(outcome.cell.column) + 0.12 * (k - (len(names) - 1) / 2)
            low, high = outcome.score.interval
            axis.plot([x, x], [100 * low, 100 * high], color=f"C{k}", lw=2)
            axis.plot(x, 100 * outcome.score.mean, "o", color=f"C{k}")
            if outcome.cell.published:
                mean, error = outcome.cell.published
                axis.errorbar(x + 0.05, mean, error, fmt="x", color=f"C{k}", alpha=0.6, lw=1)
        axis.plot([], [], "o-", color=f"C{k}", label=name)
    axis.plot([], [], "x", color="gray", label="published")
    axis.axhline(50, color="#bbbbbb", lw=1, zorder=0)
    axis.set_xticks(range(len(columns)), columns, fontsize=8)
    axis.set_ylabel("score, %")
    axis.legend(fontsize=7, frameon=False)
    svg = io.StringIO()
    save(picture, svg)
    return svg.getvalue()[svg.getvalue().index("<svg") :]


def write_report(chosen: Experiment, found: list[Outcome], scale: str, folder: Path) -> Path:
    """Write both forms into a folder; they start with the text of NAME.reading.md if the folder has that file."""
    folder.mkdir(parents=True, exist_ok=True)
    name = Path(chosen.name).stem if chosen.name.endswith(".toml") else chosen.name.replace("/", "-")
    words = folder / f"{name}.reading.md"
    reading = words.read_text() if words.exists() else ""
    (folder / f"{name}.md").write_text(markdown(chosen, found, scale, reading))
    (folder / f"{name}.html").write_text(page(chosen, found, scale, reading))
    return folder / f"{name}.md"
