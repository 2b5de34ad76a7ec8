"""Exact values of small games with chance, in which quiet moves can go on for ever.

Positions that quiet moves connect form a group and are solved together. Each starts with the value of a draw, because
endless quiet play is a draw; then each takes the best value among its neighbours and its moves out of the group, until
no value changes. A move out of the group (a capture, or a move that asks chance) leads to positions from which the
group cannot be reached again; those are solved first. After n rounds the values are right for a game that is drawn
after n quiet plies, so a game's own draw rule gives the same values if it allows at least as many quiet plies as the
rounds needed.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.budget import memory_bytes
from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.records import record_type, records, unset_records
from bough.core.table import find
from bough.games.contract import CHANCE, FIRST, UNDECIDED, Part
from bough.games.game import Game, Position
from bough.search.result import MoveResult, Result
from bough.search.seams.hooks import worth
from bough.search.searcher import Searcher

FOR_EVER = 30_000
"""Larger than any counter of quiet plies."""
UNSOLVED = 9.0
"""Marks a position without a value; outside the range of values."""
PENDING = 16.0
"""A position that is being solved stores this plus its index in the pool in place of a value."""
SOLVED, NO_ROOM = 1, 2
EXPLORE, LEAVE, SETTLE = 0, 1, 2

FRAME = record_type(
    (("first", "i8"), ("next", "i8"), ("end", "i8"), ("links", "i8"), ("links_end", "i8"), ("stage", "i1"))
)
"""A group of positions, pool[first:end]; the next one to look at; the links: per position a count, then indices."""


class ExactValues:
    """The values of all positions solved so far in one game; `rounds` is the most rounds a group needed."""

    def __init__(self, game: Game, memory: int | str = "1GiB"):
        if game.rules.key is None or game.rules.quiet is None or game.rules.draw_later is None:
            raise BoughError(f"{game.name} does not tell quiet moves from others, so exact values cannot be found")
        self.game, self.rounds = game, 0
        size = max(memory_bytes(memory), 1 << 16)
        entries = 1 << (size // 2 // 16).bit_length() - 1
        states = size // 4 // game.rules.record.itemsize
        self.keys, self.found = np.zeros(entries, np.uint64), np.zeros(entries)
        self.pool = unset_records(states, game.rules.record)
        self.numbers = np.zeros((3, states))
        self.links = np.zeros(size // 4 // 4, np.int32)
        self.frames = records(game.rules.max_plies + 1, FRAME)  # groups nest, one level for each irreversible move
        self.scratch = records(3, game.rules.record)
        self.lists = np.zeros((2, game.rules.max_moves + 1), np.int16)
        self.chances = np.zeros(game.rules.max_moves + 1)
        self.tally = np.zeros(2, np.int64)
        self._run = _kernel(game)

    def value(self, position: Position) -> float:
        """The expected result for the player to move, from -1 (a loss) to 1; endless quiet play is a draw."""
        if position.game is not self.game:
            raise BoughError(f"these are the values of {self.game.name}, not of {position.game.name}")
        if position.over:
            raise BoughError("the game is over: its value is its result")
        arrays = (array.view(np.ndarray) for array in (self.frames, self.pool, self.scratch))
        self.scratch[0] = position.state[0]
        status, value = self._run(
            *arrays, self.keys, self.found, self.numbers, self.links, self.lists, self.chances, self.tally
        )
        self.rounds = int(self.tally[1])
        if status == NO_ROOM:
            self.keys[:] = 0  # drop the positions that are still pending
            self.tally[:] = 0
            raise BoughError(f"{self.game.name} has more positions than fit into memory; give more")
        return float(value if position.to_move == FIRST else -value)

    @property
    def positions(self) -> int:
        """Number of solved positions."""
        return int(self.tally[0])

    def moves(self, position: Position) -> dict[str, float]:
        """The value of each move for the player to move."""
        return {move: self.worth(position, move) for move in position.moves}

    def worth(self, position: Position, move: str) -> float:
        """The value of one move for the player to move."""
        total = 0.0
        for outcome, chance in position.outcomes(move).items():
            after = position.play(outcome)
            if after.over:
                total += chance * (0.0 if after.winner is None else 1.0 if after.winner == position.to_move else -1.0)
            else:
                total += chance * self.value(after) * (1 if after.to_move == position.to_move else -1)
        return total


class Exact(Searcher):
    """Finds the exact value of every move, one move per step; all values are proven."""

    name = "exact"
    ends = True
    first_slice = largest_slice = 1

    def __init__(self, game: Game, memory: int | str = "1GiB", seed: int = 0):
        super().__init__(game, seed)
        self.values = ExactValues(game, memory)
        self._known: dict[str, float] = {}

    def _begin(self, position: Position, go_on: bool) -> None:
        self._known = {}
        self._left = position.moves
        self._at = position

    def _advance(self, steps: int) -> bool:
        move = self._left.pop(0)
        self._known[move] = self.values.worth(self._at, move)
        return not self._left

    def _done(self) -> int:
        return len(self._known)

    def result(self) -> Result:
        rows = [MoveResult(move, 0, value, value, value) for move, value in self._known.items()]
        rows.sort(key=lambda row: -row.value)
        best, closed = rows[0], not self._left
        low, high = best.value, best.value if closed else 1.0
        return Result(
            game=self.game.name, recipe=self.name, move=best.move, value=best.value, low=low, high=high,
            variation=[best.move], moves=rows, simulations=0, nodes=self.values.positions, seconds=self.elapsed,
            memory_full=False, interrupted=self._interrupted, seed=self.seed,
        )  # fmt: skip


@lru_cache(maxsize=32)
def _kernel(game: Game) -> Callable[..., Any]:
    begin, explore, leave, settle = _beginning(game), _exploring(game), _leaving(game), _settling()
    key_of, draw_later = game.rules.key, game.rules.draw_later
    assert key_of is not None
    assert draw_later is not None

    def run(frames, pool, scratch, keys, found, numbers, links, lists, chances, tally):
        """Solve scratch[0] and all positions it depends on; return a status and its value for the first player."""
        draw_later(scratch[0], FOR_EVER)
        key = key_of(scratch[0])
        level = 0
        if keys[find(keys, key)] != key:
            scratch[2] = scratch[0]
            frames[0].end = frames[0].links_end = 0
            if not begin(frames[0], 0, 0, pool, scratch, keys, found, tally):
                return NO_ROOM, 0.0
            level = 1
        while level > 0:
            frame = frames[level - 1]
            if frame.stage == EXPLORE:
                if not explore(frame, pool, scratch, keys, found, lists, tally):
                    return NO_ROOM, 0.0
                frame.stage, frame.next = LEAVE, frame.first
            elif frame.stage == LEAVE:
                status = leave(frame, pool, scratch, keys, found, numbers, links, lists, chances)
                if status == NO_ROOM:
                    return NO_ROOM, 0.0
                if status == SOLVED:
                    frame.stage = SETTLE
                elif begin(frames[level], frame.end, frame.links_end, pool, scratch, keys, found, tally):
                    level += 1
                else:
                    return NO_ROOM, 0.0
            else:
                settle(frame, pool, keys, found, numbers, links, tally)
                for i in range(frame.first, frame.end):
                    found[find(keys, key_of(pool[i]))] = numbers[1, i]
                level -= 1
        return SOLVED, found[find(keys, key)]

    return kernel(run, game.rules.source)


def _beginning(game: Game) -> Part:
    key_of = game.rules.key

    @part
    def begin(frame, first, links, pool, scratch, keys, found, tally):
        """Start a group with the position scratch[2]; false if there is no room."""
        if first >= pool.shape[0] or 2 * tally[0] > keys.shape[0]:
            return False
        frame.first, frame.next, frame.end, frame.stage = first, first, first + 1, EXPLORE
        frame.links = frame.links_end = links
        pool[first] = scratch[2]
        place = find(keys, key_of(scratch[2]))
        keys[place], found[place] = key_of(scratch[2]), PENDING + first
        tally[0] += 1
        return True

    return begin


def _exploring(game: Game) -> Part:
    play, winner, moves, key_of = game.rules.play, game.rules.winner, game.rules.moves, game.rules.key
    quiet, draw_later = game.rules.quiet, game.rules.draw_later

    @part
    def explore(frame, pool, scratch, keys, found, lists, tally):
        """Add every position that quiet moves reach to the group; false if there is no room."""
        while frame.next < frame.end:
            count = moves(pool[frame.next], lists[0])
            for i in range(count):
                scratch[1] = pool[frame.next]
                after = scratch[1]
                play(after, lists[0, i])
                if after.to_move == CHANCE or quiet(after) == 0 or winner(after) != UNDECIDED:
                    continue
                draw_later(after, FOR_EVER)
                key = key_of(after)
                place = find(keys, key)
                if keys[place] != key:
                    if frame.end >= pool.shape[0] or 2 * tally[0] > keys.shape[0]:
                        return False
                    keys[place], found[place] = key, PENDING + frame.end
                    pool[frame.end] = after
                    frame.end += 1
                    tally[0] += 1
            frame.next += 1
        return True

    return explore


def _leaving(game: Game) -> Part:
    play, winner, moves, key_of = game.rules.play, game.rules.winner, game.rules.moves, game.rules.key
    quiet, draw_later, outcomes = game.rules.quiet, game.rules.draw_later, game.rules.outcomes or game.rules.moves

    @part
    def known(scratch, keys, found):
        """The value of scratch[2]; if it is UNSOLVED, scratch[2] is the position to solve next."""
        after = scratch[2]
        if winner(after) != UNDECIDED:
            return worth(winner(after))
        draw_later(after, FOR_EVER)
        key = key_of(after)
        place = find(keys, key)
        return found[place] if keys[place] == key else UNSOLVED

    @part
    def expected(scratch, keys, found, lists, chances):
        """The value of scratch[1], where it is chance's turn."""
        total = 0.0
        for i in range(outcomes(scratch[1], lists[1], chances)):
            scratch[2] = scratch[1]
            play(scratch[2], lists[1, i])
            value = known(scratch, keys, found)
            if value == UNSOLVED:
                return UNSOLVED
            total += chances[i] * value
        return total

    @part
    def leave(frame, pool, scratch, keys, found, numbers, links, lists, chances):
        """Find each position's best move out of the group and its links; UNDECIDED if another group must come first."""
        while frame.next < frame.end:
            position = pool[frame.next]
            sign = 1.0 if position.to_move == FIRST else -1.0
            count, linked, best = moves(position, lists[0]), 0, -UNSOLVED
            if frame.links_end + count + 1 > links.shape[0]:
                return NO_ROOM
            for i in range(count):
                scratch[1] = position
                play(scratch[1], lists[0, i])
                if scratch[1].to_move == CHANCE:
                    value = expected(scratch, keys, found, lists, chances)
                else:
                    reversible = quiet(scratch[1]) > 0
                    scratch[2] = scratch[1]
                    value = known(scratch, keys, found)
                    if reversible and value >= PENDING:
                        linked += 1
                        links[frame.links_end + linked] = np.int64(value - PENDING)
                        continue
                if value == UNSOLVED:
                    return UNDECIDED
                best = max(best, sign * value)
            links[frame.links_end] = linked
            frame.links_end += linked + 1
            numbers[0, frame.next] = sign * best
            frame.next += 1
        return SOLVED

    return leave


def _settling() -> Part:
    @part
    def settle(frame, pool, keys, found, numbers, links, tally):
        """Update the group in rounds until no value changes; numbers holds values of moves out, values, new values."""
        for i in range(frame.first, frame.end):
            numbers[1, i] = 0.0
        changed, rounds = True, 0
        while changed:
            changed = False
            rounds += 1
            at = frame.links
            for i in range(frame.first, frame.end):
                sign = 1.0 if pool[i].to_move == FIRST else -1.0
                best = sign * numbers[0, i]
                for j in range(at + 1, at + 1 + links[at]):
                    best = max(best, sign * numbers[1, links[j]])
                at += 1 + links[at]
                numbers[2, i] = sign * best
            for i in range(frame.first, frame.end):
                changed = changed or numbers[1, i] != numbers[2, i]
                numbers[1, i] = numbers[2, i]
        tally[1] = max(tally[1], rounds)

    return settle
