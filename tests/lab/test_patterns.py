"""Patterns: the same where boards look the same, spelled and read back, fitted to what is known, used by searches."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

import bough
from bough.arena.results.statistics import score_of_pairs
from bough.games.learned import read_table, table_path
from bough.games.symmetry import _games, exchange_of, maps_of, symmetries
from bough.knowledge.patterns import surroundings
from bough.knowledge.patterns.knowledge import lookup_part
from bough.knowledge.patterns.occupants import stands_part
from bough.knowledge.patterns.table import Pattern, patterns_in, table_text, weights_in, word_of
from bough.knowledge.patterns.words import OF_MOVES, WAYS, spelling_of, words_of
from bough.knowledge.registry import knowledge_of
from bough.lab.learning.patterns import contest, experience, rounds
from bough.lab.learning.patterns.booklet import booklet
from bough.lab.learning.patterns.experience import Experience
from bough.lab.learning.patterns.fitting import fitted

EXAMPLES = Path(__file__).parents[2] / "examples"
BREAKTHROUGH = f"{EXAMPLES / 'breakthrough.py'}:4"


def cell_words(position):
    words, _, cells = words_of(position.game)
    return sorted(tuple(map(int, words(position.state[0], cell))) for cell in range(cells))


@pytest.mark.parametrize("name", [BREAKTHROUGH, f"{EXAMPLES / 'othello.py'}:4", "connect-four:4x4", "hex:3"])
def test_turned_boards_have_the_same_patterns(name):
    """Also for the other player on a board with the sides exchanged, who sees what the first one saw."""
    game = bough.game(name)
    move_words, maps = words_of(game).move_words, maps_of(game.face.layout)
    turns = [(maps[one], False) for one in symmetries(game)] + [(maps[exchange_of(game)[0]], True)]
    for turned, exchange in turns:
        pairs = list(_games(game, turned, exchange, random.Random(3)))
        assert pairs
        for one, other in pairs:
            if not one.over:
                assert cell_words(one) == cell_words(other)
                assert moves_words(one, move_words) == moves_words(other, move_words)


def moves_words(position, move_words):
    return sorted(tuple(map(int, move_words(position.state[0], move))) for move in position.move_numbers.values())


def test_other_boards_have_other_patterns():
    start = bough.game(BREAKTHROUGH).start()
    after = start.play(start.moves[0])
    assert cell_words(start) != cell_words(after) and len(set(cell_words(start))) > 4


def test_what_stands_on_a_cell_is_found_in_the_record():
    game = bough.game(BREAKTHROUGH)
    stands, position = stands_part(game), game.start().play(game.start().moves[0])
    assert [stands(position.state[0], cell) for cell in range(16)] == [
        {"": 0, "x": 1, "o": 2}[m] for m in position.marks
    ]
    with pytest.raises(bough.BoughError, match="give its Rules a part `stands"):
        stands_part(bough.game("go:4"))


@pytest.mark.parametrize("name", [BREAKTHROUGH, "connect-four:4x4", f"{EXAMPLES / 'othello.py'}:4"])
def test_words_are_spelled_and_read_back(name):
    game, rng = bough.game(name), random.Random(5)
    words, spelling, position = words_of(game), spelling_of(game), game.start()
    while not position.over:
        for cell in range(words.cells):
            for kind, word in zip(("on", "cell"), words.cell_words(position.state[0], cell), strict=True):
                assert spelling.word(kind, *spelling.codes(position.state[0], cell, kind)) == int(word)
        position = position.play(rng.choice(position.moves))


def test_ways_from_earlier_moves_are_spelled_and_read_back():
    game, rng = bough.game("hex:7"), random.Random(5)
    move_words, spelling, position = words_of(game).move_words, spelling_of(game), game.start()
    near = far = 0
    while not position.over:
        for move in position.move_numbers.values():
            cell = game.face.cell_moves.index(move)
            words = dict(zip(OF_MOVES, map(int, move_words(position.state[0], move)), strict=True))
            for k, kind in enumerate(WAYS):
                name = spelling.way(position.state[0], cell, kind) if len(position.history) > k else "far"
                assert words[kind] == (0 if name == "far" else spelling.way_word(kind, name))
                near, far = near + (name != "far"), far + (name == "far")
        position = position.play(rng.choice(position.moves))
    assert near > 50 and far > 50


def test_answers_to_the_last_move_are_learned():
    """Searches that always want a cell beside the last stone, whichever it is."""
    game, rng, rows = bough.game("hex:5"), random.Random(2), []
    lately, places = game.rules.lately, {cell.name: (cell.x, cell.y) for cell in game.face.layout.cells}
    names = list(places)
    for _ in range(60):
        position = game.start()
        while not position.over:
            if (last := int(lately(position.state[0], 0))) >= 0:
                there = places[names[last]]
                beside = np.array([math.dist(there, places[name]) < 1.1 for name in position.moves], np.float32)
                if beside.any():
                    moves = list(position.move_numbers.values())
                    rows.append((position.state.copy(), moves, beside / beside.sum(), 0.0, position.to_move, 0.0))
            position = position.play(rng.choice(position.moves))
    fit = fitted(game, experience._as_arrays(rows, 60))
    best = sorted((one for one in fit.patterns if one.kind == "last"), key=lambda one: -one.weight)[:6]
    assert {one.signs for one in best} >= {"-1.0,+0.0", "+0.5,-0.9"} and best[0].weight > 1
    assert fit.moves < fit.moves_uniform - 1


def test_lookup_finds_every_word_and_no_other():
    rng = random.Random(1)
    words = {rng.getrandbits(64) | 1: rng.random() for _ in range(500)}
    weight = lookup_part(words)
    (known, least), none = next(iter(words.items())), np.uint64(0)
    assert all(abs(weight(np.uint64(word), np.uint64(known)) - one) < 1e-6 for word, one in words.items())
    assert all(weight(np.uint64(rng.getrandbits(64)), none) == 0 for _ in range(500))
    assert all(abs(weight(np.uint64(rng.getrandbits(64)), np.uint64(known)) - least) < 1e-6 for _ in range(500))


def experience_of(game, seed, games=100):
    """Positions of random games in which something can be taken, and searches that want nothing else."""
    rng, rows = random.Random(seed), []
    for _ in range(games):
        position, seen = game.start(), []
        while not position.over:
            taking = [name for name in position.moves if position.marks[_target(game, name)]]
            if taking:
                shares = np.array([(name in taking) / len(taking) for name in position.moves], np.float32)
                seen.append((position.state.copy(), list(position.move_numbers.values()), shares, position.to_move))
            position = position.play(rng.choice(position.moves))
        rows += [(*row, 1.0 if position.winner == row[3] else -1.0) for row in seen]
    states, moves, shares, _, results = zip(*rows, strict=True)
    return Experience(
        np.concatenate(states).view(np.recarray), np.concatenate([[0], np.cumsum([len(one) for one in moves])]),
        np.concatenate(moves).astype(np.int16), np.concatenate(shares), np.array(results, np.float32),
        np.array(results, np.float32), games,
    )  # fmt: skip


def _target(game, name):
    return [cell.name for cell in game.face.layout.cells].index(name.split("-")[1])


def test_a_preference_is_learned_and_its_table_read_back(tmp_path):
    game = bough.game(BREAKTHROUGH)
    fit = fitted(game, experience_of(game, 1))
    assert fit.moves < 0.8 * fit.moves_uniform
    taking = [one.weight for one in fit.patterns if one.kind == "at" and one.signs == "o"]
    others = [one.weight for one in fit.patterns if one.kind == "at" and one.signs == "."]
    assert np.mean(taking) > np.mean(others) + 1
    path = tmp_path / "table.patterns"
    facts = {"recipe": "uct+prior+solver", "base": "uct+solver", "tempo": "0.5", "rivals": "2.25"}
    path.write_text(table_text(game, facts, fit.patterns))
    learned = read_table(path, game.name)
    weights = weights_in(game, learned)
    assert (learned.recipe, weights.tempo, weights.rivals) == ("uct+prior+solver", 0.5, 2.25)
    assert len(weights.cells) == len(fit.weights.cells) and len(weights.moves) == len(fit.weights.moves)
    for word, weight in fit.weights.moves.items():
        assert weights.moves[word] == pytest.approx(weight, abs=0.0011)
    assert "[" in booklet(game, [one._replace(seen=1000) for one in patterns_in(learned)])


def test_damaged_tables_are_refused(tmp_path):
    game, path = bough.game(BREAKTHROUGH), tmp_path / "t.patterns"
    facts = {"recipe": "uct", "base": "uct", "tempo": "0", "rivals": "0"}
    good = table_text(game, facts, [Pattern(1.0, 5, "to", "a1", "x" * 9)])
    path.write_text(good)
    with pytest.raises(bough.BoughError, match=r"learned for breakthrough:4, not for breakthrough:5"):
        read_table(path, "breakthrough:5")
    for old, new in (("+1.000", "much"), (" to ", " nowhere "), ("a1", "z9"), ("xxx", "x")):
        path.write_text(good.replace(old, new, 1))
        with pytest.raises(bough.BoughError, match=r"line \d+: cannot read|do not fit .*learn again"):
            weights_in(game, read_table(path, game.name))
    for text in ("", "bough patterns 1\n", good.replace("tempo: 0\n", "")):
        path.write_text(text)
        with pytest.raises(bough.BoughError, match="learn again"):
            weights_in(game, read_table(path, game.name))
    assert word_of(spelling_of(game), Pattern(1.0, 5, "to", "a1", "x" * 9)) > 0


@pytest.fixture
def hasty(monkeypatch):
    """Rounds that are over in a second."""
    monkeypatch.setattr(rounds, "ROUNDS", 2)
    monkeypatch.setattr(rounds, "SIMULATIONS", 6)
    monkeypatch.setattr(rounds, "LEAST_GAMES", 4)
    monkeypatch.setattr(rounds, "MOST_PAIRS", 1)
    monkeypatch.setattr(rounds, "MOVE_SECONDS", 0.005)
    monkeypatch.setattr(rounds, "WAYS", ("early(plies=0)+prior",))
    monkeypatch.setattr(contest, "STEPS", 2)
    monkeypatch.setattr(experience, "RANDOM_PLIES", 2)


def test_learning_goes_on_and_its_table_is_used(run, tmp_path, hasty, monkeypatch):
    """A table beside the game's file gives its searches patterns; without it all is as before."""
    file, folder = tmp_path / "mine.py", tmp_path / "learned"
    file.write_text((EXAMPLES / "breakthrough.py").read_text())
    monkeypatch.setattr(rounds.Score, "mean", property(lambda score: 0.6))  # chance shall not decide this test
    command = ("learn", f"{file}:4", "-o", folder, "--minutes", 0.001, "--jobs", 1)
    monkeypatch.setattr(rounds, "ROUNDS", 1)
    code, out, err = run(*command)
    assert code == 0, err
    assert "Round 1" in out and "used from now on, with uct+early(plies=0)+prior+solver" in out
    table = table_path(file, "breakthrough:4")
    assert table.is_file() and (folder / "mine-4" / "strongest.txt").is_file()
    game = bough.game(f"{file}:4")
    assert game.recipe == "uct+early(plies=0)+prior+solver" and knowledge_of(game).move_weight
    assert bough.search(game.start(), simulations=20).move in game.start().moves
    monkeypatch.setattr(rounds, "ROUNDS", 2)
    code, out, err = run(*command)
    assert code == 0 and "Going on after round 1" in out and "Round 2" in out and "Round 1 (" not in out, err
    table.unlink()
    assert bough.game(f"{file}:4").recipe == "uct+solver" and bough.game(f"{file}:4").learned is None


def test_what_cannot_be_learned_is_said(run, tmp_path):
    for wrong, message in (
        (("loa",), "give game records"),
        (("hex:5", tmp_path / "games.txt"), "nothing to learn for 'hex:5' from records"),
        ((EXAMPLES / "pig.py",), "has no board"),
        ((BREAKTHROUGH, "--minutes", 0), "minutes more than 0"),
        (("go:5",), "give game records"),
        ((BREAKTHROUGH, "--seed", -1), "seed must be 0 or more"),
        ((BREAKTHROUGH, "--minutes", "inf"), "finite"),
    ):
        code, _, err = run("learn", *wrong, "-o", tmp_path / "learned")
        assert code == 2 and message in err, err


def test_a_table_that_does_not_win_is_not_used(run, tmp_path, hasty, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text((EXAMPLES / "breakthrough.py").read_text())
    table_path(file, "breakthrough:4").write_text("not a table")  # learning anew must not need what is there
    lost = score_of_pairs([(0.0, 0.0)] * 9)
    monkeypatch.setattr(rounds.Score, "mean", property(lambda score: 0.0 if score == lost else 0.6))
    monkeypatch.setattr(rounds.Learning, "against_own", lambda self: lost)
    command = ("learn", f"{file}:4", "-o", tmp_path / "learned", "--minutes", 0.001, "--jobs", 1)
    code, out, err = run(*command)
    assert code == 0 and "no gain, so searches go on without it" in out, err
    assert table_path(file, "breakthrough:4").read_text() == "not a table"
    file.write_text(file.read_text() + "# changed\n")
    code, _, err = run(*command)
    assert code == 2 and "has changed since" in err and "begin anew" in err


def test_damaged_games_are_said_and_deleted_ones_played_again(run, tmp_path, hasty, monkeypatch):
    file, folder = tmp_path / "mine.py", tmp_path / "learned" / "mine-4"
    file.write_text((EXAMPLES / "breakthrough.py").read_text())
    monkeypatch.setattr(rounds.Score, "mean", property(lambda score: 0.6))
    command = ("learn", f"{file}:4", "-o", tmp_path / "learned", "--minutes", 0.001, "--jobs", 1)
    assert run(*command)[0] == 0
    games = folder / "round-2-1.npz"
    whole = games.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", b"no games"):
        games.write_bytes(damaged)
        code, _, err = run(*command)
        assert code == 2 and "played again" in err, err
    games.unlink()
    code, out, err = run(*command)
    assert code == 0 and "Going on after round 1" in out and "Round 2" in out, err


def test_sides_that_are_not_alike_have_places_of_their_own(monkeypatch):
    game = bough.game(f"{EXAMPLES / 'breakthrough.py'}:5")
    monkeypatch.setattr(surroundings, "exchange_of", lambda game: ("", False))
    found = surroundings.surroundings_of.__wrapped__(game)
    assert set(found.place[0].tolist()).isdisjoint(found.place[1].tolist())


def test_damaged_rounds_are_said(run, tmp_path):
    folder = tmp_path / "learned" / "breakthrough-4"
    folder.mkdir(parents=True)
    (folder / "rounds.json").write_text("[{]")
    code, _, err = run("learn", BREAKTHROUGH, "-o", tmp_path / "learned")
    assert code == 2 and "delete the folder to begin anew" in err
