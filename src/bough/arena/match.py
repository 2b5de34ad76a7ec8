"""Matches: who plays whom from which opening, and playing one such game."""

import hashlib
import json
import platform
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from bough.arena.openings import RandomOpenings, openings_from_file, position_after
from bough.arena.results.statistics import Score, score_of_pairs
from bough.arena.results.store import GameRow
from bough.arena.workers.duel import DuelTable
from bough.core.budget import Budget, budget
from bough.core.cache import source_digest
from bough.core.errors import BoughError
from bough.core.version import __version__
from bough.games.contract import DRAW, UNDECIDED, Game
from bough.games.names import game as game_named
from bough.games.names import names_a_file
from bough.games.position import Position
from bough.players.names import DEFAULT_MEMORY, canonical, is_recipe, recipe_named, seat
from bough.players.player import Choice, Fault, Player
from bough.search.trees.engine import engine

SIMULATIONS_A_CALL = 20_000
"""After about so many a duel listens whether it should stop."""
LARGEST_SEED = 1 << 43
"""The seeds of its games still fit into 64 bits."""


class Stopped(Exception):
    """The game was left because the match was stopped; nothing of it is kept."""


@dataclass(frozen=True)
class Match:
    """What is played; two matches with the same fields are the same match and go on where it stopped."""

    game: str
    players: tuple[str, ...]
    simulations: int | None = None
    seconds: float | None = None
    seed: int = 0
    opening_plies: int = 2
    openings_file: str | None = None
    gauntlet: bool = False
    resign: float = 0.0
    """A search gives up when at two turns in a row its chance to win is under this."""

    @cached_property
    def id(self) -> str:
        """A digest of all that decides what is played (the text of openings and game files, not the files' names)."""
        facts = asdict(self)
        if not self.resign:
            del facts["resign"]  # matches kept before there was such a thing
        if self.openings_file:
            facts["openings_file"] = hashlib.sha256(Path(self.openings_file).read_bytes()).hexdigest()
        rules = game_named(self.game).source
        if rules is not None:
            options = self.game.partition(".py")[2] if names_a_file(self.game) else self.game
            facts["game"] = source_digest(rules) + options
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def limits(self) -> Budget:
        """What a move may take."""
        return budget(self.simulations, self.seconds)

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Everybody against everybody, or the first player against all others."""
        if self.gauntlet:
            return [(self.players[0], other) for other in self.players[1:]]
        return list(combinations(self.players, 2))

    @property
    def fits_gpu(self) -> bool:
        """Whether recipes play it to the end, by simulations alone."""
        to_the_end = self.simulations is not None and self.seconds is None and not self.resign
        return to_the_end and all(map(is_recipe, self.players))

    def spec(self) -> dict[str, Any]:
        """For the store: the fields, and the full recipes behind the players' names."""
        game = game_named(self.game)
        full = {p: dict(recipe_named(p, game).ideas) for p in self.players if is_recipe(p)}
        return asdict(self) | {"recipes": full}


class Task(NamedTuple):
    """One game to be played."""

    number: int
    first: str
    second: str
    opening: tuple[str, ...]
    seed: int


def match_of(game: str, players: list[str], **options: Any) -> Match:
    """A checked match; players are named as they will be stored."""
    rules = game_named(game)
    names = tuple(canonical(player, rules) for player in players)
    if len(names) < 2:
        raise BoughError("a match needs at least two players")
    if len(set(names)) < len(names):
        raise BoughError(f"a player cannot play itself: {', '.join(names)} has one twice")
    made = Match(game if rules.source else rules.name, names, **options)
    budget(made.simulations, made.seconds)
    if made.openings_file:
        openings_from_file(rules, Path(made.openings_file))
    if not 0 <= made.resign < 0.5:
        raise BoughError(f"a player may resign with a chance under 0 to 0.5, not {made.resign:g}")
    if not 0 <= made.seed < LARGEST_SEED:
        raise BoughError(f"a match takes a seed from 0 to {LARGEST_SEED - 1}, not {made.seed}")
    if made.opening_plies < 0:
        raise BoughError(f"opening plies must be 0 or more, not {made.opening_plies}")
    return made


def tasks(match: Match, pairs: int, done: set[int]) -> Iterator[Task]:
    """The games still to be played, in order: every opening twice for every pairing, colours changed."""
    game = game_named(match.game)
    openings: Any = RandomOpenings(game, match.opening_plies, match.seed)
    if match.openings_file:
        listed = openings_from_file(game, Path(match.openings_file))
        if pairs > len(listed):
            raise BoughError(f"{match.openings_file} has {len(listed)} openings for {pairs} pairs; give fewer pairs")
        openings = listed
    pairings = match.pairings
    for pair in range(pairs):
        opening: tuple[str, ...] | None = None
        for k, (one, two) in enumerate(pairings):
            for leg in range(2):
                number = (pair * len(pairings) + k) * 2 + leg
                if number in done:
                    continue
                opening = openings[pair] if opening is None else opening
                first, second = (one, two) if leg == 0 else (two, one)
                yield Task(number, first, second, opening, match.seed * 1_000_003 + number)


def standing(match: Match, rows: list[GameRow]) -> dict[tuple[str, str], Score]:
    """The score of each pairing over its complete pairs."""
    by_number = {row.number: row for row in rows}
    pairs: dict[tuple[str, str], list[tuple[float, float]]] = {pairing: [] for pairing in match.pairings}
    for number, row in sorted(by_number.items()):
        other = by_number.get(number + 1)
        if number % 2 == 0 and other is not None:
            one, two = row.first, row.second
            pairs[one, two].append((row.points(one), other.points(one)))
    return {pairing: score_of_pairs(points) for pairing, points in pairs.items()}


@lru_cache
def versions() -> str:
    """What the figures of a game were made with."""
    facts = {"bough": __version__} | {name: version(name) for name in ("numba", "numpy")}
    return json.dumps(facts | {"python": platform.python_version(), "machine": platform.machine()}, sort_keys=True)


class Worker:
    """Plays games of one match, one after another, in one thread."""

    def __init__(self, match: Match, stop: threading.Event, memory: int = DEFAULT_MEMORY):
        self.match, self.stop, self.memory = match, stop, memory
        self.game: Game = game_named(match.game)
        self.budget = json.dumps(match.limits._asdict())
        self._tables: dict[tuple[str, str], DuelTable] = {}

    def play(self, task: Task) -> GameRow:
        """One game as a row for the store."""
        position = position_after(self.game, task.opening)
        to_the_end = self.match.seconds is None and not self.match.resign
        if to_the_end and is_recipe(task.first) and is_recipe(task.second):
            return self._duel(task, position)
        return self._step(task, position)

    def _duel(self, task: Task, position: Position) -> GameRow:
        pairing = tuple(sorted((task.first, task.second)))
        table = self._tables.get(pairing)  # type: ignore[arg-type]
        if table is None:
            one, two = (recipe_named(name, self.game) for name in pairing)
            assert self.match.simulations is not None
            engines = engine(self.game, one), engine(self.game, two)
            table = DuelTable(*engines, (one, two), self.match.simulations, self.memory)
            self._tables[pairing] = table  # type: ignore[index]
        seat_of_one = 0 if task.first == pairing[0] else 1
        begun = time.perf_counter()
        table.begin(position, seat_of_one, task.seed)
        winner = UNDECIDED
        while winner == UNDECIDED:
            if self.stop.is_set():
                raise Stopped
            winner = table.play(1 + SIMULATIONS_A_CALL // table.simulations)
        simulations = (int(table.tally[1]), int(table.tally[2]))[:: 1 if seat_of_one == 0 else -1]
        moves = (*task.opening, *table.played())
        return self.row(
            task,
            moves,
            None if winner == DRAW else winner,
            "over",
            simulations,
            (None, None),
            time.perf_counter() - begun,
        )

    def _step(self, task: Task, position: Position) -> GameRow:
        """Ask the players in turn; one that fails loses the game, with the reason in the record."""
        begun = time.perf_counter()
        names, players = (task.first, task.second), []
        simulations, seconds, hopeless = [0, 0], [0.0, 0.0], [0, 0]
        ending, luck = "over", random.Random(f"{self.match.seed} {task.number // 2}")
        try:
            for side, name in enumerate(names):
                try:
                    players.append(seat(name, self.game, task.seed * 2 + side, self.memory))
                except Fault as fault:
                    return self.row(task, position.history, 1 - side, f"{name} {fault}", (0, 0), (0.0, 0.0), 0.0)
            while not position.over:
                if self.stop.is_set():
                    raise Stopped
                side = position.to_move
                try:
                    choice = players[side].choose(position, self.match.limits)
                    hopeless[side] = hopeless[side] + 1 if self._hopeless(choice) else 0
                    if hopeless[side] == 2:
                        raise Fault("resigned")
                except Fault as fault:
                    winner, ending = 1 - side, f"{names[side]} {fault}"
                    break
                simulations[side] += choice.simulations
                seconds[side] += choice.seconds
                position = position.play(position.resolved(choice.move, luck))
            else:
                winner = position.winner  # type: ignore[assignment]
        finally:
            _close(players)
        spent = time.perf_counter() - begun
        return self.row(task, position.history, winner, ending, tuple(simulations), tuple(seconds), spent)

    def _hopeless(self, choice: Choice) -> bool:
        return choice.value is not None and (1 + choice.value) / 2 < self.match.resign

    def row(self, task: Task, moves, winner: int | None, ending: str, simulations, seconds, spent: float) -> GameRow:
        """A finished game; simulations and seconds of the player who moved first come first."""
        return GameRow(
            match=self.match.id,
            number=task.number,
            game=self.game.name,
            first=task.first,
            second=task.second,
            opening=" ".join(task.opening),
            moves=" ".join(moves),
            winner=winner,
            ending=ending,
            seed=task.seed,
            budget=self.budget,
            first_simulations=simulations[0],
            second_simulations=simulations[1],
            first_seconds=seconds[0],
            second_seconds=seconds[1],
            seconds=spent,
            versions=versions(),
            finished=datetime.now(UTC).isoformat(timespec="seconds"),
        )


def _close(players: list[Player]) -> None:
    for player in players:
        player.close()
