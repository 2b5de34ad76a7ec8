"""Group nodes by the letter: an outcome is drawn for every move that asks chance, and the best board is followed.

Jouandeau & Cazenave 2014, algorithm 6. Where `group-nodes` gives all outcomes of a move one node, this reading looks up
the board that was drawn: boards have nodes of their own, and of one draw for each square the luckiest is followed.
"""

from bough.core.jit import part
from bough.games.contract import CHANCE, SECOND
from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.chance import drawn_outcome, lacks_chance, with_chance_nodes
from bough.search.seams.hooks import AT_ONCE, NEVER, Hooks


@idea(
    "group-nodes-drawn",
    "an outcome is drawn for every move that asks chance, and the best board followed",
    stage=Stage.CHANCE,
    slot="chance",
    excludes=("solver", "pn", "threshold", "know-late", "unpruning"),
    lacks=lacks_chance,
)
def group_nodes_drawn(game: Game, hooks: Hooks) -> Hooks:
    """Compare moves by the boards that were drawn for them; a board without a visit is tried at once."""
    hooks = with_chance_nodes(game, hooks)
    open_select = hooks.select

    def select_with(finished: Hooks):
        select_outcome, curiosity, urgency = open_select(finished), finished.curiosity, finished.urgency

        @part
        def worth_of(nodes, child, outcome, parent, player, curious, params):
            """The urgency of a move with the outcome that was drawn for it, or of a move that asks nobody."""
            if outcome < 0:
                return urgency(nodes[child], parent, curious, params)
            if nodes[outcome].visits == 0:
                return AT_ONCE
            value = nodes[outcome].value if player == SECOND else -nodes[outcome].value  # chance counts as the second
            return value + curious * nodes[outcome].spread

        @part
        def select(nodes, memory, node, position, legal, params):
            parent = nodes[node]
            if position.to_move == CHANCE:
                drawn = memory.drawn
                memory.drawn = -1
                if parent.first <= drawn < parent.first + parent.count:
                    return drawn
                return select_outcome(nodes, memory, node, position, legal, params)
            curious = curiosity(parent, params)
            best, best_outcome, highest = parent.first, -1, NEVER
            for child in range(parent.first, parent.first + parent.count):
                outcome = -1
                if nodes[child].count > 0 and nodes[nodes[child].first].mover == CHANCE:
                    outcome = drawn_outcome(nodes, memory, child)
                urgent = worth_of(nodes, child, outcome, parent, position.to_move, curious, params)
                if urgent > highest:
                    best, best_outcome, highest = child, outcome, urgent
                    if urgent >= AT_ONCE:
                        break
            memory.drawn = best_outcome
            return best

        return select

    return hooks._replace(memory=(*hooks.memory, ("drawn", "i4")), select=select_with)
