"""What is known about Chinese Dark Chess, against what the rules allow; and records of its games."""

import random
import tomllib

import numpy as np
import pytest

import bough
from bough.games.contract import CHANCE
from bough.games.formats.game_list import read_records, write_records
from bough.knowledge.dark_chess.features import (
    CATEGORIES,
    FEATURES,
    FLIP,
    QUIET,
    category_numbers,
    category_part,
    category_words,
    features_part,
)
from bough.knowledge.dark_chess.knowledge import category_weights
from bough.knowledge.registry import knowledge_of


def positions(count, seed):
    """Positions of random play in which a colour is known."""
    rng, game = random.Random(seed), bough.game("dark-chess")
    position = game.start()
    while count:
        after = position.play(position.resolved(rng.choice(position.moves), rng))
        position = game.start() if after.over else after
        if position.state[0].colour >= 0:
            count -= 1
            yield position


def taken_squares(position):
    """Where the player to move can take something."""
    return {move.split("-")[1] for move in position.moves if "-" in move and _takes(position, move)}


def _takes(position, move):
    return position.play(move).state[0].alive.sum() < position.state[0].alive.sum()


@pytest.mark.compiled
def test_categories_tell_captures_and_dangers_as_the_rules_do():
    category = category_part(bough.game("dark-chess"))
    words = set()
    for position in positions(250, 1):
        theirs = position.state.copy()
        theirs[0].to_move ^= 1
        passed = bough.game("dark-chess").position(_swapped(position.text))
        in_danger = taken_squares(passed)
        for move, number in position.move_numbers.items():
            state = position.state.copy()
            found = category_words(int(category(state[0], number)))
            assert (state[0].on == position.state[0].on).all(), "looking changes nothing"
            words.add(found)
            if "-" not in move:
                assert found.startswith("flip")
                continue
            origin, target = move.split("-")
            after = position.play(move)
            guarded = not after.over and target in taken_squares(after)
            if _takes(position, move):
                assert "takes" in found
                assert ("guarded" in found) == guarded
            else:
                assert ("into danger" in found) == guarded
                assert ("out of danger" in found) == (origin in in_danger)
    assert len(words) > 100


def _swapped(text):
    board, side, *rest = text.split()
    return " ".join([board, {"r": "b", "b": "r"}[side], *rest])


@pytest.mark.compiled
def test_features_change_sign_with_the_colours():
    """What one side has the other lacks: the same board with the other colour for the first player."""
    features = features_part(bough.game("dark-chess"))
    for position in positions(100, 2):
        one = features(position.state[0])
        assert len(one) == len(FEATURES)
        other = position.state.copy()
        other[0].colour ^= 1
        other[0].to_move ^= 1
        assert np.allclose(features(other[0]), -np.array(one))
        letters = position.text.split()[0] + [*position.text.split(), ""][2]
        sign = 1 if position.state[0].colour == 0 else -1
        for feature, kind in zip(one, "KGMRNCP", strict=False):
            assert feature == sign * (letters.count(kind) - letters.count(kind.lower()))


def test_tables_name_every_category_once():
    numbers = category_numbers()
    assert sorted(numbers.values()) == [n for n in range(CATEGORIES) if n < QUIET or n >= FLIP or (n - QUIET) % 4 < 3]
    weights = category_weights()
    assert ((weights > 0) & (weights < 1)).all()
    assert weights[numbers["G takes M"]] > 5 * weights[numbers["G takes M, guarded"]]


@pytest.mark.compiled
def test_playouts_that_draw_a_capture_draw_each_alike():
    """`draw`, without a list, has the chances that `weigh` tells."""
    from bough.core.rng import seeded

    known, rng = knowledge_of(bough.game("dark-chess")), np.uint64(seeded(3))
    for position in [found for found in positions(400, 5) if len(taken_squares(found)) > 1][:5]:
        moves, weights = np.zeros(200, np.int16), np.zeros(200, np.float32)
        count = known.weigh(position.state[0], moves, weights)
        seen = dict.fromkeys(moves[:count][weights[:count] > 0].tolist(), 0)
        for _ in range(3000):
            move, rng = known.draw(position.state[0], None, rng)
            seen[int(move)] += 1
        assert min(seen.values()) > 0.7 * 3000 / len(seen)


def test_while_a_flip_waits_the_other_is_next():
    features, position = features_part(bough.game("dark-chess")), bough.game("dark-chess").start()
    state = position.state.copy()
    for flipped, sign in ((0, -1.0), (1, 1.0)):
        state[0].to_move, state[0].mover = CHANCE, flipped
        assert features(state[0])[FEATURES.index("to_move")] == sign


@pytest.mark.compiled
@pytest.mark.long
def test_learning_from_records(run, tmp_path):
    """Categories from records, the evaluation from a few games of practice, which are kept."""
    rng, game = random.Random(6), bough.game("dark-chess")
    position = game.start()
    while not position.over:
        position = position.play(position.resolved(rng.choice(position.moves), rng))
    records, folder = tmp_path / "games.txt", tmp_path / "learned"
    write_records(records, [position.history])
    _, again = next(iter(read_records(game, records)))
    assert again.history == position.history and again == position
    code, out, err = run("learn", "dark-chess", records, "-o", folder, "--games", 2)
    assert code == 0, err
    assert "move categories in 1 recorded games" in out
    assert "flip, 0 friends" in (folder / "categories.tsv").read_text()
    assert "dominance" in (folder / "evaluation.toml").read_text()
    learned = tomllib.loads((folder / "evaluation.toml").read_text())
    boards = {board: tuple(weights) for board, weights in learned["knight"].items()}
    assert boards == {"full": FEATURES, "bare": FEATURES}, "it can take the place of the one that is shipped"
    (file,) = folder.glob("self-play-*.txt")
    assert len(file.read_text().splitlines()) == 2
