"""Memory that never ends: when the pool is full, the subtrees that matter least are given back.

A node's children are given back if it has few visits; what it has learned itself stays, and it is expanded again when a
simulation comes by. Bounds only ever narrow: nodes with a bound keep their children, from which it follows.
"""

import numpy as np

EVERY = 256
"""Visits of the root between two looks at the pool: however a search is sliced, the same seed gives the same tree."""
AT_A_TIME = 4
"""A simulation expands this many nodes at most."""
KEPT = 0.5
"""The part of the pool that stays in use."""
LEAST = 0.05
"""A pool of which less than this can be given back is full for good."""


def doomed(nodes: np.ndarray, proves: bool, room: int) -> np.ndarray:
    """Which nodes give their children back, so that about `room` nodes stay: those with the fewest visits."""
    count, visits = nodes["count"].astype(np.int64), nodes["visits"]
    safe = (nodes["low"] > -1) | (nodes["high"] < 1) if proves else np.zeros(len(nodes), bool)
    safe[0] = True
    room -= 1 + int(count[safe].sum())
    may = np.flatnonzero(~safe & (count > 0))
    order = may[np.argsort(-visits[may].astype(np.int64), kind="stable")]  # the most visited first
    return order[np.cumsum(count[order]) > max(room, 0)]


def steps_until_full(capacity: int, used: int, most_moves: int, visits: int) -> int:
    """How many simulations may be made before somebody must look whether the pool is full."""
    safe = (capacity - used) // (AT_A_TIME * most_moves)
    return safe // EVERY * EVERY or EVERY - visits % EVERY
