"""What the games of a store come to, as plain data: scores with intervals, and ratings."""

from pathlib import Path
from typing import Any

from bough.arena.match import Match, standing
from bough.arena.ratings import ratings
from bough.arena.store import Store


def summary(path: Path) -> list[dict[str, Any]]:
    """All matches of a store, the newest games counted; read anew at every call."""
    kept = Store(path, must_exist=True)
    try:
        found = [_match(kept, match, spec) for match, spec in kept.matches().items()]
    finally:
        kept.close()
    return [row for row in found if row["games"]]


def match_of_spec(spec: dict[str, Any]) -> Match:
    """The match that a store describes."""
    fields = {key: value for key, value in spec.items() if key != "recipes"}
    return Match(**(fields | {"players": tuple(spec["players"])}))


def _match(kept: Store, match: str, spec: dict[str, Any]) -> dict[str, Any]:
    known = match_of_spec(spec)
    rows = list(kept.games(match=match))
    scores = standing(known, rows)
    results = {pair: (score.wins, score.draws, score.losses) for pair, score in scores.items()}
    return {
        "match": match,
        "game": known.game,
        "budget": f"{known.simulations:,} simulations" if known.simulations else f"{known.seconds:g} s",
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
