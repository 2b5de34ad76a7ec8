"""A summary of a store's games as plain data: scores with intervals, and ratings."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from bough.arena.match import Match
from bough.arena.results.ratings import ratings
from bough.arena.results.store import GameRow, Store
from bough.arena.schedule import standing


def summary(path: Path) -> list[dict[str, Any]]:
    """All matches of a store that have games, read from disk at every call."""
    store = Store(path, must_exist=True)
    try:
        rows = [_summed(known, match, list(store.games(match=match))) for match, known in known_matches(store).items()]
    finally:
        store.close()
    return [row for row in rows if row["games"]]


def known_matches(kept: Store) -> dict[str, Match]:
    """All matches of a store by id: from their descriptions or, if only games were restored, from the games."""
    try:
        return _known_matches(kept)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise sqlite3.DatabaseError("a match's description is malformed") from None


def _known_matches(kept: Store) -> dict[str, Match]:
    known = {match: _described(spec) for match, spec in kept.matches().items()}
    bare: dict[str, list[GameRow]] = {}
    for row in kept.games():
        if row.match not in known:
            bare.setdefault(row.match, []).append(row)
    return known | {match: _shown(rows) for match, rows in bare.items()}


def _described(spec: dict[str, Any]) -> Match:
    fields = {key: value for key, value in spec.items() if key != "recipes"}
    return Match(**(fields | {"players": tuple(spec["players"])}))


def _shown(rows: list[GameRow]) -> Match:
    players = dict.fromkeys(name for row in rows for name in (row.first, row.second))
    return Match(rows[0].game, tuple(players), **json.loads(rows[0].budget))


def budget_told(known: Match) -> str:
    """What a move may take, in words."""
    if known.simulations:
        return f"{known.simulations:,} simulations"
    return f"{known.seconds:g} s" if known.seconds else "their own budgets"


def _summed(known: Match, match: str, rows: list[GameRow]) -> dict[str, Any]:
    scores = standing(known, rows)
    results = {pair: (score.wins, score.draws, score.losses) for pair, score in scores.items()}
    return {
        "match": match,
        "game": known.game,
        "budget": budget_told(known),
        "games": len(rows),
        "scores": [
            {
                "one": one, "two": two, "wins": score.wins, "draws": score.draws, "losses": score.losses,
                "mean": score.mean, "low": score.interval[0], "high": score.interval[1],
            }
            for (one, two), score in scores.items()
            if score.games
        ],
        "ratings": [rating._asdict() for rating in ratings(results)] if rows and len(known.players) > 2 else [],
    }  # fmt: skip
