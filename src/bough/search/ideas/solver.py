"""MCTS-Solver: proven values in the tree (Winands, Bjornsson & Saito 2008), with draws by bounds.

Every node keeps a proven interval [low, high] of its value for the mover (Cazenave & Saffidine 2010). The end of the
game closes the interval. The bounds of other nodes are the best of their children's, for the player to move there; the
best lower bound among the children is stored as `sure`. A child that cannot be better than `sure` is not followed, and
a simulation's value outside the interval is clipped to it on the way up. At chance's turn the bounds are the
probability-weighted sums of the outcomes' bounds.
"""

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.bounds import narrowing_parts, no_better_than_sure
from bough.search.seams.hooks import NEVER, Hooks

LOST = -1e12
"""The final score of a proven loss, below all others; small enough in size that adding visits survives rounding."""


@idea(
    "solver",
    "prove wins, losses and draws",
    stage=Stage.PROOF,
)
def solver(game: Game, hooks: Hooks) -> Hooks:
    """Back up proven wins, losses and draws."""
    open_verdict, open_prepare = hooks.verdict, hooks.prepare
    open_urgency, open_backup = hooks.urgency, hooks.backup
    open_final, open_decision = hooks.final, hooks.decide
    stochastic = game.rules.outcomes is not None
    bound = "f8" if stochastic else "i1"
    announce, set_bounds = narrowing_parts(hooks)

    @part
    def verdict(node, position, memory):
        if node.low == node.high:
            return node.low * 1.0 if node.mover == FIRST else node.low * -1.0
        return open_verdict(node, position, memory)

    @part
    def prepare(child, position, params):
        child.low, child.high, child.sure = -1, 1, -1
        open_prepare(child, position, params)

    @part
    def urgency(child, parent, curiosity, params):
        # A node that is not proven always has a child that may still be better than `sure`.
        if child.high <= parent.sure:
            return NEVER
        return open_urgency(child, parent, curiosity, params)

    @part
    def best_of(nodes, parent):
        """The best lower and the best upper bound among the children, for the player to move at the parent."""
        low = high = nodes[parent.first].low
        for child in range(parent.first, parent.first + parent.count):
            low, high = max(low, nodes[child].low), max(high, nodes[child].high)
        return low, high

    @part
    def mean_of(nodes, parent):
        """The same at chance's turn, for the second player, because outcomes are stored from that player's side.

        Rounded probabilities may not add up to 1, so the mean is clipped: a bound shared by all outcomes stays exact.
        """
        low = high = 0.0
        least_low = least_high = 1.0
        most_low = most_high = -1.0
        for child in range(parent.first, parent.first + parent.count):
            one = nodes[child]
            low, high = low + one.chance * one.low, high + one.chance * one.high
            least_low, most_low = min(least_low, one.low), max(most_low, one.low)
            least_high, most_high = min(least_high, one.high), max(most_high, one.high)
        return min(max(low, least_low), most_low), min(max(high, least_high), most_high)

    @part
    def narrow(nodes, node):
        """Compute a node's bounds from all its children, visited or not; return whether they changed."""
        announce()
        parent = nodes[node]
        if stochastic and nodes[parent.first].mover == CHANCE:
            low, high = mean_of(nodes, parent)
        else:
            low, high = best_of(nodes, parent)
        sure = low
        if (nodes[parent.first].mover == FIRST) != (parent.mover == FIRST):
            low, high = -high, -low
        return set_bounds(parent, low, high, sure)

    @part
    def backup(nodes, memory, trail, depth, value):
        value = open_backup(nodes, memory, trail, depth, value)
        node = nodes[trail.node[depth]]
        if depth == trail.depth:
            memory.narrowing = trail.certain
            if trail.certain and node.low != node.high:
                node.low = node.high = value if node.mover == FIRST else -value
        elif memory.narrowing:
            memory.narrowing = narrow(nodes, trail.node[depth])
        if node.low == node.high:
            node.value = node.low  # the proven value replaces the estimate
        if (node.low == -1 and node.high == 1) or (stochastic and node.low != node.high):
            return value  # bounds are on the expected value; a single outcome may lie outside them
        low, high = node.low * 1.0, node.high * 1.0
        if node.mover == FIRST:
            return min(max(value, low), high)
        return min(max(value, -high), -low)

    @part
    def final(child, params):
        """Proven wins come first, proven losses last, sorted by visits."""
        if child.low == 1:
            return -NEVER
        return open_final(child, params) if child.high > -1 else LOST + child.visits

    def with_hooks(finished: Hooks):
        open_decide = open_decision(finished)

        @part
        def decide(nodes, node, params):
            """Play a sure draw rather than a move that looks worse or cannot be better."""
            best = open_decide(nodes, node, params)
            parent = nodes[node]
            if no_better_than_sure(nodes[best], parent):
                for child in range(parent.first, parent.first + parent.count):
                    certain, chosen = nodes[child].low == parent.sure, nodes[best].low == parent.sure
                    if certain and (not chosen or nodes[child].visits > nodes[best].visits):
                        best = child
            return best

        return decide

    return hooks._replace(
        node=(*hooks.node, ("low", bound), ("high", bound), ("sure", bound)),
        memory=(*hooks.memory, ("narrowing", "i1")),
        verdict=verdict,
        prepare=prepare,
        urgency=urgency,
        backup=backup,
        final=final,
        decide=with_hooks,
        proves=True,
        by_visits=False,
    )
