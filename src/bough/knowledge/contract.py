"""What is good in a game: evaluations and move weights, as parts that searches may ask for by name.

evaluate(position)            points for the first player; about 100 is worth a move, 1000 nearly decides
move_weight(position, move)   how likely a good player is to make this legal move, from 0 to 1
weigh(position, moves, weights)   write all legal moves and their weights, return how many
move_group(position, move)    0 or 1, for searches that choose between groups of moves first
draw(position, memory, rng)   a playout move drawn by a way of the game's own, and the generator's next word; it may
                              keep what it needs in fields of the search's memory (draw_memory)
reply(position, memory, rng)  a playout move that answers the last one, or -1; memory and word as with draw
unwise(position, move)        does this move throw something away, as far as a glance tells?
noisy(position, move)         must this legal move be looked at before a position is evaluated?
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bough.core.errors import BoughError
from bough.core.records import Fields
from bough.games.contract import Part

POINTS_A_LOGIT = 400.0
"""The scale of evaluations: 1000 points are odds of 12 to 1, and the right to move is worth about 100."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """All that is known about a game; each piece may be missing."""

    evaluations: Mapping[str, Part] = field(default_factory=dict)
    """By name; the last one is the best and is used where nobody names one."""
    move_weight: Part | None = None
    weigh: Part | None = None
    draw: Part | None = None
    draw_memory: Fields = ()
    move_group: Part | None = None
    noisy: Part | None = None
    unwise: Part | None = None
    reply: Part | None = None

    def evaluation(self, name: str = "") -> Part:
        """The evaluation of this name, or the best one."""
        if not self.evaluations:
            raise BoughError("there is no evaluation for this game")
        chosen = name or list(self.evaluations)[-1]
        if chosen not in self.evaluations:
            raise BoughError(f"unknown evaluation '{chosen}'; known are {', '.join(self.evaluations)}")
        return self.evaluations[chosen]


NOTHING = Knowledge()
