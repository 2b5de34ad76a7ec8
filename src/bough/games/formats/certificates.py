"""Certificates: proofs that share positions, checked with nothing but the rules.

A certificate is a gzipped text. The first line is a JSON object: the format, the game, the position (a text or null for
the start, then the moves from there), its value for the player to move (1, 0 or -1), whether zones are used, and the
claims. A claim names a player and the least he gets, his first move where he is to move, how many lines it has and the
number of the line to begin with. The lines of the claims follow, one for each position in which the opponent is to
move, and at the end the SHA-256 of all lines before.

A line lists moves of the opponent with the answer to each and the line to go on with, as far back as it says; 0 where
every further move of the opponent is answered at once. A line refers to earlier lines only, so there are no circles. A
move that is not listed must be answered by one that ends the game as claimed, or end it itself; or it must lie outside
the zone of an answer that is shown, in a game whose rules say `monotone`:

    The zone of an answer is its cell, with the zone of the line after it. The zone of a line is the union of those of
    its answers. A strategy that only plays inside its zone does not care for stones outside it, so it answers all
    moves outside the zone alike.

or outside the carrier of a row of threats that the line has, in a game whose rules say `helping` and `occupying`:

    A row is a list of the player's moves as if the opponent had passed, each with the opponent's answer. Every move
    threatens to win where the answer is (third word +), the last one somewhere else as well (third word !), and the
    opponent never has a move that wins at once. The carrier has the cells of moves and answers, another cell that the
    last move threatens (the first one of the board, if there are several), and every cell with which the opponent,
    after one of the moves, would threaten to win. After a move elsewhere the row goes through as it stands, since a
    stone never hurts its owner and a threat can only be answered on its cell.
"""

import gzip
import hashlib
import json
import zlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.games.formats.proofs import claimed_position, needed_claims
from bough.games.game import Position, moves_since
from bough.games.names import full_name

FORMAT = "bough certificate 1"
STEP, LAST = -2, -3
"""In place of a line: a step of a row of threats, and its last one."""
WORDS = {STEP: "+", LAST: "!"}
MOST_LINES = 1 << 30


class Strategy(NamedTuple):
    """A claim with its lines: line n has the answers starts[n] to starts[n + 1]."""

    player: int
    at_least: int
    first: int
    """The number of the first move, or -1 if the opponent moves first."""
    begin: int
    """The line to begin with, or -1 if every move of the opponent is answered at once."""
    starts: np.ndarray
    moves: np.ndarray
    answers: np.ndarray
    lines: np.ndarray
    """The line after each answer, or -1; STEP or LAST where both belong to a row of threats."""


class Certificate(NamedTuple):
    """The value of a position for the player to move, with the strategies that prove it."""

    position: Position
    value: int
    zones: bool
    strategies: tuple[Strategy, ...]
    threats: bool = False
    """Whether lines have rows of threats."""

    @property
    def lines(self) -> int:
        """How many lines the strategies have together."""
        return sum(len(one.starts) - 1 for one in self.strategies)

    def __repr__(self) -> str:
        return f"<certificate of {self.lines:,} lines>"


def write_certificate(path: Path, certificate: Certificate, text: str | None) -> int:
    """Write a certificate; `text` is the position text that its moves start from. Returns the size of the file."""
    digest = hashlib.sha256()
    try:
        with (
            whole_file(path) as partial,
            partial.open("wb") as raw,
            gzip.GzipFile("", "wb", 6, raw, mtime=0) as file,
        ):
            for line in _lines(certificate, text):
                data = line.encode() + b"\n"
                digest.update(data)
                file.write(data)
            file.write(digest.hexdigest().encode() + b"\n")
        return path.stat().st_size
    except OSError as error:
        raise BoughError(f"cannot write the certificate {path}: {error.strerror}; name another file") from None


def _lines(certificate: Certificate, text: str | None) -> Iterator[str]:
    game, name = certificate.position.game, certificate.position.game.face.move_name
    names = {number: name(number) for number in _numbers(certificate.strategies)}
    yield json.dumps(
        {
            "format": FORMAT,
            "game": full_name(game),
            "position": text,
            "moves": list(moves_since(text or "", certificate.position)),
            "value": certificate.value,
            "zones": certificate.zones,
            "threats": certificate.threats,
            "claims": [
                {
                    "player": one.player,
                    "at_least": one.at_least,
                    "first": names[one.first] if one.first >= 0 else None,
                    "begin": one.begin,
                    "lines": len(one.starts) - 1,
                }
                for one in certificate.strategies
            ],
        }
    )
    for one in certificate.strategies:
        for number in range(len(one.starts) - 1):
            here = slice(one.starts[number], one.starts[number + 1])
            rows = zip(one.moves[here].tolist(), one.answers[here].tolist(), one.lines[here].tolist(), strict=True)
            yield " ".join(f"{names[m]} {names[a]} {_word(number, line)}" for m, a, line in rows)


def _word(number: int, line: int) -> str:
    """How far back the line is that goes on, or what stands in its place."""
    return str(number - line) if line >= 0 else WORDS.get(line, "0")


def _numbers(strategies: Iterable[Strategy]) -> set[int]:
    found = set()
    for one in strategies:
        found |= {*np.unique(one.moves).tolist(), *np.unique(one.answers).tolist(), one.first}
    return found - {-1}


def is_certificate(path: Path) -> bool:
    """Whether a file is gzipped, as certificates are."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError as error:
        raise BoughError(f"cannot read the proof {path}: {error.strerror}") from None


def read_certificate(path: Path, trust: bool = False) -> Certificate:
    """Read a certificate without verifying it.

    A certificate may name a game file, which is code that runs on loading; that is allowed only with `trust`.
    """
    try:
        with gzip.open(path, "rb") as file:
            return _read(path, file, trust)
    except BoughError:
        raise
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, IndexError, zlib.error, RecursionError):
        raise BoughError(f"{path} is not a whole certificate: it is damaged or cut off") from None


def _read(path: Path, file: Any, trust: bool) -> Certificate:
    digest = hashlib.sha256()

    def line() -> str:
        data: bytes = file.readline()
        if not data.endswith(b"\n"):
            raise EOFError
        digest.update(data)
        return data[:-1].decode()

    head = json.loads(line())
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BoughError(f'{path} is not a certificate: it does not say "format": "{FORMAT}"')
    position = claimed_position(path, head, trust)
    game = position.game
    numbers: dict[str, int] = {}
    for number in range(game.rules.move_ids):
        try:
            numbers[game.face.move_name(number)] = number
        except (KeyError, IndexError, ValueError):  # a number that stands for no move
            continue
    threats = bool(head.get("threats"))
    strategies = tuple(_strategy(claim, numbers, line, threats) for claim in head["claims"])
    told = digest.hexdigest()
    if file.readline().decode().strip() != told or file.read(1):
        raise BoughError(f"{path} is not as it was written: its last line does not match the others")
    return Certificate(position, head["value"], bool(head["zones"]), strategies, threats)


def _strategy(claim: dict[str, Any], numbers: dict[str, int], line: Any, threats: bool) -> Strategy:
    player, at_least, count, begin = (int(claim[name]) for name in ("player", "at_least", "lines", "begin"))
    if player not in (0, 1) or not 0 <= count < MOST_LINES or not -1 <= begin < count:
        raise ValueError
    starts = np.zeros(count + 1, np.int64)
    moves, answers, lines = array("h"), array("h"), array("i")
    marks = {word: mark for mark, word in WORDS.items()} if threats else {}
    for number in range(count):
        words = line().split()
        if len(words) % 3:
            raise ValueError
        for move, answer, back in zip(words[::3], words[1::3], words[2::3], strict=True):
            moves.append(numbers[move])
            answers.append(numbers[answer])
            if back in marks:
                lines.append(marks[back])
                continue
            if not 0 <= int(back) <= number:
                raise ValueError
            lines.append(number - int(back) if int(back) else -1)
        starts[number + 1] = len(moves)
    first = numbers[claim["first"]] if claim["first"] is not None else -1
    arrays = np.array(moves, np.int16), np.array(answers, np.int16), np.array(lines, np.int32)
    return Strategy(player, at_least, first, begin, starts, *arrays)


def missing_claims(certificate: Certificate) -> set[tuple[int, int]]:
    """Claims that the value needs and the certificate does not make."""
    shown = {(one.player, one.at_least) for one in certificate.strategies}
    return needed_claims(certificate.position.to_move, certificate.value) - shown
