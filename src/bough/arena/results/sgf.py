"""Stored games as SGF."""

from bough.arena.results.store import GameRow
from bough.core.errors import BoughError
from bough.games.formats.sgf import has_sgf, write_sgf


def sgf_of(row: GameRow) -> str:
    """One game as an SGF line."""
    if not has_sgf(row.game):
        raise BoughError(f"{row.game} has no SGF; use --csv")
    return write_sgf(row.game, row.moves.split(), (row.first, row.second), row.winner, True, row.ending)
