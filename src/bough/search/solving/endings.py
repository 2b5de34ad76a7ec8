"""Exact tables of a game's last positions, worked out backwards and kept on disk.

For every position that a game numbers (games/contract.py: Endings) the table has who wins and how many plies he needs
at best until the game ends or leaves its stage, which is what draws by quiet plies are counted from. Earlier stages,
with fewer pieces, are solved first. Within a stage all moves are listed once; then pass n finds the positions that are
won or lost in n plies.
"""

import gzip
import hashlib
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bough.core.cache import cache_root
from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.core.jit import kernel
from bough.core.records import records
from bough.games.contract import DRAW, UNDECIDED, Endings
from bough.games.game import Game

DEEPEST = 126
"""Plies that an entry can tell."""
CHUNK = 1 << 14
"""Positions whose moves are listed in one go."""
FORMAT = b"bough endings 1\n"
NO_POSITION, NOTHING = -3, -2
"""Of a number without a position; and where every move stays in the stage."""
LEADS_OUT = -1

Watch = Callable[[str], None]


class Listed(NamedTuple):
    """The moves of a stage."""

    at_once: np.ndarray
    """What the player to move gets by leaving the stage or ending the game at once, at best: -1, 0, 1, NOTHING, or
    NO_POSITION."""
    begin: np.ndarray
    """The moves that stay in the stage lead to `after[begin[n] : begin[n + 1]]`."""
    after: np.ndarray


def lacks_endings(game: Game) -> str | None:
    """Why a search cannot look positions up, or None if it can."""
    endings = game.rules.endings
    if endings is None:
        return "it does not number its last positions (Rules.endings)"
    if endings.table is None and not table_file(game).is_file():
        return f"its table has not been made yet; run bough endings {game.name}"
    return None


def table_file(game: Game) -> Path:
    """Where a game's table is kept."""
    described = f"{game.name}\n{game.rules.source}"
    return cache_root() / "endings" / f"{hashlib.sha256(described.encode()).hexdigest()[:24]}.gz"


@lru_cache(maxsize=4)
def endings_table(game: Game) -> np.ndarray:
    """The table of a game, given or made before."""
    endings = game.rules.endings
    assert endings is not None
    if endings.table is not None:
        table = np.asarray(endings.table())
        if table.shape != (endings.count,) or table.dtype != np.int8:
            raise BoughError(f"the table of endings of {game.name} must be {endings.count:,} 8-bit numbers")
        return table
    path = table_file(game)
    try:
        content = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise BoughError(f"cannot read {path}: {error}; run bough endings {game.name} again") from None
    if not content.startswith(FORMAT) or len(content) != len(FORMAT) + endings.count:
        raise BoughError(f"{path} is no table of {game.name}; run bough endings {game.name} again")
    return np.frombuffer(content, np.int8, offset=len(FORMAT))


def keep_table(game: Game, table: np.ndarray) -> Path:
    """Write a table to where searches look for it."""
    path = table_file(game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as partial:
            partial.write_bytes(gzip.compress(FORMAT + table.tobytes(), 6, mtime=0))
    except OSError as error:
        raise BoughError(
            f"cannot write {path}: {error.strerror}; set BOUGH_CACHE to a folder that can be written"
        ) from None
    endings_table.cache_clear()
    return path


def solve_endings(game: Game, watch: Watch = lambda text: None) -> np.ndarray:
    """Work out the table of a game that numbers its last positions."""
    endings = game.rules.endings
    if endings is None:
        raise BoughError(f"{game.name} does not number its last positions, so there is no table to make")
    table = np.zeros(endings.count, np.int8)
    first, search = 0, _Backwards(game, endings)
    for number, size in enumerate(endings.stages, 1):
        name = f"stage {number} of {len(endings.stages)}"
        watch(f"{name}, {size:,} positions")
        stage = search.listed(table, first, first + size)
        own = table[first : first + size]
        search.begin(stage.at_once, stage.begin, own)
        for plies in range(2, search.most + 1):
            watch(f"{name}, {plies} plies")
            if search.step(*stage, own, plies) == 0:
                break
            if plies == DEEPEST:
                raise BoughError(f"an ending of {game.name} takes more than {DEEPEST} plies, which no entry can tell")
        first += size
    return table


class _Backwards:
    """The kernels that solve one game's stages."""

    def __init__(self, game: Game, endings: Endings):
        self.game = game
        self._list = _listing(game, endings)
        self.begin, self.step = kernel(_begin, game.rules.source), kernel(_step, game.rules.source)
        self.works = records(2, game.rules.record)
        self.legal = np.zeros(game.rules.max_moves + 1, np.int16)
        self.most = self._most(endings)

    def _most(self, endings: Endings) -> int:
        """The longest win that is no draw."""
        if endings.left is None:
            return DEEPEST
        found = next((n for n in range(endings.count) if endings.place(self.works[0], n)), None)
        return DEEPEST if found is None else min(DEEPEST, int(endings.left(self.works[0])))

    def listed(self, table: np.ndarray, first: int, stop: int) -> Listed:
        at_once, begin = np.empty(stop - first, np.int8), np.zeros(stop - first + 1, np.int64)
        pieces, room = [], np.empty(CHUNK * self.game.rules.max_moves, np.int32)
        for start in range(first, stop, CHUNK):
            end, here = min(start + CHUNK, stop), slice(start - first, min(start + CHUNK, stop) - first)
            counts = np.zeros(end - start, np.int64)
            made = self._list(self.works.view(np.ndarray), self.legal, table, first, start, at_once[here], counts, room)
            if made < 0:
                raise BoughError(f"a move leads out of the table of {self.game.name}, so nothing can be worked out")
            begin[here.start + 1 : here.stop + 1] = counts
            pieces.append(room[:made].copy())
        return Listed(at_once, np.cumsum(begin), np.concatenate(pieces) if pieces else room[:0])


def _listing(game: Game, endings: Endings) -> Callable[..., int]:
    """list_moves(works, legal, table, first, start, at_once, counts, after): the moves of the positions from `start`
    on, as in Listed; how many lead to others of the stage, which begins at `first`, or LEADS_OUT."""
    moves, play, winner = game.rules.moves, game.rules.play, game.rules.winner
    place, number = endings.place, endings.number

    def list_moves(works, legal, table, first, start, at_once, counts, after):
        made = 0
        for i in range(at_once.shape[0]):
            at_once[i] = NO_POSITION
            if not place(works[0], start + i):
                continue
            best = NOTHING
            mover = works[0].to_move
            for j in range(moves(works[0], legal)):
                works[1] = works[0]
                play(works[1], legal[j])
                won = winner(works[1])
                if won == UNDECIDED:
                    there = number(works[1])
                    if there < 0:
                        return LEADS_OUT
                    if there >= first:
                        after[made] = there - first
                        made += 1
                        counts[i] += 1
                        continue
                    value = table[there] if works[1].to_move == mover else -table[there]
                    best = max(best, 1 if value > 0 else -1 if value < 0 else 0)
                elif won == DRAW:
                    best = max(best, 0)
                else:
                    best = max(best, 1 if won == mover else -1)
            at_once[i] = best
        return made

    return kernel(list_moves, game.rules.source)


def _begin(at_once, begin, table):
    """The positions that are won or lost by a single move."""
    for n in range(table.shape[0]):
        if at_once[n] == 1:
            table[n] = 1
        elif at_once[n] == -1 and begin[n] == begin[n + 1]:
            table[n] = -1


def _step(at_once, begin, after, table, plies):
    """The positions that are won or lost in this many plies, given those in fewer; how many there are."""
    found = 0
    for n in range(table.shape[0]):
        if table[n] != 0 or at_once[n] == NO_POSITION:
            continue
        loses, wins = at_once[n] != 0, False
        for i in range(begin[n], begin[n + 1]):
            value = table[after[i]]
            if -plies < value < 0:
                wins = True
                break
            if not 0 < value < plies:
                loses = False
        if wins:
            table[n] = plies
        elif loses:
            table[n] = -plies
        else:
            continue
        found += 1
    return found
