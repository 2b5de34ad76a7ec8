"""What a network sees of a position: planes over the grid of a frame."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.jit import kernel, part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.knowledge.networks.frame import Frame, frame_of, outlook_of


class Eyes:
    """Makes the planes of a game's positions: the board's shape, then each layer's own and other pieces, then (where
    the players are not alike) whether the second is to move."""

    def __init__(self, game: Game, frame: Frame):
        self.game, self.frame = game, frame
        self.count = plane_count(game, frame)
        self.see = see_part(game, frame)
        """see(position, cells, out): write the planes of one position; `cells` is scratch for `look`."""
        self._kernel = kernel(_each(self.see), game.rules.source)

    def planes(self, records: Any) -> np.ndarray:
        """The planes of many positions: (positions, planes, rows, columns)."""
        out = np.zeros((len(records), self.count, self.frame.rows * self.frame.columns), np.float32)
        self._kernel(np.asarray(records).view(np.ndarray), scratch(self.game, self.frame), out)
        return out.reshape(len(records), self.count, self.frame.rows, self.frame.columns)


def plane_count(game: Game, frame: Frame) -> int:
    """How many planes there are."""
    return 1 + 2 * game.rules.layers + (not frame.outlook.fair)


def scratch(game: Game, frame: Frame) -> np.ndarray:
    """Room for what `look` writes."""
    return np.zeros(game.rules.layers * frame.at.shape[1], np.int8)


def see_part(game: Game, frame: Frame) -> Callable[..., Any]:
    """The part that writes the planes of one position into an array (planes, spots) of zeros."""
    look, layers, at, cells = game.rules.look, game.rules.layers, frame.at, frame.at.shape[1]
    fair = frame.outlook.fair
    assert look is not None

    @part
    def see(position, seen, out):
        look(position, seen)
        player = position.to_move
        own, other = (1, 2) if player == FIRST else (2, 1)
        for cell in range(cells):
            spot = at[player, cell]
            out[0, spot] = 1.0
            for layer in range(layers):
                what = seen[layer * cells + cell]
                out[1 + 2 * layer, spot] = 1.0 if what & own else 0.0
                out[2 + 2 * layer, spot] = 1.0 if what & other else 0.0
            if not fair:
                out[1 + 2 * layers, spot] = 0.0 if player == FIRST else 1.0

    return see


def _each(see: Callable[..., Any]) -> Callable[..., Any]:
    def every(positions, seen, out):
        for k in range(positions.shape[0]):
            see(positions[k], seen, out[k])

    return every


@lru_cache(maxsize=8)
def eyes_of(game: Game) -> Eyes:
    """The eyes of a game whose frame nobody has said: the map that exchanges the sides is looked for."""
    return Eyes(game, frame_of(game, outlook_of(game)))
