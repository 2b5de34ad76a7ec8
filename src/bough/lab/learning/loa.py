"""Learns the tables of Lines of Action: categories and openings from records, evaluations also from self-play."""

import random
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files

from bough.arena.referee import play_game
from bough.core.budget import Budget
from bough.games.game import Game, Position, replay
from bough.knowledge.loa.categories import CATEGORIES, category_of, category_part
from bough.knowledge.loa.features import FEATURES, features_part
from bough.knowledge.loa.knowledge import EVALUATORS
from bough.lab.learning.lesson import (
    Counts,
    Lesson,
    count_categories,
    cross_entropy,
    evaluations_text,
    fitted_weights,
    practised,
    samples_of,
)
from bough.players.local import SearchPlayer
from bough.search.classic.deepening import AlphaBeta, AlphaBetaOptions

RANDOM_PLIES = (3, 9)
"""A self-play game starts with 3 to 8 random plies."""
SELF_PLAY_NOISE = 50.0
"""Noise in evaluations during self-play, in points, so that games differ."""
LONGEST = 160
"""Plies after which a self-play game is abandoned."""


def learn_loa(lesson: Lesson) -> str:
    """Write all tables; return a summary in words."""
    game, folder, recorded = lesson.game, lesson.folder, lesson.recorded()
    origin = lesson.origin(len(recorded))
    assert game.face.layout is not None
    size = game.face.layout.rows[0]
    counts = count_categories(game, recorded, category_part(size), CATEGORIES)
    (folder / "categories.tsv").write_text(categories_text(counts, origin))
    (folder / "openings.txt").write_text(openings_text(game, recorded, origin))
    installed = (files("bough.knowledge.loa") / "evaluations.toml").read_text()
    played = practised(lesson, _self_play(lesson), lesson.depth, installed)
    samples = samples_of(game, [*recorded, *played], features_part(size), FEATURES)
    with_play = f"{origin} and {len(played):,} of self-play at {lesson.depth} plies"
    (folder / "evaluations.toml").write_text(evaluations_text(samples, EVALUATORS, with_play))
    fits = [
        f"{name}  {cross_entropy(samples, fitted_weights(samples, features)):.4f}"
        for name, features in EVALUATORS.items()
    ]
    return "\n".join(
        [
            f"{int((counts.available > 0).sum())} move categories in {len(recorded):,} recorded games; evaluations "
            f"fitted on {len(samples.results):,} positions, bits a position:",
            *fits,
        ]
    )


def categories_text(counts: Counts, origin: str) -> str:
    """The table of categories as text."""
    lines = [f"# {origin}", "# captures, leaves, enters, nearer, played, available"]
    for number in range(CATEGORIES):
        if counts.available[number]:
            category = category_of(number)
            fields = (int(category.captures), *category[1:], counts.played[number], counts.available[number])
            lines.append("\t".join(map(str, fields)))
    return "\n".join(lines) + "\n"


def _self_play(lesson: Lesson):
    """play(number): a game of alpha-beta against itself, with the shipped evaluation; depends on seed and number."""
    game, seed = lesson.game, lesson.seed

    def play(number: int) -> Position:
        rng = random.Random(f"{seed} {number}")
        player = AlphaBeta(
            game, AlphaBetaOptions(depth=lesson.depth, noise=SELF_PLAY_NOISE), memory="4MiB", seed=seed + number
        )
        position = game.start()
        for _ in range(rng.randrange(*RANDOM_PLIES)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        both = [SearchPlayer(player)] * 2
        last = play_game(position, both, Budget(None, None), rng, longest=LONGEST).position
        return last

    return play


def openings_text(game: Game, records: Iterable[Position], origin: str, plies: int = 3) -> str:
    """The openings of the records, the most common first; move orders that reach the same position count as one."""
    by_position: dict[str, Counter[tuple[str, ...]]] = {}
    for played in records:
        if len(played.history) > plies:
            opening = played.history[:plies]
            *_, position = replay(game, opening)
            by_position.setdefault(position.text, Counter())[opening] += 1
    ordered = sorted(by_position.values(), key=lambda orders: (-orders.total(), min(orders)))
    lines = [f"# {origin}: openings of {plies} plies, the commonest first."]
    for orders in ordered:
        moves, _ = max(orders.items(), key=lambda item: (item[1], item[0]))
        lines.append(f"{' '.join(moves)}  # {orders.total()}")
    return "\n".join(lines) + "\n"
