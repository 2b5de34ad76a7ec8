"""Players by name: a recipe, `alphabeta(evaluation=NAME,depth=8)`, `random`, or `gtp:COMMAND LINE`."""

import shlex
import shutil

from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.knowledge import knowledge_of
from bough.players.gtp import GtpPlayer
from bough.players.local import AlphaBetaPlayer, RandomPlayer, SearchPlayer
from bough.players.player import Player
from bough.search.deepening import alphabeta_name, alphabeta_options
from bough.search.recipe import Recipe, recipe

DEFAULT_MEMORY = 512 << 20


def canonical(name: str, game: Game) -> str:
    """The name by which results are stored; refuses what cannot play this game."""
    if name == "random":
        return name
    if name.startswith("gtp:"):
        words = shlex.split(name[4:])
        if not words or shutil.which(words[0]) is None:
            raise BoughError(f"the player {name!r} names no program that can be run; write gtp:PROGRAM ARGUMENTS")
        return name
    if is_alphabeta(name):
        if not knowledge_of(game).evaluations:
            raise BoughError(f"{game.name} has no evaluation for an alphabeta player; use a recipe, random or gtp:...")
        options = alphabeta_options(name)
        knowledge_of(game).evaluation(options.evaluation)
        return alphabeta_name(options)
    chosen = recipe_named(name, game)
    for idea in chosen.shape:
        chosen.check(idea, game)
    return str(chosen)


def recipe_named(name: str, game: Game) -> Recipe:
    """The recipe a player's name stands for; `best` is the game's own."""
    return recipe(game.recipe if name == "best" else name)


def is_recipe(name: str) -> bool:
    """Whether this player is a search of ours."""
    return name != "random" and not name.startswith("gtp:") and not is_alphabeta(name)


def is_alphabeta(name: str) -> bool:
    """Whether this player is an alpha-beta search."""
    return name.split("(")[0].strip() == "alphabeta"


def seat(name: str, game: Game, seed: int, memory: int = DEFAULT_MEMORY) -> Player:
    """A player ready for one game."""
    if name == "random":
        return RandomPlayer(seed)
    if name.startswith("gtp:"):
        return GtpPlayer(game, name[4:], seed)
    if is_alphabeta(name):
        return AlphaBetaPlayer(game, alphabeta_options(name), seed, memory)
    return SearchPlayer(game, recipe_named(name, game), seed, memory)
