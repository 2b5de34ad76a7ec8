"""Thousands of games at once, each searched by the same parts as everywhere, all judged by one network.

On a GPU a thread serves each game: one kernel descends in every tree and writes what the network is to see, the network
judges all leaves in one batch, a second kernel takes the answers. The three are recorded once and replayed as a CUDA
graph. On a CPU the same kernels run in a loop over the games.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from bough.core.jit import kernel, part
from bough.core.records import records
from bough.core.rng import advance, below, seeded
from bough.games.contract import FIRST, UNDECIDED
from bough.games.game import Game
from bough.knowledge.networks.frame import Frame
from bough.knowledge.networks.planes import plane_count, see_part
from bough.lab.training.model import Tower
from bough.search.ideas.gumbel import prior_and_value
from bough.search.recipe import recipe
from bough.search.seams.hooks import worth
from bough.search.seams.playouts import chance_acting, uniform_choice
from bough.search.trees.engine import Engine, engine, legal_size, parameters

THREADS_PER_BLOCK = 32
SPREAD = 0.03
"""The part of the improved policy that all legal moves share: a move that is never drawn could not come back."""


class SelfPlay:
    """Games under way, their trees, and the arrays that kernels and network share."""

    def __init__(
        self,
        game: Game,
        frame: Frame,
        net: Tower | Any,
        games: int,
        simulations: int,
        device: str,
        seed: int,
        plies: int,
        noisy: int,
        ideas: str = "",
    ):
        self.game, self.frame, self.net, self.games, self.simulations = game, frame, net, games, simulations
        self.device, self.on_gpu = device, device == "cuda"
        others = ("+chance-nodes" if game.rules.stochastic else "") + (f"+{ideas}" if ideas else "")
        self.recipe, self.quiet = (
            recipe(f"puct(batch=1)+gumbel(moves=16,simulations={simulations},noise={noise}){others}")
            for noise in (1, 0)
        )
        self.recipe.check(game)
        self.engine = engine(game, self.recipe)
        self.capacity = 1 + (simulations + 2) * game.rules.max_moves
        self.dtype = torch.bfloat16 if self.on_gpu else torch.float32
        self._arrays(seed, plies, noisy)
        self._calls = _kernels(self)
        self._call("restart")
        self._graph: Any = None
        if self.on_gpu:
            self._record()

    def _arrays(self, seed: int, plies: int, noisy: int) -> None:
        games, frame, made, rules = self.games, self.frame, self.engine, self.game.rules
        spots, planes = frame.rows * frame.columns, plane_count(self.game, frame)
        memory = records(games, made.memory)
        memory.rng = [seeded(seed, stream) for stream in range(games)]
        put, room = self._put, self._room
        self.nodes = room(games * self.capacity, made.node)
        self.memory, self.trails = put(memory), room(games, made.trail)
        self.roots, self.works = put(records(games, rules.record)), room(games, rules.record)
        self.legal, self.params = (
            room((games, legal_size(self.game)), np.dtype(np.int16)),
            put(np.concatenate([parameters(made, self.recipe), parameters(made, self.quiet)])),
        )
        self.seen = room((games, rules.layers * frame.at.shape[1]), np.dtype(np.int8))
        self.places = put(frame.places)
        self.limits = put(np.array([games, self.capacity, plies, frame.outputs, noisy], np.int64))

        def tensor(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(shape, dtype=dtype, device=self.device)

        self.asked, self.done = tensor(games, dtype=torch.int32), tensor(games, dtype=torch.int32)
        self.done.fill_(1)  # every game is to begin
        self.planes = tensor(games, planes, spots)
        self.values, self.weights = tensor(games), tensor(games, frame.outputs)
        self.target, self.mover = tensor(games, frame.outputs), tensor(games, dtype=torch.int32)
        self.result = tensor(games)
        self.noisy = tensor(games, dtype=torch.int32)

    def _put(self, array: np.ndarray) -> Any:
        """An array where the kernels run."""
        if not self.on_gpu:
            return np.asarray(array).view(np.ndarray)
        from bough.search.trees.cuda import gpu

        return gpu().to_device(np.ascontiguousarray(array))

    def _room(self, shape: Any, dtype: np.dtype) -> Any:
        if not self.on_gpu:
            return (records(shape, dtype) if dtype.names else np.zeros(shape, dtype)).view(np.ndarray)
        from bough.search.trees.cuda import gpu

        return gpu().device_array(shape, dtype)

    def _call(self, name: str) -> None:
        self._calls[name]()

    def _judge(self) -> None:
        grid = self.planes.view(self.games, -1, self.frame.rows, self.frame.columns)
        logits, values, _ = self.net(grid.to(self.dtype, memory_format=torch.channels_last))
        self.weights.copy_(torch.softmax(logits, 1))
        self.values.copy_(values)

    def _simulate(self) -> None:
        self._call("gather")
        self._judge()
        self._call("scatter")

    def _record(self) -> None:
        """Record one simulation as a graph."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side), torch.no_grad():
            self._call("begin")
            for _ in range(3):
                self._simulate()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.no_grad(), torch.cuda.graph(self._graph, capture_error_mode="relaxed"):
            self._simulate()

    @torch.no_grad()
    def move(self) -> torch.Tensor:
        """Search every game and make its move; the planes of the positions searched, as their movers saw them.

        Afterwards `target` holds the improved policy, `mover` who moved, and `done` whether the game is over with
        `result` for the first player. Games that are over begin anew.
        """
        self._call("begin")
        shown = None
        for step in range(self.simulations + 1):  # the first judges the root
            if self._graph is not None:
                self._graph.replay()
            else:
                self._simulate()
            if step == 0:
                shown = self.planes.to(torch.uint8)
        self._call("finish")
        assert shown is not None
        return shown

    def results(self) -> torch.Tensor:
        """Of the games that are over: who has won and by how much, in parts of the number of cells, each for the first
        player; zeros for all others."""
        found = torch.stack([self.result, torch.zeros_like(self.result)], 1)
        margin, layout = self.game.face.margin, self.game.face.layout
        if margin is not None and layout is not None:
            over = self.done.nonzero().flatten().tolist()
            ended = records(len(over), self.game.rules.record)
            ended[:] = (self.roots.copy_to_host() if self.on_gpu else self.roots)[over]
            points = torch.tensor([margin(position) or 0.0 for position in ended], device=self.device)
            found[over, 1] = points / len(layout.cells)
        return found

    def restart(self) -> None:
        """Begin the games that are over, each after a few random plies."""
        self._call("restart")


def _kernels(play: SelfPlay) -> dict[str, Callable[[], None]]:
    """The entry points by name, ready to be called: a thread for each game on a GPU, a loop on a CPU."""
    bodies = _bodies(play.game, play.frame, play.engine)
    tensors = (
        play.asked, play.planes, play.values, play.weights, play.target, play.mover, play.done, play.result,
        play.noisy,
    )  # fmt: skip
    arrays = [
        play.nodes, play.memory, play.trails, play.roots, play.works, play.legal, play.params, play.limits, play.seen,
        play.places, *map(_shared(play), tensors),
    ]  # fmt: skip
    return {name: _entry(play, body, arrays) for name, body in bodies.items()}


def _shared(play: SelfPlay) -> Callable[[torch.Tensor], Any]:
    """A tensor as kernels see it, without a copy."""
    if not play.on_gpu:
        return lambda one: one.numpy()
    from bough.search.trees.cuda import gpu

    return gpu().as_cuda_array


def _entry(play: SelfPlay, body: Callable[..., Any], arrays: list[Any]) -> Callable[[], None]:
    """body(g, ...) for every game g."""
    if not play.on_gpu:

        def every(
            nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
            target, mover, done, result, noisy,
        ):  # fmt: skip
            for g in range(limits[0]):
                body(
                    g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values,
                    weights, target, mover, done, result, noisy,
                )  # fmt: skip

        compiled = kernel(every, play.game.rules.source)
        return lambda: compiled(*arrays)

    from bough.search.trees.cuda import gpu, register_parts

    cuda = gpu()
    register_parts()

    def thread(
        nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        g = cuda.grid(1)
        if g < limits[0]:
            body(
                g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values,
                weights, target, mover, done, result, noisy,
            )  # fmt: skip

    compiled_thread = cuda.jit(thread)
    blocks = (play.games + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK

    def launch() -> None:
        stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
        compiled_thread[blocks, THREADS_PER_BLOCK, stream](*arrays)

    return launch


def _bodies(game: Game, frame: Frame, made: Engine) -> dict[str, Callable[..., Any]]:
    """What happens to one game: its tree begins, a leaf is gathered and scattered, a move is made, a game begins."""
    assert made.asking is not None
    plant, decide, (gather_leaf, scatter_leaf) = made.plant, made.decide, made.asking
    see, play, winner, setup = see_part(game, frame), game.rules.play, game.rules.winner, game.rules.setup
    let_chance_act, random_move = chance_acting(game), uniform_choice(game)

    @part
    def begin(
        g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        numbers = params[0 if noisy[g] > 0 else 1]
        capacity = limits[1]
        plant(nodes[g * capacity : (g + 1) * capacity], memory[g], roots[g], numbers)

    @part
    def gather(
        g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        numbers = params[0 if noisy[g] > 0 else 1]
        own = nodes[g * limits[1] : (g + 1) * limits[1]]
        asks, _ = gather_leaf(
            own, memory[g], trails[g : g + 1], roots[g : g + 1], works[g : g + 1], legal[g], numbers, 1, 1
        )
        asked[g] = asks
        if asks > 0:
            see(works[g], seen[g], planes[g])

    @part
    def scatter(
        g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        numbers = params[0 if noisy[g] > 0 else 1]
        own = nodes[g * limits[1] : (g + 1) * limits[1]]
        scatter_leaf(
            own, memory[g], trails[g : g + 1], works[g : g + 1], legal[g], numbers, asked[g], values[g : g + 1],
            weights[g : g + 1], places,
        )  # fmt: skip

    @part
    def finish(
        g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        numbers = params[0 if noisy[g] > 0 else 1]
        own = nodes[g * limits[1] : (g + 1) * limits[1]]
        position = roots[g]
        for i in range(limits[3]):
            target[g, i] = 0.0
        improve(own, places, target[g])
        mover[g] = position.to_move
        noisy[g] -= 1
        play(position, own[decide(own, 0, numbers)].move)
        memory[g].rng = let_chance_act(position, memory[g].rng)
        won = winner(position)
        done[g] = 0 if won == UNDECIDED else 1
        result[g] = worth(won) if won != UNDECIDED else 0.0

    @part
    def restart(
        g, nodes, memory, trails, roots, works, legal, params, limits, seen, places, asked, planes, values, weights,
        target, mover, done, result, noisy,
    ):  # fmt: skip
        numbers = params[0 if noisy[g] > 0 else 1]
        if done[g] == 0:
            return
        position = roots[g]
        memory[g].rng = advance(memory[g].rng)
        wanted = max(0, below(memory[g].rng, limits[2] + 3) - 2)
        setup(position)
        rng = let_chance_act(position, memory[g].rng)
        for _ in range(wanted):
            move, rng = random_move(position, memory[g], numbers, legal[g], rng)
            play(position, move)
            rng = let_chance_act(position, rng)
            if winner(position) != UNDECIDED:
                setup(position)
                rng = let_chance_act(position, rng)
                break
        rng = advance(rng)
        noisy[g] = below(rng, limits[4])
        memory[g].rng = rng
        done[g] = 0

    return {"begin": begin, "gather": gather, "scatter": scatter, "finish": finish, "restart": restart}


@part
def improve(nodes, places, target):
    """The improved policy (Danihelka et al. 2022, formula 11): softmax of log P and the scaled value; a move without a
    visit has the root's value."""
    root = nodes[0]
    first, end = root.first, root.first + root.count
    most, highest, total = 0, -1e30, 0.0
    for child in range(first, end):
        most = max(most, nodes[child].visits)
    own = root.value if (root.mover == FIRST) == (nodes[first].mover == FIRST) else -root.value
    for child in range(first, end):
        highest = max(highest, prior_and_value(nodes[child], most, own))
    for child in range(first, end):
        total += math.exp(prior_and_value(nodes[child], most, own) - highest)
    for child in range(first, end):
        share = math.exp(prior_and_value(nodes[child], most, own) - highest) / total
        target[places[nodes[child].mover, nodes[child].move]] += (1.0 - SPREAD) * share + SPREAD / root.count
