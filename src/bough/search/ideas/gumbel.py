"""Gumbel selection at the root: few simulations, spent on a few moves by sequential halving (Danihelka et al. 2022).

Moves are drawn without replacement by their prior, through Gumbel noise; half of those that are left drop out after
each round. It improves a policy even with two simulations, which self-play makes use of.
"""

import math

from bough.core.jit import part
from bough.core.rng import advance, unit
from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import NEVER, Hooks

VISIT_SCALE, VALUE_SCALE = 50.0, 0.25
"""How much a value counts beside the logarithm of a prior: (50 + most visits) * 0.25 * value."""


@part
def visits_wanted(moves, simulations, done):
    """How many visits the move to try next has, after `done` of all simulations of sequential halving."""
    rounds, alive, begun, visits = 1, moves, 0, 0
    while 1 << rounds < moves:
        rounds += 1
    while True:
        each = max(1, simulations // (rounds * max(alive, 1)))
        if done < begun + each * alive or alive <= 1:
            return visits + (done - begun) // max(alive, 1)
        begun += each * alive
        visits += each
        alive = max(2, alive // 2)


@part
def prior_and_value(child, most, unvisited):
    """log P plus the scaled value of a child, which is `unvisited` before its first visit."""
    value = child.value if child.visits > 0 else unvisited
    return math.log(child.prior + 1e-9) + value * (VISIT_SCALE + most) * VALUE_SCALE


@idea(
    "gumbel",
    "sequential halving over few moves at the root, for few simulations",
    stage=Stage.FINAL,
    slot="final move",
    needs=("puct",),
    shows={"noise": "noise"},
    moves=Number(16.0, least=2.0),
    simulations=Number(64.0, least=2.0),
    noise=Number(1.0, most=1.0),
)
def gumbel(game: Game, hooks: Hooks) -> Hooks:
    """Choose root moves by noise + log P + scaled value; after `simulations` visits go on as without this idea."""
    open_prepare, open_expand, open_select = hooks.prepare, hooks.expand, hooks.select

    @part
    def prepare(child, position, params):
        child.noise = 0.0
        open_prepare(child, position, params)

    def expand_with(finished: Hooks):
        expand_any = open_expand(finished)

        @part
        def expand(nodes, memory, node, position, legal, params):
            if not expand_any(nodes, memory, node, position, legal, params):
                return False
            if node == 0 and params.gumbel_noise > 0.0:
                for child in range(nodes[0].first, nodes[0].first + nodes[0].count):
                    memory.rng = advance(memory.rng)
                    draw = -math.log(-math.log(unit(memory.rng) * (1.0 - 2e-9) + 1e-9))
                    nodes[child].noise = params.gumbel_noise * draw
            return True

        return expand

    def select_with(finished: Hooks):
        select_below, urgency = open_select(finished), finished.urgency

        @part
        def select(nodes, memory, node, position, legal, params):
            root = nodes[0]
            tried = root.visits + root.under_way - 1
            if node != 0 or tried >= params.gumbel_simulations:
                return select_below(nodes, memory, node, position, legal, params)
            most, open_moves = 0, 0
            for child in range(root.first, root.first + root.count):
                most = max(most, nodes[child].visits)
                open_moves += urgency(nodes[child], root, 0.0, params) > NEVER
            moves = min(int(params.gumbel_moves), open_moves)
            wanted = visits_wanted(moves, int(params.gumbel_simulations), tried)
            best, highest = -1, NEVER
            for child in range(root.first, root.first + root.count):
                one = nodes[child]
                if one.visits + one.under_way == wanted and urgency(one, root, 0.0, params) > NEVER:
                    score = one.noise + prior_and_value(one, most, 0.0)
                    if score > highest:
                        best, highest = child, score
            return best if best >= 0 else select_below(nodes, memory, node, position, legal, params)

        return select

    @part
    def final(child, params):
        """The most visits, then the score that decides who stays in."""
        return child.visits * 1e6 + child.noise + prior_and_value(child, child.visits, 0.0)

    return hooks._replace(
        node=(*hooks.node, ("noise", "f4")),
        prepare=prepare,
        expand=expand_with,
        select=select_with,
        final=final,
        by_visits=False,
        rooted=True,
    )
