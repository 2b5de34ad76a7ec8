"""Networks as evaluators: an ONNX file with a description of what it sees, run by onnxruntime (extra `nets`)."""

import json
import platform
import re
from pathlib import Path
from typing import Any

import numpy as np

from bough.core.errors import BoughError
from bough.core.extras import lacking
from bough.games.game import Game
from bough.knowledge.evaluator import Batch
from bough.knowledge.networks.frame import Frame, Outlook, frame_of
from bough.knowledge.networks.planes import Eyes, plane_count

FORMAT = 1
"""The version of the description."""
MOST_BYTES = 256 << 20
PRECISION = "precision"
"""The name, before a number of three digits, of the nodes that cast weights and inputs to the precision of the rest."""
SINGLE = re.compile(rb"(\x1a\x0cprecision\d{3}\x22\x04Cast\x2a\x09\x0a\x02to\x18)\x01", re.DOTALL)
"""Such a node in a file: the last byte is the type it casts to."""
HALF = rb"\1" + bytes([10])


class Network:
    """A network for one game; call it with a batch.

    The file's input `planes` is (positions, planes, rows, columns) as knowledge/networks/planes.py makes them; its
    outputs are `policy`, the logarithms of weights as Frame.places numbers them, `value`, from -1 to 1, and perhaps
    `score`, the margin for the player to move in parts of the number of cells.
    """

    def __init__(self, path: Path, game: Game):
        self.game, self.path = game, path
        self._session = _session(path)
        self.about = _description(path, self._session)
        self._check_game()
        self.frame: Frame = frame_of(game, outlook_from(self.about, path))
        self.places, self.columns = self.frame.places, self.frame.outputs
        self.eyes = Eyes(game, self.frame)
        self._check_fits()
        self.foresees_margins = "score" in {one.name for one in self._session.get_outputs()}

    def __call__(self, batch: Batch) -> tuple[np.ndarray, np.ndarray]:
        logits, values = self.judge(self.eyes.planes(batch.records))
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.clip(values, -1.0, 1.0), weights

    def judge(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The outputs for planes: logarithms of weights, and values."""
        logits, values = self._session.run(["policy", "value"], {"planes": planes})
        return logits, values.reshape(len(planes))

    def margins(self, batch: Batch) -> np.ndarray:
        """The points by which the player to move is expected to win each position, with the komi of its training."""
        if not self.foresees_margins:
            raise BoughError(f"the network {self.path.name} foresees no margins, only who wins")
        (parts,) = self._session.run(["score"], {"planes": self.eyes.planes(batch.records)})
        return np.asarray(parts.reshape(len(batch)) * self.frame.at.shape[1])

    def _check_game(self) -> None:
        """Refuse a network of another game."""
        if str(self.about.get("game")).partition(":")[0] != self.game.family:
            raise BoughError(f"the network {self.path.name} is for {self.about.get('game')}, not for {self.game.name}")

    def _check_fits(self) -> None:
        """Refuse a network made for other rules of the game."""
        wanted = {"planes": plane_count(self.game, self.frame), "moves": self.frame.move_planes}
        for what, number in wanted.items():
            if self.about.get(what) != number:
                raise BoughError(
                    f"the network {self.path.name} is for {self.about.get('game')} and does not fit {self.game.name}: "
                    f"it has {self.about.get(what)} {what}, not {number}"
                )


def outlook_from(about: dict[str, Any], path: Path) -> Outlook:
    """The outlook that a description holds."""
    try:
        kept = about["outlook"]
        ways = tuple((int(rows), int(columns)) for rows, columns in kept["ways"])
        words = tuple(str(word) for word in kept["words"])
        return Outlook(str(kept["swap"]), bool(kept["fair"]), bool(kept["single"]), ways, words)
    except (KeyError, TypeError, ValueError):
        raise BoughError(f"the description in the network {path.name} is damaged; train or fetch it again") from None


def _session(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise lacking("networks need", "nets") from None
    try:
        size = path.stat().st_size
    except OSError as error:
        raise BoughError(f"cannot read the network {path}: {error.strerror}") from None
    if size > MOST_BYTES:
        raise BoughError(f"the file {path.name} is too large for a network ({size >> 20} MiB)")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    content = path.read_bytes()
    if platform.machine() in ("aarch64", "arm64"):  # its kernels for half precision are nearly twice as fast
        content = SINGLE.sub(HALF, content)
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its own exception types are private
        reason = str(error).partition("\n")[0][:120]
        raise BoughError(f"{path.name} is no network that onnxruntime can run: {reason}") from None


def _description(path: Path, session: Any) -> dict[str, Any]:
    try:
        about = json.loads(session.get_modelmeta().custom_metadata_map["bough"])
        ends = {one.name for one in session.get_inputs()} | {one.name for one in session.get_outputs()}
    except (KeyError, ValueError):
        raise BoughError(f"the network {path.name} has no description of Bough's; see docs/networks.md") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT or not {"planes", "policy", "value"} <= ends:
        raise BoughError(f"the network {path.name} has a description this version of Bough does not know")
    return about
