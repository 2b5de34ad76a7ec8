"""Walking a search tree: the data of one node, for people and for programs.

Values and bounds of a move are for the player who makes it; those of an outcome are for the player who asked chance.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from bough.core.errors import BoughError
from bough.games.boards.tables import bar_table
from bough.games.contract import CHANCE, FIRST
from bough.games.game import Position
from bough.search.result import value_word
from bough.search.trees.results import seen_from
from bough.search.trees.tree import Tree

LONGEST = 40
"""Maximum plies of a line."""


@dataclass(frozen=True)
class Branch:
    """One move or outcome below a node."""

    move: str
    visits: int
    share: float
    """Share of the visits of all branches, from 0 to 1."""
    value: float
    low: float
    high: float
    chance: float | None
    """The probability of an outcome; None for a move."""
    children: int
    """Number of children in the tree."""
    numbers: dict[str, float]
    """Numbers that the recipe's ideas store in the node, by label: bias, RAVE visits, proof numbers and so on."""

    @property
    def proven(self) -> bool:
        """Whether its value is proven."""
        return self.low == self.high


@dataclass(frozen=True)
class View:
    """One node of a tree, its branches sorted by visits, and the line of best play from it."""

    path: list[str]
    player: int
    """The player to move: FIRST, SECOND or CHANCE."""
    visits: int
    branches: list[Branch] = field(repr=False)
    line: list[str]

    def to_dict(self) -> dict[str, Any]:
        """The same fields as plain data, ready for JSON."""
        data = asdict(self)
        for row, branch in zip(data["branches"], self.branches, strict=True):
            row["proven"] = branch.proven
        return data

    def _repr_html_(self) -> str:
        path, line = escape(" ".join(self.path)), escape(" ".join(self.line))
        head = f"<b>{path or 'root'}</b>, {self.visits:,} visits<br>line {line}"
        rows = [
            (b.move, b.visits, b.share, b.value, value_word(b.low) if b.proven else "", *b.numbers.values())
            for b in self.branches
        ]
        names = list(self.branches[0].numbers) if self.branches else []
        return f"<div>{head}{bar_table(('move', 'visits', '', 'value', 'proven', *names), rows)}</div>"


def explore(tree: Tree, position: Position, path: Sequence[str] = ()) -> View:
    """The node at the end of a path from the root; moves and outcomes of chance are separate steps of the path."""
    node, names = 0, list[str]()
    for step in path:
        child = _child_named(tree, node, step)
        if child is None:
            raise BoughError(f"the tree has no move {step!r} after {' '.join(names) or 'its root'}")
        node = child
        names.append(_name(tree, child))
    children = tree.children(node)
    player = int(tree.nodes[children[0]].mover) if children else board_after(position, names).to_move
    asker = int(tree.nodes[node].mover)
    total = max(1, sum(int(tree.nodes[i].visits) for i in children))
    branches = [_branch(tree, i, asker, total) for i in children]
    return View(
        path=names,
        player=player,
        visits=int(tree.nodes[node].visits),
        branches=sorted(branches, key=lambda branch: -branch.visits),
        line=[_name(tree, at) for at in tree.line(node)[:LONGEST]],
    )


def board_after(position: Position, path: Sequence[str]) -> Position:
    """The position at the end of a path, or the last one on it that does not depend on an unknown outcome."""
    pending = ""
    for step in path:
        try:
            if pending:
                position, pending = position.play(f"{pending}({step})"), ""
            elif len(position.outcomes(step)) > 1 or step not in position.outcomes(step):
                pending = step
            else:
                position = position.play(step)
        except BoughError:
            break  # below a group node, one path leads to many positions
    return position


def _child_named(tree: Tree, node: int, name: str) -> int | None:
    """The child for a move; case matters only if several moves differ by case alone."""
    alike = [child for child in tree.children(node) if _name(tree, child).lower() == name.lower()]
    exact = [child for child in alike if _name(tree, child) == name]
    return exact[0] if exact else alike[0] if len(alike) == 1 else None


def _name(tree: Tree, node: int) -> str:
    return tree.engine.game.face.move_name(int(tree.nodes[node].move))


def _branch(tree: Tree, index: int, asker: int, total: int) -> Branch:
    """One row; the tree stores outcomes of chance from the second player's side."""
    node = tree.nodes[index]
    outcome = int(node.mover) == CHANCE
    value, low, high = seen_from(tree.engine, node, turned=outcome and asker == FIRST)
    names = tree.engine.node.names or ()
    return Branch(
        move=_name(tree, index),
        visits=int(node.visits),
        share=int(node.visits) / total,
        value=value,
        low=low,
        high=high,
        chance=float(node.chance) if outcome and "chance" in names else None,
        children=int(node.count),
        numbers={label: float(shown(node)) for label, shown in tree.engine.labels.items()},
    )
