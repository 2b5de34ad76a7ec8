"""Which games a match consists of, and how it stands."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bough.arena.match import Match
from bough.arena.openings import RandomOpenings, openings_from_file
from bough.arena.results.statistics import Score, score_of_pairs
from bough.arena.results.store import GameRow
from bough.core.errors import BoughError
from bough.games.names import game as game_named


class Task(NamedTuple):
    """One game to be played."""

    number: int
    first: str
    second: str
    opening: tuple[str, ...]
    seed: int

    @property
    def by_name(self) -> tuple[str, str]:
        """The two players in the order of their names, in which machine code keeps their trees, whoever moves first."""
        return min(self.first, self.second), max(self.first, self.second)


def tasks(match: Match, pairs: int, done: set[int]) -> Iterator[Task]:
    """The games still to be played, in order: every opening twice for every pairing, colours changed."""
    game = game_named(match.game)
    openings: Any = RandomOpenings(game, match.opening_plies, match.seed)
    if match.openings_file:
        listed = openings_from_file(game, Path(match.openings_file))
        if pairs > len(listed):
            raise BoughError(f"{match.openings_file} has {len(listed)} openings for {pairs} pairs; give fewer pairs")
        openings = listed
    pairings = match.pairings
    for pair in range(pairs):
        opening: tuple[str, ...] | None = None
        for k, (one, two) in enumerate(pairings):
            for leg in range(2):
                number = (pair * len(pairings) + k) * 2 + leg
                if number in done:
                    continue
                opening = openings[pair] if opening is None else opening
                first, second = (one, two) if leg == 0 else (two, one)
                yield Task(number, first, second, opening, match.seed * 1_000_003 + number)


def standing(match: Match, rows: list[GameRow]) -> dict[tuple[str, str], Score]:
    """The score of each pairing over its complete pairs."""
    by_number = {row.number: row for row in rows}
    pairs: dict[tuple[str, str], list[tuple[float, float]]] = {pairing: [] for pairing in match.pairings}
    for number, row in sorted(by_number.items()):
        other = by_number.get(number + 1)
        if number % 2 == 0 and other is not None:
            one, two = row.first, row.second
            pairs[one, two].append((row.points(one), other.points(one)))
    return {pairing: score_of_pairs(points) for pairing, points in pairs.items()}


def remarks(rows: list[GameRow]) -> list[str]:
    """What a reader of the scores should know: games lost by a fault and not on the board, and what both sides used."""
    told = [
        f"{player} forfeited {count} of its games: {_reasons(player, rows)}"
        for player, count in Counter(row.forfeit for row in rows if row.forfeit).items()
    ]
    used: dict[str, float] = {}
    known = [row for row in rows if row.first_cpu is not None and row.second_cpu is not None]
    for row in known:
        for player, cpu in ((row.first, row.first_cpu), (row.second, row.second_cpu)):
            used[player] = used.get(player, 0.0) + (cpu or 0.0)
    if used:
        sums = ", ".join(f"{player} {seconds:,.1f}" for player, seconds in used.items())
        told.append(f"CPU seconds in {len(known)} games: {sums}")
    return told


def _reasons(player: str, rows: list[GameRow]) -> str:
    counts = Counter(row.ending.removeprefix(player).strip() for row in rows if row.forfeit == player)
    return ", ".join(f"{reason} ({count})" for reason, count in counts.most_common(3))
