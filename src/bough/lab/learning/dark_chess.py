"""Learns the tables of Chinese Dark Chess: move categories from records, the evaluation from self-play."""

import random

from bough.arena.referee import play_game
from bough.core.budget import Budget
from bough.games.game import Position
from bough.games.names import game as game_named
from bough.knowledge.dark_chess.features import CATEGORIES, FEATURES, category_part, category_words, features_part
from bough.lab.learning.lesson import (
    Lesson,
    count_categories,
    cross_entropy,
    evaluations_text,
    fitted_weights,
    practised,
    samples_of,
)
from bough.players.names import canonical, seat

TEACHER = "mc-cdc+chance-nodes then minimax(depth=3,evaluation=material)"
SIMULATIONS = 300
"""Simulations per move in self-play."""
PATIENT = "dark-chess:draw=olympiad"
"""Results tell more about positions if the draw rule allows many quiet plies."""


def learn_dark_chess(lesson: Lesson) -> str:
    """Write all tables; return a summary in words."""
    game, patient, recorded = lesson.game, game_named(PATIENT), lesson.recorded()
    counts = count_categories(game, recorded, category_part(game), CATEGORIES)
    lines = [f"# {lesson.origin(len(recorded))}", "# category, played, available"]
    for number in range(CATEGORIES):
        if counts.available[number]:
            lines.append(f"{category_words(number)}\t{counts.played[number]}\t{counts.available[number]}")
    (lesson.folder / "categories.tsv").write_text("\n".join(lines) + "\n")
    played = practised(lesson._replace(game=patient), _practice(lesson.seed), TEACHER, SIMULATIONS)
    samples = samples_of(patient, played, features_part(patient), FEATURES)
    origin = f"Learned by `bough learn dark-chess` from {len(played):,} games of {TEACHER} at {SIMULATIONS} playouts"
    text = evaluations_text(samples, {"knight": FEATURES}, origin)
    (lesson.folder / "evaluation.toml").write_text(text)
    bits = cross_entropy(samples, fitted_weights(samples, FEATURES))
    return (
        f"{int((counts.available > 0).sum())} move categories in {len(recorded):,} recorded games; evaluation "
        f"fitted on {len(samples.results):,} positions of {len(played):,} games, {bits:.4f} bits a position"
    )


def _practice(seed: int):
    """play(number): a game of the paper's best player against itself; depends only on the seed and the number."""
    game = game_named(PATIENT)
    name = canonical(TEACHER, game)

    def play(number: int) -> Position:
        players = [seat(name, game, 2 * (seed * 1_000_003 + number) + side, memory=64 << 20) for side in range(2)]
        played = play_game(game.start(), players, Budget(SIMULATIONS, None), random.Random(f"{seed} {number}"))
        return played.position

    return play
