"""Games by name: built in, from an installed package (entry point group `bough.games`) or from a file.

hex            hex:11            hex:9,swap            connect-four:5x4            ./mygame.py:7
"""

import hashlib
import importlib.util
import inspect
import re
import sys
import weakref
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from bough.core.errors import BoughError
from bough.games.checks.optional import check_optional
from bough.games.checks.rules import check_rules
from bough.games.connect_four import connect_four_game
from bough.games.connection.havannah import havannah_game
from bough.games.connection.hex import hex_game
from bough.games.connection.y import y_game
from bough.games.contract import Game
from bough.games.dark_chess.game import dark_chess_game
from bough.games.go.game import go_game
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


def game(name: str) -> Game:
    """The game of this name, with its options."""
    if not isinstance(name, str):
        raise BoughError(f"a game is named by text such as 'hex:11', not by {name!r}")
    head, options = _split(name.strip())
    if names_a_file(name):
        path = Path(head).expanduser().resolve()
        try:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError as error:
            raise BoughError(f"cannot read the game file {head}: {error.strerror}") from None
        return _made_from_file(path, digest, options)
    return _made(head, options)


def full_name(game: Game) -> str:
    """The name by which a game can be had again: its own, or the file it came from with the options it was given."""
    return _ASKED_FOR.get(game, game.name)


def names_a_file(name: str) -> bool:
    """Whether this game would be had by running a file, which nobody should do who has not named it themselves."""
    return _split(name.strip())[0].endswith(".py")


def game_makers() -> dict[str, Maker]:
    """All games that can be named without a path."""
    installed = {entry.name: entry.load for entry in entry_points(group="bough.games")}
    return {name: load() for name, load in installed.items() if name not in BUILT_IN} | BUILT_IN


def _split(name: str) -> tuple[str, str]:
    """The name and its options; a path may hold colons of its own."""
    match = re.fullmatch(r"(.*\.py)(?::(.*))?", name)
    if match:
        return match[1], match[2] or ""
    head, _, options = name.partition(":")
    return head.lower(), options


@lru_cache
def _made(name: str, options: str) -> Game:
    if name in BUILT_IN:
        return _with_options(name, BUILT_IN[name], options)
    maker: Maker | None = None
    for entry in entry_points(group="bough.games"):
        if entry.name == name:
            maker = entry.load()
    if maker is None:
        known = ", ".join(sorted(game_makers()))
        raise BoughError(f"unknown game '{name}'; known are {known}, or give a file such as ./mygame.py")
    return _checked(replace(_with_options(name, maker, options), source=_origin(maker)), name, options)


def _origin(maker: Maker) -> Path | None:
    """The package or the file that a maker comes from: what was compiled is stale once that has changed."""
    module = getattr(maker, "__module__", "")
    for name in (module.partition(".")[0], module):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file is not None:
            return Path(file).parent if Path(file).name == "__init__.py" else Path(file)
    return None


@lru_cache
def _made_from_file(path: Path, digest: str, options: str) -> Game:
    """A user's game: loaded as a module of its own, since kernels defined in __main__ are never kept on disk."""
    module_name = f"bough_game_{path.stem}_{digest[:12]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise BoughError(f"cannot load the game file {path.name}: it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[module_name]
        raise BoughError(f"the game file {path.name} does not load: {type(error).__name__}: {error}") from error
    maker = getattr(module, "game", None)
    if not callable(maker):
        raise BoughError(f"the game file {path.name} has no function game() that returns a bough.Game")
    return _checked(replace(_with_options(path.name, maker, options), source=path), str(path), options)


_ASKED_FOR: "weakref.WeakKeyDictionary[Game, str]" = weakref.WeakKeyDictionary()
"""The full names of games that are not built in: what they call themselves need not lead back to them."""


def _checked(game: Game, head: str, options: str) -> Game:
    """A game that is not built in, tried out and with its full name noted."""
    check_rules(game)
    check_optional(game)
    _ASKED_FOR[game] = f"{head}:{options}" if options else head
    return game


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
        made = maker(**given)
    except BoughError:
        raise
    except Exception as error:
        raise BoughError(f"{name} cannot be set up: {type(error).__name__}: {error}") from error
    if not isinstance(made, Game):
        raise BoughError(f"game() in {name} returned {type(made).__name__}, not a bough.Game")
    return made


def _value(name: str, key: str, text: str, default: object) -> int | float | bool | str:
    kind = type(default) if isinstance(default, bool | int | float | str) else str
    try:
        if kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[text.lower()]
        return kind(text)
    except (ValueError, KeyError):
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}[kind]
        raise BoughError(f"the option {key} of {name} must be {wanted}, not {text!r}") from None
