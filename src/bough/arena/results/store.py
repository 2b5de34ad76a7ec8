"""The result store: an SQLite file with every game, committed as it ends; all tables and reports come from it."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from bough.arena.results.rescue import readable_rows
from bough.core.errors import BoughError

SCHEMA = """
create table if not exists matches (id text primary key, spec text not null);
create table if not exists games (
    match text not null, number integer not null, game text not null,
    first text not null, second text not null, opening text not null, moves text not null,
    winner integer, ending text not null, seed integer not null, budget text not null,
    first_simulations integer not null, second_simulations integer not null,
    first_seconds real, second_seconds real, seconds real not null,
    versions text not null, finished text not null, first_cpu real, second_cpu real,
    primary key (match, number));
"""


LATER = ("first_cpu", "second_cpu")
"""Columns that stores of earlier versions lack."""


class GameRow(NamedTuple):
    """One finished game. `winner` is 0 for the player who moved first, 1 for the other, None for a draw."""

    match: str
    number: int
    game: str
    first: str
    second: str
    opening: str
    moves: str
    winner: int | None
    ending: str
    seed: int
    budget: str
    first_simulations: int
    second_simulations: int
    first_seconds: float | None
    second_seconds: float | None
    seconds: float
    versions: str
    finished: str
    first_cpu: float | None = None
    second_cpu: float | None = None
    """CPU seconds, where they are known."""

    @property
    def forfeit(self) -> str:
        """The player who lost by a fault and not on the board, or nothing; to resign is no fault."""
        if self.winner is None or self.ending in ("over", "unfinished") or self.ending.endswith(" resigned"):
            return ""
        return (self.first, self.second)[1 - self.winner]

    def points(self, player: str) -> float:
        """The points of a player: 1, 0.5 or 0."""
        if self.winner is None:
            return 0.5
        return float((self.first, self.second)[self.winner] == player)


KINDS: dict[str, Any] = get_type_hints(GameRow)
"""What each column holds."""


class Store:
    """Games on disk; one process may write, any number may read."""

    def __init__(self, path: Path | str, must_exist: bool = False):
        if must_exist and not Path(path).exists():
            raise BoughError(f"there is no result store {path}; bough match creates one")
        try:
            self.connection = sqlite3.connect(path, timeout=30)
            self.connection.execute("pragma journal_mode=wal")
            self.connection.execute("pragma synchronous=normal")
            self.connection.executescript(SCHEMA)
            self._add_columns()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise BoughError(f"cannot use the result store {path}: {error}; name another file") from None

    def _add_columns(self) -> None:
        """Give a store of an earlier version what it lacks."""
        there = {row[1] for row in self.connection.execute("pragma table_info(games)")}
        for column in LATER:
            if column not in there:
                with self.connection:
                    self.connection.execute(f"alter table games add column {column} real")

    def close(self) -> None:
        """Close the file, merging its write-ahead log."""
        self.connection.close()

    def add_match(self, match: str, spec: dict[str, Any]) -> None:
        """Store the description of a match, unless it is there already."""
        with self.connection:
            self.connection.execute(
                "insert or ignore into matches values (?, ?)", (match, json.dumps(spec, sort_keys=True))
            )

    def add(self, rows: Iterable[GameRow]) -> None:
        """Commit finished games; a game that is already stored stays unchanged."""
        marks = ", ".join("?" * len(GameRow._fields))
        with self.connection:
            self.connection.executemany(f"insert or ignore into games values ({marks})", rows)

    def games(self, **equal: Any) -> Iterator[GameRow]:
        """The games with these column values, in order."""
        where = " and ".join(f"{column} = ?" for column in equal) or "1"
        order = "order by rowid" if "match" not in equal else "order by number"
        for row in self._rows(f"select * from games where {where} {order}", tuple(equal.values())):
            if not looks_right(row):
                raise sqlite3.DatabaseError("a game's row is malformed")
            yield GameRow(*row)

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """What a query finds. Where a file is damaged, even what SQLite says of it may be no text."""
        try:
            yield from self.connection.execute(query, values)
        except UnicodeDecodeError:
            raise sqlite3.DatabaseError("its texts are damaged") from None

    def rescue(self, damaged: Path) -> int:
        """Take in all that can still be read of a damaged store; how many games."""
        with self.connection:
            self.connection.executemany("insert or ignore into matches values (?, ?)", readable_rows(damaged, 2))
        before = sum(1 for _ in self.games())
        for columns in (len(GameRow._fields), len(GameRow._fields) - len(LATER)):
            self.add(GameRow(*row) for row in readable_rows(damaged, columns) if looks_right(row))
        return sum(1 for _ in self.games()) - before

    def matches(self) -> dict[str, dict[str, Any]]:
        """All matches by id."""
        try:
            return {match: json.loads(spec) for match, spec in self._rows("select id, spec from matches")}
        except (ValueError, TypeError, RecursionError):
            raise sqlite3.DatabaseError("a match's description is malformed") from None


def looks_right(row: tuple[Any, ...]) -> bool:
    """Whether a row that was found somewhere is a game."""
    for name, value in zip(GameRow._fields, row, strict=False):
        kind = KINDS[name]
        whole_seconds = isinstance(value, int) and kind in (float, float | None)  # SQLite keeps 2.0 as 2
        if not (isinstance(value, kind) or whole_seconds):
            return False
    return row[GameRow._fields.index("winner")] in (0, 1, None)
