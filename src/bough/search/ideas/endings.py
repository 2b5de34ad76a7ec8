"""Positions near the end are looked up in an exact table (search/solving/endings.py) instead of being searched."""

import numpy as np

from bough.core.jit import part
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import UNKNOWN, Hooks
from bough.search.solving.endings import endings_table, lacks_endings


@idea(
    "endings",
    "positions near the end are looked up in an exact table",
    stage=Stage.ENDING,
    lacks=lacks_endings,
)
def endings(game: Game, hooks: Hooks) -> Hooks:
    """Give a node that the table knows its exact value; a win that takes more plies than the draw rule leaves is a
    draw."""
    declared, table = game.rules.endings, endings_table(game)
    assert declared is not None
    number, left, open_verdict = declared.number, declared.left or _forever, hooks.verdict

    @part
    def verdict(node, position, memory):
        value = open_verdict(node, position, memory)
        # A stored value tells no move to play, so the root is judged by its children.
        if value != UNKNOWN or node.move < 0:
            return value
        place = number(position)
        if place < 0:
            return value
        plies = np.int64(memory.endings[place])
        if plies == 0 or abs(plies) > left(position):
            return 0.0
        return 1.0 if (plies > 0) == (position.to_move == FIRST) else -1.0

    field = ("endings", "i1", table.shape)
    return hooks._replace(verdict=verdict, memory=(*hooks.memory, field), tables=(*hooks.tables, ("endings", table)))


@part
def _forever(position):
    return 1 << 30
