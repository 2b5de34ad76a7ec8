"""Keys of whole positions, the same for boards that are images of each other.

For games whose `look` tells all (games/contract.py): the key is made of what stands on the cells and who is to move.
A board is turned by every map under which the rules stay the same (games/symmetry.py), and the smallest of the keys
stands for all of them. Keys have 64 bits, so two positions may share one; a certificate written from such a table is
checked by the rules alone, and would not hold.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.rng import seeded
from bough.games.contract import SECOND, Part
from bough.games.game import Game
from bough.games.symmetry import maps_of, symmetries

_SALT = 2014
THE_SAME = 0
CONTENTS = 4
"""What `look` may say of a cell: 0 to 3."""


class Keys(NamedTuple):
    """How positions of a game are told apart."""

    key: Part
    """key(position, seen): the key, and the number of the map that gives it; `seen` is room for what `look` writes."""
    maps: np.ndarray
    """maps[number, cell]: where a cell comes to lie; THE_SAME leaves all where they are."""
    room: int
    """How many cells `look` writes, counting every layer."""


def lacks_keys(game: Game) -> str | None:
    """Why a game's positions cannot be told apart by what they show, or None if they can."""
    if not game.rules.look_tells_all:
        return "what its board shows does not tell all that can follow (Rules: look_tells_all)"
    if game.rules.look is None or game.face.layout is None:
        return "it has no layout, or no part `look` that tells what stands on it"
    return None


@lru_cache(maxsize=64)
def keys_of(game: Game, symmetric: bool = True) -> Keys:
    """The keys of a game's positions; without `symmetric` images have keys of their own."""
    if lack := lacks_keys(game):
        raise BoughError(f"{game.name} cannot be solved with a table: {lack}")
    look, layout, layers = game.rules.look, game.face.layout, game.rules.layers
    assert look is not None
    assert layout is not None
    cells = len(layout.cells)
    names = symmetries(game) if symmetric else []
    maps = np.array([np.arange(cells)] + [maps_of(layout)[name] for name in names], np.int64)
    maps = np.unique(maps, axis=0)  # in order, so that THE_SAME comes first
    room, count = layers * cells, len(maps)
    words = np.array([seeded(_SALT, n) for n in range(room * CONTENTS)], np.uint64).reshape(room, CONTENTS)
    # turned[number, CONTENTS * cell + content]: the word for what stands on a cell, after the map
    turned = np.array(
        [
            [
                words[layer * cells + maps[n, c], content]
                for layer in range(layers)
                for c in range(cells)
                for content in range(CONTENTS)
            ]
            for n in range(count)
        ]
    )
    side, one = seeded(_SALT, room * CONTENTS), np.uint64(1)

    @part
    def key(position, seen):
        look(position, seen)
        taken = 0
        for cell in range(room):
            if seen[cell] != 0:
                seen[taken] = CONTENTS * cell + seen[cell]  # over what has been read
                taken += 1
        best, number = np.uint64(0), 0
        for n in range(count):
            word = side if position.to_move == SECOND else one
            for i in range(taken):
                word ^= turned[n, seen[i]]
            if n == 0 or word < best:
                best, number = word, n
        return (best if best != 0 else one), number

    return Keys(key, maps, room)


@lru_cache(maxsize=64)
def quick_keys(game: Game) -> Keys:
    """Keys without symmetry where the game keeps a word of its own up to date; the usual ones elsewhere."""
    keys, own = keys_of(game, symmetric=game.rules.key is None), game.rules.key

    @part
    def kept(position, seen):
        return own(position), THE_SAME

    return keys if own is None else keys._replace(key=kept)


@lru_cache(maxsize=64)
def value_key(game: Game) -> Part:
    """A part key(position, seen) for tables of values alone: the game's own key where it has one, which is faster."""
    own, key = game.rules.state_key, None if game.rules.state_key else keys_of(game).key

    @part
    def given(position, seen):
        return own(position)

    @part
    def made(position, seen):
        word, _ = key(position, seen)
        return word

    return made if own is None else given
