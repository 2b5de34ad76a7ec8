"""What is known of a move before it is tried, kept in its node; and UCT with prior knowledge (Gelly & Silver 2007)."""

import math

from bough.core.jit import part
from bough.games.contract import Game
from bough.knowledge.registry import knowledge_of
from bough.search.ideas.rave import SEEN, beta
from bough.search.seams.hooks import Hooks

PRIOR = ("prior", "f4")


def with_prior(game: Game, hooks: Hooks) -> Hooks:
    """Nodes that keep the weight of their move, found once when they are made."""
    if PRIOR in hooks.node:
        return hooks
    move_weight, open_prepare = knowledge_of(game).move_weight, hooks.prepare

    @part
    def prepare(child, position, params):
        child.prior = move_weight(position, child.move) if child.move >= 0 else 0.0
        open_prepare(child, position, params)

    return hooks._replace(node=(*hooks.node, PRIOR), prepare=prepare)


def prior(game: Game, hooks: Hooks) -> Hooks:
    """As if each child had been visited so many times already, with the value Q (Chaslot et al. 2008, formula 3.3).

    (v n + n_prior Q) / (n + n_prior) + C sqrt(ln N / (n + n_prior)); Q is the root of the move's weight, which spreads
    small weights apart. With RAVE the sum is blended as the value alone would be.
    """
    if SEEN in hooks.node:
        return with_prior(game, hooks)._replace(urgency=_urgency_with_rave)

    @part
    def urgency(child, parent, curiosity, params):
        seen = child.visits + params.prior_visits
        value = child.value * child.visits + params.prior_visits * math.sqrt(child.prior)
        return value / seen + curiosity / math.sqrt(seen)

    return with_prior(game, hooks)._replace(urgency=urgency)


@part
def _urgency_with_rave(child, parent, curiosity, params):
    visits = child.visits + params.prior_visits
    value = (child.visits * child.value + params.prior_visits * math.sqrt(child.prior)) / visits
    blend = beta(visits, child.seen * 1.0, params.rave_equivalence)
    return (1.0 - blend) * value + blend * child.seen_value + curiosity / math.sqrt(visits)
