"""Learns the tables of Chinese Dark Chess: move categories from records, the evaluation from self-play."""

import random
from importlib.resources import files

import numpy as np

from bough.arena.referee import play_game
from bough.core.budget import Budget
from bough.core.jit import part
from bough.games.game import Game, Position
from bough.games.names import game as game_named
from bough.knowledge.dark_chess.features import (
    CATEGORIES,
    FEATURES,
    category_part,
    category_words,
    features_part,
    share_left,
)
from bough.lab.learning.lesson import (
    Lesson,
    Samples,
    count_categories,
    cross_entropy,
    fitted_weights,
    practised,
    samples_of,
)
from bough.players.names import canonical, seat

TEACHER = "dark-knight"
SIMULATIONS = 300
"""Simulations per move in self-play."""
PRACTISED = "dark-chess"
"""Self-play goes by the usual rules, whatever the records were played by."""
BOARDS = ("full", "bare")
"""The evaluation's two sets of weights: with all 32 pieces on the board, and with none."""


def learn_dark_chess(lesson: Lesson) -> str:
    """Write all tables; return a summary in words."""
    game, usual, recorded = lesson.game, game_named(PRACTISED), lesson.recorded()
    counts = count_categories(game, recorded, category_part(game), CATEGORIES)
    lines = [f"# {lesson.origin(len(recorded))}", "# category, played, available"]
    for number in range(CATEGORIES):
        if counts.available[number]:
            lines.append(f"{category_words(number)}\t{counts.played[number]}\t{counts.available[number]}")
    (lesson.folder / "categories.tsv").write_text("\n".join(lines) + "\n")
    known = [(files("bough.knowledge.dark_chess") / name).read_text() for name in ("categories.tsv", "evaluation.toml")]
    teacher = canonical(TEACHER, usual)
    played = practised(lesson._replace(game=usual), _practice(usual, lesson.seed), teacher, SIMULATIONS, *known)
    samples = _by_pieces_left(usual, played)
    weights = fitted_weights(samples, samples.names)
    text = [
        f"# Learned by `bough learn dark-chess` from {len(played):,} games, {SIMULATIONS} simulations a move, of",
        f"# {teacher}",
    ]
    for board in BOARDS:
        text += ["", f"[knight.{board}]", *(f"{name} = {weights[f'{board} {name}']:.4g}" for name in FEATURES)]
    (lesson.folder / "evaluation.toml").write_text("\n".join(text) + "\n")
    bits = cross_entropy(samples, weights)
    return (
        f"{int((counts.available > 0).sum())} move categories in {len(recorded):,} recorded games; evaluation "
        f"fitted on {len(samples.results):,} positions of {len(played):,} games, {bits:.4f} bits a position"
    )


def _by_pieces_left(game: Game, played: list[Position]) -> Samples:
    """Each feature twice: times the share of the pieces that are left, and times the share of those that are not."""
    features = features_part(game)

    @part
    def with_share(position):
        return (*features(position), share_left(position))

    found = samples_of(game, played, with_share, (*FEATURES, "left"))
    values, left = found.features[:, :-1], found.features[:, -1:]
    names = tuple(f"{board} {name}" for board in BOARDS for name in FEATURES)
    return Samples(names, np.hstack([values * left, values * (1.0 - left)]), found.results)


def _practice(game: Game, seed: int):
    """play(number): a game of the teacher against itself; depends only on the seed and the number."""
    name = canonical(TEACHER, game)

    def play(number: int) -> Position:
        players = [seat(name, game, 2 * (seed * 1_000_003 + number) + side, memory=64 << 20) for side in range(2)]
        played = play_game(game.start(), players, Budget(SIMULATIONS, None), random.Random(f"{seed} {number}"))
        return played.position

    return play
