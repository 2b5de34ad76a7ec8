"""Files with altered, missing or added bytes, read by every command that reads them."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

from report import Report, complaint, in_process

from bough.knowledge.networks.shipped import FOLDER

SHARES = {"store": 20, "proof": 8, "certificate": 8, "game": 10, "network": 4, "data set": 4, "recipe": 6, "puzzles": 6}
"""How often a kind of file is damaged in a round."""


def altered(data: bytes, rng: random.Random) -> bytes:
    """Damage of one of the usual kinds."""
    size = max(len(data), 1)
    at, length = rng.randrange(size), rng.choice((1, 4, 64, 4096))
    return rng.choice(
        [
            lambda: data[:at],
            lambda: b"",
            lambda: data[:at] + rng.randbytes(min(length, size - at)) + data[at + length :],
            lambda: data[:at] + bytes(min(length, size - at)) + data[at + length :],
            lambda: data[:at] + rng.randbytes(length) + data[at:],
            lambda: data[:at] + data[at + length :],
            lambda: data + data[at:],
            lambda: rng.randbytes(min(size, 100_000)),
        ]
    )()


def made(folder: Path) -> dict[str, Path]:
    """One good file of each kind."""
    files = {
        "store": folder / "games.sqlite", "proof": folder / "proof.json", "certificate": folder / "hex.cert",
        "game": folder / "game.sgf", "network": folder / "net.onnx", "data set": folder / "set",
        "recipe": folder / "mine.toml", "puzzles": folder / "puzzles.tsv",
    }  # fmt: skip
    for arguments in (
        ("match", "hex:3", "uct", "random", "--simulations", 20, "--pairs", 10, "--store", files["store"]),
        ("prove", "hex:3", "-o", files["proof"]),
        ("solve", "hex:4", "--moves", "b2", "-o", files["certificate"], "--memory", "16MiB"),
        ("selfplay", "hex:3", "-o", files["data set"], "--games", 8, "--simulations", 16),
        ("puzzles", "hex:5", "-o", files["puzzles"], "--count", 2),
    ):
        code, said = in_process(*arguments)
        assert code == 0, (arguments, said)
    files["game"].write_text("(;FF[4]GM[11]SZ[5]AP[Bough:0.2.0];B[c3];W[d2];B[b4];W[a1]C[a note])\n")
    files["recipe"].write_text("[uct]\nexploration = 0.7\n\n[solver]\n\n[rave]\nequivalence = 500\n")
    shutil.copy(str(FOLDER / "hex-9.onnx"), files["network"])
    files["data set"] = next(path for path in files["data set"].rglob("*") if path.suffix not in (".json", ""))
    return files


def readers(files: dict[str, Path], scratch: Path) -> dict[str, list[Callable[[], tuple]]]:
    """The command lines that read each kind."""
    store, few = files["store"], ("--simulations", 10)
    return {
        "store": [
            lambda: ("results", store),
            lambda: ("results", store, "--games"),
            lambda: ("results", store, "--csv"),
            lambda: ("results", store, "--rescue", scratch / "rescued.sqlite"),
            lambda: ("match", "hex:3", "uct", "random", *few, "--pairs", 11, "--store", store),
        ],
        "proof": [lambda: ("verify", files["proof"])],
        "certificate": [lambda: ("verify", files["certificate"])],
        "game": [lambda: ("review", files["game"], "--simulations", 20, "-o", scratch / "review.html")],
        "network": [lambda: ("analyze", "hex:9", "--recipe", f"puct+{files['network']}", "--simulations", 2)],
        "data set": [lambda: ("selfplay", "hex:3", "-o", files["data set"].parent, "--games", 8, "--simulations", 16)],
        "recipe": [lambda: ("analyze", "hex:3", "--recipe", files["recipe"], *few)],
        "puzzles": [lambda: ("puzzles", "hex:5", "-o", files["puzzles"], "--check")],
    }


def inject(folder: Path, rounds: int, rng: random.Random, report: Report) -> None:
    """Damage every kind of file in many ways; nobody may fall over it."""
    scratch = folder / "scratch"
    files = made(folder)
    commands = readers(files, scratch)
    good = {kind: path.read_bytes() for kind, path in files.items()}
    for _ in range(rounds):
        for kind, times in SHARES.items():
            for _ in range(times):
                scratch.mkdir()
                data = altered(good[kind], rng)
                files[kind].write_bytes(data)
                arguments = rng.choice(commands[kind])()
                code, said = in_process(*arguments)
                report.add(f"damaged {kind}", f"{arguments[0]} ({len(data)} bytes)", complaint(code, said))
                shutil.rmtree(scratch)
                for path in folder.glob(f"{files[kind].name}*"):
                    path.unlink() if path.is_file() else None
                files[kind].write_bytes(good[kind])
