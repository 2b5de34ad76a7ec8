"""Chance nodes (Jouandeau & Cazenave 2014, algorithm 4)."""

from bough.games.game import Game
from bough.search.idea import Stage, idea
from bough.search.seams.chance import lacks_chance, with_chance_nodes
from bough.search.seams.hooks import Hooks


@idea(
    "chance-nodes",
    "moves that ask chance get a node whose children are the outcomes",
    stage=Stage.CHANCE,
    slot="chance",
    lacks=lacks_chance,
)
def chance_nodes(game: Game, hooks: Hooks) -> Hooks:
    """At chance's turn, draw an outcome by its probability and follow it."""
    return with_chance_nodes(game, hooks)
