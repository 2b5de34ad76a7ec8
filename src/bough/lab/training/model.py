"""The network: a small residual tower with a policy, a value and perhaps a score, for boards of any size.

Every head is a convolution or a pool, so that one set of weights serves all sizes of a game.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import relu


class Shape(NamedTuple):
    """The size of a network."""

    planes: int
    moves: int
    """Planes of outputs that weigh moves."""
    others: int
    """Further outputs for moves without a cell."""
    blocks: int
    width: int
    pooling: bool = False
    """Whether every second block adds what the whole board shows to each cell."""
    score: bool = False
    """Whether the margin of the result is foreseen too, in parts of the number of cells."""


POOLED = 32
"""Channels that the value is made of."""


class Tower(nn.Module):
    """A stem, residual blocks of two convolutions, and the heads; `norms` are left out where they are folded in."""

    def __init__(self, shape: Shape, folded: bool = False):
        super().__init__()
        self.shape, self.folded = shape, folded
        wide = shape.width
        inputs = [shape.planes] + [wide] * (2 * shape.blocks)
        self.convs = nn.ModuleList([nn.Conv2d(one, wide, 3, padding=1, bias=folded) for one in inputs])
        self.norms = nn.ModuleList([] if folded else [nn.BatchNorm2d(wide) for _ in inputs])
        self.views = nn.ModuleList([nn.Conv2d(2 * wide, wide, 1) for _ in range(shape.blocks // 2 * shape.pooling)])
        self.policy = nn.Conv2d(wide, shape.moves, 1)
        self.others = nn.Linear(2 * POOLED, shape.others)
        self.pool = nn.Conv2d(wide, POOLED, 1)
        self.value1 = nn.Linear(2 * POOLED, 64)
        self.value2 = nn.Linear(64, 1)
        self.score = nn.Linear(64, 1) if shape.score else None

    def _conv(self, i: int, x: Tensor) -> Tensor:
        x = self.convs[i](x)
        return x if self.folded else self.norms[i](x)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        """Logarithms of move weights, values, and margins if the network has a score."""
        h = relu(self._conv(0, x))
        for block in range(self.shape.blocks):
            r = relu(self._conv(2 * block + 1, h))
            if self.shape.pooling and block % 2 == 1:
                r = r + self.views[block // 2](pooled(r))
            h = relu(h + self._conv(2 * block + 2, r))
        p = pooled(relu(self.pool(h))).flatten(1)
        policy = torch.cat([self.policy(h).flatten(1), self.others(p)], 1)
        hidden = relu(self.value1(p))
        score = None if self.score is None else self.score(hidden).float().flatten()
        return policy.float(), torch.tanh(self.value2(hidden).float()).flatten(), score

    @torch.no_grad()
    def load(self, state: dict[str, Tensor]) -> "Tower":
        """Take the weights of a network that learns, its norms folded into the convolutions; in place, so that graphs
        recorded on a GPU stay valid."""
        convs: Any = self.convs
        for i, conv in enumerate(convs):
            gain = state[f"norms.{i}.weight"] / torch.sqrt(state[f"norms.{i}.running_var"] + 1e-5)
            conv.weight.copy_(state[f"convs.{i}.weight"] * gain[:, None, None, None])
            conv.bias.copy_(state[f"norms.{i}.bias"] - state[f"norms.{i}.running_mean"] * gain)
        own: dict[str, Any] = dict(self.named_parameters())
        for name in own:
            if not name.startswith("convs."):
                own[name].copy_(state[name])
        return self


def pooled(x: Tensor) -> Tensor:
    """The mean and the largest number of every channel over the board."""
    return torch.cat([x.mean((2, 3), keepdim=True), x.amax((2, 3), keepdim=True)], 1)


def folded(shape: Shape, dtype: torch.dtype, device: str) -> Tower:
    """A network to play with: norms folded in, nothing to learn."""
    return Tower(shape, folded=True).to(device, dtype).to(memory_format=torch.channels_last).requires_grad_(False)
