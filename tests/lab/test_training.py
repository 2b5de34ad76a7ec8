"""Training a network: what it writes, that it goes on, and that the file judges as the network did."""

import json

import numpy as np
import pytest

import bough
from bough.core.errors import BoughError
from bough.knowledge.networks.network import Network

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install -e '.[train]'")
pytestmark = pytest.mark.compiled

TINY = {"blocks": 2, "width": 8, "games": 32, "simulations": 8, "batch": 64, "judge_simulations": 20, "judge_pairs": 2}


def training(folder, minutes, game="tic-tac-toe", **settings):
    from bough.lab.training.training import Settings, Training

    return Training(Settings(game, minutes, device="cpu", check=1.0, **TINY | settings), folder)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A folder in which a network was trained for some seconds, and what was told."""
    folder, told = tmp_path_factory.mktemp("trained"), []
    training(folder, 0.2).run(told.append)  # some of it goes into compiling
    return folder, told


def test_a_training_writes_what_it_did_and_goes_on(trained):
    folder, told = trained
    assert told and told[-1]["games"] > 0 and told[-1]["steps"] > 0
    assert [json.loads(line)["games"] for line in (folder / "log.jsonl").open()] == [facts["games"] for facts in told]
    again = training(folder, 0.25)
    assert again.past["games"] == told[-1]["games"] and again.learner.steps == told[-1]["steps"]
    again.run(told.append)
    assert told[-1]["games"] > told[-2]["games"]


@pytest.mark.parametrize("pooling", [False, True])
def test_the_file_judges_as_the_network_does(tmp_path, pooling):
    training(tmp_path, 0.02, pooling=pooling).save()
    other = training(tmp_path, 0.02, pooling=pooling)  # from the checkpoint
    game = other.game
    positions = [game.start(), game.start().play("b2"), game.start().play("a1").play("b2")]
    batch = bough.Batch(game, np.concatenate([position.state for position in positions]))
    values, weights = Network(tmp_path / "network.onnx", game)(batch)
    logits, known, _ = other.player(torch.from_numpy(other.eyes.planes(batch.records)))
    assert np.allclose(values, known.numpy(), atol=0.01)
    assert np.allclose(weights / weights.sum(1, keepdims=True), torch.softmax(logits, 1).numpy(), atol=0.01)


def test_margins_are_learned_where_a_game_has_them(tmp_path):
    made = training(tmp_path, 0.25, game="go:3", games=64)
    made.run(lambda facts: None)
    assert made.replay.full, "no game ended; the machine is too busy"
    results, margins = made.replay.result[: made.replay.full].T
    assert (torch.sign(margins) == results).all() and margins.abs().max() <= (9 + 7.5) / 9
    assert len(margins.unique()) > 2 and not (margins * 9 % 1 != 0.5).any()  # komi is 7.5
    game = made.game
    batch = bough.Batch(game, np.concatenate([game.start().state, game.start().play("b2").state]))
    *_, known = made.player(torch.from_numpy(made.eyes.planes(batch.records)))
    assert np.allclose(Network(tmp_path / "network.onnx", game).margins(batch), 9 * known.numpy(), atol=0.1)


def test_another_shape_and_damaged_checkpoints_are_refused(trained, tmp_path):
    folder, _ = trained
    with pytest.raises(BoughError, match="is a training of tic-tac-toe with 2 blocks of 8; give another folder"):
        training(folder, 0.2, width=16)
    whole = (folder / "checkpoint.pt").read_bytes()
    for part in (b"", whole[: len(whole) // 2], b"x" + whole[1:]):
        (tmp_path / "checkpoint.pt").write_bytes(part)
        with pytest.raises(BoughError, match="is damaged; remove it to begin anew"):
            training(tmp_path, 0.1)
