"""Experiments: the papers' tables as data, played as matches and read back from the store."""

import math
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from bough.arena.match import Match, match_of
from bough.arena.results.statistics import Z95, Score
from bough.arena.results.store import Store
from bough.arena.running import Standing, run_match
from bough.arena.schedule import standing
from bough.core.errors import BoughError
from bough.lab.grid import grid_of
from bough.players.names import is_program

SCALES = ("smoke", "quick", "full")
SMOKE_SIMULATIONS, SMOKE_SECONDS = 20, 0.003


@dataclass(frozen=True)
class Cell:
    """One number of a table: two players, a budget, and the published result.

    The published result is a score and its error, both in per cent, or games won, lost and drawn.
    """

    table: str
    row: str
    column: str
    game: str
    players: tuple[str, str]
    simulations: int | None = None
    seconds: float | None = None
    published: tuple[float, float] | None = None
    published_games: tuple[int, int, int] | None = None
    quick_pairs: int = 50
    full_pairs: int = 500
    unplayed: str = ""
    """Why no game of it has been played yet."""

    def __post_init__(self) -> None:
        if self.published_games is not None:
            if len(self.published_games) != 3 or sum(self.published_games) < 1:
                raise BoughError(f"published_games must be games won, lost and drawn, not {list(self.published_games)}")
            won, lost, drawn = self.published_games
            games = won + lost + drawn
            mean = (won + drawn / 2) / games
            variance = (won * (1 - mean) ** 2 + lost * mean**2 + drawn * (0.5 - mean) ** 2) / games
            error = Z95 * math.sqrt(max(variance, 0.25 / games) / games)
            object.__setattr__(self, "published", (round(100 * mean, 2), round(100 * error, 1)))

    def pairs(self, scale: str) -> int:
        """The number of openings at a scale; each is played twice."""
        return {"smoke": 1, "quick": self.quick_pairs, "full": self.full_pairs}[scale]


@dataclass(frozen=True)
class Experiment:
    """A paper's tables."""

    name: str
    title: str
    source: str
    seed: int
    opening_plies: int
    differences: tuple[str, ...]
    players: dict[str, str] = field(hash=False)
    openings: str = ""
    """A file of openings in lab/openings; if empty, openings are random."""
    resign: float = 0.0
    """The resignation threshold, as in a match."""
    expected: str = ""
    """What we expected before any game was played."""
    cells: tuple[Cell, ...] = ()

    def cells_at(self, scale: str) -> tuple[Cell, ...]:
        """The cells that a scale plays: smoke only the first against a program, whose games may take minutes."""
        outside = [cell for cell in self.cells if any(is_program(self.players[player]) for player in cell.players)]
        return tuple(cell for cell in self.cells if scale != "smoke" or cell not in outside[1:])

    def match(self, cell: Cell, scale: str) -> Match:
        """The match that measures a cell; at scale smoke it only checks that everything works."""
        smoke = scale == "smoke"
        return match_of(
            cell.game,
            [self.players[player] for player in cell.players],
            simulations=min(cell.simulations, SMOKE_SIMULATIONS) if smoke and cell.simulations else cell.simulations,
            seconds=SMOKE_SECONDS if smoke and cell.seconds else cell.seconds,
            seed=self.seed,
            opening_plies=self.opening_plies,
            resign=self.resign,
            openings_file=str(files("bough.lab") / "openings" / self.openings) if self.openings else None,
        )


class Outcome(NamedTuple):
    """A cell and our score for it."""

    cell: Cell
    score: Score

    @property
    def verdict(self) -> str:
        """Whether our score agrees with the published one; empty without one of them."""
        if self.cell.published is None or self.score.pairs == 0:
            return ""
        return verdict(self.cell.published, *self.score.interval)


def verdict(published: tuple[float, float], low: float, high: float) -> str:
    """Whether an interval of ours, from 0 to 1, agrees with a published score and its error, both in per cent."""
    mean, error = (figure / 100 for figure in published)
    if high < mean - error or mean + error < low:
        return "differs"
    return "agrees" if high - low <= 0.2 else "too few games to say"


def experiment_names() -> list[str]:
    """The names of the shipped experiments."""
    folder = Path(str(files("bough.lab") / "experiments"))
    return sorted(str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.toml"))


def experiment(name: str) -> Experiment:
    """An experiment by name, or from a TOML file."""
    if name.endswith(".toml"):
        try:
            text = Path(name).read_text()
        except OSError as error:
            raise BoughError(f"cannot read the experiment {name}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BoughError(f"the experiment {name} is not text in UTF-8") from None
    elif name in experiment_names():
        text = (files("bough.lab") / "experiments" / f"{name}.toml").read_text()
    else:
        raise BoughError(f"unknown experiment '{name}'; `bough reproduce` lists those there are")
    try:
        data = tomllib.loads(text)
        if "grid" in data:
            if "players" in data or "cells" in data:
                raise BoughError(
                    f"the experiment {name} has a grid, which makes its players and cells; leave those out"
                )
            data["players"], data["cells"] = grid_of(data.pop("grid"))
        cells = tuple(_cell(cell) for cell in data.pop("cells"))
        paper = Experiment(name, cells=cells, differences=tuple(data.pop("differences")), **data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise BoughError(f"the experiment {name} cannot be read: {error}") from None
    for cell in paper.cells:
        for player in cell.players:
            if player not in paper.players:
                raise BoughError(f"the experiment {name} has no player '{player}' in [players]")
    return paper


def _cell(fields: dict[str, Any]) -> Cell:
    arguments: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()
    }
    return Cell(**arguments)


def run_experiment(
    chosen: Experiment,
    store: Store,
    scale: str,
    jobs: int = 1,
    device: str = "cpu",
    only: Callable[[Cell], bool] = lambda cell: True,
    watch: Callable[[Cell, Standing], None] | None = None,
) -> bool:
    """Play the missing games, cell by cell; false if it was stopped."""
    if scale not in SCALES:
        raise BoughError(f"unknown scale '{scale}'; use {', '.join(SCALES)}")
    for cell in filter(only, chosen.cells_at(scale)):

        def tell(now: Standing, cell: Cell = cell) -> None:
            if watch:
                watch(cell, now)

        match = chosen.match(cell, scale)
        on = device if match.fits_gpu else "cpu"
        if run_match(match, store, cell.pairs(scale), jobs, None, tell, on).stopped:
            return False
    return True


def outcomes(chosen: Experiment, store: Store, scale: str) -> Iterator[Outcome]:
    """The score of every cell so far, in order, from the store."""
    for cell in chosen.cells:
        match = chosen.match(cell, scale)
        scores = standing(match, list(store.games(match=match.id)))
        yield Outcome(cell, next(iter(scores.values())))
