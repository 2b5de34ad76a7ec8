"""Checks certificates (games/formats/certificates.py): plays every line by the rules, and searches nothing."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.jit import kernel, part
from bough.core.records import record_type, records
from bough.core.table import find
from bough.games.contract import UNDECIDED, Part
from bough.games.formats.certificates import LAST, STEP, Certificate, Strategy, missing_claims
from bough.games.game import Game, Position
from bough.games.solving.goals import ending_at_once, goal
from bough.games.solving.keys import keys_of, lacks_keys
from bough.games.solving.zones import NOWHERE, WIDE, add, cells_of_moves, has, showing, unanswered

HOLDS, ENDED, ILLEGAL, UNANSWERED, FAILS, OTHER, TURNS, TWICE, DEEP, NO_ROW = range(10)
WORDS = {
    ILLEGAL: "{move!r} is not a legal move",
    UNANSWERED: "it has no answer to {move}",
    FAILS: "after {move} the game ends otherwise than claimed",
    OTHER: "it goes on with the line of another position",
    TURNS: "the players do not take turns",
    TWICE: "it has two lines or two answers for one position, which could come again for ever",
    DEEP: "it goes on for too long",
    NO_ROW: "its row of threats does not go through at {move!r}",
}
FRAME = record_type(
    (("zone", "u8", (2,)), ("must", "u8", (2,)), ("row", "u8", (2,)), ("line", "i8"), ("at", "i8"), ("end", "i8"))
)
"""A position in which the opponent is to move: its line, and the next answer of it to be checked."""
TALLY = record_type((("checked", "i8"), ("depth", "i8"), ("move", "i8")))
DEEPEST, NO_CELL = 2000, np.int64(1 << 30)


def verify_certificate(certificate: Certificate) -> int:
    """Check every line by the rules; return the number of positions checked.

    Raises a BoughError that says where the certificate fails.
    """
    position = certificate.position
    game, names = position.game, position.game.face.player_names
    if certificate.value not in (-1, 0, 1):
        raise BoughError(f"the proof claims the value {certificate.value}; it must be 1, 0 or -1")
    if lack := lacks_keys(game):
        raise BoughError(f"a certificate of {game.name} cannot be checked: {lack}")
    if certificate.zones and not game.rules.monotone:
        raise BoughError(f"the proof rests on zones, and {game.name} is not a game for which they hold")
    if certificate.threats and not rows_hold(game):
        raise BoughError(f"the proof rests on rows of threats, and {game.name} is not a game for which they hold")
    if game.rules.repetition and position.history:
        raise BoughError("the proof is about a position with a past, and positions may come again in this game")
    for player, at_least in sorted(missing_claims(certificate)):
        wanted = "wins" if at_least > 0 else "gets at least a draw"
        raise BoughError(f"the proof does not show that {names[player]} {wanted}")
    rules_of_closing = certificate.zones, certificate.threats
    return sum(_verify(position, one, *rules_of_closing) for one in certificate.strategies)


def rows_hold(game: Game) -> bool:
    """Whether a move outside the carrier of a row of threats changes nothing."""
    rules = game.rules
    cells = len(game.face.cell_moves or ())
    return rules.helping and rules.occupying and rules.wins_at is not None and 0 < cells <= WIDE


def _verify(position: Position, strategy: Strategy, zones: bool, threats: bool) -> int:
    game = position.game
    rules = game.rules
    depth = min(rules.max_plies, DEEPEST) + 4
    states, frames = records(depth + 3, rules.record), records(depth, FRAME)
    lines = len(strategy.starts) - 1
    marks = np.zeros(lines + 1, np.uint64), np.zeros((lines + 1 if zones else 1, 2), np.uint64)
    met = 1 << (2 * lines + len(strategy.moves) + 8).bit_length() if rules.repetition else 1
    known = np.zeros(met, np.uint64), np.zeros(met, np.int64)
    moves = np.zeros((2, rules.max_moves + 1), np.int16)
    tally, seen = records(1, TALLY), np.zeros(keys_of(game).room, np.int16)
    states[0] = position.state[0]
    draw_to = strategy.player if strategy.at_least <= 0 else 1 - strategy.player
    status = _kernel(game, zones, threats)(
        *(array.view(np.ndarray) for array in (states, frames)), strategy.starts, strategy.moves, strategy.answers,
        strategy.lines, *marks, *known, moves, seen, tally.view(np.ndarray),
        strategy.player, draw_to, strategy.first, strategy.begin,
    )  # fmt: skip
    if status != HOLDS:
        path = [game.face.move_name(int(strategy.first))] if strategy.first >= 0 else []
        for frame in frames[: int(tally[0].depth)]:
            path += [game.face.move_name(int(table[frame.at])) for table in (strategy.moves, strategy.answers)]
        where = f"after {' '.join(path)}" if path else "at the start"
        move = game.face.move_name(int(tally[0].move)) if tally[0].move >= 0 else ""
        raise BoughError(f"the proof fails {where}: {WORDS[int(status)].format(move=move)}")
    return int(tally[0].checked)


@lru_cache(maxsize=16)
def _kernel(game: Game, zones: bool, threats: bool) -> Callable[..., Any]:
    rules, key_of = game.rules, keys_of(game, symmetric=False).key
    legal, play, winner, repetition = rules.moves, rules.play, rules.winner, rules.repetition
    cell_of, shown, ends_at_once = cells_of_moves(game), showing(game), ending_at_once(rules)
    closing, row = zones or threats, _following_rows(game) if threats else None

    @part
    def made(position, move, player, draw_to, out, tally):
        """Make a move, if it is legal; a status, ENDED where the game ends as claimed."""
        tally.move, found = move, False
        for i in range(legal(position, out)):
            found = found or out[i] == move
        if not found:
            return ILLEGAL
        play(position, move)
        tally.checked += 1
        ended = winner(position)
        if ended == UNDECIDED:
            return HOLDS
        return ENDED if goal(ended, draw_to) == player else FAILS

    @part
    def once(keys, values, key, value):
        """Whether a position has this value alone."""
        place = find(keys, key)
        if keys[place] == 0:
            keys[place], values[place] = key, value
        return values[place] == value

    @part
    def arrive(states, frames, starts, keys, known, known_at, seen, depth, line):
        """Begin with the line of a position."""
        frame = frames[depth]
        unanswered(frame)
        frame.line = line
        frame.at = frame.end = 0
        if line >= 0:
            frame.at, frame.end = starts[line], starts[line + 1]
            key, _ = key_of(states[depth], seen)
            keys[line] = key
            if repetition and not once(known, known_at, key, line):
                return TWICE
        return HOLDS

    @part
    def answered(frame, states, moves, lines, starts, depth, player, draw_to, lists, tally):
        """Check that every legal move is answered; a status."""
        first = starts[frame.line] if frame.line >= 0 else 0
        count = legal(states[depth], lists[0])
        for i in range(count):
            move, found = np.int64(lists[0, i]), False
            if frame.line >= 0:
                for k in range(first, frame.end):
                    found = found or (moves[k] == move and lines[k] > STEP)
            if found or (closing and not has(frame.must, cell_of[move])):
                continue
            states[depth + 1] = states[depth]
            play(states[depth + 1], move)
            tally.checked += 1
            tally.move = move
            ended = winner(states[depth + 1])
            if ended != UNDECIDED:
                if goal(ended, draw_to) != player:
                    return FAILS
                continue
            answer = ends_at_once(states, depth + 1, lists[1], player, draw_to)
            if answer < 0:
                return UNANSWERED
            if zones:
                shown(frame, answer, NOWHERE)
        return HOLDS

    def run(
        states, frames, starts, moves, answers, lines, keys, marks, known, known_at, lists, seen, stand,
        player, draw_to, first, begin,
    ):  # fmt: skip
        """Check all lines from the root on; a status, with the place in `stand`."""
        tally, depth = stand[0], 0
        tally.checked, tally.depth, tally.move = 1, 0, -1
        if first >= 0:
            if states[0].to_move != player:
                return TURNS
            status = made(states[0], first, player, draw_to, lists[0], tally)
            if status != HOLDS:
                return HOLDS if status == ENDED else status
        if states[0].to_move != 1 - player:
            return TURNS
        status = arrive(states, frames, starts, keys, known, known_at, seen, 0, begin)
        if status != HOLDS:
            return status
        while True:
            frame = frames[depth]
            tally.depth = depth
            if frame.at == frame.end:
                status = answered(frame, states, moves, lines, starts, depth, player, draw_to, lists, tally)
                if status != HOLDS:
                    return status
                if zones and frame.line >= 0:
                    marks[frame.line, 0], marks[frame.line, 1] = frame.zone[0], frame.zone[1]
                if depth == 0:
                    return HOLDS
                depth -= 1
                if zones:
                    shown(frames[depth], answers[frames[depth].at], frame.zone)
                frames[depth].at += 1
                continue
            move, answer, line = np.int64(moves[frame.at]), np.int64(answers[frame.at]), np.int64(lines[frame.at])
            if threats and line <= STEP:
                if not row(states, frame, moves, answers, lines, depth, player, lists, tally):
                    return NO_ROW
                continue
            states[depth + 1] = states[depth]
            after = states[depth + 1]
            status = made(after, move, player, draw_to, lists[0], tally)
            if status == HOLDS:
                if after.to_move != player:
                    return TURNS
                if repetition:
                    key, _ = key_of(after, seen)
                    if not once(known, known_at, key, -2 - (line + 1) * 65536 - answer):
                        return TWICE
                status = made(after, answer, player, draw_to, lists[0], tally)
                if zones and status == ENDED:
                    shown(frame, answer, NOWHERE)
            if status == ENDED:
                frame.at += 1
                continue
            if status != HOLDS:
                return status
            if after.to_move == player:
                return TURNS
            if line >= 0 and keys[line] != 0:
                key, _ = key_of(after, seen)
                if keys[line] != key:
                    return OTHER
                if zones:
                    shown(frame, answer, marks[line])
                frame.at += 1
                continue
            depth += 1
            if depth + 4 >= frames.shape[0]:
                return DEEP
            status = arrive(states, frames, starts, keys, known, known_at, seen, depth, line)
            if status != HOLDS:
                return status

    return kernel(run, rules.source)


def _following_rows(game: Game) -> Part:
    """A part row(states, frame, moves, answers, lines, depth, player, lists, tally): follow the row of threats at
    frame.at, as if the opponent had passed, and close the moves outside its carrier; whether it goes through."""
    rules, cell_of = game.rules, cells_of_moves(game)
    legal, play, winner, wins_at = rules.moves, rules.play, rules.winner, rules.wins_at

    @part
    def winning_moves(position, player, count, moves):
        """How many of these moves win at once."""
        found = 0
        for i in range(count):
            found += 1 if wins_at(position, moves[i], player) else 0
        return found

    @part
    def threatened(position, answer, last, count, moves, player, frame):
        """Whether the player threatens to win where the answer is, and with his last move somewhere else as well: of
        several such cells the first one of the board counts."""
        there, other = False, NO_CELL
        for i in range(count):
            if wins_at(position, moves[i], player):
                if moves[i] == answer:
                    there = True
                else:
                    other = min(other, np.int64(cell_of[moves[i]]))
        add(frame.row, cell_of[answer])
        if last and other < NO_CELL:
            add(frame.row, other)
        return there and (other < NO_CELL or not last)

    @part
    def touch(states, at, opponent, count, lists, frame):
        """Add the cells with which the opponent would threaten to win."""
        for i in range(count):
            move = np.int64(lists[0, i])
            states[at + 1] = states[at]
            play(states[at + 1], move)
            if winning_moves(states[at + 1], opponent, legal(states[at + 1], lists[1]), lists[1]) > 0:
                add(frame.row, cell_of[move])

    @part
    def row(states, frame, moves, answers, lines, depth, player, lists, tally):
        after = states[depth + 1]
        states[depth + 1] = states[depth]
        after.to_move = player
        for word in range(2):
            frame.row[word] = np.uint64(0)
        while True:
            if frame.at == frame.end or lines[frame.at] > STEP:
                return False
            move, answer, last = np.int64(moves[frame.at]), np.int64(answers[frame.at]), lines[frame.at] == LAST
            frame.at += 1
            tally.move, found = move, False
            for i in range(legal(after, lists[0])):
                found = found or lists[0, i] == move
            if not found:
                return False
            play(after, move)
            tally.checked += 1
            if winner(after) != UNDECIDED or after.to_move != 1 - player:
                return False
            add(frame.row, cell_of[move])
            count = legal(after, lists[0])
            if winning_moves(after, 1 - player, count, lists[0]) > 0:
                return False
            if not threatened(after, answer, last, count, lists[0], player, frame):
                return False
            touch(states, depth + 1, 1 - player, count, lists, frame)
            if last:
                for word in range(2):
                    frame.must[word] &= frame.row[word]
                return True
            play(after, answer)
            tally.checked += 1
            if winner(after) != UNDECIDED or after.to_move != player:
                return False

    return row
