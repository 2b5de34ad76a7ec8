"""Searchers by name: a recipe of ideas, or alphabeta, star1, star2, minimax or exact with their options.

uct+rave+solver         alphabeta(evaluation=mia2002,depth=6)         minimax(depth=3)         exact
"""

import copyreg
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bough.core.budget import budget, memory_bytes
from bough.core.errors import BoughError
from bough.core.options import options_text, read_options
from bough.games.game import Game, Position, require_position
from bough.knowledge.evaluator import Evaluator
from bough.knowledge.networks.shipped import network_is_best
from bough.knowledge.registry import knowledge_of
from bough.search.classic.deepening import AlphaBeta, AlphaBetaOptions, Star, StarOptions
from bough.search.classic.exact import Exact
from bough.search.classic.minimax import Minimax, MinimaxOptions
from bough.search.idea import evaluator_idea
from bough.search.recipe import Recipe, recipe
from bough.search.result import Result
from bough.search.searcher import Searcher, Watch
from bough.search.tree_searcher import TreeSearcher

DEFAULT_MEMORY = "1GiB"
BEST = "best"
"""The word for the strongest search of a game."""
MOST_TABLE = 64 << 20
"""Bytes of alpha-beta's table, however much memory there is."""

SearchText = str | Recipe | Mapping[str, Any] | Path
"""A recipe in any of its forms, or the name of another kind of search."""


@dataclass(frozen=True)
class NoOptions:
    """For a search with nothing to choose."""


class Kind(NamedTuple):
    """A kind of search that is no recipe."""

    options: type[Any]
    make: Callable[[Game, Any, int, int], Searcher]
    """make(game, options, memory, seed)"""


KINDS: dict[str, Kind] = {
    "alphabeta": Kind(
        AlphaBetaOptions,
        lambda game, options, memory, seed: AlphaBeta(game, options, min(memory, MOST_TABLE), seed),
    ),
    "star1": Kind(StarOptions, lambda game, options, memory, seed: Star(game, 1, options, seed)),
    "star2": Kind(StarOptions, lambda game, options, memory, seed: Star(game, 2, options, seed)),
    "minimax": Kind(MinimaxOptions, lambda game, options, memory, seed: Minimax(game, options, seed)),
    "exact": Kind(NoOptions, lambda game, options, memory, seed: Exact(game, memory, seed)),
}


def best_search(game: Game) -> str:
    """The strongest search Bough has for a game: by its network if there is one that runs here, else its own recipe."""
    return game.network_recipe if network_is_best(game) else game.recipe


def meant(text: SearchText | None, game: Game) -> SearchText:
    """What a text stands for in a game: its own recipe where nothing is said, its strongest search where `best` is."""
    if not isinstance(game, Game):
        raise BoughError(f"a searcher is made for a game, not for {game!r}; use bough.game(...)")
    return game.recipe if text is None else best_search(game) if text == BEST else text


def kind_of(text: SearchText) -> str:
    """The kind that a text names, "" for a recipe."""
    head = text.partition("(")[0].strip() if isinstance(text, str) else ""
    return head if head in KINDS else ""


def search_name(text: SearchText, game: Game) -> str:
    """The canonical text of a search; refuses what cannot search this game."""
    text = meant(text, game)
    kind = kind_of(text)
    if not kind:
        chosen = recipe(text)
        chosen.check(game)
        return str(chosen)
    options = read_options(str(text), KINDS[kind].options)
    if hasattr(options, "evaluation"):
        known = knowledge_of(game)
        if not known.evaluations and kind != "minimax":
            raise BoughError(f"{game.name} has no evaluation for {kind}; use a recipe such as {game.recipe}")
        if options.evaluation:
            known.evaluation(options.evaluation)
    return options_text(kind, options)


def searcher(
    game: Game,
    search: SearchText | None = None,
    *,
    memory: int | str = DEFAULT_MEMORY,
    seed: int = 0,
    threads: int = 1,
    batch: int | None = None,
    evaluator: Evaluator | None = None,
) -> Searcher:
    """A searcher, compiled and ready, for one game.

    Args:
        game: The game whose positions it will search.
        search: A recipe (text, TOML file, mapping or value) or another kind of search such as "alphabeta(depth=6)";
            the game's own recipe if nothing is given.
        memory: The limit for its tree or table, in bytes or as text such as "512MiB".
        seed: The same seed gives the same tree.
        threads: How many grow the tree together (recipes only); what they find then depends on who comes first.
        batch: The number of simulations, such as 64, that are played out side by side and backed up in order: the
            same seed then gives the same tree for any number of threads.
        evaluator: Judges the leaves of a recipe with puct or late-prior: a function of a bough.Batch.

    Returns:
        The searcher; call its `search(position, simulations=...)`.
    """
    chosen = meant(search, game)
    kind = kind_of(chosen)
    if not kind:
        ideas = recipe(chosen)
        if evaluator is not None:
            ideas += evaluator_idea("evaluator", "given by a program", evaluator)
        ready: Searcher = TreeSearcher(game, ideas, memory=memory, seed=seed, threads=threads, batch=batch)
    elif batch is not None:
        raise BoughError(f"{kind} has no simulations to make in batches")
    elif evaluator is not None:
        raise BoughError(f"{kind} asks no evaluator; use puct or late-prior")
    else:
        check_threads(chosen, threads)
        search_name(chosen, game)
        ready = KINDS[kind].make(game, read_options(str(chosen), KINDS[kind].options), memory_bytes(memory), seed)
    ready.made_with = (ready.name, memory, seed, threads, batch)
    return ready


def check_threads(search: SearchText, threads: int) -> None:
    """Refuse more threads than a search can use."""
    if kind := kind_of(search):
        if threads != 1:
            raise BoughError(f"{kind} searches with one thread, not {threads}")
    else:
        recipe(search).check_threads(threads)


def search(
    position: Position,
    recipe: SearchText | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    memory: int | str = DEFAULT_MEMORY,
    threads: int = 1,
    batch: int | None = None,
    watch: Watch | None = None,
    evaluator: Evaluator | None = None,
    moves: Sequence[str] | None = None,
    lines: int = 1,
) -> Result:
    """Search one position; the same seed gives the same tree.

    Args:
        position: Where to search.
        recipe: A recipe or another kind of search; the game's own recipe if nothing is given.
        simulations: How many simulations may be made (nodes, in searches without simulations).
        seconds: How long it may take; whichever ends first. Searches that end by themselves need neither.
        seed: Of the random generator.
        memory: The limit for the tree, such as "2GiB".
        threads: How many grow the tree together.
        batch: Simulations played out side by side; the same seed then gives the same tree for any number of threads.
        watch: Called between slices with the searcher; returning True ends the search.
        evaluator: Judges the leaves of a recipe with puct or late-prior: a function of a bough.Batch.
        moves: Look at these moves only; value and bounds are then those of the best of them.
        lines: How many of the best moves come with the line expected after them (`Result.lines`).

    Returns:
        What to play, how good it is and how that was found. Ctrl-C gives the best so far.
    """
    if simulations is not None or seconds is not None or not kind_of(recipe or ""):
        budget(simulations, seconds)
    require_position(position).require_unfinished()  # before anything is compiled
    ready = searcher(position.game, recipe, memory=memory, seed=seed, threads=threads, batch=batch, evaluator=evaluator)
    return ready.search(position, simulations=simulations, seconds=seconds, watch=watch, moves=moves, lines=lines)


def results(
    position: Position,
    recipe: SearchText | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    memory: int | str = DEFAULT_MEMORY,
    every: float = 0.1,
) -> Iterator[Result]:
    """The results of a search while it goes on, about one in `every` seconds; leaving the loop ends the search."""
    ready = searcher(require_position(position).game, recipe, memory=memory, seed=seed)
    yield from ready.results(position, simulations=simulations, seconds=seconds, every=every)


def _reduce(ready: Searcher) -> Any:
    """Searchers are pickled by game and text; what they know of a position stays behind."""
    return _again, (ready.game, *ready.made_with)


def _again(game: Game, search: SearchText, memory: int | str, seed: int, threads: int, batch: int | None) -> Searcher:
    return searcher(game, search, memory=memory, seed=seed, threads=threads, batch=batch)


for _kind in (TreeSearcher, AlphaBeta, Star, Minimax, Exact):
    copyreg.pickle(_kind, _reduce)
