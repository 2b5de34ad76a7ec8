"""Knowledge made of learned patterns: an evaluation, and the weights of moves."""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bough.core.jit import part
from bough.games.contract import CHANCE, FIRST, Part
from bough.games.game import Game
from bough.knowledge.contract import POINTS_A_LOGIT, Knowledge
from bough.knowledge.patterns.words import words_of

_TAG = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
MOST_WORDS = 80_000
"""Tables are compiled into the search; larger ones would not be kept on disk with it."""


class Weights(NamedTuple):
    """The weights of a game's patterns, by word."""

    cells: dict[int, float]
    """What a pattern around any cell adds to the odds of the player to move, as a logarithm; patterns of the kind cell
    include what stands on the cell."""
    tempo: float
    """What having the move adds."""
    moves: dict[int, float]
    """What a pattern of a move adds to the logarithm of its strength; the kind to includes the kind at."""
    rivals: float
    """The mean logarithm of the strengths of all legal moves, added up."""


def with_patterns(known: Knowledge, game: Game, weights: Weights) -> Knowledge:
    """What is known of a game, with an evaluation and move weights from patterns where it had none."""
    cell_words, move_words, cells = words_of(game)
    cell_weight, pattern_weight = lookup_part(weights.cells), lookup_part(weights.moves)
    tempo, rivals, none = weights.tempo, weights.rivals, np.uint64(0)

    @part
    def evaluate(position):
        if position.to_move == CHANCE:
            return 0.0
        total = tempo
        for cell in range(cells):
            on, around = cell_words(position, cell)
            total += cell_weight(around, on)
        return POINTS_A_LOGIT * (total if position.to_move == FIRST else -total)

    @part
    def move_weight(position, move):
        if position.to_move == CHANCE:
            return 0.0
        on, here, came, wide, last, before = move_words(position, move)
        strength = pattern_weight(here, on)
        for word in (came, wide, last, before):
            strength += pattern_weight(word, none)
        return 1.0 / (1.0 + math.exp(rivals - strength))

    return replace(
        known,
        evaluations=known.evaluations or {"patterns": evaluate},
        move_weight=known.move_weight or move_weight,
    )


def lookup_part(weights: dict[int, float]) -> Part:
    """weight(word, instead): what is listed for a word, or else for the other one; 0 if neither is listed."""
    size = 1 << max(4, (len(weights) * 3 // 2).bit_length())
    tags, values = np.zeros(size, np.uint32), np.zeros(size, np.float32)
    for word, one in weights.items():
        place = word >> 32 & size - 1
        while tags[place]:
            place = place + 1 & size - 1
        tags[place], values[place] = word & 0xFFFFFFFF, one
    last = size - 1

    @part
    def found(word):
        tag = word & _TAG
        place = np.int64(word >> _SHIFT) & last
        while tags[place] != 0 and tags[place] != tag:
            place = (place + 1) & last
        return place

    @part
    def listed(word, instead):
        place = found(word)
        if tags[place] == 0:
            place = found(instead)
        return np.float64(values[place])  # 0 where nothing is listed

    return listed
