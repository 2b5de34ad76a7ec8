"""What a search found, for people and for programs.

Values and bounds here are for the player to move at the root; in the tree they are for the mover of a node.
"""

from dataclasses import asdict, dataclass, field
from typing import Any


def value_word(value: float) -> str:
    """A proven value in a word; one between win, draw and loss is the mean of what chance will do."""
    return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(value, f"value {value:+.4f}")


@dataclass(frozen=True)
class MoveResult:
    """One root move."""

    move: str
    visits: int
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
    move: str | None
    value: float
    low: float
    high: float
    variation: list[str]
    moves: list[MoveResult] = field(repr=False)
    simulations: int
    seconds: float
    memory_full: bool
    interrupted: bool
    seed: int

    @property
    def proven(self) -> bool:
        """Whether the value of the root is known for certain."""
        return self.low == self.high

    def to_dict(self) -> dict[str, Any]:
        """Plain data with the same names, ready for JSON."""
        data = asdict(self)
        data["proven"] = self.proven
        for row, move in zip(data["moves"], self.moves, strict=True):
            row["proven"] = move.proven
        return data

    def _repr_html_(self) -> str:
        from bough.search.views.notebook import result_html

        return result_html(self)

    def __str__(self) -> str:
        verdict = f"proven {value_word(self.low)}" if self.proven else "not proven"
        return (
            f"{self.move or 'no move'}  value {self.value:+.3f} ({verdict})  {self.simulations:,} simulations in "
            f"{self.seconds:.2f} s  line {' '.join(self.variation)}"
        )
