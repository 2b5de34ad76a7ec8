"""Evaluations a second on one core: the networks that come with Bough, by batch and by what runs them.

    python benchmarks/network_speed.py [--seconds 2] [NETWORK.onnx GAME ...]

onnxruntime is what Bough uses; PyTorch (if the extra `train` is installed) and onnxruntime with the weights in int8 are
for comparison. The time to make the planes is told apart.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import bough
from bough.knowledge.networks.network import Network
from bough.knowledge.networks.shipped import load_network, network_file

GAMES = ("hex:9", "hex:11", "hex:13", "connect-four", "y:11", "havannah:6", "go:9", "loa")
BATCHES = (1, 8, 32)


def rate(run: Callable[[Any], Any], batch: Any, seconds: float) -> float:
    """How many positions of a batch a second of CPU time is enough for."""
    run(batch)
    begun, calls = time.process_time(), 0
    while time.process_time() - begun < seconds:
        run(batch)
        calls += 1
    return len(batch) * calls / (time.process_time() - begun)


def torch_runner(network: Network) -> Callable[[np.ndarray], Any] | None:
    """The same network in PyTorch, weights as they come: speed does not depend on them."""
    try:
        import torch

        from bough.lab.training.model import Shape, Tower
    except ImportError:
        return None
    torch.set_num_threads(1)
    about, frame = network.about, network.frame
    shape = Shape(about["planes"], about["moves"], frame.others, about["blocks"], about["width"])
    tower = Tower(shape, folded=True).eval().to(memory_format=torch.channels_last)

    def run(planes: np.ndarray) -> Any:
        with torch.inference_mode():
            return tower(torch.from_numpy(planes).to(memory_format=torch.channels_last))

    return run


def main() -> None:
    """Print a line for each network and batch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", help="a network's file and its game, alternating")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    own = [(network_file(bough.game(name)), name) for name in GAMES]
    chosen = list(zip(map(Path, given.pairs[::2]), given.pairs[1::2], strict=True)) or own
    print(f"{'game':24} {'batch':>5} {'planes':>9} {'onnxruntime':>12} {'PyTorch':>9}   a second")
    for file, name in chosen:
        if file is None:
            continue
        game = bough.game(name)
        network = load_network(file, game)
        torch_run = torch_runner(network)
        for batch in BATCHES:
            states = np.concatenate([game.start().state] * batch)
            planes = network.eyes.planes(states)
            speeds = [rate(network.eyes.planes, states, given.seconds), rate(network.judge, planes, given.seconds)]
            if torch_run is not None:
                speeds.append(rate(torch_run, planes, given.seconds))
            numbers = "".join(f"{speed:>{wide},.0f}" for speed, wide in zip(speeds, (10, 13, 10), strict=False))
            print(f"{game.name:24} {batch:5}{numbers}", flush=True)


if __name__ == "__main__":
    main()
