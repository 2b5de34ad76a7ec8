"""What is good in a game: evaluations, move weights and other parts that a search may use.

evaluate(position)            points for the first player; 100 points are worth about a move, 1000 nearly decide
move_weight(position, move)   how likely a good player is to play this legal move, from 0 to 1
weigh(position, moves, weights)   write all legal moves and their weights, return how many
move_group(position, move)    0 or 1, for searches that first choose between groups of moves
draw(position, memory, rng)   a playout move drawn by the game's own policy, and the generator's next word; the policy
                              may store data in fields of the search's memory (draw_memory)
reply(position, memory, rng)  a playout move that answers the last one, or -1; memory and word as with draw
replying_playout(recorded)    makes a part playout(position, moves, rng, rate) as in games/contract.py: a whole playout
                              that replies at this rate, and is uniform otherwise
unwise(position, move)        whether this move gives something away, as far as a quick check can tell
noisy(position, move)         whether this legal move must be searched before a position is evaluated
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bough.core.errors import BoughError
from bough.core.records import Fields
from bough.games.contract import Part

POINTS_A_LOGIT = 400.0
"""The scale of evaluations: 1000 points mean odds of 12 to 1; having the move is worth about 100 points."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """All knowledge about a game; every part is optional."""

    evaluations: Mapping[str, Part] = field(default_factory=dict)
    """Evaluations by name; the last one is the best and is the default."""
    move_weight: Part | None = None
    weigh: Part | None = None
    draw: Part | None = None
    draw_memory: Fields = ()
    move_group: Part | None = None
    noisy: Part | None = None
    unwise: Part | None = None
    reply: Part | None = None
    replying_playout: Callable[[bool], Part] | None = None

    def evaluation(self, name: str = "") -> Part:
        """The evaluation of this name, or the best one."""
        if not self.evaluations:
            raise BoughError("there is no evaluation for this game")
        chosen = name or list(self.evaluations)[-1]
        if chosen not in self.evaluations:
            raise BoughError(f"unknown evaluation '{chosen}'; known are {', '.join(self.evaluations)}")
        return self.evaluations[chosen]


NOTHING = Knowledge()
