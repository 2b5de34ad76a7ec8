"""How a simulation touches nodes: as the only one, or beside others that grow the same tree.

Where threads share a tree, a node is expanded by whoever claims it first; the others play out from it meanwhile. Visits
are counted on the way down, so that simulations under way keep apart, and (visits, value) change together. Children
are written before their number is published, and never move while threads run. Each thread takes its new nodes from a
stretch of the pool of its own: memory.used to memory.limit, with memory.desk before it for a copy of the parent.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from bough.core.instructions.fields import add, load, load_pair, store, swap, swap_second
from bough.core.jit import part
from bough.core.records import Fields, record_type
from bough.games.game import Game
from bough.search.seams.hooks import Hooks, mean_with, spread

SHARED_MEMORY: Fields = (("limit", "i4"), ("desk", "i4"))
CLAIMED = -1
"""In place of the first child, while somebody expands a node."""
WANTS_ROOM, GOES_WITHOUT = 1, 2
"""memory.full: a thread has come to the end of its stretch, and: there is no other one."""


def shared_node(fields: Iterable[tuple[Any, ...]]) -> np.dtype:
    """A node whose size is a multiple of eight, which (visits, value) need to change together."""
    fields = tuple(dict.fromkeys(fields))
    made = record_type(fields)
    for spare in range(1, 8):
        if made.itemsize % 8 == 0:
            break
        made = record_type((*fields, ("unused", "i1", (spare,))))
    return made


class Access(NamedTuple):
    """The parts by which the loop touches nodes."""

    children: Callable[..., Any]
    """children(node): how many it has."""
    grow: Callable[..., Any]
    """grow(nodes, memory, node, position, legal, params): did the node get children?"""
    enter: Callable[..., Any]
    """enter(node): a simulation goes through it."""
    take: Callable[..., Any]
    """take(node, own, memory): a simulation ended with this value for its mover."""


def access_of(game: Game, hooks: Hooks) -> Access:
    """The parts for one thread or for many."""
    expand = hooks.expand(hooks)
    return _by_many(expand, game.rules.max_moves) if hooks.shared else _by_one(expand)


def _by_one(expand: Callable[..., Any]) -> Access:
    @part
    def children(node):
        return node.count

    @part
    def enter(node):
        pass

    @part
    def take(node, own, memory):
        node.visits += 1
        node.value = mean_with(node.value, own, node.visits, memory)
        node.spread = spread(node.visits)

    return Access(children, expand, enter, take)


def _by_many(expand: Callable[..., Any], max_moves: int) -> Access:
    @part
    def children(node):
        return load(node, "count")

    @part
    def grow(nodes, memory, node, position, legal, params):
        if memory.used + max_moves >= memory.limit:
            memory.full = max(memory.full, WANTS_ROOM)
            return False
        if not swap(nodes[node], "first", 0, CLAIMED):
            return False
        nodes[memory.desk] = nodes[node]
        if not expand(nodes[: memory.limit], memory, memory.desk, position, legal, params):
            store(nodes[node], "first", 0)
            return False
        nodes[node].first = nodes[memory.desk].first
        store(nodes[node], "count", nodes[memory.desk].count)
        return True

    @part
    def enter(node):
        add(node, "visits", 1)

    @part
    def take(node, own, memory):
        while True:
            visits, value = load_pair(node, "visits", "value")
            mean = np.float32(mean_with(value, own, visits, memory))
            if swap_second(node, "visits", "value", visits, value, mean):
                break
        node.spread = spread(visits)

    return Access(children, grow, enter, take)


def pauses_part(hooks: Hooks) -> Callable[..., Any]:
    """pauses(memory): shall the loop return, since a thread needs more room?"""
    shared = hooks.shared

    @part
    def pauses(memory):
        return shared and memory.full == WANTS_ROOM

    return pauses
