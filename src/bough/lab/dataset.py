"""Searched positions as a data set, for models of any make.

A data set is NumPy's .npz: `numpy.load(file)` is all that is needed to read it. Its arrays have a row for each
position; docs/networks.md lists them.
"""

import json
import math
import random
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.core.version import __version__
from bough.games.game import Game, Position
from bough.games.names import full_name
from bough.knowledge.networks.planes import eyes_of
from bough.search.many import search_many
from bough.search.result import Result

FORMAT = 1
Say = Callable[[int, int], None]
"""say(games over, all games)"""


class Example(NamedTuple):
    """A position, what a search found in it, and how its game ended."""

    position: Position
    found: Result
    result: float
    """For the player to move: 1 won, 0 drawn, -1 lost; NaN where no game was played to its end."""


def write_dataset(path: Path | str, examples: Sequence[Example], about: dict[str, Any] | None = None) -> Path:
    """Write searched positions of one game as a data set; the file appears whole or not at all.

    Args:
        path: The file, named *.npz.
        examples: Positions with results of searches, such as those of bough.search_many.
        about: Anything else to say about them, kept as JSON.
    """
    path = Path(path)
    if not examples:
        raise BoughError("a data set needs at least one position")
    game = examples[0].position.game
    if any(example.position.game is not game for example in examples):
        raise BoughError("a data set has positions of one game")
    visits = np.zeros((len(examples), game.rules.move_ids), np.uint32)
    for row, (position, found, _) in zip(visits, examples, strict=True):
        for move in found.moves:
            row[position.move_numbers[move.move]] = move.visits
    facts = {"format": FORMAT, "game": full_name(game), "bough": __version__} | (about or {})
    arrays = {
        "text": np.array([position.text for position, _, _ in examples]),
        "to_move": np.array([position.to_move for position, _, _ in examples], np.int8),
        "visits": visits,
        "value": np.array([found.value for _, found, _ in examples], np.float32),
        "bounds": np.array([(found.low, found.high) for _, found, _ in examples], np.float32),
        "result": np.array([result for _, _, result in examples], np.float32),
        "moves": np.array([_move_name(game, number) for number in range(game.rules.move_ids)]),
        "about": np.array(json.dumps(facts)),
    }
    if game.rules.look is not None and game.face.layout is not None:
        states = np.concatenate([position.state for position, _, _ in examples])
        arrays["planes"] = eyes_of(game).planes(states).astype(np.uint8)
    with whole_file(path) as partial, partial.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return path


def dataset_facts(path: Path) -> dict[str, Any]:
    """What a data set says about itself."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            facts = json.loads(str(kept["about"]))
        if facts["format"] != FORMAT:
            raise ValueError
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile):
        raise BoughError(
            f"{path} is damaged, or no data set of this version; remove it or name another folder"
        ) from None
    return dict(facts)


def self_play(
    game: Game, recipe: str, games: int, simulations: int, seed: int, plies: int, say: Say | None = None
) -> list[Example]:
    """Play games of a search against itself, all at once on all cores; every position searched, with its result.

    Args:
        plies: The first plies of a game are drawn in proportion to the visits, so that games differ; later ones are
            what the search plays.
    """
    rng = random.Random(seed)
    at = [game.start().opened(rng) for _ in range(games)]
    met: list[list[tuple[Position, Result]]] = [[] for _ in range(games)]
    ply = 0
    while waiting := [i for i, position in enumerate(at) if not position.over]:
        found = search_many([at[i] for i in waiting], recipe, simulations=simulations, seed=seed * 1009 + ply)
        if len(found) < len(waiting) or any(result.interrupted for result in found):
            raise KeyboardInterrupt
        for i, result in zip(waiting, found, strict=True):
            met[i].append((at[i], result))
            at[i] = at[i].play(at[i].resolved(_move(result, at[i], rng if ply < plies else None), rng))
        ply += 1
        if say is not None:
            say(games - sum(not position.over for position in at), games)
    return [
        Example(position, found, _result(last, position.to_move))
        for last, game_met in zip(at, met, strict=True)
        for position, found in game_met
    ]


def _move(found: Result, position: Position, rng: random.Random | None) -> str:
    """What the search plays; with a generator, a move drawn in proportion to its visits."""
    visits = [move.visits for move in found.moves]
    if rng is not None and any(visits):
        return rng.choices([move.move for move in found.moves], visits)[0]
    return found.move or position.moves[0]


def _result(last: Position, player: int) -> float:
    return {"win": 1.0, "loss": -1.0, "draw": 0.0}.get(str(last.result(player)), math.nan)


def _move_name(game: Game, number: int) -> str:
    """The name of a move number, "" for one that stands for no move."""
    try:
        return game.face.move_name(number)
    except (KeyError, IndexError, ValueError):
        return ""
