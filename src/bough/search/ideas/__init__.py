"""The ideas a recipe may name, in the one order in which they compose: each wraps those before it."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.search.ideas import final
from bough.search.ideas.bias import bias
from bough.search.ideas.careful import careful, lacks_unwise
from bough.search.ideas.chance_nodes import chance_nodes, lacks_chance
from bough.search.ideas.decisive import (
    anti_decisive,
    decisive,
    decisive_offline,
    lacks_connection,
    lacks_occupying,
    leaf_check,
)
from bough.search.ideas.endings import cutoff, draw_rule, lacks_draw_rule, lacks_evaluation, limit
from bough.search.ideas.exact_chance import exact_chance
from bough.search.ideas.group_nodes import group_nodes
from bough.search.ideas.implicit import implicit
from bough.search.ideas.mixed import mixed
from bough.search.ideas.move_groups import (
    lacks_groups,
    move_groups_cycle_m,
    move_groups_cycle_r,
    move_groups_random,
)
from bough.search.ideas.policy import lacks_move_weight, lacks_weights, policy
from bough.search.ideas.prior import prior
from bough.search.ideas.progressive import expand_late, unpruning
from bough.search.ideas.proof_numbers import proof_numbers
from bough.search.ideas.rave import rave
from bough.search.ideas.reply import lacks_reply, reply
from bough.search.ideas.solver import solver
from bough.search.ideas.threshold import threshold
from bough.search.ideas.transpositions import lacks_state_key, transpositions
from bough.search.ideas.uct import uct


class Idea(NamedTuple):
    """One idea: how it changes the hooks, its numbers with their defaults, and what it asks of a game."""

    make: Callable[..., Any]
    about: str
    numbers: dict[str, float] = {}
    excludes: tuple[str, ...] = ()
    lacks: Callable[[Game], str | None] = lambda game: None
    needs: tuple[str, ...] = ()
    more_than: Mapping[str, float] = {}
    """Numbers that must be more than something other than a little below 0."""
    at_least: Mapping[str, float] = {}
    at_most: Mapping[str, float] = {}

    def checked(self, numbers: Mapping[str, Any]) -> dict[str, float]:
        """Its defaults with these numbers put in."""
        for key, value in numbers.items():
            if key not in self.numbers:
                known = ", ".join(self.numbers) or "none"
                raise BoughError(f"unknown number '{key}' in a recipe; this idea's numbers are: {known}")
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
                raise BoughError(f"the number {key} in a recipe must be 0 or more, not {value}")
            if key in self.more_than and value <= self.more_than[key]:
                raise BoughError(f"the number {key} in a recipe must be more than {self.more_than[key]:g}, not {value}")
            if key in self.at_least and value < self.at_least[key]:
                raise BoughError(f"the number {key} in a recipe must be at least {self.at_least[key]:g}, not {value}")
            if key in self.at_most and value > self.at_most[key]:
                raise BoughError(f"the number {key} in a recipe must be at most {self.at_most[key]:g}, not {value}")
        return self.numbers | {key: float(value) for key, value in numbers.items()}


CHANCE_IDEAS = (
    "chance-nodes",
    "move-groups-random",
    "move-groups-cycle-r",
    "move-groups-cycle-m",
    "group-nodes",
)
"""Ways to search a game with chance; it needs one of them."""

IDEAS: dict[str, Idea] = {
    "uct": Idea(uct, "mean value plus exploration; uniform playouts", {"exploration": 1.0}),
    "rave": Idea(
        rave,
        "blend in how a move does wherever it is played later",
        {"equivalence": 1000.0, "exploration": 0.0},
        more_than={"equivalence": 0.0},
    ),
    "policy": Idea(
        policy, "draw playout moves by how likely good players make them", excludes=("mixed",), lacks=lacks_weights
    ),
    "mixed": Idea(
        mixed,
        "playouts by evaluation: the best of the likeliest moves",
        {"moves": 7.0, "noise": 50.0},
        ("policy", "decisive", "decisive-offline", "anti-decisive"),
        lambda game: lacks_weights(game) or lacks_evaluation(game),
        at_least={"moves": 1.0},
    ),
    "careful": Idea(
        careful, "playouts refuse most moves that throw something away", {"share": 0.9}, lacks=lacks_unwise
    ),
    "reply": Idea(reply, "playouts answer the last move where it calls for it", {"rate": 0.9}, lacks=lacks_reply),
    "decisive": Idea(
        decisive,
        "play a move that wins at once, in playouts and in the tree",
        excludes=("anti-decisive", "decisive-offline"),
    ),
    "decisive-offline": Idea(
        decisive_offline,
        "the same, the wins of a playout found after it",
        excludes=("anti-decisive", "decisive", "limit", "cutoff"),
        lacks=lacks_connection,
    ),
    "anti-decisive": Idea(
        anti_decisive,
        "decisive moves, and deny the opponent's",
        excludes=("decisive", "decisive-offline"),
        lacks=lacks_occupying,
    ),
    "leaf-check": Idea(
        leaf_check,
        "in the tree, a node with a winning move gets that child alone",
        excludes=("decisive", "decisive-offline", "anti-decisive"),
    ),
    "limit": Idea(limit, "playouts end in a draw after so many plies", {"plies": 200.0}),
    "cutoff": Idea(
        cutoff,
        "playouts end when the evaluation is sure, asked every few plies",
        {"every": 3.0, "points": 1000.0},
        lacks=lacks_evaluation,
        at_least={"every": 1.0},
    ),
    "draw-rule": Idea(
        draw_rule,
        "playouts are drawn after so many quiet plies of their own",
        {"plies": 640.0},
        lacks=lacks_draw_rule,
        at_most={"plies": 30_000.0},
    ),
    "prior": Idea(
        prior,
        "prior knowledge: as if each move had been tried so often already",
        {"visits": 10.0},
        ("bias",),
        lacks_move_weight,
        more_than={"visits": 0.0},
    ),
    "bias": Idea(
        bias,
        "progressive bias: likely moves first, weight * P / (n + 1)",
        {"weight": 100.0},
        lacks=lacks_move_weight,
    ),
    "unpruning": Idea(
        unpruning,
        "progressive unpruning: the likeliest moves first, more as visits grow",
        {"initial": 5.0, "a": 40.0, "b": 1.3},
        ("group-nodes",),
        lacks_move_weight,
        more_than={"a": 0.0, "b": 1.0},
        at_least={"initial": 1.0},
    ),
    "expand-late": Idea(expand_late, "a node gets its children at so many visits", {"visits": 30.0}),
    "implicit": Idea(
        implicit,
        "blend in an evaluation backed up by minimax",
        {"weight": 0.2, "points": 600.0},
        lacks=lacks_evaluation,
        more_than={"points": 0.0},
    ),
    "pn": Idea(proof_numbers, "prefer moves that are near to a proof", {"weight": 1.0}),
    "value": Idea(final.value, "play the move of the highest value", excludes=("secure",)),
    "secure": Idea(
        final.secure, "play the move of the highest value - weight / sqrt(visits)", {"weight": 1.0}, ("value",)
    ),
    "solver": Idea(solver, "prove wins, losses and draws"),
    "transpositions": Idea(
        transpositions,
        "a position proven once is proven wherever it comes up",
        lacks=lacks_state_key,
        needs=("solver",),
    ),
    "threshold": Idea(threshold, "below so many visits the playout policy picks the child", {"visits": 30.0}),
    "chance-nodes": Idea(
        chance_nodes, "moves that ask chance get a node whose children are the outcomes", lacks=lacks_chance
    ),
    "exact-chance": Idea(
        exact_chance,
        "outcomes count by their probability, not by how often they were drawn",
        lacks=lacks_chance,
        needs=("chance-nodes",),
    ),
    "move-groups-random": Idea(
        move_groups_random,
        "UCT between moves and flips, then any move of the group",
        excludes=("chance-nodes", "threshold"),
        lacks=lacks_groups,
    ),
    "move-groups-cycle-r": Idea(
        move_groups_cycle_r,
        "the same, the moves of a group in turn, flips first",
        excludes=("chance-nodes", "move-groups-random", "threshold"),
        lacks=lacks_groups,
    ),
    "move-groups-cycle-m": Idea(
        move_groups_cycle_m,
        "the same, the moves of a group in turn, moves of pieces first",
        excludes=("chance-nodes", "move-groups-random", "move-groups-cycle-r", "threshold"),
        lacks=lacks_groups,
    ),
    "group-nodes": Idea(
        group_nodes,
        "all outcomes of a move share one node, drawn anew on every descent",
        excludes=(*(idea for idea in CHANCE_IDEAS if idea != "group-nodes"), "solver", "pn", "threshold"),
        lacks=lacks_chance,
    ),
}
