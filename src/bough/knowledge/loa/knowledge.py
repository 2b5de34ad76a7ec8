"""Knowledge of Lines of Action: three evaluations modelled on the program MIA, move categories and noisy moves."""

import tomllib
from functools import lru_cache
from importlib.resources import files

import numpy as np

from bough.core.jit import part
from bough.games.game import Game
from bough.games.loa.rules import CAPTURE
from bough.knowledge.contract import Knowledge
from bough.knowledge.loa.categories import move_weight_part, regions, weigh_part
from bough.knowledge.loa.features import evaluation

EVALUATORS: dict[str, tuple[str, ...]] = {
    "mia2000": ("concentration", "rim_pieces", "centre_of_mass", "quads"),
    "mia2002": (
        "concentration", "central_pieces", "centre_of_mass", "quads", "moves", "walls_of_three", "walls_of_two",
        "to_move",
    ),
    "mia2006": (
        "concentration", "centralisation", "centre_of_mass", "quads", "mobility", "walls_of_three", "walls_of_two",
        "connectedness", "spread", "to_move",
    ),
}  # fmt: skip
"""The features of each evaluation (Winands 2004, table 3.1)."""


@lru_cache
def shipped_weights() -> dict[str, dict[str, float]]:
    """The fitted weights of each evaluation."""
    text = (files("bough.knowledge.loa") / "evaluations.toml").read_text()
    weights: dict[str, dict[str, float]] = tomllib.loads(text)
    return weights


def loa_knowledge(game: Game) -> Knowledge:
    """The knowledge for the board size of this game."""
    assert game.face.layout is not None
    size = game.face.layout.rows[0]
    weights = shipped_weights()
    region = regions(size)

    @part
    def noisy(position, move):
        """Whether the move captures in the middle of the board, where captures join or split groups."""
        return CAPTURE <= move < 2 * CAPTURE and region[np.int64(move) & 63] >= 3

    return Knowledge(
        evaluations={name: evaluation(size, weights[name]) for name in EVALUATORS},
        move_weight=move_weight_part(size),
        weigh=weigh_part(size),
        noisy=noisy,
    )
