"""Move groups: the search selects a group of moves by its statistics, then takes a move of that group.

Jouandeau & Cazenave 2014, algorithm 5. The groups are moves of pieces, and flips. UCT selects the move itself only if
all moves belong to one group. Outcomes have nodes of their own and are drawn by probability.
"""

import numpy as np

from bough.core.jit import part
from bough.core.rng import advance, below
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.idea import Stage, idea
from bough.search.seams.bounds import proven_parts
from bough.search.seams.chance import lacks_chance, with_chance_nodes
from bough.search.seams.hooks import NEVER, Hooks, mean_with, spread

MOVES, FLIPS = 0, 1


def lacks_groups(game: Game) -> str | None:
    """Why a game has no move groups, or None if it has."""
    return lacks_chance(game) or (None if knowledge_of(game).move_group else "its moves fall into no groups")


@idea(
    "move-groups-random",
    "UCT between moves and flips, then any move of the group",
    stage=Stage.CHANCE,
    slot="chance",
    excludes=("threshold", "know-late"),
    lacks=lacks_groups,
    shows={"group": "group"},
)
def move_groups_random(game: Game, hooks: Hooks) -> Hooks:
    """Take a random move of the better group."""

    @part
    def one_move(memory, parent, group, size):
        memory.rng = advance(memory.rng)
        return below(memory.rng, size)

    return _move_groups(game, hooks, one_move, MOVES)


@idea(
    "move-groups-cycle-r",
    "the same, the moves of a group in turn, flips first",
    stage=Stage.CHANCE,
    slot="chance",
    excludes=("threshold", "know-late"),
    lacks=lacks_groups,
    shows={"group": "group"},
)
def move_groups_cycle_r(game: Game, hooks: Hooks) -> Hooks:
    """Take the moves of the better group in turn; try flips first."""
    return _move_groups(game, hooks, _next_in_turn, FLIPS)


@idea(
    "move-groups-cycle-m",
    "the same, the moves of a group in turn, moves of pieces first",
    stage=Stage.CHANCE,
    slot="chance",
    excludes=("threshold", "know-late"),
    lacks=lacks_groups,
    shows={"group": "group"},
)
def move_groups_cycle_m(game: Game, hooks: Hooks) -> Hooks:
    """Take the moves of the better group in turn; try moves of pieces first."""
    return _move_groups(game, hooks, _next_in_turn, MOVES)


@part
def _next_in_turn(memory, parent, group, size):
    turn = parent.turn[group]
    parent.turn[group] = (turn + 1) % size
    return np.int64(turn)


def _move_groups(game: Game, hooks: Hooks, one_move, tried_first: int) -> Hooks:
    move_group = knowledge_of(game).move_group
    hooks = with_chance_nodes(game, hooks)
    open_prepare, open_backup = hooks.prepare, hooks.backup
    open_select, open_decision = hooks.select, hooks.decide

    @part
    def prepare(child, position, params):
        child.group = move_group(position, child.move) if child.move >= 0 and position.to_move != CHANCE else 0
        for group in range(2):
            child.group_visits[group] = child.turn[group] = 0
            child.group_value[group] = 0.0
        open_prepare(child, position, params)

    @part
    def flips_of(nodes, parent):
        """The number of children that are flips."""
        flips = 0
        for child in range(parent.first, parent.first + parent.count):
            flips += nodes[child].group
        return flips

    def select_with(finished: Hooks):
        select_any, curiosity = open_select(finished), finished.curiosity

        @part
        def best_group(parent, params):
            curious, best, highest = curiosity(parent, params), tried_first, NEVER
            for i in range(2):
                group = tried_first ^ i
                visits = np.int64(parent.group_visits[group])
                if visits == 0:
                    return group
                urgent = parent.group_value[group] + curious * spread(visits)
                if urgent > highest:
                    best, highest = group, urgent
            return best

        @part
        def select(nodes, memory, node, position, legal, params):
            parent = nodes[node]
            flips = flips_of(nodes, parent)
            if position.to_move == CHANCE or flips == 0 or flips == parent.count:
                return select_any(nodes, memory, node, position, legal, params)
            group = best_group(parent, params)
            left = one_move(memory, parent, group, flips if group == FLIPS else parent.count - flips)
            child = np.int64(parent.first)
            while nodes[child].group != group or left > 0:
                left -= nodes[child].group == group
                child += 1
            return child

        return select

    @part
    def backup(nodes, memory, trail, depth, value):
        """Add the value that the child passed up, already clipped to its bounds, to the statistics of its group."""
        if depth < trail.depth:
            parent, child = nodes[trail.node[depth]], nodes[trail.node[depth + 1]]
            if child.mover != CHANCE:
                own = value if child.mover == FIRST else -value
                parent.group_visits[child.group] += 1
                known, visits = parent.group_value[child.group], parent.group_visits[child.group]
                parent.group_value[child.group] = mean_with(known, own, visits, memory)
        return open_backup(nodes, memory, trail, depth, value)

    def decide_with(finished: Hooks):
        decide_any, (won, lost, worse) = open_decision(finished), proven_parts(finished)

        @part
        def decide(nodes, node, params):
            """A proven win, or the best move of the most visited group that is not proven lost; but never a move that
            is, or looks, worse than a result that is already sure."""
            parent = nodes[node]
            flips, sound = flips_of(nodes, parent), np.int64(decide_any(nodes, node, params))
            if flips == 0 or flips == parent.count or won(nodes[sound]):
                return sound
            group = FLIPS if parent.group_visits[FLIPS] > parent.group_visits[MOVES] else MOVES
            best, highest = sound, NEVER
            for child in range(parent.first, parent.first + parent.count):
                known = nodes[child].group == group and nodes[child].visits > 0 and not lost(nodes[child])
                if known and nodes[child].value > highest:
                    best, highest = np.int64(child), np.float64(nodes[child].value)
            return sound if worse(nodes[best], parent) else best

        return decide

    fields = (("group", "i1"), ("group_visits", "i4", (2,)), ("group_value", "f4", (2,)), ("turn", "i2", (2,)))
    return hooks._replace(
        node=(*hooks.node, *fields),
        prepare=prepare,
        select=select_with,
        backup=backup,
        decide=decide_with,
        by_visits=False,
    )
