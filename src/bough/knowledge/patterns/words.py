"""Patterns as 64-bit words: what stands on a cell and around it, seen by the player to move."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.rng import seeded
from bough.games.contract import FIRST, SECOND, Part
from bough.games.game import Game
from bough.games.symmetry import board_of, move_cells
from bough.knowledge.patterns.occupants import stands_part
from bough.knowledge.patterns.surroundings import OUTSIDE, surroundings_of

KINDS = ("on", "cell", "at", "to", "from", "wide", "last", "before", "move")
"""Kinds of patterns. For evaluations: what stands on a cell, and what is around it too. Of a move: what stands on the
cell it goes to, what is around that, what is around the cell it comes from, all in their places; what is further around
the cell it goes to, wherever that is; how it lies to the last move and to the one before; and moves without a cell."""
OF_MOVES, WAYS = KINDS[2:8], KINDS[6:8]
"""Kinds of patterns that a move has, and those among them that are ways from earlier moves."""
MOST_CODES = 31
"""What stands on a cell has a code below this, which itself stands for what lies beyond the edge."""
_KEYS, _PLACES, _MOVES, _WAYS = 0xB0C4, 0xB0C5, 0xB0C6, 0xB0C7
"""Seeds of the random words that patterns are made of."""


class Words(NamedTuple):
    """Parts that make the words of a game."""

    cell_words: Part
    """cell_words(position, cell): of the kinds on and cell."""
    move_words: Part
    """move_words(position, move): of each kind in OF_MOVES (or move, then nothing); 0 where a move has none."""
    cells: int


@lru_cache(maxsize=16)
def words_of(game: Game) -> Words:
    """The words of a game with a board."""
    near, views, (inner, outer), place, ways, _, ends = surroundings_of(game)
    seen, touches, lately = _seen_part(game), game.rules.touches or _last_cell(ends), game.rules.lately or _never
    keys, places, names, after = _random_words(game)
    on_cell, at_cell, on_last, at_last, at_first, at_wide = (KINDS.index(kind) for kind in KINDS[:6])
    nowhere = places.shape[0] - 1

    @part
    def view_word(position, cell, player, view, count, word):
        for k in range(count):
            word ^= keys[k, seen(position, near[player, cell, view, k], player)]
        return word

    @part
    def around(position, cell, player, count, word):
        """The least word of all views, so that it does not matter how the board is turned."""
        least = view_word(position, cell, player, 0, count, word)
        for view in range(1, views[player, cell]):
            least = min(least, view_word(position, cell, player, view, count, word))
        return least

    @part
    def cell_words(position, cell):
        player = position.to_move
        here = place[player, cell]
        return (
            view_word(position, cell, player, 0, 1, places[here, on_cell]),
            around(position, cell, player, inner, places[here, at_cell]),
        )

    @part
    def way_word(position, player, cell, k):
        earlier = lately(position, k)
        way = ways[player, earlier, cell] if earlier >= 0 else 0
        return after[k, way] if way > 0 else np.uint64(0)

    @part
    def move_words(position, move):
        player, none = position.to_move, np.uint64(0)
        first, last = np.int64(ends[move, 0]), np.int64(touches(position, move))
        if last < 0:
            return names[move], none, none, none, none, none
        on = view_word(position, last, player, 0, 1, places[place[player, last], on_last])
        here = around(position, last, player, inner, places[place[player, last], at_last])
        came, wide = none, around(position, last, player, outer, places[nowhere, at_wide])
        if first >= 0:
            came = around(position, first, player, inner, places[place[player, first], at_first])
        return on, here, came, wide, way_word(position, player, last, 0), way_word(position, player, last, 1)

    return Words(cell_words, move_words, place.shape[1])


def _seen_part(game: Game) -> Part:
    """seen(position, cell, player): what stands on a cell, to a player: his own pieces have the odd codes."""
    stands = stands_part(game)

    @part
    def seen(position, cell, player):
        if cell == OUTSIDE:
            return MOST_CODES
        what = np.int64(stands(position, cell))
        if what == 0 or player == FIRST:
            return what
        return what + 1 if what & 1 else what - 1

    return seen


def _random_words(game: Game) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Words for what stands on the k-th cell around, for each place and kind, for each move, and for each way from the
    last move but k."""
    near, place, ways = surroundings_of(game).near, surroundings_of(game).place, surroundings_of(game).way_names

    def table(salt: int, rows: int, columns: int) -> np.ndarray:
        return np.array([[seeded(salt, columns * i + k) for k in range(columns)] for i in range(rows)], np.uint64)

    keys, places = table(_KEYS, near.shape[3], MOST_CODES + 1), table(_PLACES, int(place.max()) + 2, len(KINDS))
    return keys, places, table(_MOVES, 1, game.rules.move_ids)[0], table(_WAYS, 2, len(ways))


def _last_cell(ends: np.ndarray) -> Part:
    @part
    def touches(position, move):
        return ends[move, 1]

    return touches


@part
def _never(position, k):
    return -1


class Spelling(NamedTuple):
    """From patterns that people read to words, and back."""

    word: Callable[[str, str, Sequence[int]], int]
    """word(kind, place, codes)"""
    move_word: Callable[[str], int]
    """move_word(name): of a move without a cell."""
    way_word: Callable[[str, str], int]
    """way_word(kind, name): of the way from an earlier move."""
    way: Callable[[Any, int, str], str]
    """way(position, cell, kind): the name of the way to a cell from an earlier move."""
    codes: Callable[[Any, int, str], tuple[str, list[int]]]
    """codes(position, cell, kind): the place and what is around a cell, for the player to move."""


@lru_cache(maxsize=16)
def spelling_of(game: Game) -> Spelling:
    """The spelling of a game's patterns; in Python."""
    near, views, (inner, outer), place, ways, way_names, _ = surroundings_of(game)
    seen, board, lately = _seen_part(game), board_of(game), game.rules.lately or _never
    keys, places, names, after = _random_words(game)
    lengths = {"wide": outer, "on": 1, "at": 1}
    cells = [cell.name for cell in board.cells]
    if len(set(cells)) < len(cells):  # columns have one name for all their cells
        cells = [f"{name}@{number}" for number, name in enumerate(cells)]
    stand_for = {int(place[SECOND, cell]): f"{cells[cell]}'" for cell in reversed(range(len(cells)))}
    stand_for |= {int(place[FIRST, cell]): cells[cell] for cell in reversed(range(len(cells)))}
    numbers = {name: number for number, name in stand_for.items()} | {"*": places.shape[0] - 1}
    without_cell = {game.face.move_name(move): move for move, cells in move_cells(game).items() if not cells}

    def word(kind: str, at: str, codes: Sequence[int]) -> int:
        if len(codes) != lengths.get(kind, inner):
            raise ValueError(kind)
        found = int(places[numbers[at], KINDS.index(kind)])
        for k, code in enumerate(codes):
            found ^= int(keys[k, code])
        return found

    def codes(position: Any, cell: int, kind: str) -> tuple[str, list[int]]:
        player = int(position.to_move)
        at = "*" if kind == "wide" else stand_for[int(place[player, cell])]
        around = near[player, cell, : views[player, cell], : lengths.get(kind, inner)].tolist()
        turned = [[int(seen(position, there, player)) for there in view] for view in around]
        return at, min(turned, key=lambda one: word(kind, at, one))

    def way(position: Any, cell: int, kind: str) -> str:
        return way_names[ways[int(position.to_move), lately(position, WAYS.index(kind)), cell]]

    return Spelling(
        word,
        lambda name: int(names[without_cell[name]]),
        lambda kind, name: int(after[WAYS.index(kind), way_names.index(name)]),
        way,
        codes,
    )
