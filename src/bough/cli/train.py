"""bough train: a network for a game, from self-play alone."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from bough.cli import console, files, options
from bough.core.errors import BoughError
from bough.core.extras import lacking

ON_A_CPU: dict[str, Any] = {
    "blocks": 2,
    "width": 16,
    "games": 64,
    "simulations": 16,
    "batch": 256,
    "judge_simulations": 200,
}
"""Settings where there is no GPU, unless others are given."""


def train(
    game: options.GameName,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for checkpoint, log and network")],
    minutes: Annotated[float, typer.Option(help="Minutes of training in all, earlier runs included")] = 5.0,
    start: Annotated[
        Path | None, typer.Option(help="A checkpoint whose weights to begin with (a smaller board)")
    ] = None,
    blocks: Annotated[int | None, typer.Option(help="Residual blocks of the network")] = None,
    width: Annotated[int | None, typer.Option(help="Channels of the network")] = None,
    games: Annotated[int | None, typer.Option(help="Games played at a time")] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations a move of self-play")] = None,
    ideas: Annotated[str, typer.Option(help="Further ideas of self-play's search, such as decisive")] = "",
    check: Annotated[float, typer.Option(help="Seconds between checkpoints")] = 60.0,
    device: Annotated[str, typer.Option(help="cuda, cpu, or auto for a GPU if there is one")] = "auto",
    seed: options.Seed = 1,
) -> None:
    """Train a network by self-play on this machine. The same command resumes where it stopped."""
    settings, training_of = _settings_and_training(device)
    chosen = {"blocks": blocks, "width": width, "games": games, "simulations": simulations}
    for name, number in chosen.items():
        if number is not None and number < (2 if name == "simulations" else 1):
            raise BoughError(f"{name} must be at least {2 if name == 'simulations' else 1}, not {number}")
    if not (minutes > 0 and check > 0):
        raise BoughError("minutes and seconds between checkpoints must be more than 0")
    rules = options.load_game(game)
    settings = replace(
        settings, game=rules.full_name or rules.name, minutes=minutes, check=check, seed=seed, ideas=ideas
    )
    settings = replace(settings, **{name: number for name, number in chosen.items() if number is not None})
    files.make_folder(output)
    if settings.device == "cpu":
        console.line("No GPU: training on the CPU is slow and fit for tiny games only.")
    with console.working(f"Training a network for {rules.name}") as say:
        say("compiling")
        training = training_of(settings, output, start)
        say("playing")
        try:
            training.run(lambda facts: console.line(_line(facts, minutes)))
        except KeyboardInterrupt:
            training.save()
            console.line(f"Stopped after {training.past['seconds'] / 60:.1f} minutes; the same command goes on.")
            return
    network = output / "network.onnx"
    console.line(f"Network: {network}\nTry: bough play {game} --recipe puct+{ideas or 'solver'}+{network}")


def _settings_and_training(device: str) -> tuple[Any, Any]:
    try:
        import onnx  # noqa: F401
        import torch
    except ImportError:
        raise lacking("training needs", "train") from None
    from bough.lab.training.training import Settings, Training

    if device not in ("auto", "cuda", "cpu"):
        raise BoughError(f"unknown device '{device}'; use auto, cuda or cpu")
    if device == "cuda" and not torch.cuda.is_available():
        raise BoughError("no CUDA GPU was found on this machine; use --device cpu")
    on_gpu = torch.cuda.is_available() and device != "cpu"
    return Settings("", 0.0) if on_gpu else Settings("", 0.0, device="cpu", **ON_A_CPU), Training


def _line(facts: dict[str, Any], minutes: float) -> str:
    left = max(0.0, minutes - facts["minutes"])
    return (
        f"{facts['minutes']:6.2f} min ({left:.1f} left)  {facts['games']:,} games  "
        f"losses {facts['policy loss']:.3f} {facts['value loss']:.3f}  "
        f"policy alone: {facts['against the last']} against the last, {facts['against search']} against search"
    )
