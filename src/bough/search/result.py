"""What a search found, for people and for programs.

Values and bounds here are for the player to move at the root; in the tree they are for the mover of a node.
"""

from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any

from bough.games.boards.tables import bar_table


def value_word(value: float) -> str:
    """A proven value in a word; one between win, draw and loss is the mean of what chance will do."""
    return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(value, f"value {value:+.4f}")


@dataclass(frozen=True)
class MoveResult:
    """One root move."""

    move: str
    visits: int
    """Simulations that went through it; 0 in searches without simulations."""
    value: float
    low: float
    high: float

    @property
    def proven(self) -> bool:
        """Whether its value is known for certain."""
        return self.low == self.high


@dataclass(frozen=True)
class Result:
    """The whole of a search: what to play, how good it is and how that was found."""

    game: str
    recipe: str
    """The canonical text of the search."""
    move: str | None
    value: float
    low: float
    high: float
    """Proven bounds of the value."""
    variation: list[str]
    """What both sides are expected to play, `move` first."""
    moves: list[MoveResult] = field(repr=False)
    simulations: int
    nodes: int
    """Nodes of the tree, or positions looked at by a search without simulations."""
    seconds: float
    memory_full: bool
    """Whether the tree could not grow any more, though nodes were recycled."""
    interrupted: bool
    seed: int
    recycled: int = 0
    """Nodes given back to make room for others."""
    lines: list[list[str]] = field(default_factory=list, repr=False)
    """What is expected after each of the best moves, if several lines were asked for."""

    @property
    def proven(self) -> bool:
        """Whether the value of the root is known for certain."""
        return self.low == self.high

    @property
    def work(self) -> str:
        """What was done, in words: simulations, or nodes where there are none."""
        done, what = (self.simulations, "simulation") if self.simulations else (self.nodes, "node")
        return f"{done:,} {what}{'' if done == 1 else 's'}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data with the same names, ready for JSON."""
        data = asdict(self)
        data["proven"] = self.proven
        for row, move in zip(data["moves"], self.moves, strict=True):
            row["proven"] = move.proven
        return data

    def _repr_html_(self) -> str:
        verdict = f"proven {value_word(self.low)}" if self.proven else f"value {self.value:+.3f}"
        head = (
            f"<b>{escape(str(self.move))}</b>, {verdict}; {self.work} in {self.seconds:.2f} s "
            f"by <code>{escape(self.recipe)}</code><br>line {escape(' '.join(self.variation))}"
        )
        total = max(1, sum(row.visits for row in self.moves))
        rows = [
            (row.move, row.visits, row.visits / total, row.value, value_word(row.low) if row.proven else "")
            for row in self.moves
        ]
        return f"<div>{head}{bar_table(('move', 'visits', '', 'value', 'proven'), rows)}</div>"

    def __str__(self) -> str:
        verdict = f"proven {value_word(self.low)}" if self.proven else "not proven"
        return (
            f"{self.move or 'no move'}  value {self.value:+.3f} ({verdict})  {self.work} in "
            f"{self.seconds:.2f} s  line {' '.join(self.variation)}"
        )
