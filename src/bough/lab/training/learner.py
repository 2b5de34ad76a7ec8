"""Learning: a network, its optimizer, and the running mean of its weights, which plays."""

from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import log_softmax, mse_loss, smooth_l1_loss

from bough.lab.training.model import Shape, Tower

MEAN_EVERY, KEPT = 8, 0.998**8
"""Steps between two updates of the mean, and what it keeps at each."""
ILLEGAL = -1e4
"""In place of the logarithm of an illegal move's weight: nothing, but finite."""
SCORE_WEIGHT = 2.0
"""Of the loss of the margin beside those of policy and value."""
WARMING = 200
"""Steps until the full rate of learning."""


class Learner:
    """One step after another on batches of fixed size; on a GPU a step is recorded once and replayed."""

    def __init__(self, shape: Shape, grid: tuple[int, int], outputs: int, batch: int, device: str):
        self.batch, self.on_gpu = batch, device == "cuda"
        self.net = Tower(shape).to(device).to(memory_format=torch.channels_last)
        self.rate = torch.tensor(0.0, device=device)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), lr=self.rate, weight_decay=1e-4, capturable=self.on_gpu, fused=self.on_gpu or None
        )
        self.mean = {name: one.clone() for name, one in self.net.state_dict().items()}
        self.steps = 0
        self.planes = torch.zeros((batch, shape.planes, *grid), device=device).to(memory_format=torch.channels_last)
        self.target = torch.zeros((batch, outputs), device=device)
        self.result = torch.zeros((batch, 2), device=device)
        """Results and margins."""
        self.losses = torch.zeros(4, device=device)
        """Sums of the losses of policy, value and score and of the targets' entropy since they were last read."""
        self.counted = 0
        self._graph: Any = None

    def learn(self, planes: Tensor, target: Tensor, result: Tensor, rate: float) -> None:
        """One step on a batch."""
        self.planes.copy_(planes)
        self.target.copy_(target)
        self.result.copy_(result)
        self.rate.fill_(rate * min(1.0, (self.steps + 1) / WARMING))
        if self._graph is not None:
            self._graph.replay()
        else:
            self._step()
            if self.on_gpu and self.steps >= 10:
                self._record()
        self.steps += 1
        self.counted += 1
        if self.steps % MEAN_EVERY == 0:
            self._update_mean()

    def _step(self) -> None:
        self.net.train()
        self.optimizer.zero_grad(set_to_none=True)
        self._forward_and_back()

    def _forward_and_back(self) -> None:
        with torch.autocast("cuda", torch.bfloat16, enabled=self.on_gpu):
            logits, values, scores = self.net(self.planes)
        legal = self.target > 0  # every legal move has a share; what is illegal need not be learned
        policy_loss = -(self.target * log_softmax(logits.masked_fill(~legal, ILLEGAL), 1)).sum(1).mean()
        value_loss = mse_loss(values, self.result[:, 0])
        score_loss = value_loss * 0.0
        if scores is not None:
            score_loss = smooth_l1_loss(scores, self.result[:, 1], beta=0.1)  # a rout teaches no more than a defeat
        (policy_loss + value_loss + SCORE_WEIGHT * score_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        entropy = -(self.target * (self.target + 1e-9).log()).sum(1).mean()
        self.losses += torch.stack([policy_loss.detach(), value_loss.detach(), score_loss.detach(), entropy])

    def _record(self) -> None:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self._step()
        torch.cuda.current_stream().wait_stream(side)
        self.optimizer.zero_grad(set_to_none=True)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._forward_and_back()

    @torch.no_grad()
    def _update_mean(self) -> None:
        kept = min(KEPT, 1.0 - MEAN_EVERY / (self.steps + MEAN_EVERY))
        state = self.net.state_dict()
        names = [name for name, one in state.items() if one.is_floating_point()]
        torch._foreach_lerp_([self.mean[name] for name in names], [state[name] for name in names], 1.0 - kept)

    def read_losses(self) -> tuple[float, float, float, float]:
        """The means of the four since the last reading."""
        policy, value, score, entropy = (self.losses / max(self.counted, 1)).tolist()
        self.losses.zero_()
        self.counted = 0
        return policy, value, score, entropy

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        kept = {"net": self.net.state_dict(), "mean": self.mean, "optimizer": self.optimizer.state_dict()}
        return kept | {"steps": self.steps}

    def load(self, state: dict[str, Any], whole: bool) -> None:
        """Go on from a state; without `whole` only from its weights."""
        self.net.load_state_dict(state["net"])
        for name, one in state["mean"].items():
            self.mean[name].copy_(one)
        if whole:
            self.optimizer.load_state_dict(state["optimizer"])
            self.steps = int(state["steps"])
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate
