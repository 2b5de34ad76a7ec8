"""Chance nodes: a move that asks chance gets a node of its own, whose children are the outcomes.

Jouandeau & Cazenave 2014, algorithm 4. Several ideas build on such nodes.
"""

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.search.seams.hooks import Hooks


def with_chance_nodes(game: Game, hooks: Hooks) -> Hooks:
    """At chance's turn, draw an outcome by its probability and follow it."""
    outcomes = game.rules.outcomes
    open_prepare, open_expand, open_select = hooks.prepare, hooks.expand, hooks.select

    @part
    def prepare(child, position, params):
        child.chance = 0.0
        open_prepare(child, position, params)

    def expand_with(finished: Hooks):
        expand_any = open_expand(finished)

        @part
        def expand(nodes, memory, node, position, legal, params):
            if not expand_any(nodes, memory, node, position, legal, params):
                return False
            if position.to_move == CHANCE:
                count = outcomes(position, memory.outcome, memory.chances)
                first = nodes[node].first
                for child in range(first, first + nodes[node].count):
                    for i in range(count):
                        if memory.outcome[i] == nodes[child].move:
                            nodes[child].chance = memory.chances[i]
            return True

        return expand

    def select_with(finished: Hooks):
        select_move = open_select(finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            if position.to_move != CHANCE:
                return select_move(nodes, memory, node, position, legal, params)
            return drawn_outcome(nodes, memory, node)

        return select

    room = game.rules.max_moves + 1
    return hooks._replace(
        node=(*hooks.node, ("chance", "f8")),
        memory=(*hooks.memory, ("outcome", "i2", (room,)), ("chances", "f8", (room,))),
        prepare=prepare,
        expand=expand_with,
        select=select_with,
    )


@part
def drawn_outcome(nodes, memory, node):
    """A child of a chance node, drawn by its probability."""
    rng = advance(memory.rng)
    memory.rng = rng
    left = unit(rng)
    last = nodes[node].first + nodes[node].count - 1
    for child in range(nodes[node].first, last):
        left -= nodes[child].chance
        if left < 0.0:
            return child
    return last


def lacks_chance(game: Game) -> str | None:
    """Why a game has no chance nodes, or None if it has."""
    return None if game.rules.outcomes is not None else "nothing in it is left to chance"
