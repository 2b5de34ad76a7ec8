"""Where a game's network is: among those that come with Bough, or beside the game's own file."""

from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

from bough.games.game import Game
from bough.knowledge.networks.network import Network

FOLDER = resources.files("bough.knowledge.networks") / "files"
BEST_FOR: dict[str, tuple[str, ...]] = {
    "hex-9": ("hex:8", "hex:9"),
    "hex": ("hex:10", "hex:11", "hex:12", "hex:13"),
    "y": ("y:11",),
    "havannah": ("havannah:6",),
    "go": ("go:9",),
    "connect-four": ("connect-four",),
    "loa": ("loa",),
    "dark-chess": ("dark-chess",),
}
"""The files that come with Bough and the games in which they were measured to be stronger than a search without them.
On other boards of its family a network can be asked for, as `puct`."""


@lru_cache(maxsize=8)
def load_network(path: Path, game: Game) -> Network:
    """The network in a file, ready to judge positions of a game."""
    return Network(path, game)


def network_file(game: Game) -> Path | None:
    """The file of the network for a game, or None: mygame.onnx beside mygame.py, or one that comes with Bough."""
    if game.file is not None:
        names = [game.file.with_suffix(".onnx")]
    else:
        stems = [stem for stem, games in BEST_FOR.items() if _board(game) in games]
        names = [Path(str(FOLDER / f"{stem}.onnx")) for stem in [*stems, game.family]]
    return next((file for file in names if file.is_file()), None)


def network_is_best(game: Game) -> bool:
    """Whether a game's network is there, runs here, and is the strongest that Bough has."""
    meant = game.file is not None or any(_board(game) in games for games in BEST_FOR.values())
    return meant and network_file(game) is not None and networks_run_here()


def shipped_network(game: Game) -> Network | None:
    """The network for a game, or None."""
    file = network_file(game)
    return load_network(file, game) if file is not None else None


def networks_run_here() -> bool:
    """Whether the extra that runs networks is installed."""
    return find_spec("onnxruntime") is not None


def _board(game: Game) -> str:
    """The name without the option that changes little for a network: hex:11 for hex:11,swap."""
    return game.name.removesuffix(",swap")
