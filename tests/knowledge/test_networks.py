"""What networks see of a game, and networks as evaluators."""

import io
import random
import re
import shutil

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError
from bough.games.symmetry import maps_of, symmetries
from bough.knowledge.networks import frame as frames
from bough.knowledge.networks.frame import Outlook, frame_of, outlook_of, turned_places
from bough.knowledge.networks.network import Network
from bough.knowledge.networks.planes import Eyes, plane_count
from bough.knowledge.networks.shipped import (
    BEST_FOR,
    FOLDER,
    load_network,
    network_file,
    networks_run_here,
    shipped_network,
)
from bough.protocol.gtp import Settings
from bough.protocol.gtp_go import GoEngine
from bough.search.kinds import best_search

EXAMPLES = "examples"
GAMES = [
    "tic-tac-toe",
    "connect-four:5x4",
    "hex:4",
    "y:4",
    "havannah:3",
    "go:3",
    "loa:4",
    "{}/breakthrough.py:5",
    "{}/othello.py:4",
]

BLIND = """
from dataclasses import replace
from bough.games.tic_tac_toe import tic_tac_toe_game

def game():
    known = tic_tac_toe_game()
    return replace(known, name="blind", rules=replace(known.rules, look=None))
"""


@pytest.fixture
def game(request):
    examples = request.config.rootpath / EXAMPLES
    return bough.game(request.param.format(examples))


def some_positions(game, seed, plies=12):
    rng, position = random.Random(seed), game.start()
    while plies and not position.over:
        yield position
        position = position.play(position.resolved(rng.choice(position.moves), rng))
        plies -= 1


@pytest.mark.parametrize("game", GAMES, indirect=True)
def test_a_network_sees_what_people_see(game):
    """The first layer holds the marks; the mover's pieces come first, on the cells the frame gives them."""
    frame = frame_of(game, Outlook("", False, True, (), ()))
    eyes = Eyes(game, frame)
    for position in some_positions(game, 3):
        planes = eyes.planes(position.state)[0].reshape(eyes.count, -1)
        own, other = "xo"[position.to_move], "xo"[1 - position.to_move]
        spots = frame.at[position.to_move]
        assert [bool(one) for one in planes[1][spots]] == [mark == own for mark in position.marks]
        assert [bool(one) for one in planes[2][spots]] == [mark == other for mark in position.marks]
        assert planes[0].sum() == len(position.marks) and planes[-1].max() == position.to_move


@pytest.mark.parametrize(
    ("game", "swap", "fair", "count"),
    [
        ("hex:4", "mirror60", True, 2),
        ("connect-four:5x4", "turn0", True, 2),
        ("havannah:3", "turn0", True, 12),
        ("go:3", "turn0", False, 8),
        ("{}/breakthrough.py:5", "turn180", True, 2),
        ("{}/othello.py:4", "turn90", True, 4),
        ("dark-chess:2x2,pieces=KCkc", "turn0", True, 8),
    ],
    indirect=["game"],
)
def test_symmetries_are_found_by_playing(game, swap, fair, count):
    outlook = outlook_of(game)
    assert (outlook.swap, outlook.fair) == (swap, fair) and len(symmetries(game)) == count
    frame = frame_of(game, outlook)
    for position in some_positions(game, 5):
        places = [int(frame.places[position.to_move, number]) for number in position.move_numbers.values()]
        assert len(set(places)) == len(places) and max(places) < frame.outputs - 1, "every move has a place of its own"
    for name in symmetries(game):
        spots, outputs = turned_places(game, frame, name)
        assert sorted(spots) == list(range(len(spots))) and sorted(outputs) == list(range(len(outputs)))


def test_every_image_of_a_way_has_its_output(monkeypatch):
    """Also where random games happened not to show it."""
    monkeypatch.setattr(frames, "WATCHED", 1)
    game = bough.game("loa:5")
    frame = frame_of(game, outlook_of(game))
    for name in symmetries(game):
        _, outputs = turned_places(game, frame, name)
        assert sorted(outputs) == list(range(len(outputs)))


def test_the_second_player_of_hex_sees_the_board_as_the_first_would():
    """A stone beside one's own edge lies beside the upper edge of the grid, whoever looks."""
    game = bough.game("hex:5")
    frame = frame_of(game, Outlook("mirror60", True, True, (), ()))
    first, second = game.start().move_numbers["c1"], game.start().move_numbers["a3"]
    assert frame.places[0, first] // 5 in (0, 4) and frame.places[1, second] // 5 in (0, 4)
    assert len(maps_of(game.face.layout)) == 4


def test_a_game_must_say_what_there_is_to_see(tmp_path):
    file = tmp_path / "blind.py"
    file.write_text(BLIND)
    with pytest.raises(BoughError, match="does not say what a network sees; give its Rules a part `look"):
        outlook_of(bough.game(str(file)))


needs_runtime = pytest.mark.skipif(not networks_run_here(), reason="the extra that runs networks is not installed")


@needs_runtime
def test_it_answers_for_every_size():
    for name in ("hex:9", "hex:11", "hex:13"):
        game = bough.game(name)
        network = shipped_network(game)
        values, weights = network(bough.Batch(game, game.start().state))
        assert -1 <= values[0] <= 1 and weights.shape == (1, network.frame.outputs)
        row, column = divmod(int(weights[0].argmax()), network.frame.columns)
        assert 1 < row < network.frame.rows - 2 and 1 < column < network.frame.columns - 2, "it opens near the centre"
        assert plane_count(game, network.frame) == network.about["planes"]


@needs_runtime
@pytest.mark.parametrize("file", BEST_FOR)
def test_networks_that_come_along_judge_the_games_they_are_for(file):
    for name in BEST_FOR[file]:
        game = bough.game(name)
        assert network_file(game).stem == file and best_search(game) == game.network_recipe
    result = bough.search(game.start(), "best", simulations=20, memory="8MiB")
    assert result.simulations == 20 and result.move in game.start().moves


@needs_runtime
def test_half_precision_judges_alike(monkeypatch):
    game = bough.game("hex:9")
    batch = bough.Batch(game, np.concatenate([position.state for position in some_positions(game, 4, 8)]))
    answers = []
    for machine in ("x86_64", "aarch64"):
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        answers.append(Network(network_file(game), game)(batch))
    (values, weights), (half_values, half_weights) = answers
    assert 0 < np.abs(values - half_values).max() < 0.05 and np.abs(weights - half_weights).max() < 0.1


@needs_runtime
def test_a_network_beside_a_games_file_is_found(tmp_path, request):
    examples = request.config.rootpath / EXAMPLES
    file = shutil.copy(examples / "breakthrough.py", tmp_path)
    assert best_search(bough.game(str(file))) == "uct+solver"
    network = str(shutil.copy(examples / "breakthrough.onnx", tmp_path))
    assert str(network_file(bough.game(str(file)))) == network and best_search(bough.game(str(file))) == "puct+solver"


@needs_runtime
def test_it_plays():
    position = bough.game("hex:9").start().play("a1")
    result = bough.search(position, "best", simulations=30, seed=1)
    assert result.recipe == "puct+solver" and result.move in position.moves
    assert bough.search(position, "puct(batch=1)+solver", simulations=30).value > 0.5, "a1 is a weak opening"


@needs_runtime
def test_other_games_and_damaged_files_are_refused(tmp_path):
    for name, complaint in (("go:9", "is for hex:11, not for go:9"), ("y:9", "is for hex:11, not for y:9")):
        with pytest.raises(BoughError, match=complaint):
            load_network(FOLDER / "hex.onnx", bough.game(name))
    whole = (FOLDER / "hex.onnx").read_bytes()
    for content in (b"", b"not a network", whole[: len(whole) // 2], whole.replace(b'"outlook"', b'"outlaws"')):
        (tmp_path / "bad.onnx").write_bytes(content)
        with pytest.raises(BoughError) as refused:
            load_network(tmp_path / "bad.onnx", bough.game("hex:9"))
        assert "\n" not in str(refused.value)
        load_network.cache_clear()
    with pytest.raises(BoughError, match="cannot read the network"):
        bough.search(bough.game("hex:5").start(), f"puct+{tmp_path}/none.onnx", simulations=5)


@needs_runtime
def test_half_the_batch_is_as_good_as_the_whole():
    """One by one or together, positions are judged alike."""
    game = bough.game("hex:9")
    states = np.concatenate([position.state for position in some_positions(game, 4, 8)])
    network = shipped_network(game)
    together = network(bough.Batch(game, states))
    for i in range(len(states)):
        alone = network(bough.Batch(game, states[i : i + 1]))
        assert alone[0][0] == pytest.approx(together[0][i], abs=1e-4)
        assert alone[1][0] == pytest.approx(together[1][i], abs=1e-3)


def test_margins_are_foreseen_where_a_network_has_a_score():
    game = bough.game("go:9")
    network = shipped_network(game)
    rows = "xxxx.oooo/" * 8 + "xxxx.oooo"
    leads = [
        float(network.margins(bough.Batch(game, game.position(text).state))[0])
        for text in (f"{rows} b", f"{rows} w", f"{'xxxxxx.oo/' * 8}xxxxxx.oo b")
    ]
    assert -20 < leads[0] < 10 and -10 < leads[1] < 20  # about even, less komi
    assert leads[2] > 15
    with pytest.raises(BoughError, match="foresees no margins"):
        shipped_network(bough.game("hex:9")).margins(
            bough.Batch(bough.game("hex:9"), bough.game("hex:9").start().state)
        )


def test_kata_analyze_tells_the_lead_that_a_network_foresees():
    engine = GoEngine("go:9", Settings(recipe="puct+solver", simulations=20, memory="64MiB"))
    engine.sink = sink = io.StringIO()
    engine.lines.put("name\n")
    engine.answer("kata-genmove_analyze b 100000")
    move, lead = re.search(r"info move (\S+) .*?scoreLead (\S+)", sink.getvalue()).groups()
    after = engine.game.start().play(move)
    foreseen = shipped_network(engine.game).margins(bough.Batch(engine.game, after.state))
    assert float(lead) == pytest.approx(-foreseen[0], abs=0.01)
