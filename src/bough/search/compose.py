"""From the ideas of a recipe to the hooks of a search on one game."""

import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from bough.core.errors import BoughError
from bough.games.game import Game
from bough.search.idea import Idea
from bough.search.ideas.registry import IDEAS
from bough.search.seams.hooks import Hooks
from bough.search.seams.plain import plain_hooks

CHANCE_IDEAS = tuple(name for name, one in IDEAS.items() if one.slot == "chance")
"""Ways to search a game with chance; it needs one of them."""


def compose(game: Game, ideas: Sequence[Idea], shared: bool = False) -> Hooks:
    """Apply ideas, given in the order of the recipe's text, to the plain hooks, stage by stage.

    `shared`: the tree will be grown by several threads.
    """
    check(game, ideas)
    hooks = plain_hooks(game)._replace(shared=shared)
    for one in sorted(ideas, key=lambda idea: idea.stage):
        hooks = one.make(game, hooks) if one.own else _from_outside(one, game, hooks)
    return hooks


def _from_outside(one: Idea, game: Game, hooks: Hooks) -> Hooks:
    """Apply an idea from outside Bough; if it fails, say so in one line."""
    try:
        made: object = one.make(game, hooks)
    except BoughError:
        raise
    except Exception as error:
        code = getattr(inspect.unwrap(one.make), "__code__", None)
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if code is not None and frame.filename == code.co_filename]
        where = f" in line {lines[-1]}" if lines else ""
        raise BoughError(f"the idea '{one.name}' fails{where}: {type(error).__name__}: {error}") from error
    if not isinstance(made, Hooks):
        raise BoughError(f"the idea '{one.name}' returned {made!r}, not hooks; end it with return hooks._replace(...)")
    return made


def check(game: Game, ideas: Sequence[Idea]) -> None:
    """Refuse ideas that ask for what a game does not have, or that lack what it needs."""
    for one in ideas:
        lacking = one.lacks(game)
        if lacking:
            raise BoughError(f"the idea '{one.name}' cannot serve {game.name}: {lacking}")
    if game.rules.stochastic and not any(one.slot == "chance" for one in ideas):
        text = "+".join(one.name for one in ideas)
        raise BoughError(f"{game.name} leaves something to chance; add one of {', '.join(CHANCE_IDEAS)} to {text}")


def labels(ideas: Sequence[Idea]) -> Mapping[str, Callable[[Any], float]]:
    """What these ideas show of a node, by label."""
    return {
        label: shown if callable(shown) else itemgetter(shown) for one in ideas for shown, label in one.shows.items()
    }
