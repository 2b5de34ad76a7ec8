"""What reads texts of strangers, each as a function of a text."""

import gzip
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bough
from bough.core.errors import BoughError
from bough.games.formats.certificates import read_certificate
from bough.games.formats.proofs import read_proof, verify
from bough.games.formats.saved import open_text, variations
from bough.games.formats.sgf import read_sgf
from bough.games.formats.verifying import verify_certificate
from bough.protocol.gtp import GtpEngine, Settings
from bough.protocol.gtp_go import GoEngine
from bough.protocol.mgtp import MgtpEngine
from bough.search.recipe import recipe
from bough.web import requests

Target = Callable[[str], Any]

THINKING = (
    "genmove", "analyze", "ready", "final_status", "final_score", "printsgf", "loadsgf", "bough-gfx", "time_settings",
)  # fmt: skip
"""Words of commands that search, or read and write files; the rest are answered at once."""
GAMES = (
    "hex:5,swap", "go:5", "havannah:4", "y:5", "loa:5", "connect-four:5x4", "tic-tac-toe",
    "dark-chess:2x4,pieces=KCPPkcpp",
)  # fmt: skip


def _position() -> Target:
    games = {name: bough.game(name) for name in GAMES}

    def read(text: str) -> str:
        name, _, rest = text.partition("|")
        return games.get(name, games["hex:5,swap"]).position(rest).text

    return read


def _moves() -> Target:
    games = {name: bough.game(name).start() for name in GAMES}

    def read(text: str) -> str:
        name, _, rest = text.partition("|")
        position = games.get(name, games["hex:5,swap"])
        for move in rest.split():
            position = position.play(move)
        return position.text

    return read


def _gtp(make: Callable[[], GtpEngine]) -> Target:
    kept = [make()]

    def read(text: str) -> str:
        lines = [line for line in text.split("\n") if not any(word in line for word in THINKING)]
        answers = [kept[0].answer(line)[0] for line in lines]
        for line, answer in zip(lines, answers, strict=True):
            assert not answer or answer[0] in "=?", (line, answer)
            if "boardsize" in line or "clear_board" in line:
                kept[0] = make()
        return answers[-1] if answers else ""

    return read


def _mgtp() -> Target:
    kept = [MgtpEngine("random")]

    def read(text: str) -> str:
        answer = kept[0].answer(text.split("\n")[0])[0]
        if "quit" in text or "reset" in text:
            kept[0] = MgtpEngine("random")
        assert not answer or answer[0] in "=?"
        return answer[:20]

    return read


def _file(read_path: Callable[[Path], Any]) -> Target:
    """What reads a file, given a text; the file lies in memory where there is such a place."""
    place = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = tempfile.mkdtemp(prefix="bough-fuzz-", dir=place)
    path = Path(folder) / "input"

    def read(text: str) -> Any:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return read_path(path)

    return read


def _certificate() -> Target:
    """Lines with the digest that belongs to them, since a wrong one is refused before they are read."""

    def made(path: Path) -> int:
        lines = path.read_bytes().rstrip(b"\n") + b"\n"
        whole = lines + hashlib.sha256(lines).hexdigest().encode() + b"\n"
        path.write_bytes(gzip.compress(whole, 1))
        return verify_certificate(read_certificate(path))

    return _file(made)


def _message(text: str) -> str:
    """A message of the page's socket, as far as it is read before anything is searched."""
    try:
        data = requests.fields(json.loads(text))
    except ValueError:
        raise BoughError("no JSON") from None
    requests.whole(data, "ask", 0, 0, 1 << 40)
    requests.text(data, "game", longest=100)
    requests.text(data, "start", "")
    requests.moves(data)
    requests.limits(data, 60.0, 1000)
    return requests.text(data, "recipe", "", longest=300)


TARGETS: dict[str, Callable[[], Target]] = {
    "sgf": lambda: lambda text: read_sgf(text).game,
    "saved": lambda: lambda text: (open_text(text).game, len(variations(text))),
    "positions": _position,
    "moves": _moves,
    "recipes": lambda: lambda text: str(recipe(text)),
    "toml": lambda: _file(lambda path: str(recipe(path))),
    "games": lambda: lambda text: bough.game(text).name if ".py" not in text else "",
    "gtp": lambda: _gtp(lambda: GtpEngine("hex:5", Settings(simulations=1, memory="1MiB"))),
    "gtp-go": lambda: _gtp(lambda: GoEngine("go:5", Settings(recipe="uct", simulations=1, memory="1MiB"))),
    "mgtp": _mgtp,
    "messages": lambda: _message,
    "proofs": lambda: _file(lambda path: verify(read_proof(path))),
    "certificates": _certificate,
}
