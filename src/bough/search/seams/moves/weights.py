"""How searches use move weights: as priors stored in nodes, and to draw playout moves."""

from bough.core.jit import part
from bough.core.records import Fields
from bough.core.rng import advance, unit
from bough.games.contract import CHANCE
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.seams.hooks import Hooks

PRIOR = ("prior", "f4")
MANY_BOARDS = (
    "group-nodes", "group-nodes-drawn", "move-groups-random", "move-groups-cycle-r", "move-groups-cycle-m",
)  # fmt: skip
"""Ideas by which one node stands for many boards, so that its moves cannot be weighed once and for all."""


def with_prior(game: Game, hooks: Hooks) -> Hooks:
    """Store the weight of its move in every node, computed when the node is created; outcomes of chance have none."""
    if PRIOR in hooks.node:
        return hooks
    move_weight, open_prepare = knowledge_of(game).move_weight, hooks.prepare

    @part
    def prepare(child, position, params):
        child.prior = move_weight(position, child.move) if child.move >= 0 and position.to_move != CHANCE else 0.0
        open_prepare(child, position, params)

    return hooks._replace(node=(*hooks.node, PRIOR), prepare=prepare)


@part
def likeliest_first(nodes, memory, node):
    """Sort the children of a node by their priors; needs a free record behind those in use."""
    first, last, spare = nodes[node].first, nodes[node].first + nodes[node].count, memory.used
    for place in range(first, last - 1):
        best = place
        for child in range(place + 1, last):
            if nodes[child].prior > nodes[best].prior:
                best = child
        if best != place:
            nodes[spare] = nodes[place]
            nodes[place] = nodes[best]
            nodes[best] = nodes[spare]


@part
def sort_likeliest(moves, weights, count, wanted):
    """Sort the `wanted` likeliest of the listed moves to the front, likeliest first, and return how many they are; what
    stands behind them is lost."""
    wanted = min(count, wanted)
    for i in range(1, count):
        move, weight, place = moves[i], weights[i], min(i, wanted)
        while place > 0 and weights[place - 1] < weight:
            place -= 1
            if place + 1 < wanted:
                moves[place + 1], weights[place + 1] = moves[place], weights[place]
        if place < wanted:
            moves[place], weights[place] = move, weight
    return wanted


def weights_memory(game: Game) -> Fields:
    """A memory field for the weights of all legal moves."""
    return (("weights", "f4", (game.rules.max_moves + 1,)), *knowledge_of(game).draw_memory)


def weighing(game: Game):
    """weigh(position, moves, weights): the legal moves and their weights, by the game's own method if it has one."""
    known, moves = knowledge_of(game), game.rules.moves
    move_weight = known.move_weight
    if known.weigh is not None:
        return known.weigh

    @part
    def weigh(position, legal, weights):
        count = moves(position, legal)
        for i in range(count):
            weights[i] = move_weight(position, legal[i])
        return count

    return weigh


def weighted_choice(game: Game):
    """A part that draws a legal move in proportion to its weight."""
    weigh, drawn = weighing(game), knowledge_of(game).draw
    if drawn is not None:

        @part
        def draw(position, memory, params, legal, rng):
            return drawn(position, memory, rng)

        return draw

    @part
    def choose(position, memory, params, legal, rng):
        weights = memory.weights
        count = weigh(position, legal, weights)
        total = 0.0
        for i in range(count):
            total += float(weights[i])  # weights are stored in single precision
        rng = advance(rng)
        left = unit(rng) * total
        for i in range(count - 1):
            left -= float(weights[i])
            if left < 0.0:
                return legal[i], rng
        return legal[count - 1], rng

    return choose


def lacks_weights(game: Game) -> str | None:
    """Why a game's playout moves cannot be drawn by weight, or None if they can."""
    known = knowledge_of(game)
    return None if known.move_weight or known.weigh or known.draw else "nothing is known about how likely its moves are"


def lacks_move_weight(game: Game) -> str | None:
    """Why a game's single moves cannot be weighed, or None if they can."""
    return None if knowledge_of(game).move_weight else "nothing is known about how likely a single move is"


def lacks_evaluation(game: Game) -> str | None:
    """Why a game's positions cannot be evaluated, or None if they can."""
    return None if knowledge_of(game).evaluations else "it has no evaluation"
