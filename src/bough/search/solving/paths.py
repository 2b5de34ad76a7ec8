"""Where several threads that share a table are: each shows the key of every position on its way."""

import numpy as np

from bough.core.jit import part


@part
def others_on(paths, me, depth, key):
    """How many other threads are on a position at this depth."""
    found = np.int64(0)
    for thread in range(paths.shape[0]):
        if thread != me and paths[thread, depth] == key:
            found += 1
    return found
