"""GRAVE: RAVE with the statistics of the nearest ancestor that has seen enough (Cazenave 2015)."""

import numpy as np

from bough.core.jit import part
from bough.core.records import record_type
from bough.games.contract import FIRST
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks, root_log
from bough.search.seams.later import LATER, begin_later, blended, later_value, note_later
from bough.search.seams.plain import own_statistics

ROOM = 24 << 20
"""Bytes for the statistics of nodes; once they are taken, further nodes use those of an ancestor for good."""
MOST = 4096


@idea(
    "grave",
    "as rave, with the statistics of an ancestor that has seen enough",
    stage=Stage.VALUE,
    excludes=("rave", "group-nodes", "move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m"),
    replaces=("uct.exploration",),
    shows={"seen": "GRAVE visits", later_value: "GRAVE value"},
    in_turn="selection looks at what every simulation has taught",
    reference=Number(50.0, least=1.0),
    equivalence=Number(1000.0, above=0.0),
    exploration=0.0,
)
def grave(game: Game, hooks: Hooks) -> Hooks:
    """Blend as RAVE does, but take a move's later results from the nearest node on the way to the root whose table has
    seen at least `reference` simulations; the root's counts from the start.

    A table has all moves of both players, whether they are among its node's children or not. A node gets the number of
    one once it has `reference` visits; the root's `table` counts the numbers. Every thread fills tables of its own.
    Children get a copy of what a table says before one of them is selected.
    """
    open_select, open_prepare, learn_before = hooks.select, hooks.prepare, hooks.learn
    estimate, move_ids = hooks.estimate or own_statistics, game.rules.move_ids
    tables = max(2, min(MOST, ROOM // (24 * move_ids)))

    @part
    def prepare(child, position, params):
        begin_later(child)
        child.table = 0
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        visits, value, bonus = estimate(child, curiosity, params)
        return blended(child, visits, value, params.grave_equivalence) + bonus

    @part
    def curiosity(node, params):
        return params.grave_exploration * root_log(node.visits)

    def with_hooks(finished: Hooks):
        select_any = open_select(finished)

        @part
        def select(nodes, memory, node, position, legal, params):
            table = np.int64(nodes[node].table)
            if node == 0:
                memory.grave_at = 0
            elif table > 0 and memory.grave_begun[table] == 1 and nodes[node].visits >= 2.0 * params.grave_reference:
                memory.grave_at = table
            at, first = memory.grave_at, nodes[node].first
            for i in range(first, first + nodes[node].count):
                child = nodes[i]
                known = memory.grave[at, child.mover, child.move]
                child.seen, child.later = known.seen, known.later
            return select_any(nodes, memory, node, position, legal, params)

        return select

    @part
    def begin_table(memory, at):
        for mover in range(3):
            for move in range(move_ids):
                begin_later(memory.grave[at, mover, move])

    @part
    def learn(nodes, memory, trail, value, params):
        learn_before(nodes, memory, trail, value, params)
        if nodes[0].visits <= 1 or nodes[0].visits < memory.grave_visits:  # a new tree; table 0 is the root's
            for at in range(tables):
                memory.grave_begun[at] = 0
        memory.grave_visits = nodes[0].visits
        for depth in range(trail.depth + 1):
            node = nodes[trail.node[depth]]
            if depth > 0 and node.table == 0 and node.visits >= params.grave_reference and nodes[0].table < tables - 1:
                # Two threads may give two nodes one number: rarely, and no more than statistics are shared then.
                nodes[0].table += 1
                node.table = nodes[0].table
            if depth == 0 or node.table > 0:
                at = np.int64(node.table) if depth > 0 else 0
                if memory.grave_begun[at] == 0:
                    begin_table(memory, at)
                    memory.grave_begun[at] = 1
                for ply in range(depth, trail.plies):
                    mover, move = trail.mover[ply], trail.move[ply]
                    own = np.float32(value if mover == FIRST else -value)
                    note_later(memory.grave[at, mover, move], np.float32(1.0), own)

    return hooks._replace(
        node=(*hooks.node, *LATER, ("table", "i2")),
        memory=(*hooks.memory, ("grave", record_type(LATER), (tables, 3, move_ids)), ("grave_at", "i4"),
                ("grave_begun", "u1", (tables,)), ("grave_visits", "i8")),
        prepare=prepare,
        curiosity=curiosity,
        urgency=urgency,
        select=with_hooks,
        learn=learn,
        records_moves=True,
        rooted=True,
    )  # fmt: skip
