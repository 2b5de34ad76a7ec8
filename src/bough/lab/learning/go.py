"""Learns the tables of Go from professional games: common shapes, and a factor for every feature of a move.

Each move played counts as the winner of a contest among all legal moves. The strength of a move is the product of its
features' factors, which are fitted by minorization-maximization (Coulom 2007).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel
from bough.core.records import records as new_records
from bough.games.contract import UNDECIDED
from bough.games.go.board import EYES, PASS, Board
from bough.games.go.rules import go_rules
from bough.games.go.sgf import read_go_sgf
from bough.games.names import game as game_named
from bough.knowledge.go.features import (
    GROUPS,
    NO_POINTS,
    RADIUS,
    RINGS,
    SMALL_GROUPS,
    SMALLEST,
    largest_shape_part,
    least,
    move_features_part,
    shape_table,
    widening_part,
)
from bough.lab.learning.lesson import Lesson

ROUNDS = 12
"""Rounds of minorization-maximization over all groups."""
LEAST_PLAYS = 25
"""A shape larger than 3x3 is kept if it was played at least this often."""


def learn_go(lesson: Lesson) -> str:
    """Write the tables; return, in words, how well they predict the moves of held-out games."""
    assert lesson.game.face.layout is not None
    size = lesson.game.face.layout.rows[0]
    if len(lesson.game.face.layout.rows) != size:
        raise BoughError(f"Go is learned on square boards only; name one such as go:19, not {lesson.game.name}")
    games = [moves for path in lesson.paths for moves in read_sgf_lines(path, size)]
    learned, held_out = games[: 2 * len(games) // 3], games[len(games) - len(games) // 6 :]
    if not learned or not held_out:
        raise BoughError(f"too few games on {size}x{size} boards in the records; give at least six")
    lesson.watch("Looking for shapes")
    words = harvested_shapes(learned, size)
    tables, summary = {"words": words}, []
    for name, outermost in (("3x3 shapes", SMALLEST), ("all shapes", RADIUS)):
        lesson.watch(f"Gathering moves, {name}")
        contests = contests_of(learned, size, words, outermost)
        factors = fitted_factors(contests, len(words), lesson.watch)
        foretold = prediction(contests_of(held_out, size, words, outermost), factors, len(words))
        summary.append(
            f"{name}: first {foretold.first:.1%}, among ten {foretold.ten:.1%}, {foretold.bits:.3f} bits a move"
        )
        own = np.split(factors.astype(np.float32), np.cumsum(group_sizes(len(words)))[:-1])
        if outermost == SMALLEST:
            known = np.flatnonzero(np.bincount(contests.features[:, 0], minlength=len(words) + 1)[1:])
            tables |= {"small_words": words[known], "small": own[0][1:][known]}
        else:
            tables |= {"shapes": own[0]} | {f"group{number}": own[number] for number in range(1, len(GROUPS))}
    origin = f"{lesson.origin(len(games))}: {len(learned):,} for shapes, {len(contests.winners):,} moves for factors"
    tables["origin"] = np.array(origin)
    np.savez_compressed(lesson.folder / "tables.npz", allow_pickle=False, **tables)
    fitted = f"{len(words):,} shapes, factors from {len(contests.winners):,} of {sum(map(len, learned)):,} moves"
    return "\n".join([f"{fitted}; {len(held_out):,} games held out:", *summary])


class Contests(NamedTuple):
    """All legal moves of many positions: features by group, the first row of each position, and each winner's row."""

    features: np.ndarray
    begins: np.ndarray
    winners: np.ndarray


def read_sgf_lines(path: Path, size: int) -> Iterator[list[int]]:
    """The moves of each game in a file with one SGF game per line; skips handicap games and other board sizes."""
    numbers = game_named(f"go:{size}").start().move_numbers
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise BoughError(f"cannot read the records {path}: {error.strerror}") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            game = read_go_sgf(line)
        except BoughError as error:
            raise BoughError(f"{path}, line {number}: {error}") from None
        if game.size == size and not game.black and not game.white:
            turns = ("bw"[ply % 2] == colour for ply, (colour, _) in enumerate(game.moves))
            yield [numbers[move] for (_, move), _ in zip(game.moves, takewhile(bool, turns), strict=False)]


@lru_cache
def _harvester(size: int) -> Callable[..., Any]:
    board = Board(size, size)
    rules, widened, first, last = go_rules(board, 7.5), widening_part(board), RINGS[0], RADIUS
    clear, play, legal = rules.clear, rules.play, rules.legal

    def harvest(states, moves, out):
        """Write the shapes of every move of a game; return the number of moves."""
        position, count = states[0], 0
        clear(position)
        for move in moves:
            if position.winner != UNDECIDED:
                break
            if move != PASS:
                if position.colour[move] != 0 or not legal(position, move, np.int64(position.to_move) + 1):
                    break
                turns = NO_POINTS
                for ring in range(first, last + 1):
                    turns = widened(position, move, ring, turns)
                    out[count, ring - first] = least(turns)
                count += 1
            play(position, move)
        return count

    return kernel(harvest)


def harvested_shapes(games: list[list[int]], size: int) -> np.ndarray:
    """The code words of 3x3 shapes played at least three times, and of larger shapes played often."""
    harvest, states = _harvester(size), new_records(1, go_rules(Board(size, size), 7.5).record).view(np.ndarray)
    per_game = []
    for moves in games:
        out = np.zeros((len(moves) + 1, len(RINGS)), np.uint64)
        per_game.append(out[: harvest(states, np.array(moves, np.int64), out)].copy())
    words = np.concatenate(per_game)
    common = []
    for ring in range(SMALLEST, RADIUS + 1):
        shapes, plays = np.unique(words[:, ring - RINGS[0]], return_counts=True)
        common.append(shapes[plays >= (3 if ring == SMALLEST else LEAST_PLAYS)])
    return np.unique(np.concatenate(common))


@lru_cache
def _gatherer(size: int) -> Callable[..., Any]:
    board = Board(size, size)
    rules, shape_at = go_rules(board, 7.5), largest_shape_part(board)
    clear, play, legal = rules.clear, rules.play, rules.legal
    features = move_features_part(board, rules.atari)

    def gather(states, moves, words, ids, outermost, out, begins, winners, counts):
        """Append the contests of one game to the arrays; false if there is no room left."""
        position = states[0]
        clear(position)
        for ply in range(moves.shape[0]):
            if position.winner != UNDECIDED:
                return True
            move, colour = moves[ply], np.int64(position.to_move) + 1
            if counts[1] + position.empties > out.shape[0] or counts[0] + 1 >= begins.shape[0]:
                return False
            if move != PASS:
                if position.colour[move] != 0 or not legal(position, move, colour):
                    return True
                begin, winner = counts[1], -1
                for i in range(position.empties):
                    point = np.int64(position.empty[i])
                    if not legal(position, point, colour) or EYES[position.around[point]] & colour != 0:
                        continue
                    row = out[counts[1]]
                    row[0] = shape_at(position, point, words, ids, outermost)
                    found = features(position, point)
                    for k in range(5):
                        row[k + 1] = found[k]
                    if point == move:
                        winner = counts[1] - begin
                    counts[1] += 1
                if winner < 0:
                    counts[1] = begin
                else:
                    winners[counts[0]] = winner
                    counts[0] += 1
                    begins[counts[0]] = counts[1]
            play(position, move)
        return True

    return kernel(gather)


def contests_of(
    games: list[list[int]], size: int, words: np.ndarray, outermost: int, most: int = 40_000_000
) -> Contests:
    """The contests of all games, up to `most` rows: each move played against all moves that were possible. `outermost`
    is the largest ring of a shape."""
    gather, states = _gatherer(size), new_records(1, go_rules(Board(size, size), 7.5).record).view(np.ndarray)
    table, ids = shape_table(words)
    features = np.empty((most, len(GROUPS)), np.int32)
    positions = sum(map(len, games)) + 2
    begins, winners = np.zeros(positions, np.int64), np.zeros(positions, np.int32)
    counts = np.zeros(2, np.int64)
    for moves in games:
        if not gather(states, np.array(moves, np.int64), table, ids, outermost, features, begins, winners, counts):
            break
    return Contests(features[: counts[1]], begins[: counts[0] + 1], winners[: counts[0]])


def group_sizes(shapes: int) -> list[int]:
    """The number of factors in each group."""
    return [shapes + 1, *SMALL_GROUPS.values()]


@lru_cache
def _minorizer() -> Callable[..., Any]:
    groups = len(GROUPS)

    def improve(features, begins, winners, factors, offsets, group, wins, against):
        """Add up the wins of each factor of one group, and the denominators of Coulom's update."""
        for j in range(winners.shape[0]):
            total = 0.0
            for i in range(begins[j], begins[j + 1]):
                strength = 1.0
                for g in range(groups):
                    strength *= factors[offsets[g] + features[i, g]]
                total += strength
            for i in range(begins[j], begins[j + 1]):
                rest = 1.0
                for g in range(groups):
                    if g != group:
                        rest *= factors[offsets[g] + features[i, g]]
                against[features[i, group]] += rest / total
            wins[features[begins[j] + winners[j], group]] += 1.0

    return kernel(improve)


def fitted_factors(contests: Contests, shapes: int, watch: Callable[[str], None] = lambda text: None) -> np.ndarray:
    """A factor for every value of every group, with a prior of one win and one loss against strength 1."""
    sizes = group_sizes(shapes)
    offsets = np.cumsum([0, *sizes])[:-1]
    factors, improve = np.ones(sum(sizes)), _minorizer()
    for turn in range(ROUNDS):
        for group, size in enumerate(sizes):
            wins, against = np.ones(size), np.zeros(size)
            improve(*contests, factors, offsets, group, wins, against)
            own = factors[offsets[group] : offsets[group] + size]
            own[:] = wins / (against + 2.0 / (own + 1.0))
        watch(f"Fitting, round {turn + 1} of {ROUNDS}")
    return factors


class Prediction(NamedTuple):
    """How well factors predict the moves played."""

    first: float
    """Share of moves ranked first."""
    ten: float
    """Share of moves ranked among the first ten."""
    bits: float
    """Mean surprise per move, in bits."""


@lru_cache
def _ranker() -> Callable[..., Any]:
    groups = len(GROUPS)

    def rank(features, begins, winners, factors, offsets, ranks, chances):
        for j in range(winners.shape[0]):
            total, own = 0.0, 0.0
            for i in range(begins[j], begins[j + 1]):
                strength = 1.0
                for g in range(groups):
                    strength *= factors[offsets[g] + features[i, g]]
                total += strength
                if i == begins[j] + winners[j]:
                    own = strength
            chances[j] = own / total
            for i in range(begins[j], begins[j + 1]):
                strength = 1.0
                for g in range(groups):
                    strength *= factors[offsets[g] + features[i, g]]
                ranks[j] += strength > own

    return kernel(rank)


def prediction(contests: Contests, factors: np.ndarray, shapes: int) -> Prediction:
    """Measure the prediction of factors on contests, which should come from held-out games."""
    count = len(contests.winners)
    ranks, chances = np.zeros(count, np.int64), np.zeros(count)
    offsets = np.cumsum([0, *group_sizes(shapes)])[:-1]
    _ranker()(*contests, factors, offsets, ranks, chances)
    return Prediction(float((ranks == 0).mean()), float((ranks < 10).mean()), float(-np.log2(chances).mean()))
