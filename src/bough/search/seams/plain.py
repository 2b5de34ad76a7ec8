"""The default of every hook: follow the best mean, try unvisited children first, play out uniformly.

The first idea of a recipe wraps these hooks.
"""

from collections.abc import Callable
from typing import Any

from bough.core.jit import part
from bough.games.game import Game
from bough.search.seams.deciding import highest_final, most_visits
from bough.search.seams.growth import expand_all, most_urgent
from bough.search.seams.hooks import AT_ONCE, MEMORY, NODE, Hooks, worth
from bough.search.seams.playouts import playout_of


def plain_hooks(game: Game) -> Hooks:
    """The hooks of a search without any idea."""
    moves, winner = game.rules.moves, game.rules.winner

    @part
    def verdict(node, position, memory):
        return worth(winner(position))

    @part
    def prepare(child, position, params):
        pass

    @part
    def candidates(position, memory, legal):
        return moves(position, legal)

    @part
    def width(node, params):
        return node.count

    @part
    def curiosity(node, params):
        return 0.0

    @part
    def backup(nodes, memory, trail, depth, value):
        return value

    @part
    def learn(nodes, memory, trail, value, params):
        pass

    return Hooks(
        node=NODE,
        memory=MEMORY,
        tables=(),
        of_children=(),
        verdict=verdict,
        prepare=prepare,
        expand=expand_all,
        ripe=None,
        candidates=candidates,
        width=width,
        curiosity=curiosity,
        estimate=None,
        urgency=upper_bound(None),
        select=most_urgent,
        follow=None,
        choose=None,
        choose_early=None,
        ending=None,
        playout=playout_of(game),
        judged_outside=False,
        wonders=None,
        shared=False,
        rooted=False,
        records_moves=False,
        proves=False,
        by_visits=True,
        backup=backup,
        learn=learn,
        final=most_visits,
        decide=highest_final,
    )


@part
def own_statistics(child, curiosity, params):
    """The estimate of a child by what it has seen itself."""
    return child.visits * 1.0, child.value, curiosity * (child.spread if child.visits > 0 else 1.0)


def upper_bound(estimate: Callable[..., Any] | None) -> Callable[..., Any]:
    """Urgency: the estimated value plus the exploration bonus; children without a visit come at once."""
    if estimate is None:

        @part
        def urgency(child, parent, curiosity, params):
            if child.visits == 0:
                return AT_ONCE
            return child.value + curiosity * child.spread

        return urgency

    @part
    def estimated_urgency(child, parent, curiosity, params):
        visits, value, bonus = estimate(child, curiosity, params)
        if visits == 0.0:
            return AT_ONCE
        return value + bonus

    return estimated_urgency
