"""Recipes: a search as text, as TOML or as a value, which are all the same thing.

uct(exploration=0.9)+solver+rave      text; its canonical form is the player's name
mc-loa+bias(weight=50)                a named recipe (search/named.py), one of its numbers changed
ideas = ["uct", "solver", "rave"]     TOML, with a table of numbers for each idea
[uct]
exploration = 0.9
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bough.core.errors import BoughError
from bough.games.contract import Game
from bough.search.ideas import CHANCE_IDEAS, IDEAS
from bough.search.named import NAMED
from bough.search.seams.hooks import Hooks

_ITEM = re.compile(r"\s*([a-z][a-z0-9-]*)\s*(?:\(([^()]*)\))?\s*")


@dataclass(frozen=True)
class Recipe:
    """A list of ideas, each with its numbers; kept in the one order in which they compose."""

    ideas: tuple[tuple[str, Mapping[str, float]], ...] = field(hash=False)

    def __str__(self) -> str:
        return "+".join(_item_text(name, numbers) for name, numbers in self.ideas)

    def __hash__(self) -> int:
        return hash(str(self))

    def __add__(self, other: "Recipe | str") -> "Recipe":
        """This recipe with the ideas of another; its own uct stays."""
        return recipe_of((*self.ideas, *(idea for idea in recipe(other).ideas if idea[0] != "uct")))

    @property
    def shape(self) -> tuple[str, ...]:
        """What is compiled: which ideas take part, whatever their numbers."""
        return tuple(name for name, _ in self.ideas)

    def hooks(self, game: Game) -> Hooks:
        """The hooks of this search on one game."""
        self.check(game)
        base, *rest = self.shape
        hooks: Hooks = IDEAS[base].make(game)
        for name in rest:
            hooks = IDEAS[name].make(game, hooks)
        return hooks

    def check(self, game: Game) -> None:
        """Refuse a recipe that asks for what a game does not have, or lacks what it needs."""
        for idea in self.shape:
            lacking = IDEAS[idea].lacks(game)
            if lacking:
                raise BoughError(f"the idea '{idea}' cannot serve {game.name}: {lacking}")
        if game.outcomes is not None and not set(CHANCE_IDEAS) & set(self.shape):
            raise BoughError(f"{game.name} leaves something to chance; add one of {', '.join(CHANCE_IDEAS)} to {self}")

    @property
    def params(self) -> dict[str, float]:
        """All its numbers, as kernels read them: uct_exploration and so on."""
        return {
            f"{name}_{number}".replace("-", "_"): value
            for name, numbers in self.ideas
            for number, value in numbers.items()
        }


def recipe(of: "str | Recipe | Mapping | Path") -> Recipe:
    """A recipe from its text, the path of a TOML file, a mapping as TOML gives it, or a recipe."""
    if isinstance(of, Recipe):
        return of
    if isinstance(of, Path) or (isinstance(of, str) and of.endswith(".toml")):
        return _from_file(Path(of))
    if isinstance(of, Mapping):
        return _from_mapping(of)
    return _from_text(of)


def recipe_of(items, base: "Recipe | None" = None) -> Recipe:
    """Check names and numbers, fill in defaults, and sort into the legal order; items replace those of a base."""
    chosen: dict[str, dict[str, float]] = {}
    for name, numbers in items:
        if name in NAMED:
            raise BoughError(f"'{name}' is a recipe of its own; change its numbers as in {name}+uct(exploration=0.5)")
        if name == "alphabeta":
            raise BoughError("alphabeta is no idea of a recipe but a player: bough match GAME alphabeta OTHER")
        if name not in IDEAS:
            raise BoughError(f"unknown idea '{name}' in a recipe; known are {', '.join((*IDEAS, *NAMED))}")
        if name in chosen:
            raise BoughError(f"the idea '{name}' stands twice in a recipe; once is enough")
        chosen[name] = IDEAS[name].checked(numbers)
    if base is not None:
        chosen = {name: dict(numbers) for name, numbers in base.ideas} | chosen
    if not chosen:
        raise BoughError("the recipe is empty; the simplest one is uct")
    chosen.setdefault("uct", IDEAS["uct"].checked({}))
    for name in chosen:
        for other in IDEAS[name].excludes:
            if other in chosen:
                raise BoughError(f"'{name}' and '{other}' do not go together in one recipe; keep one of them")
        for other in IDEAS[name].needs:
            if other not in chosen:
                raise BoughError(f"'{name}' rests on '{other}'; write {other}+{name}")
    return Recipe(tuple((name, chosen[name]) for name in IDEAS if name in chosen))


def _item_text(name: str, numbers: Mapping[str, float]) -> str:
    defaults = IDEAS[name].numbers
    changed = [f"{key}={value:g}" for key, value in numbers.items() if value != defaults[key]]
    return f"{name}({','.join(changed)})" if changed else name


def _from_text(text: str) -> Recipe:
    items: list[tuple[str, dict[str, float]]] = []
    base: Recipe | None = None
    for piece in _split(text):
        match = _ITEM.fullmatch(piece)
        if not match:
            raise BoughError(f"cannot read {piece.strip()!r} in the recipe {text!r}; write idea+idea(number=1.5)")
        numbers = {}
        for assignment in filter(str.strip, (match[2] or "").split(",")):
            key, equals, value = assignment.partition("=")
            try:
                numbers[key.strip()] = float(value) if equals else float("x")
            except ValueError:
                raise BoughError(
                    f"cannot read {assignment.strip()!r} in the recipe {text!r}; write number=1.5"
                ) from None
        if match[1] in NAMED and not numbers and base is None:
            base = _from_text(NAMED[match[1]])
        else:
            items.append((match[1], numbers))
    return recipe_of(items, base)


def _split(text: str) -> list[str]:
    """At plus signs outside brackets (1e+3 may stand inside)."""
    pieces, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "+" and depth == 0:
            pieces.append(text[start:i])
            start = i + 1
    return [*pieces, text[start:]]


def _from_file(path: Path) -> Recipe:
    try:
        return _from_mapping(tomllib.loads(path.read_text()))
    except (OSError, UnicodeDecodeError) as error:
        raise BoughError(f"cannot read the recipe file {path}: {getattr(error, 'strerror', None) or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BoughError(f"the recipe file {path} is not TOML: {error}") from None


def _from_mapping(mapping: Mapping) -> Recipe:
    names = mapping.get("ideas")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BoughError('a recipe in TOML needs a list of names such as ideas = ["uct", "solver"]')
    for key, table in mapping.items():
        if key != "ideas" and (key not in names or not isinstance(table, Mapping)):
            raise BoughError(f"'{key}' in a recipe is not a table of one of its ideas ({', '.join(names)})")
    return recipe_of((name, mapping.get(name, {})) for name in names)
