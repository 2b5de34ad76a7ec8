"""Self-play and learning in one loop on one machine: games make positions, positions make a network, which plays on.

After Silver et al. 2018, with the root of Danihelka et al. 2022.
"""

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from bough.core.errors import BoughError
from bough.core.files import whole_file
from bough.core.version import __version__
from bough.games.game import Game
from bough.games.names import game as game_named
from bough.knowledge.networks.frame import frame_of, outlook_of
from bough.knowledge.networks.planes import Eyes, plane_count
from bough.lab.training.checks import contest, policy_mover, search_mover
from bough.lab.training.export import write_onnx
from bough.lab.training.learner import Learner
from bough.lab.training.model import Shape, Tower, folded
from bough.lab.training.replay import Histories, Replay
from bough.lab.training.selfplay import SelfPlay

CHECKPOINT, LOG, NETWORK = "checkpoint.pt", "log.jsonl", "network.onnx"
LONGEST = 400
"""Positions kept of one game."""
BYTES_KEPT = 24 << 30
"""Room on a GPU for positions to learn from, in bytes; a twentieth of that on a CPU."""

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Settings:
    """What a training is asked to do."""

    game: str
    minutes: float
    blocks: int = 4
    width: int = 32
    pooling: bool = True
    games: int = 4096
    """Games under way at a time."""
    simulations: int = 32
    batch: int = 4096
    reuse: float = 3.0
    """How often a position is learned from."""
    rate: float = 2e-3
    last_rate: float = 2e-4
    openings: int = 4
    """Random plies at the start of a game, at most."""
    noisy: int = 60
    """A game's moves are drawn with noise for a number of plies below this, another one each game; then without."""
    ideas: str = ""
    """Further ideas of the search that plays, such as decisive+solver."""
    check: float = 60.0
    """Seconds between two checkpoints."""
    judge_simulations: int = 1000
    """Simulations a move of the search without a network that judges progress."""
    judge_pairs: int = 16
    seed: int = 1
    device: str = "cuda"


class Training:
    """A training that goes on until its minutes are over, and can go on later."""

    def __init__(self, settings: Settings, folder: Path, start: Path | None = None):
        self.settings, self.folder = settings, folder
        self.game: Game = game_named(settings.game)
        device = settings.device
        self.frame = frame_of(self.game, outlook_of(self.game))
        self.eyes = Eyes(self.game, self.frame)
        planes = plane_count(self.game, self.frame)
        self.shape = Shape(
            planes,
            self.frame.move_planes,
            self.frame.others,
            settings.blocks,
            settings.width,
            settings.pooling,
            self.game.face.margin is not None,
        )
        grid = (self.frame.rows, self.frame.columns)
        torch.manual_seed(settings.seed)
        torch.backends.cudnn.benchmark = True
        torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = True
        self.learner = Learner(self.shape, grid, self.frame.outputs, settings.batch, device)
        self.past: dict[str, float] = {"seconds": 0.0, "games": 0, "positions": 0}
        self._open(start)
        self.dtype = torch.bfloat16 if device == "cuda" else torch.float32
        self.player, self.former = (folded(self.shape, self.dtype, device) for _ in range(2))
        self.player.load(self.learner.mean)
        self.former.load(self.learner.mean)
        runner: Any = torch.compile(self.player) if device == "cuda" else self.player
        self.play = SelfPlay(
            self.game,
            self.frame,
            runner,
            settings.games,
            settings.simulations,
            device,
            self._seed(),
            settings.openings,
            settings.noisy,
            settings.ideas,
        )
        bytes_each = planes * grid[0] * grid[1] + 2 * self.frame.outputs + 8
        room = min(3_000_000, (BYTES_KEPT if device == "cuda" else BYTES_KEPT // 20) // bytes_each)
        self.replay = Replay(self.game, self.frame, planes, room, device)
        longest = min(LONGEST, self.game.rules.max_plies)
        self.histories = Histories(settings.games, longest, planes, self.frame, device)

    def _seed(self) -> int:
        """Another one after each interruption, or the same games would be played again."""
        return self.settings.seed + 1000 * int(self.learner.steps > 0) * (1 + int(self.past["seconds"]))

    def _open(self, start: Path | None) -> None:
        """Go on from the folder's checkpoint, or begin with the weights of another training."""
        own = self.folder / CHECKPOINT
        if own.exists():
            kept = read_checkpoint(own)
            if kept["game"] != self.game.name or Shape(*kept["shape"]) != self.shape:
                raise BoughError(
                    f"{own} is a training of {kept['game']} with {kept['shape'][3]} blocks of {kept['shape'][4]}; "
                    "give another folder, or the same game and size"
                )
            self.learner.load(kept["learner"], whole=True)
            self.past = kept["past"]
        elif start is not None:
            kept = read_checkpoint(start)
            if Shape(*kept["shape"]) != self.shape:
                raise BoughError(f"the network in {start} has another shape than one for {self.game.name}")
            self.learner.load(kept["learner"], whole=False)

    def run(self, tell: Tell) -> None:
        """Play and learn until the time is over; `tell` gets a line of facts at every checkpoint."""
        settings, begun = self.settings, time.monotonic()
        before = self.past["seconds"]
        total, last_check, owed, moves = settings.minutes * 60, begun, 0.0, 0
        spent = {"play": 0.0, "learn": 0.0}
        games = 0
        while True:
            elapsed = time.monotonic() - begun
            if before + elapsed >= total:
                break
            new_games, new_positions = self._play(spent)
            games, moves = games + new_games, moves + 1
            owed += new_positions * settings.reuse
            self.past["games"] += new_games
            self.past["positions"] += new_positions
            self.past["seconds"] = before + elapsed
            part = min(1.0, (before + elapsed) / total)
            rate = settings.last_rate + (settings.rate - settings.last_rate) * (1 + math.cos(math.pi * part)) / 2
            owed = self._learn(owed, rate, spent)
            now = time.monotonic()
            if now - last_check >= settings.check or before + now - begun >= total:
                wall = now - begun
                facts = {
                    "minutes": round((before + wall) / 60, 2),
                    "games": int(self.past["games"]),
                    "positions": int(self.past["positions"]),
                    "steps": self.learner.steps,
                    "games a second": round(games / wall, 1),
                    "evaluations a second": round(moves * settings.games * (settings.simulations + 1) / wall),
                    "evaluations a second of play": round(
                        moves * settings.games * (settings.simulations + 1) / max(spent["play"], 1e-9)
                    ),
                    "play": round(spent["play"] / wall, 3),
                    "learn": round(spent["learn"] / wall, 3),
                }
                self._check(facts, tell)
                last_check = time.monotonic()
                begun += last_check - now  # checks do not count as training

    def _play(self, spent: dict[str, float]) -> tuple[int, int]:
        """One move in every game; how many games and positions were finished by it."""
        begun, play = time.monotonic(), self.play
        shown = play.move()
        self.histories.add(shown, play.target, play.mover)
        done = play.done == 1
        games = int(done.sum())
        positions = 0
        if games:
            planes, target, result = self.histories.finished(done, play.results())
            positions = len(result)
            for i in range(0, positions, self.replay.room):
                self.replay.add(*(one[i : i + self.replay.room] for one in (planes, target, result)))
            play.restart()
        self._settle()
        spent["play"] += time.monotonic() - begun
        return games, positions

    def _learn(self, owed: float, rate: float, spent: dict[str, float]) -> float:
        """Learn what the new positions are worth; what is still owed."""
        begun, batch = time.monotonic(), self.settings.batch
        if self.replay.full < min(20 * batch, self.replay.room // 2) and self.settings.device == "cuda":
            return 0.0
        if self.replay.full < batch:
            return 0.0
        while owed >= batch:
            planes, target, result = self.replay.sample(batch)
            self.learner.learn(planes.view(self.learner.planes.shape), target, result, rate)
            owed -= batch
        self.player.load(self.learner.mean)
        self._settle()
        spent["learn"] += time.monotonic() - begun
        return owed

    def _settle(self) -> None:
        if self.settings.device == "cuda":
            torch.cuda.synchronize()

    def _check(self, facts: dict[str, Any], tell: Tell) -> None:
        """Write checkpoint and network, measure strength, tell."""
        losses = zip(
            ("policy loss", "value loss", "score loss", "target entropy"), self.learner.read_losses(), strict=True
        )
        facts |= {name: round(loss, 4) for name, loss in losses}
        self.save()
        settings, device = self.settings, self.settings.device
        own, former = (
            policy_mover(self.game, self.eyes, net, device, self.dtype) for net in (self.player, self.former)
        )
        seed = settings.seed + self.learner.steps
        facts["against the last"] = _told(contest(self.game, own, former, settings.judge_pairs, seed))
        if settings.judge_simulations:
            judge = search_mover(self.game.recipe, settings.judge_simulations)
            facts["against search"] = _told(contest(self.game, own, judge, settings.judge_pairs, seed))
        self.former.load(self.learner.mean)
        with (self.folder / LOG).open("a") as log:
            log.write(json.dumps(facts) + "\n")
        tell(facts)

    def save(self) -> None:
        """The checkpoint and the network, each written whole or not at all."""
        state = {"format": 1, "game": self.game.name, "shape": tuple(self.shape), "settings": asdict(self.settings)}
        with whole_file(self.folder / CHECKPOINT) as partial:
            torch.save(state | {"learner": self.learner.state(), "past": self.past}, partial)
        net = Tower(self.shape, folded=True).load({name: one.float().cpu() for name, one in self.learner.mean.items()})
        write_onnx(net, self.about(), self.folder / NETWORK)

    def about(self) -> dict[str, Any]:
        """The description that goes into the network's file."""
        past = self.past
        return {
            "game": self.game.name,
            "planes": self.shape.planes,
            "moves": self.shape.moves,
            "blocks": self.shape.blocks,
            "width": self.shape.width,
            "outlook": self.frame.outlook._asdict(),
            "trained": {
                "minutes": round(past["seconds"] / 60, 2),
                "games": int(past["games"]),
                "steps": self.learner.steps,
            },
            "bough": __version__,
        }


def read_checkpoint(path: Path) -> dict[str, Any]:
    """A checkpoint; says what is wrong with a file that is none."""
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        if kept["format"] != 1 or not {"game", "shape", "learner", "past"} <= set(kept):
            raise KeyError("format")
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise BoughError(f"cannot read the checkpoint {path}: {error.strerror}") from None
    except Exception:  # a part of a file fails in many ways, as an OSError too
        raise BoughError(f"the checkpoint {path} is damaged; remove it to begin anew") from None
    return dict(kept)


def _told(score: Any) -> str:
    low, high = score.interval
    return f"{100 * score.mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {score.games}"
