"""Work in slices: how much to do before checking the clock, Ctrl-C and any watchers again."""

SLICE_SECONDS = 0.02


class Slices:
    """A slice size that adapts so that each slice takes about SLICE_SECONDS."""

    def __init__(self, first: int, least: int = 1, most: int = 1 << 40):
        self.size, self._least, self._most = first, least, most

    def adapt(self, done: int, took: float, left: float | None) -> None:
        """Choose the next size: `done` units `took` this many seconds, and `left` seconds remain (None: no limit)."""
        target = SLICE_SECONDS if left is None else min(SLICE_SECONDS, max(left, 0.001))
        wanted = min(self.size * 4, int(done * target / max(took, 1e-6)))
        self.size = max(self._least, min(wanted, self._most))
