"""Games by name: built in, from an installed package (entry point group `bough.games`) or from a file.

hex            hex:11            hex:9,swap            connect-four:5x4            ./mygame.py:7
"""

import copyreg
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from bough.core.cache import joined_digest, source_digest
from bough.core.errors import BoughError
from bough.core.files import load_file
from bough.games.checks.optional import check_optional
from bough.games.checks.rules import check_rules
from bough.games.connect_four import connect_four_game
from bough.games.connection.havannah import havannah_game
from bough.games.connection.hex import hex_game
from bough.games.connection.y import y_game
from bough.games.dark_chess.game import dark_chess_game
from bough.games.game import Game
from bough.games.go.game import go_game
from bough.games.learned import learned_beside, text_digest
from bough.games.loa.game import loa_game
from bough.games.tic_tac_toe import tic_tac_toe_game

Maker = Callable[..., Game]

BUILT_IN: dict[str, Maker] = {
    "hex": hex_game,
    "go": go_game,
    "havannah": havannah_game,
    "y": y_game,
    "loa": loa_game,
    "dark-chess": dark_chess_game,
    "connect-four": connect_four_game,
    "tic-tac-toe": tic_tac_toe_game,
}

_GAMES: dict[str, Game] = {}
"""Built-in games by their own names: one object, however the name was written."""


def game(name: str, *, learned: bool = True) -> Game:
    """The game of this name, with its options.

    Args:
        name: A built-in game (`hex:9,swap`), one of an installed package, or a file (`./mygame.py:7`).
        learned: Whether a table of patterns that lies beside the file is used.

    Returns:
        The game; a built-in one is the same object however its name is written: `game("hex") is game("hex:11")`.
    """
    if not isinstance(name, str):
        raise BoughError(f"a game is named by text such as 'hex:11', not by {name!r}")
    head, options = _split(name.strip())
    if names_a_file(name):
        module, digest = load_file(Path(head), "game")
        path = Path(head).expanduser().resolve()
        found = _from_file(path, module, digest, options)
        return _with_table(found, path) if learned else found
    return _by_name(head, options)


def full_name(game: Game) -> str:
    """The name by which a game can be had again."""
    return game.full_name or game.name


def names_a_file(name: str) -> bool:
    """Whether this game is loaded by running a file; nobody should do that who has not named the file themselves."""
    return _split(name.strip())[0].endswith(".py")


def game_makers() -> dict[str, Maker]:
    """All games that can be named without a path."""
    installed = {entry.name: entry.load for entry in entry_points(group="bough.games")}
    return {name: load() for name, load in installed.items() if name not in BUILT_IN} | BUILT_IN


def _reduce(game: Game) -> Any:
    """Games are pickled by name."""
    if not game.full_name:
        raise BoughError(f"{game.name} was put together by hand and cannot be pickled; load it with bough.game()")
    return _named_game, (game.full_name,)


_named_game = game
copyreg.pickle(Game, _reduce)


def _split(name: str) -> tuple[str, str]:
    """The name and its options; a path may hold colons of its own."""
    match = re.fullmatch(r"(.*\.py)(?::(.*))?", name)
    if match:
        return match[1], match[2] or ""
    head, _, options = name.partition(":")
    return head.lower(), options


@lru_cache
def _by_name(name: str, options: str) -> Game:
    if name in BUILT_IN:
        built = _with_options(name, BUILT_IN[name], options)
        return _GAMES.setdefault(built.name, replace(built, full_name=built.name))
    maker: Maker | None = None
    for entry in entry_points(group="bough.games"):
        if entry.name == name:
            maker = entry.load()
    if maker is None:
        known = ", ".join(sorted(game_makers()))
        raise BoughError(f"unknown game '{name}'; known are {known}, or give a file such as ./mygame.py")
    origin = _origin(maker)
    return _outside(_with_options(name, maker, options), origin, source_digest(origin) if origin else "", name, options)


def _origin(maker: Maker) -> Path | None:
    """The package or the file that a maker comes from: compiled code is stale once that has changed."""
    module = getattr(maker, "__module__", "")
    for name in (module.partition(".")[0], module):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None:
            return Path(file).parent if Path(file).name == "__init__.py" else Path(file)
    return None


_FROM_FILES: dict[tuple[Path, str, str], Game] = {}
_WITH_TABLES: dict[tuple[Game, str], Game] = {}


def _from_file(path: Path, module: Any, digest: str, options: str) -> Game:
    """A user's game."""
    if (path, digest, options) not in _FROM_FILES:
        maker = getattr(module, "game", None)
        if not callable(maker):
            raise BoughError(f"the game file {path.name} has no function game() that returns a bough.Game")
        loaded = _outside(_with_options(path.name, maker, options), path, digest, str(path), options)
        _FROM_FILES[path, digest, options] = loaded
    return _FROM_FILES[path, digest, options]


def _with_table(game: Game, path: Path) -> Game:
    """The game with what has been learned for it, if there is a table beside its file."""
    learned = learned_beside(path, game.name)
    if learned is None:
        return game
    key = game, text_digest(learned)
    if key not in _WITH_TABLES:
        rules = replace(game.rules, source=joined_digest(game.rules.source, key[1]))
        _WITH_TABLES[key] = replace(game, rules=rules, learned=learned, recipe=learned.recipe)
    return _WITH_TABLES[key]


def _outside(built: Game, file: Path | None, digest: str, head: str, options: str) -> Game:
    """A game that is not built in: tried out once, with where it comes from."""
    rules, name = replace(built.rules, source=digest), f"{head}:{options}" if options else head
    loaded = replace(built, rules=rules, file=file, full_name=name)
    check_rules(loaded)
    check_optional(loaded)
    return loaded


def _with_options(name: str, maker: Maker, options: str) -> Game:
    """Call a maker with options written as 11, 5x4, swap or draw=tcga."""
    parameters = inspect.signature(maker).parameters
    given: dict[str, int | float | bool | str] = {}
    free = [p for p in parameters.values() if not isinstance(p.default, bool)]
    for option in filter(None, re.split(r",|(?<=\d)x(?=\d)", options)):
        key, equals, value = (piece.strip() for piece in option.partition("="))
        if not equals and key in parameters and isinstance(parameters[key].default, bool):
            given[key] = True
            continue
        if not equals:
            value = key
            key = next((p.name for p in free if p.name not in given), "")
        if key not in parameters:
            known = ", ".join(parameters) or "none"
            raise BoughError(f"{name} has no option {option.strip()!r}; its options are: {known}")
        given[key] = _value(name, key, value, parameters[key].default)
    try:
        built = maker(**given)
    except BoughError:
        raise
    except Exception as error:
        raise BoughError(f"{name} cannot be set up: {type(error).__name__}: {error}") from error
    if not isinstance(built, Game):
        raise BoughError(f"game() in {name} returned {type(built).__name__}, not a bough.Game")
    return built


def _value(name: str, key: str, text: str, default: object) -> int | float | bool | str:
    kind = type(default) if isinstance(default, bool | int | float | str) else str
    try:
        if kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        return kind(text)
    except (ValueError, KeyError):
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
        raise BoughError(f"the option {key} of {name} must be {wanted}, not {text!r}") from None
