"""Writes down what a prover has found as the lines of a certificate (games/formats/certificates.py).

One walk from the root: where the opponent is to move, every move that is not answered at once (or lies outside the zone
of an answer already written) gets an answer whose position the prover's table knows to be won; positions that have a
line are shared. Where the table has forgotten a position, the prover is asked again. What follows a position
that insight decides was never searched: there insight gives the answer too.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.records import record_type, records, unset_records
from bough.core.table import find
from bough.games.contract import DRAW, UNDECIDED, Part
from bough.games.formats.certificates import LAST, STEP, Strategy
from bough.games.game import Game, Position
from bough.games.solving.goals import ending_at_once, goal
from bough.games.solving.keys import keys_of
from bough.games.solving.zones import NOWHERE, cells_of_moves, has, showing, unanswered
from bough.search.solving.insight.insight import Insight
from bough.search.solving.provers import SALTS, Prover, deepest
from bough.search.solving.threats import LOST

DONE, MISSING, NO_ROOM, WRONG, GO_ON = range(5)

FRAME = record_type(
    (("key", "u8"), ("zone", "u8", (2,)), ("must", "u8", (2,)), ("count", "i4"), ("next", "i4"), ("edges", "i4"))
)  # fmt: skip
EDGE = record_type((("line", "i4"), ("move", "i2"), ("answer", "i2")))
NOW = record_type((("depth", "i8"), ("lines", "i8"), ("edges", "i8"), ("entering", "i1")))
SLICE, SLOW_SLICE = 1 << 16, 1 << 6
"""Positions between two looks at the clock; with insight they take up to a thousand times as long."""
MOST_MISSED = 100_000
"""Positions that have to be solved again without a line written before the table counts as too small."""


class Lines:
    """The lines of one claim while they are written."""

    def __init__(self, prover: Prover, player: int, room: int):
        self.prover, self.player = prover, player
        self.game = game = prover.game
        self.zones = prover.zones
        rules, depth = game.rules, deepest(game.rules) + 4
        self._states, self._frames = records(depth + 3, rules.record), records(depth, FRAME)
        width = rules.max_moves + 1 + 8 * prover.insight.longest  # for rows of threats beside the moves
        self._edges = records(depth * width, EDGE).reshape(depth, -1)
        self._moves = np.zeros((depth + 1, rules.max_moves + 1), np.int16)
        lines = 1 << max(10, (room // 64).bit_length() - 1)
        self._known = unset_records(2 * lines, np.dtype(np.uint64)).view(np.ndarray)
        self._line = unset_records(2 * lines, np.dtype(np.int64)).view(np.ndarray)
        self._starts = unset_records(lines + 1, np.dtype(np.int64)).view(np.ndarray)
        self._zones = unset_records(2 * lines, np.dtype(np.uint64)).view(np.ndarray).reshape(lines, 2)
        self._out = unset_records((8 if prover.insight.longest else 4) * lines, EDGE)
        self._now, self._seen = records(1, NOW), np.zeros(keys_of(game).room, np.int16)
        self._room = records(1, prover.insight.record)
        self._run = _kernel(game, prover.verdict, self.zones, prover.insight)

    @property
    def count(self) -> int:
        """Lines written so far."""
        return int(self._now[0].lines)

    def write(self, position: Position, draw_to: int, watch: Callable[[int], Any]) -> Strategy:
        """The strategy of the player from a position that the prover has solved for him; `watch` gets the lines."""
        first, after = -1, position
        if position.to_move == self.player:
            first, after = self._first(position, draw_to)
        begin = -1
        if not after.over:
            self._begin(after)
            missed = written = 0
            while (status := self._advance(draw_to)) == GO_ON or status == MISSING:
                missed = missed + 1 if status == MISSING and self.count == written else 0
                written = self.count
                if status == MISSING:
                    self._solve_again(draw_to)
                if missed > MOST_MISSED:
                    raise BoughError("the table forgets too much to write the proof down; give more --memory")
                watch(self.count)
            if status == NO_ROOM:
                raise BoughError(
                    f"the certificate has more than {self.count:,} lines, too many for the memory; give more --memory"
                )
            if status == WRONG:
                raise BoughError("the table holds a wrong result: two positions share a key; solve with another --seed")
            begin = int(self._now[0].lines) - 1 if self._frames[0].edges else -1
        lines, edges = int(self._now[0].lines), int(self._now[0].edges)
        at_least = 0 if draw_to == self.player and not self.game.rules.monotone else 1
        out = self._out[:edges].view(np.ndarray)
        return Strategy(
            self.player, at_least, first, begin, self._starts[: lines + 1].copy(),
            out["move"].copy(), out["answer"].copy(), out["line"].copy(),
        )  # fmt: skip

    def _first(self, position: Position, draw_to: int) -> tuple[int, Position]:
        """The first move: one that ends the game, or the one whose proof took the least work."""
        best = self._known_first(position, draw_to)
        if best is None and self.prover.insight.useful:
            self._seek_answer(position, draw_to)
            best = self._known_first(position, draw_to)
        if best is None:
            raise BoughError("the table has forgotten the first move; give more --memory")
        return best

    def _known_first(self, position: Position, draw_to: int) -> tuple[int, Position] | None:
        verdict, best = self.prover.verdict, None
        table = self.prover.table
        for name, number in position.move_numbers.items():
            after = position.play(name)
            if after.over:
                if goal(DRAW if after.winner is None else after.winner, draw_to) == self.player:
                    return number, after
                continue
            known, work = verdict(table, after.state[0], self._seen, SALTS[draw_to])
            if known == LOST and (best is None or work < best[0]):
                best = work, number, after
        return best[1:] if best else None

    def _begin(self, position: Position) -> None:
        self._states[0] = position.state[0]
        self._now[0].depth, self._now[0].entering = 0, True
        key, _ = keys_of(self.game, symmetric=False).key(position.state[0], self._seen)
        self._frames[0].key = key

    def _advance(self, draw_to: int) -> int:
        arrays = (self._states, self._frames, self._edges)
        table = self.prover.table.view(np.ndarray)
        return int(
            self._run(
                *(array.view(np.ndarray) for array in arrays), self._moves, self._known, self._line, self._starts,
                self._zones, self._out.view(np.ndarray), table, self._seen,
                self._room.view(np.ndarray), self._now.view(np.ndarray),
                self.player, draw_to, SALTS[draw_to], SLOW_SLICE if self.prover.insight.useful else SLICE,
            )
        )  # fmt: skip

    def _solve_again(self, draw_to: int) -> None:
        """Ask for the position after the opponent's move at which the walk stopped."""
        now = self._now[0]
        state = self._states[int(now.depth) + 1 : int(now.depth) + 2].copy()
        position = self.game.at(state.view(np.recarray))
        self.prover.ask(position, draw_to)
        while not self.prover.go_on(1 << 18):
            pass
        if not self.prover.reached:
            raise BoughError("the table holds a wrong result: two positions share a key; solve with another --seed")
        if self.prover.insight.useful and self._known_first(position, draw_to) is None:
            self._seek_answer(position, draw_to)

    def _seek_answer(self, position: Position, draw_to: int) -> None:
        """Have the table know a move that wins, where insight has told only that there is one."""
        after = [position.play(move) for move in position.moves]
        steps = 1
        while not any(one.over or self._lost(one, draw_to, steps) for one in after):
            steps *= 64

    def _lost(self, position: Position, draw_to: int, steps: int) -> bool:
        """Whether the prover, given a limit of positions, can tell that the player to move fails."""
        self.prover.ask(position, draw_to)
        return self.prover.go_on(steps) and not self.prover.reached


@lru_cache(maxsize=8)
def _kernel(game: Game, verdict: Part, zones: bool, insight: Insight) -> Callable[..., Any]:
    rules, key_of = game.rules, keys_of(game, symmetric=False).key
    legal, play, winner, repetition = rules.moves, rules.play, rules.winner, rules.repetition
    cell_of, shown, wins = cells_of_moves(game), showing(game), _winning(game)
    answer_by_insight, knowing = insight.answer, insight.useful
    decide, rows, longest = insight.decide, insight.longest > 0, insight.longest
    closing = zones or rows

    @part
    def close(states, frame, edges, depth, player, room):
        """Write down rows of threats, outside of which no move needs an answer of its own."""
        decide(states, depth, player, room)
        for n in range(room.near_count):
            length = room.lengths[n]
            if frame.edges + length > edges.shape[1] // 2:
                break
            for i in range(length):
                edge, step = edges[depth, frame.edges], 2 * (n * longest + i)
                edge.move, edge.answer = room.steps[step], room.steps[step + 1]
                edge.line = STEP if i < length - 1 else LAST
                frame.edges += 1
            frame.must[0] &= room.near[n]

    @part
    def enter(states, frames, edges, moves, depth, player, draw_to, room):
        """List the opponent's moves that are not answered at once; false if one of them is not answered at all."""
        frame = frames[depth]
        unanswered(frame)
        count, left = legal(states[depth], moves[depth]), 0
        frame.next = frame.edges = 0
        for i in range(count):
            move = np.int64(moves[depth, i])
            if zones and not has(frame.must, cell_of[move]):
                continue
            states[depth + 1] = states[depth]
            play(states[depth + 1], move)
            ended = winner(states[depth + 1])
            if ended != UNDECIDED:
                if goal(ended, draw_to) != player:
                    return False
                continue
            answer = wins(states, depth + 1, moves[depth + 1], player, draw_to)
            if answer >= 0:
                if zones:
                    shown(frame, answer, NOWHERE)
                continue
            moves[depth, left] = move
            left += 1
        frame.count = left
        if rows and left > 1:
            close(states, frame, edges, depth, player, room)
        return True

    @part
    def choose(states, frames, depth, moves, known, line, table, seen, player, draw_to, salt):
        """The player's answer in states[depth]: one whose position has a line, or the one of the least work; -1."""
        best, least = np.int64(-1), np.int64(2**62)
        if repetition:  # one answer for each position, kept beside the lines: its key is of another player to move
            key, _ = key_of(states[depth], seen)
            place = find(known, key)
            if known[place] == key:
                return np.int64(line[place])
        for i in range(legal(states[depth], moves)):
            states[depth + 1] = states[depth]
            play(states[depth + 1], moves[i])
            ended = winner(states[depth + 1])
            if ended != UNDECIDED:
                if goal(ended, draw_to) == player:
                    return np.int64(moves[i])
                continue
            key, _ = key_of(states[depth + 1], seen)
            place = find(known, key)
            if known[place] == key and not repetition:  # though the table may have forgotten it
                return np.int64(moves[i])
            result, work = verdict(table, states[depth + 1], seen, salt)
            if result != LOST:
                continue
            circle = False
            if repetition:
                for earlier in range(depth):
                    circle = circle or frames[earlier].key == key
            if work < least and not circle:
                best, least = np.int64(moves[i]), work
        if repetition and best >= 0:
            key, _ = key_of(states[depth], seen)
            place = find(known, key)
            known[place], line[place] = key, best
        return best

    def run(
        states, frames, edges, moves, known, line, starts, marks, out, table, seen, room, stand, player, draw_to, salt,
        steps,
    ):  # fmt: skip
        """Go on for some positions; a status."""
        now = stand[0]
        depth = np.int64(now.depth)
        for _ in range(steps):
            frame = frames[depth]
            if now.entering:
                now.entering = False
                if not enter(states, frames, edges, moves, depth, player, draw_to, room[0]):
                    return WRONG
            chosen = np.int64(-1)
            while frame.next < frame.count:
                move = np.int64(moves[depth, frame.next])
                if not closing or has(frame.must, cell_of[move]):
                    chosen = move
                    break
                frame.next += 1
            if chosen < 0:
                if now.lines + 2 >= starts.shape[0] or now.edges + frame.edges > out.shape[0]:
                    return NO_ROOM
                number = np.int64(-1)
                place = find(known, frame.key)
                if frame.edges > 0:
                    number = np.int64(now.lines)
                    for i in range(frame.edges):
                        out[now.edges + i] = edges[depth, i]
                    now.edges += frame.edges
                    now.lines += 1
                    starts[now.lines] = now.edges
                    marks[number, 0], marks[number, 1] = frame.zone[0], frame.zone[1]
                    known[place], line[place] = frame.key, number
                if depth == 0:
                    now.depth = 0
                    return DONE
                depth -= 1
                parent = frames[depth]
                edge = edges[depth, parent.edges]
                edge.line = number
                parent.edges += 1
                parent.next += 1
                if zones:
                    shown(parent, edge.answer, frame.zone)
                continue
            states[depth + 1] = states[depth]
            play(states[depth + 1], chosen)
            answer = choose(
                states, frames, depth + 1, moves[depth + 1], known, line, table, seen, player, draw_to, salt
            )
            if answer < 0 and knowing:
                states[depth + 1] = states[depth]
                play(states[depth + 1], chosen)
                answer = answer_by_insight(states, depth + 1, moves[depth + 1], player, room[0])
            if answer < 0:
                states[depth + 1] = states[depth]
                play(states[depth + 1], chosen)
                now.depth = depth
                return MISSING
            edge = edges[depth, frame.edges]
            edge.move, edge.answer = chosen, answer
            states[depth + 1] = states[depth]
            play(states[depth + 1], chosen)
            play(states[depth + 1], answer)
            if winner(states[depth + 1]) != UNDECIDED:
                edge.line = -1
                frame.edges += 1
                frame.next += 1
                if zones:
                    shown(frame, answer, NOWHERE)
                continue
            key, _ = key_of(states[depth + 1], seen)
            place = find(known, key)
            if known[place] == key:
                edge.line = line[place]
                frame.edges += 1
                frame.next += 1
                if zones:
                    shown(frame, answer, marks[line[place]])
                continue
            depth += 1
            if depth + 4 >= frames.shape[0]:
                return NO_ROOM
            frames[depth].key = key
            now.entering = True
        now.depth = depth
        return GO_ON

    return kernel(run, rules.source)


def _winning(game: Game) -> Part:
    """A part wins(states, depth, moves, player, draw_to): a move in states[depth] that ends the game so, or -1."""
    legal, wins_at = game.rules.moves, game.rules.wins_at

    @part
    def seen_to_win(states, depth, moves, player, draw_to):
        for i in range(legal(states[depth], moves)):
            if wins_at(states[depth], moves[i], player):
                return np.int64(moves[i])
        return np.int64(-1)

    return ending_at_once(game.rules) if wins_at is None else seen_to_win
