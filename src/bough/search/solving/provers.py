"""Provers: searches that end with who reaches his goal, and leave a table from which a certificate is written."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import part
from bough.core.records import records, unset_records
from bough.core.rng import seeded
from bough.games.contract import SECOND, Part, Rules
from bough.games.game import Game, Position
from bough.games.solving.keys import keys_of, lacks_keys, quick_keys, value_key
from bough.games.solving.zones import WIDE
from bough.search.solving import depth_first, dfpn
from bough.search.solving.entries import ENTRY, ZONED_ENTRY, signing
from bough.search.solving.insight.insight import NONE, Insight
from bough.search.solving.insight.sequences import sequences
from bough.search.solving.insight.virtual import virtual
from bough.search.solving.paths import no_paths
from bough.search.solving.threats import LOST, OPEN, WON

DEEPEST = 400
"""Plies that a prover looks ahead where positions may come again."""
PLAYOUTS = 32
"""To order the moves of a new position (search/solving/dfpn.py)."""
SALTS = np.array([0, 0x5851F42D4C957F2D], np.uint64)
"""One table serves both questions: where a draw counts for the second player, keys are changed by a word."""
PIECE = 1 << 22
"""Entries of a table that are looked at together."""
MOST_THREADS = 256
MOST_KEPT = 1 << 21
"""Entries in a checkpoint: those that took the most work."""


def deepest(rules: Rules) -> int:
    """How many plies a line may have."""
    return min(rules.max_plies, DEEPEST) if rules.repetition else rules.max_plies


class Worker(NamedTuple):
    """What one thread has for itself."""

    number: int
    states: np.recarray
    frames: np.recarray
    """The way to where it is."""
    children: np.ndarray
    now: np.recarray
    """Where its search stands between two slices."""
    rooms: tuple[Any, ...]
    """What else its kernel writes to."""


class Prover(ABC):
    """Answers one question after another with one table, which all its threads share."""

    name: str
    why: str
    """Why it is the one for its game."""
    zones = False
    """Whether it closes moves outside the zones of answers."""
    insight = NONE
    """What decides positions without a search."""
    table: Any
    """What was found, for `verdict`."""
    workers: list[Worker]

    def __init__(self, game: Game, threads: int):
        if not 1 <= threads <= MOST_THREADS:
            raise BoughError(f"threads must be 1 to {MOST_THREADS}, not {threads}")
        self.game = game
        self.nodes_before = 0
        self._ended = False
        self.draw_to = SECOND
        self._paths = no_paths(threads, deepest(game.rules) + 4)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def ask(self, position: Position, draw_to: int) -> None:
        """Who reaches his goal from here, if a draw counts for this player?"""
        self.nodes_before += self.nodes_now
        self.draw_to, self._ended = draw_to, False
        self._paths[:] = 0
        for worker in self.workers:
            self._begin(worker, position)

    def prepare(self, position: Position) -> None:
        """Have everything compiled."""
        self.ask(position, SECOND)
        self._advance(self.workers[0], 0)

    def go_on(self, steps: int) -> bool:
        """Search about this many positions; whether the question is answered."""
        if self._ended:
            return True
        if self._pool is None:
            self._ended = self._advance(self.workers[0], steps)
        else:
            done = list(self._pool.map(self._advance, self.workers, [steps] * len(self.workers)))
            self._ended = any(done)
        return self._ended

    @property
    def nodes(self) -> int:
        """Positions searched, for all questions."""
        return self.nodes_before + self.nodes_now

    @property
    def nodes_now(self) -> int:
        """Positions searched for this question."""
        return sum(int(worker.now[0].nodes) for worker in self.workers)

    @property
    def fill(self) -> float:
        """How much of the table is in use, from 0 to 1."""
        return min(1.0, sum(int(worker.now[0].kept) for worker in self.workers) / len(self.table))

    @property
    def reached(self) -> bool | None:
        """Whether the player to move reaches his goal; None while nobody knows."""
        found = {self._found(worker.frames[0]) for worker in self.workers} - {None}
        if len(found) == 2:  # where positions come again, only the one to whom no draw counts can be sure
            return bool(self.workers[0].states[0].to_move != self.draw_to)
        return found.pop() if found else None

    @abstractmethod
    def _found(self, root: Any) -> bool | None:
        """What a worker's first frame says of the root."""

    @cached_property
    @abstractmethod
    def verdict(self) -> Part:
        """A part verdict(table, position, seen, salt): WON, LOST or OPEN for the player to move, and its work."""

    def kept(self) -> dict[str, np.ndarray]:
        """The entries of the table that took the most work, for a checkpoint."""
        places = self._hardest()
        return {"length": np.array(len(self.table)), "places": places, "entries": np.asarray(self.table)[places]}

    def restore(self, kept: Any) -> None:
        """Take up the entries of a checkpoint."""
        if int(kept["length"]) != len(self.table) or kept["entries"].dtype != self.table.dtype:
            raise BoughError("the checkpoint was written with another --memory; give the same one")
        self.table[kept["places"]] = kept["entries"]
        self.workers[0].now[0].kept = len(kept["places"])

    @abstractmethod
    def _hardest(self) -> np.ndarray:
        """The places of the entries that took the most work, MOST_KEPT of them at most."""

    @abstractmethod
    def _begin(self, worker: Worker, position: Position) -> None:
        """Set a worker on a position."""

    @abstractmethod
    def _advance(self, worker: Worker, steps: int) -> bool:
        """Let a worker search this many positions; true once it has solved the root."""


class Dfpn(Prover):
    """Proof numbers, depth first; with zones where the game is monotone, and insight where it offers any."""

    name = "df-pn"

    def __init__(
        self,
        game: Game,
        memory: int,
        seed: int = 0,
        zones: bool | None = None,
        insight: Insight | None = None,
        threads: int = 1,
    ):
        super().__init__(game, threads)
        rules = game.rules
        cells = len(game.face.layout.cells) if game.face.layout else 0
        self.zones = (rules.monotone and cells <= WIDE) if zones is None else zones
        keys = keys_of(game) if self.zones else quick_keys(game)
        self.insight = insight_into(game, self.zones) if insight is None else insight
        self.name, self.why = "df-pn", "wins may be narrow and deep"
        if self.insight.useful:
            self.name, self.why = self.insight.name, self.insight.why
        elif self.zones:
            self.name, self.why = "df-pn with zones", "stones only help their owner, so zones close most moves"
        playouts = 0 if rules.repetition else PLAYOUTS
        self._kernel = dfpn.dfpn_kernel(game, self.zones, playouts, self.insight, threads > 1)
        entry = ZONED_ENTRY if self.zones else ENTRY
        self.table = unset_records(1 << max(4, (memory // entry.itemsize).bit_length() - 1), entry)
        room = max(keys.room, rules.move_ids + 1, rules.max_plies + 1)
        self.workers = [self._worker(number, entry, room, seed) for number in range(threads)]
        self._key, self._seen = keys.key, np.zeros(keys.room, np.int16)
        self._past, self._past_salt = np.zeros(0, np.uint64), np.uint64(0)

    def _worker(self, number: int, entry: np.dtype, room: int, seed: int) -> Worker:
        rules, depth = self.game.rules, deepest(self.game.rules) + 4
        now = records(1, dfpn.NOW)
        now[0].rng = seeded(seed) if number == 0 else seeded(seed, number)
        return Worker(
            number,
            records(depth + 1, rules.record),
            records(depth, dfpn.FRAME),
            records(depth * (rules.max_moves + 1), dfpn.CHILD).reshape(depth, -1),
            now,
            (
                np.zeros(rules.max_moves + 1, np.int16),
                records(1, entry).view(np.ndarray),
                np.zeros((4, room), np.int16),
                records(1, self.insight.record).view(np.ndarray),
            ),
        )

    def forbid(self, positions: Sequence[Position]) -> None:
        """An attacker must do without these; what was found under other ones is left aside."""
        found = [self._key(position.state[0], self._seen)[0] for position in positions]
        self._past = np.array(found, np.uint64)
        digest = hashlib.blake2b(self._past.tobytes(), digest_size=8).digest() if found else bytes(8)
        self._past_salt = np.frombuffer(digest, np.uint64)[0]

    def known(self, position: Position, draw_to: int) -> int:
        """What the table says of a position: WON, LOST or OPEN for the player to move."""
        verdict, _ = self.verdict(self.table, position.state[0], self._seen, self._salt(draw_to))
        return int(verdict)

    def _salt(self, draw_to: int) -> np.uint64:
        return SALTS[draw_to] ^ self._past_salt

    def _begin(self, worker: Worker, position: Position) -> None:
        worker.states[0] = position.state[0]
        now, frame = worker.now[0], worker.frames[0]
        now.nodes = now.depth = 0
        now.entering = True
        key, frame.map = self._key(position.state[0], self._seen)
        frame.key = key ^ self._salt(self.draw_to)
        frame.phi_limit = frame.delta_limit = dfpn.NEVER
        frame.phi = frame.delta = 1

    def _advance(self, worker: Worker, steps: int) -> bool:
        arrays = (array.view(np.ndarray) for array in (worker.states, worker.frames, worker.children))
        moves, own, scratch, room = worker.rooms
        tables = moves, self.table.view(np.ndarray), own, scratch, self._past, room
        where = self._paths, worker.number, worker.now.view(np.ndarray)
        return bool(self._kernel(*arrays, *tables, *where, self.draw_to, self._salt(self.draw_to), steps))

    def _found(self, root: Any) -> bool | None:
        return True if root.phi == 0 else False if root.delta == 0 else None

    @property
    def numbers(self) -> tuple[int, int]:
        """What is left to show that the player to move reaches his goal, and that he does not."""
        root = self.workers[0].frames[0]
        return int(root.phi), int(root.delta)

    @cached_property
    def verdict(self) -> Part:
        key_of, look_up = self._key, signing(self.zones).look_up

        @part
        def verdict(table, position, seen, salt):
            key, _ = key_of(position, seen)
            place = look_up(table, key ^ salt)
            if place < 0:
                return OPEN, 0
            entry = table[place]
            return (WON if entry.phi == 0 else LOST if entry.delta == 0 else OPEN), np.int64(entry.work)

        return verdict

    def _hardest(self) -> np.ndarray:
        used = np.flatnonzero(self.table.signed)
        return used[np.argsort(self.table.work[used], kind="stable")][-MOST_KEPT:]


class DepthFirst(Prover):
    """Depth first with a large table."""

    name = "depth-first with history"
    why = "games are long, moves are few, and many ways lead to one position"

    def __init__(self, game: Game, memory: int, seed: int = 0, threads: int = 1):
        super().__init__(game, threads)
        self._kernel, self._key = depth_first.depth_first_kernel(game, threads > 1), value_key(game)
        words = 1 << max(4, (memory // 8).bit_length() - 1)
        self.table = unset_records(words, np.dtype(np.uint64)).view(np.ndarray)
        self.workers = [self._worker(number) for number in range(threads)]
        self._histories: list[np.ndarray] = []
        self._seed = seed

    def _worker(self, number: int) -> Worker:
        rules, depth = self.game.rules, deepest(self.game.rules) + 3
        return Worker(
            number,
            records(depth, rules.record),
            records(depth, depth_first.FRAME),
            records(depth * (rules.max_moves + 1), depth_first.CHILD).reshape(depth, -1),
            records(1, depth_first.NOW),
            (np.zeros(rules.max_moves + 1, np.int16), np.zeros(keys_of(self.game).room, np.int16)),
        )

    def _begin(self, worker: Worker, position: Position) -> None:
        if len(self._histories) <= worker.number:
            self._histories.append(depth_first.first_history(position, seed=self._seed + worker.number))
        worker.states[0] = position.state[0]
        now, root = worker.now[0], worker.frames[0]
        now.nodes = now.depth = 0
        now.entering = True
        root.key = self._key(position.state[0], worker.rooms[1]) ^ SALTS[self.draw_to]
        root.result = OPEN

    def _advance(self, worker: Worker, steps: int) -> bool:
        arrays = (array.view(np.ndarray) for array in (worker.states, worker.frames, worker.children))
        moves, seen = worker.rooms
        tables = moves, self.table, self._histories[worker.number], seen
        where = self._paths, worker.number, worker.now.view(np.ndarray)
        return bool(self._kernel(*arrays, *tables, *where, self.draw_to, SALTS[self.draw_to], steps))

    def _found(self, root: Any) -> bool | None:
        return {WON: True, LOST: False}.get(int(root.result))

    @cached_property
    def verdict(self) -> Part:
        key_of, stored = self._key, depth_first.stored_with_work

        @part
        def verdict(table, position, seen, salt):
            return stored(table, key_of(position, seen) ^ salt)

        return verdict

    def kept(self) -> dict[str, np.ndarray]:
        history = self._histories[0] if self._histories else np.zeros((2, 0), np.int32)
        return super().kept() | {"history": history}

    def restore(self, kept: Any) -> None:
        super().restore(kept)
        self._histories[:1] = [kept["history"]] if kept["history"].size else []

    def _hardest(self) -> np.ndarray:
        """Piece by piece, as the table may be as large as the memory."""
        pieces = [self.table[at : at + PIECE] for at in range(0, len(self.table), PIECE)]
        counts = np.sum([np.bincount(depth_first.effort(piece), minlength=64) for piece in pieces], axis=0)
        above = np.cumsum(counts[::-1])[::-1]  # how many took at least so much
        least = int(np.argmax(above <= MOST_KEPT)) if above[1] > MOST_KEPT else 1
        found = [n * PIECE + np.flatnonzero(depth_first.effort(piece) >= least) for n, piece in enumerate(pieces)]
        return np.concatenate(found)


def insight_into(game: Game, zones: bool) -> Insight:
    """What decides positions of a game without a search; virtual connections give zones, threats in a row none."""
    connections = virtual(game) if zones else NONE
    return connections if connections.useful or zones else sequences(game)


def prover_for(game: Game, memory: int, seed: int = 0, threads: int = 1) -> Prover:
    """The prover that measurement speaks for (docs/proven.md)."""
    rules = game.rules
    if rules.max_plies >= 4 * rules.max_moves and not rules.repetition:
        return DepthFirst(game, memory, seed, threads)
    return Dfpn(game, memory, seed, threads=threads)


def lacks_prover(game: Game) -> str | None:
    """Why a game cannot be solved by a prover, or None if it can."""
    if game.rules.stochastic:
        return "it leaves something to chance; use analyze with exact values"
    return lacks_keys(game)
