"""What an idea declares: its text, its numbers, its place among other ideas, and what others may show or merge of it.

An idea is a function from hooks to hooks (search/seams/hooks.py) with this declaration above it:

    @bough.idea("unhurried", "a child without a visit counts as a draw", stage=Stage.VALUE, value=Number(0.0))
    def unhurried(game, hooks):
        ...

Inside its parts a number is read as params.unhurried_value. It may live in Bough, in an installed package (entry point
`bough.ideas`), in a file (`uct+./mine.py`) or in a notebook (`bough.recipe("uct") + unhurried`).
"""

import hashlib
import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bough.core.errors import BoughError
from bough.games.game import Game, Position
from bough.knowledge.evaluator import Evaluator
from bough.search.seams.hooks import Hooks

Make = Callable[[Game, Hooks], Hooks]
NETWORK_SUFFIX = ".onnx"
EVALUATOR = "evaluator"
"""The slot of whoever judges leaves."""


class Stage(IntEnum):
    """When an idea is applied: each wraps the ideas of earlier stages, and those registered before it in its own."""

    ESTIMATE = 0
    """Knowledge that counts as visits made before: prior."""
    VALUE = 1
    """How a child's urgency is made of its statistics: uct, rave."""
    POLICY = 2
    """Replaces the playout policy: policy, mixed."""
    PLAYOUT = 3
    """Refines the playout policy, and moves that win at once: careful, reply, decisive, leaf-check."""
    ENDING = 4
    """When a playout stops: limit, cutoff, draw-rule."""
    KNOWLEDGE = 5
    """Which children come first, and when: bias, unpruning, expand-late."""
    BACKUP = 6
    """What travels up beside the mean: implicit, pn."""
    FINAL = 7
    """Which move is played: value, secure."""
    PROOF = 8
    """What is certain: solver, transpositions."""
    SELECT = 9
    """Replaces selection in some nodes: threshold."""
    CHANCE = 10
    """How chance is searched: chance-nodes, move-groups-..., group-nodes."""


class Number(NamedTuple):
    """A number of an idea: its default and its bounds."""

    default: float
    least: float = 0.0
    above: float | None = None
    """An exclusive lower bound."""
    most: float = math.inf

    def check(self, name: str, value: Any) -> float:
        """This value, or the reason why it is refused."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise BoughError(f"the number {name} in a recipe must be a number, not {value}")
        if value < self.least:
            wanted = "0 or more" if self.least == 0 else f"at least {self.least:g}"
            raise BoughError(f"the number {name} in a recipe must be {wanted}, not {value}")
        if self.above is not None and value <= self.above:
            raise BoughError(f"the number {name} in a recipe must be more than {self.above:g}, not {value}")
        if value > self.most:
            raise BoughError(f"the number {name} in a recipe must be at most {self.most:g}, not {value}")
        return float(value)


class Beside(Protocol):
    """What works beside a tree, between its simulations."""

    every: int
    """Simulations between two turns."""

    def begin(self, root: Position) -> None:
        """Another position is searched."""

    def work(self, tree: Any) -> None:
        """Take a turn; what it finds goes into the tree (search/trees/tree.py: prove)."""


MakeBeside = Callable[[Game, Mapping[str, float], int], Beside]


@dataclass(frozen=True, eq=False)
class Idea:
    """One idea of a recipe: the function that wraps the hooks, and all that others need to know of it."""

    name: str
    about: str
    make: Make
    stage: Stage
    numbers: Mapping[str, Number] = field(default_factory=dict)
    slot: str = ""
    """Two ideas of one slot exclude each other."""
    excludes: tuple[str, ...] = ()
    """Other ideas it cannot be combined with, by name."""
    needs: tuple[str, ...] = ()
    """Ideas it rests on, by name."""
    replaces: tuple[str, ...] = ()
    """Numbers of other ideas that have no effect beside it, as in uct.exploration; setting one is refused."""
    lacks: Callable[[Game], str | None] = lambda game: None
    """Why a game cannot be searched with it, in words; None if it can."""
    shows: Mapping[str | Callable[[Any], float], str] = field(default_factory=dict)
    """Node fields, or functions of a node, to show to people, each with its label."""
    alone: str = ""
    """Why a tree that it serves is grown by one thread only, in words; empty if several may share the tree. What it
    keeps in nodes is then written by all of them, and an update may be lost; its memory each has for itself."""
    in_turn: str = ""
    """Why a playout must be backed up before the next begins, in words: it leaves something in memory. Empty if it
    tells all by its value and its trail."""
    evaluator: Callable[[Game], Evaluator] | None = None
    """Set for whoever judges the leaves of a search: makes the evaluator of a game. It changes no kernel."""
    beside: MakeBeside | None = None
    """Set for what works beside the tree: beside(game, numbers, seed). It changes no kernel either."""
    file: Path | None = None
    """The file it was loaded from, if a recipe named one."""

    @property
    def in_kernels(self) -> bool:
        """Whether it is compiled into the search, not asked from outside."""
        return self.evaluator is None and self.beside is None

    @property
    def text(self) -> str:
        """What stands for it in a recipe's text."""
        if self.file is None:
            return self.name
        return str(self.file) if self.file.suffix == NETWORK_SUFFIX else f"{self.file}:{self.name}"

    @property
    def own(self) -> bool:
        """Whether it comes with Bough."""
        return (self.make.__module__ or "").startswith("bough.")

    @property
    def source(self) -> str:
        """A digest of the code of an idea from outside, empty for Bough's own; changes make compiled code stale."""
        if self.own:
            return ""
        try:
            file = Path(inspect.getfile(self.make))
            return hashlib.sha256(
                file.read_bytes() if file.is_file() else inspect.getsource(self.make).encode()
            ).hexdigest()
        except (OSError, TypeError):  # typed at a prompt: nothing tells one version from the next
            return f"{id(self.make):x}"

    def checked(self, numbers: Mapping[str, Any]) -> dict[str, float]:
        """Its defaults, with these numbers put in."""
        for key in numbers:
            if key not in self.numbers:
                known = ", ".join(self.numbers) or "none"
                raise BoughError(f"unknown number '{key}' in a recipe; the numbers of {self.name} are: {known}")
        given = {key: self.numbers[key].check(key, value) for key, value in numbers.items()}
        return {key: number.default for key, number in self.numbers.items()} | given

    def __repr__(self) -> str:
        return f"<idea {self.text}: {self.about}>"


_NAME = re.compile(r"[a-z][a-z0-9-]*")


def idea(
    name: str,
    about: str,
    *,
    stage: Stage,
    slot: str = "",
    excludes: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    replaces: tuple[str, ...] = (),
    lacks: Callable[[Game], str | None] = lambda game: None,
    shows: Mapping[str | Callable[[Any], float], str] | None = None,
    alone: str = "",
    in_turn: str = "",
    beside: MakeBeside | None = None,
    **numbers: Number | float,
) -> Callable[[Make], Idea]:
    """Declare an idea above its body.

    Args:
        name: What a recipe calls it: small letters, digits and hyphens.
        about: One line for lists of ideas.
        stage: When it is applied, see Stage.
        slot: Two ideas of one slot exclude each other, such as two playout policies.
        excludes: Other ideas it cannot be combined with.
        needs: Ideas it rests on.
        replaces: Numbers of other ideas that have no effect beside it, as in "uct.exploration".
        lacks: Says why a game cannot be searched with it, or None.
        shows: Node fields, or functions of a node, to show, each with its label.
        alone: Why several threads cannot share a tree that it serves, if so.
        in_turn: Why its playouts cannot be made in batches, if so: they leave something in memory or learn from it.
        beside: Makes what works beside the tree between its simulations, from game, numbers and seed.
        **numbers: Its numbers, each a Number or a default; read in parts as params.NAME_NUMBER.

    Returns:
        A decorator that makes an Idea of a function (game, hooks) -> hooks.
    """
    if not _NAME.fullmatch(name):
        raise BoughError(f"an idea is named by small letters, digits and hyphens, not {name!r}")
    known = {key: value if isinstance(value, Number) else Number(float(value)) for key, value in numbers.items()}

    def declare(make: Make) -> Idea:
        return Idea(
            name, about, make, stage, known, slot, excludes, needs, replaces, lacks, shows or {}, alone, in_turn,
            beside=beside,
        )  # fmt: skip

    return declare


def evaluator(name: str, about: str = "judges positions") -> Callable[[Evaluator], Idea]:
    """Declare a function that judges positions, so that recipes can name it: puct+./mine.py.

    Args:
        name: What a recipe calls it: small letters, digits and hyphens.
        about: One line for lists of ideas.

    Returns:
        A decorator that makes an Idea of a function (batch) -> values, or (values, weights); see bough.Batch.
    """
    if not _NAME.fullmatch(name):
        raise BoughError(f"an evaluator is named by small letters, digits and hyphens, not {name!r}")
    return lambda function: evaluator_idea(name, about, function)


def evaluator_idea(name: str, about: str, function: Evaluator) -> Idea:
    """A function that judges positions, as one idea of a recipe."""
    if not callable(function):
        raise BoughError(f"an evaluator is a function of a batch of positions, not {function!r}")

    def unchanged(game: Game, hooks: Hooks) -> Hooks:
        return hooks

    unchanged.__module__ = getattr(function, "__module__", "") or ""
    return Idea(name, about, unchanged, Stage.ESTIMATE, slot=EVALUATOR, evaluator=lambda game: function)
