"""The seams of one simulation. Plain UCT fills all of them; an idea wraps the few it needs.

Values are numbers in [-1, 1]. In a node they are for the *mover*, the player who made the move into it. While a value
travels through the loop it is for the first player, or UNKNOWN. Results that people see are for the player to move at
the root (search/trees/results.py converts them).
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import part
from bough.core.records import Fields
from bough.core.rng import advance, unit

UNKNOWN = np.float64(9.0)
"""Not a value: the game goes on and nothing is proven."""
NEVER, AT_ONCE = -1e18, 1e18
"""Urgencies of children that must not be followed, and of children that must be followed now."""

_WORTH = np.array([1.0, -1.0, 0.0, UNKNOWN])


@part
def worth(winner):
    """The value for the first player of FIRST, SECOND, DRAW or UNDECIDED."""
    return _WORTH[winner]


# Most nodes have few visits. A table saves them a logarithm and two square roots at every step.
_FEW = 1024
_ROOT_LOG = np.array([math.sqrt(math.log(n + 1.0)) for n in range(_FEW)])
_SPREAD = np.array([1.0 / math.sqrt(n) if n else 0.0 for n in range(_FEW)])


@part
def root_log(visits):
    """sqrt(ln(visits + 1))."""
    return _ROOT_LOG[visits] if visits < _FEW else math.sqrt(math.log(visits + 1.0))


@part
def spread(visits):
    """1 / sqrt(visits), for at least one visit."""
    return _SPREAD[visits] if visits < _FEW else 1.0 / math.sqrt(visits)


MANY = 1 << 18
"""From this many results on, the last bit of a mean is rounded at random."""


@part
def mean_with(mean, result, count, memory):
    """The mean of `count` results, the last of which is `result`.

    Means are kept in single precision, where one result among millions is too small to register. Random rounding, up
    or down in proportion, lets such steps add up.
    """
    exact = np.float64(mean) + (result - np.float64(mean)) / count
    if count >= MANY:
        memory.rng = advance(memory.rng)
        exact += (unit(memory.rng) - 0.5) * 2.0**-24
    return exact


NODE: Fields = (
    ("visits", "i4"),
    ("value", "f4"),  # mean of its simulations, for the mover
    ("spread", "f4"),  # 1 / sqrt(visits), kept so that selection needs no root and no division
    ("first", "i4"),  # its children are nodes[first : first + count]
    ("count", "i2"),
    ("move", "i2"),
    ("mover", "i1"),
)
MEMORY: Fields = (("rng", "u8"), ("used", "i4"), ("full", "i1"))
"""Kept once per search: the generator, the number of nodes in use, and whether growth was refused."""


class Hooks(NamedTuple):
    """Everything that may differ between two searches of one game, as data and as parts.

    `params` below holds the numbers of the recipe, named after idea and number: params.uct_exploration.
    """

    node: Fields
    memory: Fields
    tables: tuple[tuple[str, np.ndarray], ...]
    """Fields of the memory that hold a table, which no search changes."""
    of_children: tuple[str, ...]
    """Node fields that tell something of a node's children; 0 again when these are given back to make room."""

    verdict: Callable[..., Any]
    """verdict(node, position, memory): the value that is already certain here, or UNKNOWN."""
    prepare: Callable[..., Any]
    """prepare(child, position, params) sets an idea's own fields of a new node."""
    ripe: Callable[..., Any] | None
    """ripe(node, params): does a leaf get its children now? None means on its second visit. The root and chance nodes
    never wait."""
    candidates: Callable[..., Any]
    """candidates(position, memory, legal) writes the moves that get a child and returns how many: the legal moves,
    less any that are certainly no better than one that stays."""
    width: Callable[..., Any]
    """width(node, params): how many of its children may be tried."""
    curiosity: Callable[..., Any]
    """curiosity(node, params): the exploration factor that all its children share."""
    estimate: Callable[..., Any] | None
    """estimate(child, curiosity, params): (visits, value, exploration bonus) of a child, from which `urgency` starts.
    None means its own statistics. An idea that adds knowledge as visits fills this seam."""
    urgency: Callable[..., Any]
    """urgency(child, parent, curiosity, params): selection follows the highest."""
    follow: Callable[..., Any] | None
    """follow(position, memory) after every move in the tree: chance acts without a node; None means it does not.
    `select` may then answer -1: no child fits what happened, and the tree ends here for this simulation."""
    choose: Callable[..., Any] | None
    """choose(position, memory, params, legal, rng): a playout move and the next random word; None means uniform."""
    choose_early: Callable[..., Any] | None
    """The same for a playout's first move and for the tree below the threshold; None means `choose`."""
    ending: Callable[..., Any] | None
    """ending(position, trail, plies, params): the value at which a playout stops after this many plies of its own, or
    UNKNOWN; None means it never stops before the game is over."""
    judged_outside: bool
    """Whether an evaluator judges each leaf and weighs its moves, in place of a playout (seams/asking.py)."""
    wonders: Callable[..., Any] | None
    """wonders(node, params): shall an evaluator weigh this node's children now? None means never."""
    shared: bool
    """Whether several threads grow one tree (seams/sharing.py)."""
    rooted: bool
    """Whether nodes keep what holds only for the player at the root, so that no subtree outlives its root."""
    records_moves: bool
    """Whether `learn` needs the moves of playouts in the trail."""
    proves: bool
    """Whether nodes carry proven bounds: the fields low, high and sure (seams/bounds.py)."""
    by_visits: bool
    """Whether the most visited child is played, so that a search may stop once no other can catch up."""
    backup: Callable[..., Any]
    """backup(nodes, memory, trail, depth, value): the value that a node of the trail takes and passes up."""
    learn: Callable[..., Any]
    """learn(nodes, memory, trail, value, params) after every simulation."""
    final: Callable[..., Any]
    """final(child, params): when the search ends, the highest is played."""

    # These four are assembled from the hooks above once all ideas have been applied: each takes the finished hooks
    # and returns the part.
    expand: Callable[["Hooks"], Callable[..., Any]]
    """expand(nodes, memory, node, position, legal, params): did the node get children?"""
    select: Callable[["Hooks"], Callable[..., Any]]
    """select(nodes, memory, node, position, legal, params): the child to follow."""
    playout: Callable[["Hooks"], Callable[..., Any]]
    """playout(position, memory, trail, legal, params): a value for the first player."""
    decide: Callable[["Hooks"], Callable[..., Any]]
    """decide(nodes, node, params): the child to play."""


def trail_fields(max_plies: int) -> Fields:
    """What one simulation did: the nodes it went through, then every ply with its mover."""
    return (
        ("node", "i4", (max_plies + 2,)),
        ("move", "i2", (max_plies + 2,)),
        ("mover", "i1", (max_plies + 2,)),
        ("depth", "i4"),  # nodes[node[0]] is the root, nodes[node[depth]] the leaf
        ("plies", "i4"),  # move[:plies]; the first `depth` of them were made in the tree
        ("certain", "i1"),  # the leaf's value is no estimate
    )
