"""Where several threads that share a table are: each shows the key of every position on its way.

paths[thread, depth] is such a key. The last row says, in its first place, that one of them has the answer.
"""

import numpy as np

from bough.core.jit import part


def no_paths(threads: int, depth: int) -> np.ndarray:
    """Nobody is anywhere."""
    return np.zeros((threads + 1, depth), np.uint64)


@part
def others_on(paths, me, depth, key):
    """How many other threads are on a position at this depth, which is not the root's."""
    found = np.int64(0)
    for thread in range(paths.shape[0] - 1):
        if thread != me and paths[thread, depth] == key:
            found += 1
    return found


@part
def tell_to_stop(paths):
    """Say that the answer is found."""
    paths[paths.shape[0] - 1, 0] = 1


@part
def told_to_stop(paths):
    """Whether somebody has the answer."""
    return paths[paths.shape[0] - 1, 0] != 0
