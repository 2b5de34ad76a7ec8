"""Alpha-beta for any game with an evaluation: principal variation search as one kernel that can be paused.

The search follows the program MIA as far as it has been published (Winands 2004, chapters 2 and 6; Winands &
Björnsson 2008): transposition table, killers, history, quiescence over the game's noisy moves, adaptive null move,
multi-cut, and realization-probability depth: a likely move costs less than a ply, an unlikely one more. If a node has
a move that wins at once, the search of that node ends there. Positions are copied; moves are never undone. The stack of
nodes is an array of frames, so the search can pause between any two nodes to check a clock.

Points are for the player to move in a frame's position; depth is in sixteenths of a ply.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from bough.core.jit import kernel, part
from bough.core.records import record_type
from bough.core.rng import advance
from bough.core.table import slot
from bough.games.contract import DRAW, FIRST, UNDECIDED
from bough.games.game import Game
from bough.knowledge.registry import knowledge_of
from bough.search.classic.table import AT_LEAST, AT_MOST, CERTAIN, EXACT, WIN, from_table, remember
from bough.search.seams.moves.weights import weighing
from bough.search.seams.winning.wins import always

PLY = 16
MOST_PLIES = 96
"""Size of the stack of frames."""
ENTER, AFTER_NULL, PROBE, AFTER_PROBE, NEXT, AFTER_MOVE = range(6)
"""Stages of a node: what the search does next when it reaches the node."""
SCOUT, SCOUT_BETWEEN, SCOUT_FULL, OPEN = range(4)
"""Ways to search the current move; each is tried only if the previous one fails high."""
PV, CUT, ALL = range(3)
"""Expected type of a node."""
LIKELY_MOVES = 5
"""The first moves of a list, this many, never cost more than a ply."""
PROBED_MOVES, PROBE_REDUCTION = 10, 2 * PLY
"""Multi-cut: number of moves to try, and the depth reduction."""
CUTS_NEEDED = np.array([9, 3, 2], np.int64)
"""Multi-cut: moves that must fail high, by type of node (a PV node is never cut)."""
UNLIMITED = 2 * WIN

FRAME = record_type(
    (
        ("alpha", "i4"), ("beta", "i4"), ("floor", "i4"), ("best", "i4"),
        ("depth", "i2"), ("move", "i2"), ("index", "i2"), ("count", "i2"),
        ("stage", "i1"), ("step", "i1"), ("kind", "i1"), ("nulled", "i1"), ("cuts", "i1"), ("leaf", "i1"),
    )
)  # fmt: skip
CONTROL = record_type((("nodes", "i8"), ("seed", "u8"), ("noise", "f8"), ("ply", "i4"), ("value", "i4")))


class Lists(NamedTuple):
    """Arrays by ply (moves, their order and their cost) and statistics about good moves."""

    moves: np.ndarray
    scores: np.ndarray
    costs: np.ndarray
    weights: np.ndarray
    killers: np.ndarray
    history: np.ndarray
    line: np.ndarray
    lengths: np.ndarray


def new_lists(game: Game) -> Lists:
    """Empty lists for a game."""
    return Lists(
        moves=np.zeros((MOST_PLIES, game.rules.max_moves + 1), np.int16),
        scores=np.zeros((MOST_PLIES, game.rules.max_moves + 1), np.int64),
        costs=np.zeros((MOST_PLIES, game.rules.max_moves + 1), np.int16),
        weights=np.zeros(game.rules.max_moves + 1, np.float32),
        killers=np.full(2 * MOST_PLIES, -1, np.int16),
        history=np.zeros(2 * game.rules.move_ids, np.int64),
        line=np.zeros((MOST_PLIES + 1, MOST_PLIES + 1), np.int16),
        lengths=np.zeros(MOST_PLIES + 1, np.int64),
    )


def _cost_table() -> np.ndarray:
    """Cost of a move in sixteenths of a ply, by its probability in 256ths: log P / log 0.25, from 1/2 to 4 plies."""
    return np.array(
        [min(4 * PLY, max(PLY // 2, round(PLY * math.log((p + 0.5) / 256) / math.log(0.25)))) for p in range(257)],
        np.int64,
    )


@lru_cache(maxsize=32)
def alphabeta_kernel(game: Game, evaluation: str) -> Callable[..., Any]:
    """run(control, frames, states, lists, table, nodes) -> done: continue the search for `nodes` nodes."""
    known = knowledge_of(game)
    evaluate = known.evaluation(evaluation)
    node = _node_parts(game, evaluate, weighing(game) if known.move_weight or known.weigh else None, known.noisy)
    enter, after_null, probe, after_probe, next_move, after_move = node

    def run(control, frames, states, lists, table, nodes):
        now = control[0]
        last = now.nodes + nodes
        while now.nodes < last:
            frame = frames[now.ply]
            if frame.stage == ENTER:
                leaves = enter(now, frames, states, lists, table)
            elif frame.stage == AFTER_NULL:
                leaves = after_null(now, frame)
            elif frame.stage == PROBE:
                leaves = probe(now, frames, states, lists)
            elif frame.stage == AFTER_PROBE:
                leaves = after_probe(now, frame)
            elif frame.stage == NEXT:
                leaves = next_move(now, frames, states, lists, table)
            else:
                leaves = after_move(now, frames, states, lists, table)
            if leaves:
                if now.ply == 0:
                    return True
                now.ply -= 1
                if states[now.ply + 1].to_move == states[now.ply].to_move:
                    now.value = -now.value  # the stages expect the value from the opponent's side
        return False

    return kernel(run, game.rules.source)


def _node_parts(game: Game, evaluate, weigh, noisy):
    """The stages of a node; each is a part that returns whether the node is finished, its value in now.value."""
    play, winner, moves, skip, key_of, wins_at = (
        game.rules.play,
        game.rules.winner,
        game.rules.moves,
        game.rules.skip,
        game.rules.key,
        game.rules.wins_at,
    )
    can_skip, has_key, sees_wins = skip is not None, key_of is not None, wins_at is not None
    weighs, hears = weigh is not None, noisy is not None
    move_ids = game.rules.move_ids
    cost_of = _cost_table()
    fallback = play  # never called: a placeholder for parts the game lacks, because the compiler needs a function
    skip, key_of, wins_at = skip or fallback, key_of or fallback, wins_at or fallback
    may_win = game.rules.may_win or always
    weigh, noisy = weigh or fallback, noisy or fallback

    @part
    def descend(now, frames, states, move, alpha, beta, depth, kind):
        """Enter the position after a move; -1 is the null move."""
        ply = now.ply
        states[ply + 1] = states[ply]
        if move >= 0:
            play(states[ply + 1], move)
        elif can_skip:
            skip(states[ply + 1])
        child = frames[ply + 1]
        child.alpha, child.beta, child.depth, child.kind = alpha, beta, depth, kind
        if states[ply + 1].to_move == states[ply].to_move:  # the same player moves again
            child.alpha, child.beta = -beta, -alpha
        child.nulled = move < 0
        child.stage = ENTER
        now.ply = ply + 1

    @part
    def points(now, position):
        """The evaluation for the player to move, plus a little noise that depends on the position."""
        value = evaluate(position)
        if now.noise > 0.0 and has_key:
            value += now.noise * (np.int64(advance(key_of(position) ^ now.seed) & np.uint64(1023)) / 511.5 - 1.0)
        value = min(max(value, -500_000.0), 500_000.0)
        return np.int64(value) if position.to_move == FIRST else -np.int64(value)

    @part
    def list_moves(now, frame, position, lists, count, known_move):
        """Compute the order and the cost of a node's moves; a leaf keeps only the noisy ones."""
        ply, side = now.ply, np.int64(position.to_move) * move_ids
        kept = 0
        for i in range(count):
            move = lists.moves[ply, i]
            loud = hears and noisy(position, move)
            if frame.leaf and not loud:
                continue
            score = lists.history[side + move]
            cost = PLY
            if weighs and not frame.leaf:
                weight = min(max(np.int64(lists.weights[i] * 256.0), 0), 256)
                cost = cost_of[weight]
                score += 4 * weight
            if loud:
                score += 1 << 30
            if move == lists.killers[2 * ply] or move == lists.killers[2 * ply + 1]:
                score += 1 << 32
            if move == known_move:
                score += 1 << 34
            lists.moves[ply, kept], lists.scores[ply, kept], lists.costs[ply, kept] = move, score, cost
            kept += 1
        frame.count = kept

    @part
    def pick(lists, ply, index, count):
        """Swap the best remaining move to this index of the list."""
        best = index
        for i in range(index + 1, count):
            if lists.scores[ply, i] > lists.scores[ply, best]:
                best = i
        if best != index:
            moves_, scores, costs = lists.moves[ply], lists.scores[ply], lists.costs[ply]
            moves_[index], moves_[best] = moves_[best], moves_[index]
            scores[index], scores[best] = scores[best], scores[index]
            costs[index], costs[best] = costs[best], costs[index]
        return lists.moves[ply, index]

    @part
    def enter(now, frames, states, lists, table):
        ply = now.ply
        frame, position = frames[ply], states[ply]
        now.nodes += 1
        lists.lengths[ply] = 0
        frame.floor, frame.best, frame.move = frame.alpha, -UNLIMITED, -1
        frame.index = frame.cuts = 0
        ended = winner(position)
        if ended != UNDECIDED:
            now.value = 0 if ended == DRAW else (WIN - ply if ended == position.to_move else ply - WIN)
            return True
        known_move = -1
        if has_key:
            key = key_of(position)
            entry = table[slot(key, table.shape[0])]
            if entry.key == key:
                known_move = entry.move
                if ply > 0 and entry.depth >= frame.depth:
                    value = from_table(entry.value, ply)
                    if (
                        entry.bound == EXACT
                        or (entry.bound == AT_LEAST and value >= frame.beta)
                        or (entry.bound == AT_MOST and value <= frame.alpha)
                    ):
                        now.value = value
                        return True
        frame.leaf = frame.depth < PLY or ply >= MOST_PLIES - 2
        if frame.leaf:
            stand = points(now, position)
            if stand >= frame.beta:
                now.value = stand
                return True
            frame.best = stand
            frame.alpha = max(frame.alpha, stand)
        if weighs and not frame.leaf:
            count = weigh(position, lists.moves[ply], lists.weights)
        else:
            count = moves(position, lists.moves[ply])
        if sees_wins and may_win(position, position.to_move):
            for i in range(count):
                if wins_at(position, lists.moves[ply, i], position.to_move):
                    lists.line[ply, 0], lists.lengths[ply] = lists.moves[ply, i], 1
                    frame.move = lists.moves[ply, i]
                    now.value = WIN - ply - 1
                    return True
        if frame.leaf and (not hears or ply >= MOST_PLIES - 2):
            now.value = frame.best
            return True
        list_moves(now, frame, position, lists, count, known_move)
        frame.stage = NEXT
        if not frame.leaf and frame.kind != PV and frame.depth >= 2 * PLY and abs(frame.beta) < CERTAIN:
            frame.stage = PROBE if frame.depth > 2 * PLY else NEXT
            if can_skip and not frame.nulled:
                frame.stage = AFTER_NULL
                less = (4 if frame.depth > 6 * PLY else 3) * PLY
                descend(now, frames, states, -1, -frame.beta, 1 - frame.beta, frame.depth - less, CUT)
        return False

    @part
    def after_null(now, frame):
        frame.stage = PROBE if frame.depth > 2 * PLY else NEXT
        if -now.value >= frame.beta:
            now.value = frame.beta
            return True
        return False

    @part
    def probe(now, frames, states, lists):
        """Multi-cut: if several moves would fail high in a shallow search, so will this node."""
        frame = frames[now.ply]
        if frame.index >= min(np.int64(frame.count), PROBED_MOVES):
            frame.index = 0
            frame.stage = NEXT
            return False
        move = pick(lists, now.ply, np.int64(frame.index), np.int64(frame.count))
        frame.stage = AFTER_PROBE
        kind = ALL if frame.kind == CUT else CUT
        descend(now, frames, states, move, -frame.beta, 1 - frame.beta, frame.depth - PLY - PROBE_REDUCTION, kind)
        return False

    @part
    def after_probe(now, frame):
        frame.stage = PROBE
        frame.index += 1
        if -now.value > CERTAIN:
            now.value = -now.value
            return True
        if -now.value >= frame.beta:
            frame.cuts += 1
            if frame.cuts >= CUTS_NEEDED[frame.kind]:
                now.value = frame.beta
                return True
        return False

    @part
    def go_on(now, frames, states, lists):
        """Search the current move, in the way given by frame.step."""
        ply = now.ply
        frame = frames[ply]
        cost = np.int64(lists.costs[ply, frame.index])
        if frame.index < LIKELY_MOVES:
            cost = min(cost, PLY)
        if frame.step == SCOUT_BETWEEN:
            cost = (cost + PLY) // 2
        elif frame.step >= SCOUT_FULL:
            cost = min(cost, PLY)
        kind = ALL if frame.kind == CUT else CUT
        beta = frame.alpha + 1
        if frame.step == OPEN:
            beta = frame.beta
            if frame.kind == PV:
                kind = PV
        frame.stage = AFTER_MOVE
        depth = 0 if frame.leaf else frame.depth - cost
        descend(now, frames, states, lists.moves[ply, frame.index], -beta, -frame.alpha, depth, kind)

    @part
    def close(now, frame, states, lists, table):
        """Finish a node with its best value, and store it in the table."""
        now.value = frame.best
        if has_key and not frame.leaf:
            bound = AT_LEAST if frame.best >= frame.beta else AT_MOST if frame.best <= frame.floor else EXACT
            remember(table, key_of(states[now.ply]), frame.best, frame.depth, frame.move, bound, now.ply)
        return True

    @part
    def next_move(now, frames, states, lists, table):
        ply = now.ply
        frame = frames[ply]
        if frame.index >= frame.count:
            return close(now, frame, states, lists, table)
        pick(lists, ply, np.int64(frame.index), np.int64(frame.count))
        frame.step = OPEN if frame.index == 0 else SCOUT
        go_on(now, frames, states, lists)
        return False

    @part
    def search_again(frame, value, cost):
        """The next way to search a move that failed high, or 0 if its value is final."""
        if value <= frame.alpha or frame.step == OPEN:
            return 0
        if frame.step == SCOUT and cost > PLY and frame.index >= LIKELY_MOVES and not frame.leaf:
            return SCOUT_BETWEEN if 2 * (cost - PLY) > 3 * PLY else SCOUT_FULL
        if frame.step == SCOUT_BETWEEN:
            return SCOUT_FULL
        return OPEN if value < frame.beta else 0

    @part
    def after_move(now, frames, states, lists, table):
        ply = now.ply
        frame, value = frames[ply], -now.value
        again = search_again(frame, value, np.int64(lists.costs[ply, frame.index]))
        if again:
            frame.step = again
            go_on(now, frames, states, lists)
            return False
        move = lists.moves[ply, frame.index]
        frame.index += 1
        frame.stage = NEXT
        if value <= frame.best:
            return False
        frame.best = value
        if value > frame.alpha or frame.move < 0:
            frame.move = move
        if value > frame.alpha:
            frame.alpha = value
            lists.line[ply, 0] = move
            for i in range(lists.lengths[ply + 1]):
                lists.line[ply, i + 1] = lists.line[ply + 1, i]
            lists.lengths[ply] = lists.lengths[ply + 1] + 1
        if value < frame.beta:
            return False
        if not frame.leaf:
            if lists.killers[2 * ply] != move:
                lists.killers[2 * ply + 1] = lists.killers[2 * ply]
                lists.killers[2 * ply] = move
            depth = np.int64(frame.depth) // PLY
            lists.history[np.int64(states[ply].to_move) * move_ids + move] += depth * depth
        return close(now, frame, states, lists, table)

    return enter, after_null, probe, after_probe, next_move, after_move
