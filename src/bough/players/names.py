"""Players by name: a recipe, a program (gtp: or mgtp:COMMAND LINE), one of KINDS, or several of them in stages.

mc-cdc+chance-nodes then minimax(depth=2)     the second once nothing is left to chance
random(turns=5) then uct+solver               the first for five turns of its own
chance-nodes-mm, rand-mm(depth=3)             players of Jouandeau & Cazenave 2014 in short
"""

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from bough.core.errors import BoughError
from bough.core.options import options_text, read_options
from bough.games.contract import Game
from bough.knowledge.registry import knowledge_of
from bough.players.child import program
from bough.players.gtp import GtpPlayer
from bough.players.local import DeepeningPlayer, MinimaxPlayer, RandomPlayer, SearchPlayer
from bough.players.mgtp import MgtpPlayer
from bough.players.player import Player
from bough.players.staged import StagedPlayer
from bough.search.classic.deepening import DEEPEST, AlphaBeta, AlphaBetaOptions, Star, StarOptions
from bough.search.ideas import CHANCE_IDEAS
from bough.search.recipe import Recipe, recipe

DEFAULT_MEMORY = 512 << 20
THEN = re.compile(r"\s+then\s+")
_MM = re.compile(r"(?P<policy>[a-z][a-z-]*?)-mm(?:\(depth=(?P<depth>\d+)\))?", re.IGNORECASE)


@dataclass(frozen=True)
class RandomOptions:
    """How long chance plays, as a stage."""

    turns: int = 0

    def __post_init__(self) -> None:
        if self.turns < 0:
            raise BoughError(f"random plays 0 or more turns, not {self.turns}")


@dataclass(frozen=True)
class MinimaxOptions:
    """How far minimax looks, and by what it judges."""

    depth: int = 3
    evaluation: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEEPEST:
            raise BoughError(f"minimax looks at least 1 ply ahead and at most {DEEPEST}, not {self.depth}")


class Kind(NamedTuple):
    """A kind of player that is no recipe."""

    options: type[Any]
    seat: Callable[[Game, Any, int, int], Player]
    """seat(game, options, seed, memory)"""


KINDS: dict[str, Kind] = {
    "random": Kind(RandomOptions, lambda game, options, seed, memory: RandomPlayer(seed)),
    "minimax": Kind(MinimaxOptions, lambda game, options, seed, memory: MinimaxPlayer(options)),
    "alphabeta": Kind(
        AlphaBetaOptions,
        lambda game, options, seed, memory: DeepeningPlayer(AlphaBeta(game, options, min(memory, 64 << 20), seed)),
    ),
    "star1": Kind(StarOptions, lambda game, options, seed, memory: DeepeningPlayer(Star(game, 1, options, seed))),
    "star2": Kind(StarOptions, lambda game, options, seed, memory: DeepeningPlayer(Star(game, 2, options, seed))),
}


PROGRAMS: dict[str, Callable[[Game, str, int], Player]] = {"gtp": GtpPlayer, "mgtp": MgtpPlayer}
"""External programs by the protocol they speak."""


def canonical(name: str, game: Game) -> str:
    """The name by which results are stored; refuses what cannot play this game."""
    stages = [full for stage in _stages(name.strip()) for full in _stages(_in_full(stage.strip()))]
    if not all(stages) or name.split()[:1] == ["then"] or name.split()[-1:] == ["then"]:
        raise BoughError(f"the player {name!r} lacks a stage; write it like 'random(turns=5) then uct+solver'")
    told = ("minimax", "alphabeta")
    early = _kind(stages[0]) in told or any(_turns(one) and _kind(two) in told for one, two in pairwise(stages))
    if game.outcomes is not None and early:
        raise BoughError(
            f"{game.name} leaves something to chance, which minimax and alphabeta cannot search; use star2, or minimax "
            "once nothing is hidden, as in 'uct+chance-nodes then minimax(depth=2)'"
        )
    return " then ".join(_canonical_stage(stage, game) for stage in stages)


def require_programs(names: Iterable[str]) -> None:
    """Refuse players whose program is not on this machine."""
    for name in names:
        for stage in _stages(name):
            protocol, command = _program(stage)
            if protocol and program(shlex.split(command)[0]) is None:
                raise BoughError(
                    f"the player {stage!r} names no program that can be run; write {protocol}:PROGRAM ARGUMENTS"
                )


def _in_full(name: str) -> str:
    """What the short names of Jouandeau & Cazenave 2014 stand for."""
    if name == "rand":
        return "random"
    short = _MM.fullmatch(name)
    if not short:
        return name
    policy, depth = short["policy"].lower(), short["depth"] or MinimaxOptions.depth
    before = {"rand": "random"}.get(policy, f"mc-cdc+{policy}" if policy in CHANCE_IDEAS else policy)
    return f"{before} then minimax(depth={depth},evaluation=material)"


def _canonical_stage(name: str, game: Game) -> str:
    protocol, command = _program(name)
    if protocol:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BoughError(f"cannot read the player {name!r}: {str(error).lower()}") from None
        if not words:
            raise BoughError(f"the player {name!r} names no program; write {protocol}:PROGRAM ARGUMENTS")
        if protocol == "mgtp" and game.name.split(":")[0] != "dark-chess":
            raise BoughError(f"MGTP is for dark-chess; {game.name} has engines that speak GTP")
        if protocol == "mgtp" and game.layout is not None and len(game.layout.cells) != 32:
            raise BoughError(f"MGTP engines play on 32 squares only, not {game.name}")
        return name
    kind = _kind(name)
    if kind in KINDS:
        options = read_options(name, KINDS[kind].options)
        if hasattr(options, "evaluation"):
            _check_evaluation(kind, options.evaluation, game)
        return options_text(kind, options)
    chosen = recipe_named(name, game)
    chosen.check(game)
    return str(chosen)


def _check_evaluation(kind: str, evaluation: str, game: Game) -> None:
    if not knowledge_of(game).evaluations:
        raise BoughError(f"{game.name} has no evaluation for a player {kind}; use a recipe, random or gtp:...")
    knowledge_of(game).evaluation(evaluation)


def recipe_named(name: str, game: Game) -> Recipe:
    """The recipe a player's name stands for; `best` is the game's own."""
    return recipe(game.recipe if name == "best" else name)


def is_recipe(name: str) -> bool:
    """Whether this player is a single search of ours."""
    return not _program(name)[0] and _kind(name) not in KINDS and not THEN.search(name)


def _program(name: str) -> tuple[str, str]:
    """The protocol and the command line of an external program, or nothing."""
    protocol, colon, command = name.partition(":")
    return (protocol, command) if colon and protocol in PROGRAMS else ("", "")


def _stages(name: str) -> list[str]:
    """What plays one after another; the words of a program are its own."""
    return [name] if _program(name)[0] else THEN.split(name)


def _kind(name: str) -> str:
    return name.partition("(")[0].strip()


def seat(name: str, game: Game, seed: int, memory: int = DEFAULT_MEMORY) -> Player:
    """A player ready for one game; the name is canonical."""
    stages = _stages(name)
    if len(stages) == 1:
        return _seat_stage(name, game, seed, memory)
    return StagedPlayer([(_seat_stage(stage, game, seed, memory), _turns(stage)) for stage in stages])


def _turns(stage: str) -> int:
    return read_options(stage, RandomOptions).turns if _kind(stage) == "random" else 0


def _seat_stage(name: str, game: Game, seed: int, memory: int) -> Player:
    protocol, command = _program(name)
    if protocol:
        return PROGRAMS[protocol](game, command, seed)
    kind = _kind(name)
    if kind in KINDS:
        return KINDS[kind].seat(game, read_options(name, KINDS[kind].options), seed, memory)
    return SearchPlayer(game, recipe_named(name, game), seed, memory)
