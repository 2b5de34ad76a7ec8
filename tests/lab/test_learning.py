"""Learning tables from records."""

import numpy as np
import pytest
from test_loa import SHORTEST

import bough
from bough.games.game import replay
from bough.knowledge.contract import POINTS_A_LOGIT
from bough.knowledge.loa.categories import CATEGORIES, category_part
from bough.lab.learning.lesson import Samples, count_categories, cross_entropy, fitted_weights


def test_weights_are_found_again():
    """Results drawn from known weights, one of them of a feature that says nothing."""
    rng, true = np.random.default_rng(2), {"much": 500.0, "against": -200.0, "nothing": 0.0}
    features = rng.normal(size=(20_000, 3))
    chances = 1 / (1 + np.exp(-features @ np.array(list(true.values())) / POINTS_A_LOGIT))
    samples = Samples(tuple(true), features, (rng.random(20_000) < chances).astype(float))
    found = fitted_weights(samples, tuple(true))
    assert found == pytest.approx(true, abs=25)
    assert cross_entropy(samples, {}) == pytest.approx(1.0)
    best = cross_entropy(samples, found)
    assert best == pytest.approx(-np.mean(chances * np.log2(chances) + (1 - chances) * np.log2(1 - chances)), abs=0.01)
    assert all(cross_entropy(samples, found | {name: found[name] + 60}) > best for name in true)


def test_categories_are_counted_once_a_position():
    game, category = bough.game("loa"), category_part(8)
    *positions, last = replay(game, SHORTEST.split())
    counts = count_categories(game, [last], category, CATEGORIES)
    played, available = np.zeros(CATEGORIES, int), np.zeros(CATEGORIES, int)
    for position, move in zip(positions, last.history, strict=True):
        of = {name: category(position.state[0], number) for name, number in position.move_numbers.items()}
        played[of[move]] += 1
        available[list(set(of.values()))] += 1
    assert (counts.played == played).all() and (counts.available == available).all()


@pytest.mark.compiled
def test_learning_from_records_and_self_play(run, tmp_path):
    """A little of everything that bough learn does; it goes on with the games it has."""
    records, folder = tmp_path / "games.txt", tmp_path / "learned"
    records.write_text(SHORTEST + "\n")
    code, out, err = run("learn", "loa", records, "-o", folder, "--games", 6, "--depth", 1)
    assert code == 0, err
    assert "mia2006" in out
    (file,) = folder.glob("self-play-*.txt")
    kept = file.read_text()
    assert len(kept.splitlines()) == 6
    assert run("learn", "loa", records, "-o", folder, "--games", 8, "--depth", 1)[0] == 0
    assert file.read_text().startswith(kept) and len(file.read_text().splitlines()) == 8
    assert list(folder.glob("self-play-*.txt")) == [file]
    assert "[mia2000]" in (folder / "evaluations.toml").read_text()
    assert (folder / "openings.txt").read_text().splitlines()[1].startswith("d1-b3 h5-g4 b1-b4")


def test_bad_records_are_refused(run, tmp_path):
    records, folder = tmp_path / "games.txt", tmp_path / "learned"
    records.write_text("b1-b3\n")
    for wrong, what in (
        (("loa", records, "-o", folder, "--games", 0), "cannot be fitted"),
        (("loa", records, "-o", records, "--games", 0), "cannot make the folder"),
        (("hex", records), "nothing to learn for 'hex'"),
        (("loa", tmp_path / "missing"), "cannot read the records"),
    ):
        code, _, err = run("learn", *wrong)
        assert code == 2
        assert what in err
