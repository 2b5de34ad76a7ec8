"""Transpositions: a position proven in one place of the tree is proven wherever it occurs.

Positions are identified by 64-bit keys, so proofs that use this idea are correct unless two keys collide.
"""

import numpy as np

from bough.core.jit import part
from bough.core.table import slot
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.hooks import Hooks

ENTRIES = 1 << 20
"""Size of the table of proven positions, a power of two; a new entry overwrites an old one."""


def lacks_state_key(game: Game) -> str | None:
    """Why a game's transpositions cannot be detected, or None if they can."""
    return None if game.rules.state_key is not None else "its positions have no key that tells all that can follow"


@idea(
    "transpositions",
    "a position proven once is proven wherever it comes up",
    stage=Stage.PROOF,
    lacks=lacks_state_key,
    needs=("solver",),
)
def transpositions(game: Game, hooks: Hooks) -> Hooks:
    """Store proven values by the key of the whole state, and look them up in new nodes."""
    state_key = game.rules.state_key
    open_verdict, open_prepare, open_backup = hooks.verdict, hooks.prepare, hooks.backup

    @part
    def prepare(child, position, params):
        child.key = 0
        open_prepare(child, position, params)

    @part
    def verdict(node, position, memory):
        # A stored value tells no move to play, so the root must be proven by its children.
        if node.low != node.high and node.move >= 0:
            key = state_key(position)
            node.key = key
            if key != 0 and memory.proven_key[slot(key, ENTRIES)] == key:
                value = np.float64(memory.proven_value[slot(key, ENTRIES)])
                node.low = node.high = value if node.mover == FIRST else -value
        return open_verdict(node, position, memory)

    @part
    def backup(nodes, memory, trail, depth, value):
        node = nodes[trail.node[depth]]
        was_open = node.low != node.high
        value = open_backup(nodes, memory, trail, depth, value)
        if was_open and node.low == node.high and node.key != 0:
            entry = slot(node.key, ENTRIES)
            memory.proven_key[entry] = node.key
            memory.proven_value[entry] = node.low if node.mover == FIRST else -node.low
        return value

    return hooks._replace(
        node=(*hooks.node, ("key", "u8")),
        memory=(*hooks.memory, ("proven_key", "u8", (ENTRIES,)), ("proven_value", "f8", (ENTRIES,))),
        verdict=verdict,
        prepare=prepare,
        backup=backup,
    )
