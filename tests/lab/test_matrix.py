"""The page with every cell: rebuilt from what is kept, byte for byte."""

import gzip
from pathlib import Path

import pytest

from bough.arena.results.kept import kept_games
from bough.core.errors import BoughError
from bough.lab.experiment import experiment
from bough.lab.matrix import _cells, matrix

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def test_the_page_is_what_the_kept_games_and_reports_give():
    assert (RESULTS / "index.md").read_text() == matrix(RESULTS), "run: bough reproduce --matrix docs/results"


def test_kept_games_come_before_a_report(tmp_path):
    table = experiment("progressive/table1")
    name, line = (
        "progressive-table1",
        "| PB | 20000 simulations | **12.0%** [5.0%, 19.0%] | 44: 1 won | 3 % ± 1 | agrees |",
    )
    (tmp_path / f"{name}.md").write_text(f"Scale: full.\n\n## {table.cells[2].table}\n\n{line}\n")
    told = dict(_cells(table, {}, tmp_path))
    assert told[table.cells[2]] == (0.12, 0.05, 0.19, 44, None)
    assert told[table.cells[3]] is None
    rows = kept_games(RESULTS / "games" / f"{name}-scheme.csv")
    match = table.match(table.cells[2], "full").id
    played = dict(_cells(table, {match: [row for row in rows if row.match == match]}, tmp_path))[table.cells[2]]
    assert played is not None
    assert (played.games, round(played.mean, 2)) == (100, 0.51)
    assert played.hours is not None


def test_folders_and_games_that_are_none(tmp_path):
    with pytest.raises(BoughError, match="has no folder 'games'"):
        matrix(tmp_path)
    (tmp_path / "games").mkdir()
    for text in ("match,number\nx,y\n", "a,b\n1,2\n", "match,number\nx,1\n"):
        (tmp_path / "games" / "a.csv").write_text(text)
        with pytest.raises(BoughError, match="does not hold games"):
            matrix(tmp_path)
    (tmp_path / "games" / "a.csv").unlink()
    whole = gzip.compress((RESULTS / "games" / "endings.csv").read_bytes()[:400].rpartition(b"\n")[0])
    for data in (b"match,number\n", whole[:-9]):
        (tmp_path / "games" / "a.csv.gz").write_bytes(data)
        with pytest.raises(BoughError, match="is not a whole gzipped file"):
            matrix(tmp_path)


def test_gzipped_games_are_the_same(tmp_path):
    text = RESULTS / "games" / "memory.csv"
    (tmp_path / "memory.csv.gz").write_bytes(gzip.compress(text.read_bytes()))
    assert kept_games(tmp_path / "memory.csv.gz") == kept_games(text) != []
