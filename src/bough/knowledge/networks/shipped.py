"""The networks that come with Bough, by game; and those of files."""

from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

from bough.games.game import Game
from bough.knowledge.networks.network import Network

FOLDER = resources.files("bough.knowledge.networks") / "files"


@lru_cache(maxsize=8)
def load_network(path: Path, game: Game) -> Network:
    """The network in a file, ready to judge positions of a game."""
    return Network(path, game)


def network_file(game: Game) -> Path | None:
    """The file of the network that Bough has for a game, or None."""
    names = (game.name.replace(":", "-").replace(",", "-"), game.family)
    files = [Path(str(FOLDER / f"{name}.onnx")) for name in names]
    return next((file for file in files if file.is_file()), None)


def shipped_network(game: Game) -> Network | None:
    """The network that Bough has for a game, or None."""
    file = network_file(game)
    return load_network(file, game) if file is not None else None


def networks_run_here() -> bool:
    """Whether the extra that runs networks is installed."""
    return find_spec("onnxruntime") is not None
