"""Who judges the leaves of a search: an evaluator named in its recipe, or the network that Bough has for the game."""

from bough.core.errors import BoughError
from bough.games.game import Game
from bough.knowledge.evaluator import Evaluator, Judge
from bough.knowledge.networks.shipped import shipped_network
from bough.search.recipe import Recipe


def judge_of(game: Game, recipe: Recipe) -> Judge:
    """The evaluator of a search that asks one."""
    for one, _ in recipe.ideas:
        if one.evaluator is not None:
            return Judge(game, one.evaluator(game))
    network: Evaluator | None = shipped_network(game)
    if network is None:
        raise BoughError(
            f"{recipe} asks an evaluator, and Bough has no network for {game.name}; name one as in "
            f"{recipe}+./network.onnx or {recipe}+./evaluator.py"
        )
    return Judge(game, network)
