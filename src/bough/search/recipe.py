"""Recipes: a search as text, as TOML or as a value, which are all the same thing.

uct(exploration=0.9)+solver+secure    text; its canonical form is the player's name
mc-loa+bias(weight=50)                a named recipe (search/named.py), one of its numbers changed
uct+./mast.py(temperature=0.5)        an idea from a file
ideas = ["uct", "solver", "secure"]   TOML, with a table of numbers for each idea
[uct]
exploration = 0.9
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bough.core.errors import BoughError
from bough.games.game import Game
from bough.search.compose import check
from bough.search.idea import Idea
from bough.search.ideas.registry import IDEAS, idea_named, idea_names
from bough.search.named import NAMED

MOST_BATCH = 4096
"""Simulations of a batch, at most."""

_ITEM = re.compile(r"\s*([a-z][a-z0-9-]*|[^()]*?\.(?:py(?::[a-z][a-z0-9-]*)?|onnx))\s*(?:\(([^()]*)\))?\s*")
ASKING = ("puct", "late-prior")
"""Ideas that ask an evaluator."""
NO_IDEAS = ("best", "alphabeta", "star1", "star2", "minimax", "exact")
"""Names of searches that are no part of a recipe (search/kinds.py)."""
_RANK = {name: rank for rank, name in enumerate(IDEAS)}

Numbers = Mapping[str, float]
RecipeLike = "str | Recipe | Mapping[str, Any] | Path"


@dataclass(frozen=True)
class Recipe:
    """Ideas with their numbers, in canonical order. Recipes can be compared, hashed, added and pickled."""

    ideas: tuple[tuple[Idea, Numbers], ...] = field(hash=False)

    def __str__(self) -> str:
        return "+".join(_item_text(one, numbers) for one, numbers in self.ideas)

    def __repr__(self) -> str:
        return f"bough.recipe({str(self)!r})"

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.shape == other.shape and str(self) == str(other)

    def __add__(self, other: "Recipe | Idea | str") -> "Recipe":
        """This recipe with another idea, or with the ideas of another recipe; its own selection stays."""
        if isinstance(other, Idea):
            return recipe_of((*self.ideas, (other, {})))
        more = recipe(other).ideas
        return recipe_of((*self.ideas, *(item for item in more if item[0].slot != "selection")))

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __reduce__(self) -> Any:
        for one, _ in self.ideas:
            if idea_named(one.text) is None:
                raise BoughError(f"the idea '{one.name}' has no file or package, so this recipe cannot be pickled")
        return recipe, (str(self),)

    @property
    def shape(self) -> tuple[Idea, ...]:
        """What is compiled: which ideas take part, whatever their numbers."""
        return tuple(one for one, _ in self.ideas)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its ideas."""
        return tuple(one.name for one, _ in self.ideas)

    @property
    def numbers(self) -> dict[str, dict[str, float]]:
        """The numbers of each idea by its name: plain data."""
        return {one.text: dict(numbers) for one, numbers in self.ideas}

    @property
    def asks(self) -> bool:
        """Whether it asks an evaluator."""
        return any(name in ASKING for name in self.names)

    @property
    def machine_code(self) -> bool:
        """Whether the whole search is machine code: it asks no evaluator, and nothing works beside it."""
        return not self.asks and not any(one.beside for one in self.shape)

    @property
    def batch(self) -> int:
        """How many positions an evaluator is asked about at a time."""
        return next((int(numbers["batch"]) for _, numbers in self.ideas if "batch" in numbers), 1)

    def check_threads(self, threads: int, batch: int | None = None) -> None:
        """Refuse more threads than its ideas can share a tree with, and batches where simulations need each other."""
        if threads < 1:
            raise BoughError(f"threads must be at least 1, not {threads}")
        if batch is not None and not 1 <= batch <= MOST_BATCH:
            raise BoughError(f"a batch has 1 to {MOST_BATCH} simulations, not {batch}")
        for one in self.shape:
            if (threads > 1 or batch is not None) and one.alone:
                raise BoughError(f"the idea '{one.name}' works with one thread: {one.alone}")
            if batch is not None and one.in_turn:
                raise BoughError(f"the idea '{one.name}' cannot work in batches: {one.in_turn}")

    def check(self, game: Game) -> None:
        """Refuse a recipe that asks for what a game does not have, or lacks what it needs."""
        check(game, self.shape)

    @property
    def params(self) -> dict[str, float]:
        """All its numbers, as kernels read them: uct_exploration and so on."""
        return {
            f"{one.name}_{number}".replace("-", "_"): value
            for one, numbers in self.ideas
            for number, value in numbers.items()
        }


def recipe(of: "str | Recipe | Mapping[str, Any] | Path") -> Recipe:
    """A recipe from its text, the path of a TOML file, a mapping as TOML gives it, or a recipe.

    Args:
        of: Such as "uct+rave+solver", Path("player.toml") or {"ideas": ["uct"], "uct": {"exploration": 0.5}}.

    Returns:
        The recipe, its numbers checked and its ideas in canonical order.
    """
    if isinstance(of, Recipe):
        return of
    if isinstance(of, Path) or (isinstance(of, str) and of.endswith(".toml")):
        return _from_file(Path(of))
    if isinstance(of, Mapping):
        return _from_mapping(of)
    if not isinstance(of, str):
        raise BoughError(f"a recipe is text such as uct+solver, not {of!r}; simulations and seconds go by name")
    return _from_text(of)


def recipe_of(items: Iterable[tuple[Idea | str, Mapping[str, Any]]], base: "Recipe | None" = None) -> Recipe:
    """Check names and numbers, fill in defaults, and sort into canonical order; items replace those of a base."""
    chosen: dict[str, tuple[Idea, dict[str, float]]] = {}
    for item, numbers in items:
        one = item if isinstance(item, Idea) else _looked_up(item)
        if one.name in chosen:
            raise BoughError(f"the idea '{one.name}' stands twice in a recipe; once is enough")
        chosen[one.name] = (one, one.checked(numbers))
    if base is not None:
        chosen = {one.name: (one, dict(numbers)) for one, numbers in base.ideas} | chosen
    if not chosen:
        raise BoughError("the recipe is empty; the simplest one is uct")
    if not any(one.slot == "selection" for one, _ in chosen.values()):
        chosen["uct"] = (IDEAS["uct"], IDEAS["uct"].checked({}))
    for one, _ in chosen.values():
        _check_company(one, chosen)
        if one.evaluator is not None and not any(name in chosen for name in ASKING):
            raise BoughError(f"nothing asks the evaluator '{one.name}'; add {' or '.join(ASKING)} to the recipe")
    return Recipe(tuple(sorted(chosen.values(), key=lambda item: (_RANK.get(item[0].name, len(_RANK)), item[0].name))))


def _looked_up(name: str) -> Idea:
    if name in NAMED:
        raise BoughError(f"'{name}' is a recipe of its own; change its numbers as in {name}+uct(exploration=0.5)")
    one = idea_named(name)
    if one is None:
        if name in NO_IDEAS:
            raise BoughError(f"'{name}' is a search of its own, and what is asked for here is a recipe of ideas")
        close = difflib.get_close_matches(name, (*idea_names(), *NAMED), 1)
        meant = f"did you mean {close[0]}? " if close else ""
        raise BoughError(f"unknown idea '{name}' in a recipe; {meant}bough games lists them")
    return one


def _check_company(one: Idea, chosen: Mapping[str, tuple[Idea, Numbers]]) -> None:
    """Refuse ideas that do not go together, lack one they rest on, or leave a number without effect."""
    for other, (their, numbers) in chosen.items():
        if other != one.name and (other in one.excludes or (one.slot and one.slot == their.slot)):
            raise BoughError(f"'{one.name}' and '{other}' do not go together in one recipe; keep one of them")
        for number, value in numbers.items():
            if f"{other}.{number}" in one.replaces and value != their.numbers[number].default:
                own = f"{one.name}({number}={value:g})" if number in one.numbers else f"leave {one.name} out"
                raise BoughError(f"{other}({number}={value:g}) has no effect beside {one.name}; write {own} instead")
    for needed in one.needs:
        if needed not in chosen:
            raise BoughError(f"'{one.name}' rests on '{needed}'; write {needed}+{one.name}")


def _item_text(one: Idea, numbers: Numbers) -> str:
    changed = [f"{key}={value:g}" for key, value in numbers.items() if value != one.numbers[key].default]
    return f"{one.text}({','.join(changed)})" if changed else one.text


def _from_text(text: str) -> Recipe:
    items: list[tuple[str, dict[str, float]]] = []
    base: Recipe | None = None
    for piece in items_in(text):
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


def items_in(text: str) -> list[str]:
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
    except RecursionError:
        raise BoughError(f"the recipe file {path} is no recipe: its lists are nested too deeply") from None


def _from_mapping(mapping: Mapping[str, Any]) -> Recipe:
    names = mapping.get("ideas")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BoughError('a recipe in TOML needs a list of names such as ideas = ["uct", "solver"]')
    for key, table in mapping.items():
        if key != "ideas" and (key not in names or not isinstance(table, Mapping)):
            raise BoughError(f"'{key}' in a recipe is not a table of one of its ideas ({', '.join(names)})")
    return recipe_of((name, mapping.get(name, {})) for name in names)
