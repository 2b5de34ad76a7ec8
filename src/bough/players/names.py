"""Players by name: a search, a program (gtp: or mgtp:COMMAND LINE), level:easy, random, or several in stages.

ponder:uct+solver                             keeps its tree and thinks on the opponent's time too
uct+solver with threads=2,memory=2MiB,keep=1  has two threads, memory of its own, keeps its tree

mc-cdc+chance-nodes then minimax(depth=2)     the second once nothing is left to chance
random(turns=5) then uct+solver               the first for five turns of its own
"""

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.options import options_text, read_options
from bough.games.game import Game
from bough.players.child import program
from bough.players.gtp import GtpPlayer
from bough.players.levels import level_named
from bough.players.local import KeepingPlayer, LevelPlayer, PonderingPlayer, RandomPlayer, SearchPlayer
from bough.players.mgtp import MgtpPlayer
from bough.players.player import Fault, Player
from bough.players.staged import StagedPlayer
from bough.search.kinds import check_threads, kind_of, meant, search_name, searcher
from bough.search.recipe import Recipe, recipe

DEFAULT_MEMORY = 512 << 20
LEVEL, PONDER = "level:", "ponder:"
THEN, WITH = re.compile(r"\s+then\s+"), re.compile(r"\s+with\s+")
WITHOUT_CHANCE = ("minimax", "alphabeta")
"""Searches that need a position in which nothing is left to chance."""


@dataclass(frozen=True)
class RandomOptions:
    """How long chance plays, as a stage."""

    turns: int = 0

    def __post_init__(self) -> None:
        if self.turns < 0:
            raise BoughError(f"random plays 0 or more turns, not {self.turns}")


@dataclass(frozen=True)
class Means:
    """What a search of ours is given, where it differs from what the match gives to all."""

    memory: str = ""
    threads: int = 1
    keep: int = 0
    """1 to keep the tree from move to move; else every move is searched from a fresh one."""

    def __post_init__(self) -> None:
        if self.memory:
            memory_bytes(self.memory)
        if self.keep not in (0, 1):
            raise BoughError(f"keep is 0 or 1, not {self.keep}")


PROGRAMS: dict[str, Callable[[Game, str, int], Player]] = {"gtp": GtpPlayer, "mgtp": MgtpPlayer}
"""External programs by the protocol they speak."""


def canonical(name: str, game: Game) -> str:
    """The name by which results are stored; refuses what cannot play this game."""
    stages = [stage.strip() for stage in _stages(name.strip())]
    if not all(stages) or name.split()[:1] == ["then"] or name.split()[-1:] == ["then"]:
        raise BoughError(f"the player {name!r} lacks a stage; write it like 'random(turns=5) then uct+solver'")
    kinds = [kind_of(stage if _program(stage)[0] else WITH.split(stage)[0]) for stage in stages]
    early = kinds[0] in WITHOUT_CHANCE or any(
        _turns(one) and kind in WITHOUT_CHANCE for one, kind in zip(stages, kinds[1:], strict=False)
    )
    if game.rules.stochastic and early:
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


def keeps_time(name: str, game: Game, seconds: float | None) -> bool:
    """Whether a player accepts the seconds of a move; asked of GTP engines, which are started for it."""
    engines = [_program(stage)[1] for stage in _stages(name) if _program(stage)[0] == "gtp"]
    return seconds is None or all(_engine_keeps_time(command, game, seconds) for command in engines)


def _engine_keeps_time(command: str, game: Game, seconds: float) -> bool:
    try:
        engine = GtpPlayer(game, command, 0)
    except Fault:
        return True  # the match will say what is wrong with it
    try:
        return engine.knows("time_settings") and engine.set_clock(seconds)
    except Fault:
        return True
    finally:
        engine.close()


def keeping(name: str) -> str:
    """The same player, keeping its tree from move to move; the name is canonical."""
    kept = []
    for stage in _stages(name):
        ours = not (_program(stage)[0] or _level(stage) or _ponders(stage) or _is_random(stage))
        search, means = _search_and_means(stage) if ours else (stage, Means())
        kept.append(_dressed(search, replace(means, keep=1)) if ours else stage)
    return " then ".join(kept)


def has_own_budget(name: str) -> bool:
    """Whether a player knows by itself how long to think: a level does, and chance needs no time."""
    return all(_level(stage) or _is_random(stage) for stage in _stages(name))


def is_program(name: str) -> bool:
    """Whether any stage of a player is a program outside of ours."""
    return any(_program(stage)[0] for stage in _stages(name))


def _canonical_stage(name: str, game: Game) -> str:
    protocol, command = _program(name)
    if protocol:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BoughError(f"cannot read the player {name!r}: {str(error).lower()}") from None
        if not words:
            raise BoughError(f"the player {name!r} names no program; write {protocol}:PROGRAM ARGUMENTS")
        if protocol == "mgtp" and game.family != "dark-chess":
            raise BoughError(f"MGTP is for dark-chess; {game.name} has engines that speak GTP")
        if protocol == "mgtp" and game.face.layout is not None and len(game.face.layout.cells) != 32:
            raise BoughError(f"MGTP engines play on 32 squares only, not {game.name}")
        return name
    if _level(name):
        return LEVEL + level_named(_level(name)).name
    if _ponders(name):
        return PONDER + search_name(_ponders(name), game)
    if _is_random(name):
        return options_text("random", read_options(name, RandomOptions))
    search, means = _search_and_means(name)
    full = search_name(search, game)
    check_threads(full, means.threads)
    return _dressed(full, means)


def _dressed(search: str, means: Means) -> str:
    """A search with its means, as it is written."""
    return search + options_text("", means).replace("(", " with ").removesuffix(")")


def recipe_named(name: str, game: Game) -> Recipe:
    """The recipe a player's name stands for."""
    return recipe(meant(name, game))


def recipes_in(name: str, game: Game) -> list[Recipe]:
    """The recipes among a player's stages, without what it is given or whether it ponders."""
    stages = [_search_and_means(_ponders(stage) or stage)[0] for stage in _stages(name) if not _program(stage)[0]]
    return [recipe_named(stage, game) for stage in stages if is_recipe(stage)]


def is_recipe(name: str) -> bool:
    """Whether this player is a single tree search of ours."""
    dressed = _program(name)[0] or _level(name) or _ponders(name) or THEN.search(name) or WITH.search(name)
    return not (dressed or kind_of(name) or _is_random(name))


def is_machine_code(name: str) -> bool:
    """Whether this player's whole search is machine code: a recipe without evaluator and prover."""
    return is_recipe(name) and recipe(name).machine_code


def _program(name: str) -> tuple[str, str]:
    """The protocol and the command line of an external program, or nothing."""
    protocol, colon, command = name.partition(":")
    return (protocol, command) if colon and protocol in PROGRAMS else ("", "")


def _level(name: str) -> str:
    """The level a player's name asks for, or nothing."""
    return name.removeprefix(LEVEL).strip() if name.startswith(LEVEL) else ""


def _ponders(name: str) -> str:
    """The search of a player that thinks on the opponent's time, or nothing."""
    return name.removeprefix(PONDER).strip() if name.startswith(PONDER) else ""


def _stages(name: str) -> list[str]:
    """What plays one after another; the words of a program are its own."""
    return [name] if _program(name)[0] else THEN.split(name)


def _search_and_means(name: str) -> tuple[str, Means]:
    """What stands before and after `with`."""
    search, *means = WITH.split(name)
    if len(means) > 1:
        raise BoughError(
            f"the player {name!r} has two lists after 'with'; write one, as in 'uct with threads=2,keep=1'"
        )
    return search, read_options(f"with({means[0]})", Means) if means else Means()


def _is_random(name: str) -> bool:
    return name.partition("(")[0].strip() == "random"


def seat(name: str, game: Game, seed: int, memory: int = DEFAULT_MEMORY) -> Player:
    """A player ready for one game; the name is canonical."""
    stages = _stages(name)
    if len(stages) == 1:
        return _seat_stage(name, game, seed, memory)
    return StagedPlayer([(_seat_stage(stage, game, seed, memory), _turns(stage)) for stage in stages])


def _turns(stage: str) -> int:
    return read_options(stage, RandomOptions).turns if _is_random(stage) else 0


def _seat_stage(name: str, game: Game, seed: int, memory: int) -> Player:
    protocol, command = _program(name)
    if protocol:
        return PROGRAMS[protocol](game, command, seed)
    if _is_random(name):
        return RandomPlayer(seed)
    if _level(name):
        level = level_named(_level(name))
        return LevelPlayer(level, searcher(game, level.search(game), memory=memory, seed=seed), seed)
    if _ponders(name):
        return PonderingPlayer(searcher(game, _ponders(name), memory=memory, seed=seed))
    search, means = _search_and_means(name)
    ready = searcher(game, search, memory=means.memory or memory, seed=seed, threads=means.threads)
    return KeepingPlayer(ready) if means.keep else SearchPlayer(ready)
