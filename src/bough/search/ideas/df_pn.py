"""Proof numbers beside the tree: a prover asks who wins, and what it proves goes into the nodes of the root's moves.

A network judges thousands of positions a second where a prover visits a hundred thousand, so a little of the time buys
wins and refutations that the tree alone would overlook. What it does is in search/solving/beside.py.
"""

from bough.games.game import Game
from bough.search.idea import Number, Stage, idea
from bough.search.seams.hooks import Hooks
from bough.search.solving.beside import ProverBeside
from bough.search.solving.provers import lacks_prover


@idea(
    "df-pn",
    "beside the tree, a prover asks whether a side wins by force",
    stage=Stage.PROOF,
    needs=("solver",),
    lacks=lacks_prover,
    beside=ProverBeside,
    positions=Number(16.0, least=1.0),
)
def df_pn(game: Game, hooks: Hooks) -> Hooks:
    """The tree's own kernels stay as they are."""
    return hooks
