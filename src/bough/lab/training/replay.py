"""Positions of finished games to learn from, and their images under the game's symmetries."""

import numpy as np
import torch
from torch import Tensor

from bough.games.contract import FIRST
from bough.games.game import Game
from bough.games.symmetry import symmetries
from bough.knowledge.networks.frame import Frame, turned_places


class Replay:
    """The latest positions, kept where they are learned from: planes, improved policies, results with margins."""

    def __init__(self, game: Game, frame: Frame, planes: int, room: int, device: str):
        self.room, self.at, self.full, self.device = room, 0, 0, device
        spots = frame.rows * frame.columns
        self.planes = torch.zeros((room, planes, spots), dtype=torch.uint8, device=device)
        self.target = torch.zeros((room, frame.outputs), dtype=torch.float16, device=device)
        self.result = torch.zeros((room, 2), dtype=torch.float32, device=device)
        turned = [turned_places(game, frame, name) for name in symmetries(game)]
        # Tables of origins: what lies at a place after turning was at this one before.
        self.spots = torch.tensor(np.stack([np.argsort(spots) for spots, _ in turned]), device=device)
        self.outputs = torch.tensor(np.stack([np.argsort(outputs) for _, outputs in turned]), device=device)

    def add(self, planes: Tensor, target: Tensor, result: Tensor) -> None:
        """Keep positions, in place of the oldest once there is no room."""
        count = len(result)
        at = (torch.arange(count, device=self.device) + self.at) % self.room
        self.planes[at], self.target[at], self.result[at] = planes, target, result
        self.at = (self.at + count) % self.room
        self.full = min(self.full + count, self.room)

    def sample(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Positions drawn at random, each turned by a symmetry drawn at random."""
        at = torch.randint(self.full, (count,), device=self.device)
        turn = torch.randint(len(self.spots), (count,), device=self.device)
        planes, target = self.planes[at], self.target[at].float()
        spots = self.spots[turn][:, None, :].expand(-1, planes.shape[1], -1)
        return planes.gather(2, spots).float(), target.gather(1, self.outputs[turn]), self.result[at]


class Histories:
    """The positions of games under way, until their results are known."""

    def __init__(self, games: int, longest: int, planes: int, frame: Frame, device: str):
        spots = frame.rows * frame.columns
        self.longest, self.device = longest, device
        self.planes = torch.zeros((games, longest, planes, spots), dtype=torch.uint8, device=device)
        self.target = torch.zeros((games, longest, frame.outputs), dtype=torch.float16, device=device)
        self.mover = torch.zeros((games, longest), dtype=torch.int8, device=device)
        self.length = torch.zeros(games, dtype=torch.long, device=device)
        self.rows = torch.arange(games, device=device)
        self.steps = torch.arange(longest, device=device)

    def add(self, planes: Tensor, target: Tensor, mover: Tensor) -> None:
        """Keep one more position of every game; of games that are too long the last ones overwrite each other."""
        at = self.length.clamp(max=self.longest - 1)
        self.planes[self.rows, at] = planes
        self.target[self.rows, at] = target.half()
        self.mover[self.rows, at] = mover.to(torch.int8)
        self.length = (at + 1).clamp(max=self.longest)

    def finished(self, done: Tensor, result: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The positions of the games that are done, with the numbers of `result` (a row for each game, for the first
        player) as their movers see them; these games begin anew."""
        who = done.nonzero().flatten()
        mask = self.steps[None, :] < self.length[who][:, None]
        new = mask.nonzero()
        game, step = who[new[:, 0]], new[:, 1]
        signed = torch.where(self.mover[game, step, None] == FIRST, result[game], -result[game])
        self.length[who] = 0
        return self.planes[game, step], self.target[game, step], signed
