"""Knowledge of Go: urgency playouts and the likelihood that a professional plays a move, learned from records."""

from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.games.contract import Part
from bough.games.game import Game
from bough.games.go.board import BORDER, EYES, PASS, Board
from bough.games.go.rules import GoParts, go_rules
from bough.knowledge.contract import Knowledge
from bough.knowledge.go.features import (
    RADIUS,
    largest_shape_part,
    move_features_part,
    ring_points,
    shape_table,
    shape_words,
    tactics_part,
)
from bough.knowledge.go.playouts import keeping_part, urgency_draw, urgency_memory
from bough.knowledge.go.replies import reply_part

OTHERS = 25.0
"""The typical sum of the factors of all other moves: a move with factor f has likelihood f / (f + OTHERS)."""
PASSING = 1e-4
"""The likelihood of a pass."""
RARE = 0.05
"""The factor of a 3x3 shape that is not in the table because it was hardly ever played."""


class Tables(NamedTuple):
    """The tables learned from game records."""

    words: np.ndarray
    """The words of the learned shapes."""
    shapes: np.ndarray
    """Factors of shapes; the first entry is for shapes not in `words`, the others follow `words`."""
    others: list[np.ndarray]
    """The factors of the other groups of features."""
    patterns: np.ndarray
    """For playouts: factors by [colour - 1, shape], the shape as in games/go/board.py."""


@lru_cache
def shipped_tables() -> Tables:
    """The tables shipped with the package."""
    with (files("bough.knowledge.go") / "tables.npz").open("rb") as file, np.load(file) as kept:
        others = [kept[f"group{number}"].astype(np.float64) for number in range(1, 6)]
        words, small, light = kept["words"], kept["small_words"], kept["small"]
        return Tables(words, kept["shapes"].astype(np.float64), others, pattern_table(small, light))


def pattern_table(words: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """The factors of 3x3 shapes as a table over all sixteen-bit neighbourhoods.

    The factor is 0 for filling an own eye, and where the enemy or the border is on all sides: such a move is either
    illegal or a capture, which playouts weigh separately.
    """
    known = dict(zip(words.tolist(), factors.tolist(), strict=True))
    zobrist, near = shape_words(), [(x, y) for x, y, ring in ring_points() if ring <= 3]
    codes = np.arange(1 << 16)
    table = np.zeros((2, 1 << 16))
    directions = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
    for colour in (1, 2):
        turns = np.zeros((8, 1 << 16), np.uint64)
        for i, at in enumerate(near):
            content = codes >> 2 * directions.index(at) & 3
            told = np.where((content == 0) | (content == 3), content, np.where(content == colour, 1, 2))
            for turn in range(8):
                turns[turn] ^= zobrist[(i * 8 + turn) * 4 + told]
        least = turns.min(axis=0)
        unique, places = np.unique(least, return_inverse=True)
        found = np.array([known.get(word, RARE) for word in unique.tolist()])
        sides = [codes >> 2 * directions.index(at) & 3 for at in ((0, -1), (-1, 0), (1, 0), (0, 1))]
        shut = np.logical_and.reduce([(side == 3 - colour) | (side == BORDER) for side in sides])
        table[colour - 1] = np.where((EYES & colour) | shut, 0.0, found[places])
    return table


@lru_cache(maxsize=16)
def _rules_of(columns: int, rows: int) -> tuple[Board, GoParts]:
    board = Board(columns, rows)
    return board, go_rules(board, 7.5)


def go_knowledge(game: Game) -> Knowledge:
    """The knowledge for the board of this game."""
    assert game.face.layout is not None
    board, rules = _rules_of(game.face.layout.rows[0], len(game.face.layout.rows))
    tables = shipped_tables()
    return Knowledge(
        move_weight=move_weight_part(board, rules, tables),
        draw=urgency_draw(board, rules, keeping_part(board, rules.atari, tables.patterns)),
        draw_memory=urgency_memory(board),
        reply=reply_part(board, rules, tables.patterns),
        unwise=unwise_part(board, rules),
    )


def unwise_part(board: Board, rules: GoParts) -> Part:
    """unwise(position, move): whether the stone takes nothing and can be taken at once, with its whole string."""
    tactics = tactics_part(board, rules.atari)

    @part
    def unwise(position, move):
        if move == PASS:
            return False
        _, _, caught = tactics(position, np.int64(move), np.int64(position.to_move) + 1)
        return caught

    return unwise


def move_weight_part(board: Board, rules: GoParts, tables: Tables) -> Part:
    """move_weight(position, move): the likelihood of the move, from the product of its features' factors."""
    shape_at, features = largest_shape_part(board), move_features_part(board, rules.atari)
    (table, ids), shapes = shape_table(tables.words), tables.shapes
    taking, saving, caught, last, before = tables.others

    @part
    def move_weight(position, move):
        if move == PASS:
            return PASSING
        point = np.int64(move)
        f = features(position, point)
        factor = shapes[shape_at(position, point, table, ids, RADIUS)] * taking[f[0]] * saving[f[1]]
        factor *= caught[f[2]] * last[f[3]] * before[f[4]]
        return factor / (factor + OTHERS)

    return move_weight
