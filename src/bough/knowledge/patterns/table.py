"""Learned patterns as text: what people can read, and what a search's tables are made from again.

After a head of facts there is one line a pattern: its weight, how often it was seen, what kind of pattern it is, the
cell whose place it stands in, and what is around it.
"""

from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.games.game import Game
from bough.games.learned import FORMAT, Learned
from bough.knowledge.patterns.knowledge import Weights
from bough.knowledge.patterns.words import KINDS, MOST_CODES, WAYS, Spelling, spelling_of

SIGNS = ".xoabcdefghijklmnpqrstuvwyz0123"
"""What stands on a cell, by code: nothing, one's own, the other's, then further kinds in pairs."""
EDGE = "#"
INSTEAD = {"cell": "on", "to": "at"}
"""Coarser kinds: a search that does not know the one asks for the other."""


class Pattern(NamedTuple):
    """One line of a table."""

    weight: float
    seen: int
    kind: str
    place: str
    """The cell, for the first player, that stands for this place; "*" where the place does not matter."""
    signs: str
    """The cell, then those around it, ring by ring; the name of a move without a cell, or of the way from another."""


def table_text(game: Game, facts: dict[str, str], patterns: list[Pattern]) -> str:
    """A table as text, the strongest patterns of each kind first."""
    lines = [FORMAT, f"game: {game.name}", *(f"{key}: {value}" for key, value in facts.items()), ""]
    for kind in KINDS:
        of_kind = sorted((one for one in patterns if one.kind == kind), key=lambda one: (-abs(one.weight), one.signs))
        lines += [f"{one.weight:+.3f} {one.seen} {one.kind} {one.place} {one.signs}" for one in of_kind]
    return "\n".join(lines) + "\n"


def patterns_in(learned: Learned) -> list[Pattern]:
    """The patterns of a table."""
    head = learned.text.partition("\n\n")[0].count("\n") + 3
    found = []
    for number, line in enumerate(learned.text.partition("\n\n")[2].splitlines(), start=head):
        try:
            weight, seen, kind, place, signs = line.split(" ", 4)
            found.append(Pattern(float(weight), int(seen), kind, place, signs))
            if kind not in KINDS or not np.isfinite(found[-1].weight):
                raise ValueError
        except ValueError:
            raise _unreadable(learned, number, line) from None
    return found


def weights_in(game: Game, learned: Learned) -> Weights:
    """The weights of a table, by word."""
    try:
        tempo, rivals = float(learned.facts["tempo"]), float(learned.facts["rivals"])
    except (KeyError, ValueError):
        raise BoughError(f"{learned.path} lacks its tempo or rivals; delete the file or learn again") from None
    try:
        return weights_of(game, patterns_in(learned), tempo, rivals)
    except (ValueError, KeyError, IndexError):
        raise BoughError(f"{learned.path} has patterns that do not fit {game.name}; delete it or learn again") from None


def weights_of(game: Game, patterns: list[Pattern], tempo: float, rivals: float) -> Weights:
    """The weights of patterns by word, each with that of the coarser pattern it contains."""
    spelling = spelling_of(game)
    coarse = {(one.kind, one.place, one.signs): one.weight for one in patterns if one.kind in INSTEAD.values()}
    cells: dict[int, float] = {}
    moves: dict[int, float] = {}
    for one in patterns:
        within = coarse.get((INSTEAD.get(one.kind, ""), one.place, one.signs[:1]), 0.0)
        (cells if one.kind in ("on", "cell") else moves)[word_of(spelling, one)] = one.weight + within
    return Weights(cells, tempo, moves, rivals)


def word_of(spelling: Spelling, pattern: Pattern) -> int:
    """The word that a search makes where it sees this pattern."""
    if pattern.kind == "move":
        return spelling.move_word(pattern.signs)
    if pattern.kind in WAYS:
        return spelling.way_word(pattern.kind, pattern.signs)
    codes = [MOST_CODES if sign == EDGE else SIGNS.index(sign) for sign in pattern.signs]
    return spelling.word(pattern.kind, pattern.place, codes)


def signs_of(codes: list[int]) -> str:
    """What stands on cells, as text."""
    return "".join(EDGE if code == MOST_CODES else SIGNS[code] for code in codes)


def _unreadable(learned: Learned, number: int, line: str) -> BoughError:
    return BoughError(f"{learned.path}, line {number}: cannot read {line[:40]!r}; delete the file or learn again")
