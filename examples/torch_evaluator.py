"""A PyTorch model as an evaluator; a JAX model is the same with jax.numpy.

    bough analyze examples/breakthrough.py --recipe "puct+solver+./examples/torch_evaluator.py" --simulations 2000

This model has random weights: put your own in its place.
"""

import torch

import bough

torch.manual_seed(1)
MODEL = torch.nn.Sequential(
    torch.nn.LazyConv2d(16, 3, padding=1), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.LazyLinear(1), torch.nn.Tanh()
)


@bough.evaluator("torch-model")
def judge(batch):
    """Values for the players to move, from the planes of the positions."""
    with torch.no_grad():
        return MODEL(torch.from_numpy(batch.planes)).numpy()[:, 0]
