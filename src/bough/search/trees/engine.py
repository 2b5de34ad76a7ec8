"""A recipe compiled for a game: the kernels and the record types they use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.cache import joined_digest
from bough.core.jit import kernel, part
from bough.core.records import note_record, record_type, records
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.search.compose import compose, labels
from bough.search.idea import Idea
from bough.search.recipe import Recipe
from bough.search.seams.asking import Asking, asking_of
from bough.search.seams.batches import Batches, batches_of
from bough.search.seams.hooks import trail_fields
from bough.search.seams.loop import halves_of, simulation_loop
from bough.search.seams.sharing import SHARED_MEMORY, shared_node

LEFT, END, KEPT = -1, -2, -3
"""Marks of nodes while a subtree is kept: not in it, the last of those still to be looked at, in it."""


@dataclass(frozen=True, eq=False)
class Engine:
    """The record types and entry points of one search for one game, shared by all searches with the same ideas."""

    game: Game
    node: np.dtype
    memory: np.dtype
    tables: tuple[tuple[str, np.ndarray], ...]
    """Fields of the memory that hold a table, which no search changes."""
    of_children: tuple[str, ...]
    """Node fields that tell something of a node's children."""
    trail: np.dtype
    params: np.dtype
    simulate: Callable[..., Any]
    """The part that runs simulations, for other entry points such as the GPU's."""
    plant: Callable[..., Any]
    """plant(nodes, memory, position, params): the part that starts a tree of one node."""
    run: Callable[..., Any]
    """run(nodes, memory, trail, roots, works, legal, params, simulations) -> number of simulations run."""
    asking: Asking | None
    """The parts that hand out leaves to an evaluator and take its answers; None if the search asks nobody."""
    gather: Callable[..., Any] | None
    scatter: Callable[..., Any] | None
    """Entry points around them; their arrays have as many elements as a batch."""
    batches: Batches | None
    """The steps of a batch, as entry points; only in a shared engine."""
    begin: Callable[..., Any]
    """begin(nodes, memory, roots, params): the entry point around plant."""
    decide: Callable[..., Any]
    """decide(nodes, node, params): the part that returns the child to play."""
    line: Callable[..., Any]
    """line(nodes, params, node, out): write the principal variation from a node, return its length."""
    keep: Callable[..., Any]
    """keep(nodes, memory, child, places): make the subtree of one node the whole tree."""
    proves: bool
    """Whether nodes carry bounds."""
    by_visits: bool
    """Whether the most visited child is played, so that a search may stop once no other child can catch up."""
    one_position: bool
    """Whether every node belongs to one position."""
    reusable: bool
    """Whether each subtree belongs to one position and serves both players, so it can be kept after a move."""
    labels: Mapping[str, Callable[[Any], float]]
    """What is shown to users of a node, by label."""


def engine(game: Game, recipe: Recipe, shared: bool = False) -> Engine:
    """The engine for this game and the ideas of this recipe, built once per process; whoever judges its leaves or works
    beside it, the kernels are the same. A `shared` one is for trees that several threads grow."""
    return _engine(game, tuple(one for one in recipe.shape if one.in_kernels), shared)


def _param_names(ideas: tuple[Idea, ...]) -> list[str]:
    return [f"{one.name}_{number}".replace("-", "_") for one in ideas for number in one.numbers]


@lru_cache(maxsize=256)
def _engine(game: Game, ideas: tuple[Idea, ...], shared: bool) -> Engine:
    hooks = compose(game, ideas, shared)
    source = joined_digest(game.rules.source, *(one.source for one in ideas))
    halves = halves_of(game, hooks)
    simulate, asking = simulation_loop(hooks, halves), asking_of(game, hooks, halves)
    prepare = hooks.prepare

    @part
    def plant(nodes, memory, position, params):
        root = nodes[0]
        root.visits = root.first = root.count = 0
        root.value = root.spread = 0.0
        root.move = -1
        root.mover = 1 - position.to_move
        prepare(root, position, params)
        memory.used = 1
        memory.full = 0

    def run(nodes, memory, trail, roots, works, legal, params, simulations):
        return simulate(nodes, memory[0], trail[0], roots, works, legal, params[0], simulations)

    def begin(nodes, memory, roots, params):
        plant(nodes, memory[0], roots[0], params[0])

    decide, stochastic, one_position = hooks.decide(hooks), game.rules.stochastic, hooks.follow is None

    def line(nodes, params, node, out):
        """Write the nodes of best play by both sides, as far as the tree reaches."""
        length = 0
        while length < out.shape[0] and nodes[node].count > 0:
            if stochastic and nodes[nodes[node].first].mover == CHANCE:
                break  # a chance node: no player decides
            node = decide(nodes, node, params[0])
            if nodes[node].visits == 0:
                break
            out[length] = node
            length += 1
            if not one_position:
                break  # with group nodes, deeper nodes mix many outcomes
        return length

    return Engine(
        game=game,
        node=shared_node(hooks.node) if shared else record_type(dict.fromkeys(hooks.node)),
        memory=record_type(dict.fromkeys((*hooks.memory, *(SHARED_MEMORY if shared else ())))),  # ideas may share space
        tables=hooks.tables,
        of_children=hooks.of_children,
        trail=record_type(trail_fields(game.rules.max_plies)),
        params=note_record(np.dtype([(name, "f8") for name in sorted(_param_names(ideas))])),
        simulate=simulate,
        plant=plant,
        run=kernel(run, source),
        asking=asking,
        gather=kernel(_gather(asking), source) if asking else None,
        scatter=kernel(_scatter(asking), source) if asking else None,
        batches=Batches(*(kernel(step, source) for step in batches_of(hooks, halves))) if shared else None,
        begin=kernel(begin, source),
        decide=decide,
        line=kernel(line, source),
        keep=kernel(_keep, source),
        proves=hooks.proves,
        by_visits=hooks.by_visits,
        one_position=one_position,
        reusable=one_position and not hooks.rooted,
        labels=labels(ideas),
    )


def _gather(asking: Asking) -> Callable[..., Any]:
    hand_out = asking.gather

    def gather(nodes, memory, trails, roots, works, legal, params, most, simulations):
        return hand_out(nodes, memory[0], trails, roots, works, legal, params[0], most, simulations)

    return gather


def _scatter(asking: Asking) -> Callable[..., Any]:
    take_in = asking.scatter

    def scatter(nodes, memory, trails, works, legal, params, asked, values, weights, places):
        take_in(nodes, memory[0], trails, works, legal, params[0], asked, values, weights, places)

    return scatter


def _keep(nodes, memory, child, places):
    """Move the subtree of `child` to the front of the pool, the child first; siblings stay together and in order.

    A walk marks the nodes to keep, with `places` as its stack of links; then they move down in the order they have, so
    that none is overwritten before it has moved.
    """
    used = memory[0].used
    for i in range(used):
        places[i] = LEFT
    top = child
    places[child] = END
    while top != END:
        here, top = top, places[top]
        places[here] = KEPT
        for i in range(nodes[here].first, nodes[here].first + nodes[here].count):
            places[i], top = top, i
    places[child] = 0
    kept = 1
    for i in range(used):
        if places[i] == KEPT:
            places[i] = kept
            kept += 1
    for i in range(used):
        if places[i] >= 0:
            target = nodes[places[i]]
            nodes[places[i]] = nodes[i]
            if target.count > 0:
                target.first = places[target.first]
    memory[0].used = kept
    memory[0].full = 0
    return kept


def parameters(engine: Engine, recipe: Recipe) -> np.recarray:
    """A recipe's numbers as the record that kernels read."""
    params = records(1, engine.params)
    for name, value in recipe.params.items():
        if name in (engine.params.names or ()):
            params[0][name] = value
    return params


def new_memory(engine: Engine, count: int) -> np.recarray:
    """What searches remember, for as many of them, with its tables filled in."""
    memory = records(count, engine.memory)
    for name, table in engine.tables:
        memory[name][:] = table
    return memory


def legal_size(game: Game) -> int:
    """Length of a list with room for the legal moves of a position, and for the moves of a whole playout."""
    return max(game.rules.max_moves, game.rules.max_plies) + 1
