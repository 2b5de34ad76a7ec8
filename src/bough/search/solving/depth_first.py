"""Depth-first search of two-valued windows with a large table and history: alpha-beta for games such as Connect Four.

As in df-pn (search/solving/dfpn.py) one question is asked at a time: who reaches his goal, if a draw counts for
`draw_to`? Every position then is won or lost, and a cut-off is a move that wins. Few moves, much depth and many ways to
one position are what it is good at: a table entry is one word (a key whose lowest bits make room for the result and the
work), so two gigabytes hold 268 million positions.

Moves are tried in the order of their history (Schaeffer's, as used for Connect Four by Tromp): a cell that a winning
move went to gains what those before it lose. Children whose result is in the table are not visited.

Several threads may share the table, whose entries are single words. A child on which another thread is comes later, if
there are others (as in Weill's ABDADA), and each has a history of its own, so that they do not all go the same way.
"""

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.jit import inlined_part, kernel, part
from bough.core.records import record_type
from bough.core.table import slot
from bough.games.contract import UNDECIDED
from bough.games.game import Game, Position
from bough.games.solving.goals import goal
from bough.games.solving.keys import value_key
from bough.search.solving.paths import others_on, tell_to_stop, told_to_stop
from bough.search.solving.threats import LOST, OPEN, WON, deciding_at_once

BUCKET = 4
FIRST_HISTORY = 400
"""What random games may give to a move, at most half of it."""
_KEY, _RESULT, WORK, _2 = np.uint64(2**64 - 256), np.uint64(3), np.uint64(252), np.uint64(2)

FRAME = record_type(
    (("key", "u8"), ("began", "i8"), ("count", "i4"), ("tried", "i4"), ("result", "i4"), ("open", "i4"))
)
CHILD = record_type((("key", "u8"), ("history", "i4"), ("move", "i2"), ("cell", "i2")))
NOW = record_type((("nodes", "i8"), ("depth", "i8"), ("kept", "i8"), ("entering", "i1")))


@part
def entry_of(table, key):
    """The entry of a key, or 0."""
    first = slot(key, table.shape[0]) & ~(BUCKET - 1)
    for place in range(first, first + BUCKET):
        entry = table[place]
        if entry & _KEY == key & _KEY:
            return entry
    return np.uint64(OPEN)


@part
def stored(table, key):
    """What the table knows of a key: WON, LOST or OPEN."""
    return np.int64(entry_of(table, key) & _RESULT)


@part
def stored_with_work(table, key):
    """The same, and the logarithm of the work it took."""
    entry = entry_of(table, key)
    return np.int64(entry & _RESULT), np.int64((entry & WORK) >> _2)


@part
def store(table, key, result, work):
    """Keep a result in place of the one that took the least work; return how many entries were added."""
    logarithm = 1
    while work > 1 and logarithm < 63:
        work >>= 1
        logarithm += 1
    first = slot(key, table.shape[0]) & ~(BUCKET - 1)
    least = first
    for place in range(first, first + BUCKET):
        if table[place] & _KEY == key & _KEY:
            least = place
            break
        if table[place] & WORK < table[least] & WORK:
            least = place
    added = 1 if table[least] == 0 else 0
    table[least] = (key & _KEY) | np.uint64(logarithm) << _2 | np.uint64(result)
    return added


def effort(entries: np.ndarray) -> np.ndarray:
    """The logarithm of the work of each entry, from 1; 0 for those that are free."""
    return ((entries & WORK) >> _2).astype(np.int64)


@lru_cache(maxsize=32)
def depth_first_kernel(game: Game, shared: bool) -> Callable[..., Any]:
    """The search as an entry point; `shared` where several threads have one table."""
    rules = game.rules
    moves, play, winner, key_of = rules.moves, rules.play, rules.winner, value_key(game)
    at_once, touches = deciding_at_once(game), rules.touches or _move_itself

    @inlined_part
    def enter(states, frames, children, lists, table, history, seen, depth, draw_to, salt):
        """List the moves of a new position, the best first; its result where it is known."""
        position, frame = states[depth], frames[depth]
        mover = np.int64(position.to_move)
        frame.tried = frame.open = 0
        frame.result = OPEN
        count = np.int64(moves(position, lists))
        decided, count = at_once(position, lists, count)
        if decided != OPEN:
            frame.result = decided
            return
        for i in range(count):
            move = lists[i]
            states[depth + 1] = position
            after = states[depth + 1]
            play(after, move)
            ended = winner(after)
            if ended != UNDECIDED:
                if goal(ended, draw_to) == mover:
                    frame.result = WON
                    return
                continue
            key = key_of(after, seen) ^ salt
            known = stored(table, key)
            if known != OPEN:
                if (known == WON) == (after.to_move == mover):
                    frame.result = WON
                    return
                continue
            cell = np.int64(touches(position, move))
            value, place = history[mover, cell], np.int64(frame.open)
            while place > 0 and children[depth, place - 1].history < value:
                children[depth, place] = children[depth, place - 1]
                place -= 1
            child = children[depth, place]
            child.key, child.move, child.cell, child.history = key, move, cell, value
            frame.open += 1
        if frame.open == 0:
            frame.result = LOST

    @part
    def unattended(children, frame, paths, me, depth):
        """Bring forward a child on which no other thread is."""
        for place in range(frame.tried, frame.open):
            if others_on(paths, me, depth + 1, children[depth, place].key) == 0:
                if place != frame.tried:
                    spare = frame.open
                    children[depth, spare] = children[depth, frame.tried]
                    children[depth, frame.tried] = children[depth, place]
                    children[depth, place] = children[depth, spare]
                return

    def run(states, frames, children, lists, table, history, seen, paths, me, stand, draw_to, salt, steps):
        """Go on for at most `steps` positions; return whether the root is solved."""
        now = stand[0]
        depth, nodes = np.int64(now.depth), np.int64(now.nodes)
        last = nodes + steps
        while nodes < last and not (shared and told_to_stop(paths)):
            frame = frames[depth]
            if now.entering:
                now.entering = False
                frame.began = nodes
                nodes += 1
                if shared:
                    paths[me, depth] = frame.key
                enter(states, frames, children, lists, table, history, seen, depth, draw_to, salt)
            if frame.result == OPEN and frame.tried == frame.open:
                frame.result = LOST
            if frame.result != OPEN:
                now.kept += store(table, frame.key, frame.result, nodes - frame.began)
                if depth == 0:
                    now.nodes = nodes
                    if shared:
                        tell_to_stop(paths)
                    return True
                depth -= 1
                parent, mover = frames[depth], np.int64(states[depth].to_move)
                if (frame.result == WON) == (states[depth + 1].to_move == mover):
                    parent.result = WON
                    tried = np.int64(parent.tried)
                    for i in range(tried):
                        history[mover, children[depth, i].cell] -= 1
                    history[mover, children[depth, tried].cell] += tried
                parent.tried += 1
                continue
            if shared:
                unattended(children, frame, paths, me, depth)
            child = children[depth, frame.tried]
            states[depth + 1] = states[depth]
            play(states[depth + 1], child.move)
            if shared:
                known = stored(table, child.key)
                if known != OPEN:  # another thread has been there since
                    if (known == WON) == (states[depth + 1].to_move == states[depth].to_move):
                        frame.result = WON
                    frame.tried += 1
                    continue
            frames[depth + 1].key = child.key
            depth += 1
            now.entering = True
        now.depth, now.nodes = depth, nodes
        return False

    return kernel(run, rules.source)


@part
def _move_itself(position, move):
    return move


def first_history(position: Position, games: int = 400, seed: int = 0) -> np.ndarray:
    """History to begin with: what random games tell of each cell, for either player."""
    rules, rng = position.game.rules, random.Random(seed)
    touches = rules.touches or _move_itself
    width = max(rules.move_ids, len(position.game.face.layout.cells) if position.game.face.layout else 0)
    won, tried = np.zeros((2, width)), np.zeros((2, width))
    for _ in range(games):
        at, made = position, []
        while not at.over:
            name = rng.choice(at.moves)
            made.append((at.to_move, int(touches(at.state[0], at.move_numbers[name]))))
            at = at.play(name)
        for player, cell in made:
            tried[player, cell] += 1
            won[player, cell] += 0.5 if at.winner is None else at.winner == player
    share = (won + 1) / (tried + 2)
    return np.rint(FIRST_HISTORY * (share - 0.5)).astype(np.int32)
