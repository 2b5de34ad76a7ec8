"""How fast searches run, alone and compared with OpenSpiel's C++ search in the same run."""

import hashlib
import statistics
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bough.core.errors import BoughError
from bough.core.extras import lacking
from bough.core.records import records
from bough.games.game import Game
from bough.games.names import game as game_named
from bough.lab.pictures import blank, save
from bough.search.recipe import Recipe, recipe
from bough.search.trees.engine import engine
from bough.search.trees.tree import Tree

GAMES = ("hex:11", "havannah:8", "y:11", "connect-four")
PEER_NAMES = {
    "hex": "hex(board_size={size})",
    "havannah": "havannah(board_size={size})",
    "y": "y(board_size={size})",
    "connect-four": "connect_four",
    "loa": "lines_of_action",
    "dark-chess": "banqi(max_no_progress=40)",
    "go": "go(board_size={size},komi=7.5)",
    "tic-tac-toe": "tic_tac_toe",
}
MEMORY = 2 << 30

SIGNED = (
    ("tic-tac-toe", "uct+solver"),
    ("connect-four", "uct+solver+anti-decisive"),
    ("hex:7", "uct+solver"),
    ("hex:7", "uct+rave+solver+threshold"),
    ("y:7", "uct+rave+decisive+solver"),
    ("havannah:5", "uct+solver"),
    ("havannah:5", "uct+decisive-offline"),
    ("havannah:5", "uct+rave+anti-decisive+solver+secure"),
)


class Speed(NamedTuple):
    """Simulations per CPU second, one number per run."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        """The number to quote."""
        return statistics.median(self.runs)


class Comparison(NamedTuple):
    """Our speed and the peer's, measured in alternation."""

    ours: Speed
    peer: Speed

    @property
    def ratio(self) -> float:
        """Our speed divided by the peer's: the median over pairs of neighbouring runs."""
        return statistics.median(a / b for a, b in zip(self.ours.runs, self.peer.runs, strict=True))


def our_run(game: Game, chosen: Recipe, seconds: float, seed: int) -> float:
    """Grow one tree from the start position for about `seconds`; return simulations per CPU second."""
    tree = Tree(engine(game, chosen), chosen, MEMORY, seed)
    tree.compile()
    tree.plant(game.start().state)
    done, size, begun = 0, 1000, time.process_time()
    while (spent := time.process_time() - begun) < seconds and not tree.decided:
        done += tree.grow(size)
        size = min(size * 2, 100_000)
    return done / max(time.process_time() - begun, spent, 1e-9)


def peer_run(game: Game, seconds: float, seed: int) -> float:
    """The same for OpenSpiel's MCTSBot with solver and uniform playouts."""
    try:
        import pyspiel
    except ImportError:
        raise lacking("--peers needs", "peers") from None
    head, _, size = game.name.partition(":")
    if head not in PEER_NAMES or bool(size) != ("{size}" in PEER_NAMES[head]) or not (size or "0").isdigit():
        raise BoughError(f"OpenSpiel has no game like {game.name} to compare with; drop --peers")
    peer = pyspiel.load_game(PEER_NAMES[head].format(size=size))

    def timed(simulations: int) -> tuple[int, float]:
        """The number of simulations, fewer if the root is solved, and their CPU seconds."""
        bot = pyspiel.MCTSBot(
            peer, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, simulations, MEMORY >> 20, True, seed, False
        )
        begun = time.process_time()
        root = bot.mcts_search(peer.new_initial_state())
        return root.explore_count, time.process_time() - begun

    probe, made, spent = 1000, 1000, 0.0
    while made == probe and spent < 0.05:
        probe *= 4
        made, spent = timed(probe)
    if made == probe:
        made, spent = timed(max(probe, int(probe * seconds / spent)))
    return made / max(spent, 1e-9)


def speed(game: Game, chosen: Recipe, seconds: float, runs: int = 3) -> Speed:
    """Our speed without a peer."""
    return Speed(tuple(our_run(game, chosen, seconds, seed) for seed in range(runs)))


def comparison(game: Game, chosen: Recipe, seconds: float, runs: int = 3) -> Comparison:
    """Our speed and the peer's, in alternating runs, so that both see the same state of the machine."""
    ours, peer = [], []
    for seed in range(runs):
        peer.append(peer_run(game, seconds, seed + 1))
        ours.append(our_run(game, chosen, seconds, seed + 1))
    return Comparison(Speed(tuple(ours)), Speed(tuple(peer)))


class Work(NamedTuple):
    """The cost of a search of n simulations."""

    simulations: int
    seconds: float
    nodes: int
    bytes: int


def scaling(game: Game, chosen: Recipe, largest: int) -> list[Work]:
    """Cost against work: fresh trees of 1,000 simulations, 2,000, 4,000 and so on."""
    rows, simulations = [], 1000
    tree = Tree(engine(game, chosen), chosen, MEMORY, seed=1)
    tree.compile()
    while simulations <= largest:
        tree.plant(game.start().state)
        begun = time.process_time()
        done = tree.grow(simulations)
        used = int(tree.memory[0].used)
        rows.append(Work(done, time.process_time() - begun, used, used * tree.engine.node.itemsize))
        if done < simulations:
            break
        simulations *= 2
    return rows


def draw_scaling(rows: dict[str, list[Work]], path: Path) -> None:
    """Plot seconds and memory against simulations, one line per game."""
    picture = blank(10, 4)
    left, right = picture.subplots(1, 2)
    for name, works in rows.items():
        simulations = [work.simulations for work in works]
        left.loglog(simulations, [work.seconds for work in works], "o-", ms=3, label=name)
        right.loglog(simulations, [work.bytes / 2**20 for work in works], "o-", ms=3, label=name)
    for axis, title in ((left, "CPU seconds"), (right, "tree, MiB")):
        axis.set_xlabel("simulations")
        axis.set_ylabel(title)
        axis.legend(fontsize=8, frameon=False)
    save(picture, path)


class GpuSpeed(NamedTuple):
    """The speed of a GPU run, all trees together."""

    trees: int
    simulations: int
    seconds: float
    compile_seconds: float

    @property
    def per_second(self) -> float:
        """Simulations of all trees per second of wall-clock time."""
        return self.trees * self.simulations / self.seconds


def gpu_speed(game: Game, chosen: Recipe, trees: int, simulations: int) -> GpuSpeed:
    """Grow many trees in parallel on the GPU, all from the start position."""
    from bough.search.trees.cuda import Grove

    roots = records(trees, game.rules.record)
    roots[:] = game.start().state[0]
    begun = time.perf_counter()
    Grove(engine(game, chosen), chosen, roots, simulations, seed=1).grow(1)
    compiled = time.perf_counter()
    grove = Grove(engine(game, chosen), chosen, roots, simulations, seed=1)
    planted = time.perf_counter()
    grove.grow(simulations)
    return GpuSpeed(trees, simulations, time.perf_counter() - planted, compiled - begun)


def tree_digest(tree: Tree) -> str:
    """A digest of every node of a tree, field by field."""
    digest = hashlib.sha256()
    nodes = tree.nodes[: int(tree.memory[0].used)]
    for name in sorted(nodes.dtype.names or ()):
        digest.update(name.encode() + np.ascontiguousarray(nodes[name]).tobytes())
    return digest.hexdigest()


def signature(simulations: int = 60) -> str:
    """One digest over fixed games, recipes and seeds: it changes only if the search itself does."""
    digest = hashlib.sha256()
    for name, text in SIGNED:
        game, chosen = game_named(name), recipe(text)
        tree = Tree(engine(game, chosen), chosen, 1 << 26, seed=1)
        tree.plant(game.start().state)
        tree.grow(simulations)
        digest.update(tree_digest(tree).encode())
    return digest.hexdigest()[:16]
