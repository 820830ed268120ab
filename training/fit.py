"""Training of one network on samples: seeded, on one core, so that the same machine gives the same weights."""

import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.networks import TASKS, export, network
from training.samples import Plan, load

BATCH: Final = 128
HELD: Final = 25
"""One deck in so many, the last ones, is held out to measure on."""


class Course(NamedTuple):
    """How a network is trained: passes over the samples, and the seed of its first weights and of the order."""

    epochs: int
    seed: int


class Lot(NamedTuple):
    """Pictures (n, rows, columns, 3) and their classes (n,) for the two heads."""

    pictures: NDArray[np.uint8]
    first: NDArray[np.int64]
    second: NDArray[np.int64]

    def part(self, rows: slice | NDArray[np.intp]) -> "Lot":
        """Some of the rows."""
        return Lot(self.pictures[rows], self.first[rows], self.second[rows])


def lots(name: str, plan: Plan, folder: Path) -> tuple[Lot, Lot]:
    """The samples to train on and those held out; a deck is wholly in one of them."""
    made = load(folder)
    kept = (plan.decks - max(1, plan.decks // HELD)) * plan.each
    if name == "index":
        rows = made.corners.shape[2:]
        lot = Lot(made.corners.reshape(-1, *rows), made.ranks.reshape(-1), made.suits.reshape(-1))
        kept *= 2
    else:
        lot = Lot(made.bodies, made.kinds, made.body_suits)
    return lot.part(slice(kept)), lot.part(slice(kept, None))


def _input(pictures: NDArray[np.uint8]) -> Tensor:
    # What lies in a file may only be read, and a tensor wants to write.
    return torch.from_numpy(np.array(pictures)).permute(0, 3, 1, 2).float() / 255


def _varied(batch: Tensor, *, turn: bool) -> Tensor:
    """Light and colour varied once more, a shift of a pixel or two."""
    n = len(batch)
    batch = batch * (0.85 + 0.3 * torch.rand(n, 3, 1, 1)) + 0.1 * (torch.rand(n, 1, 1, 1) - 0.5)
    dx, dy = int(torch.randint(-2, 3, ())), int(torch.randint(-2, 3, ()))
    if turn:
        # A flat card may lie either way up, and a seven is not the same both ways.
        batch = torch.where(torch.rand(n, 1, 1, 1) < 0.5, batch.flip(2, 3), batch)
    return torch.roll(batch, (dy, dx), (2, 3)).clamp(0, 1)


def _loss(out: Tensor, first: Tensor, second: Tensor, split: int) -> Tensor:
    rank = functional.cross_entropy(out[:, :split], first, label_smoothing=0.03)
    return rank + functional.cross_entropy(out[:, split:], second, label_smoothing=0.03)


def measure(net: nn.Module, name: str, held: Lot) -> tuple[float, float]:
    """The part of samples whose first and second class is named right."""
    split = TASKS[name].heads[0]
    net.eval()
    with torch.no_grad():
        parts = [net(_input(held.pictures[at : at + 512])) for at in range(0, len(held.pictures), 512)]
    out = torch.cat(parts).numpy()
    right = (out[:, :split].argmax(1) == held.first), (out[:, split:].argmax(1) == held.second)
    return float(right[0].mean()), float(right[1].mean())


class _Trainer:
    """A network with what moves its weights."""

    def __init__(self, name: str, course: Course, samples: int) -> None:
        torch.manual_seed(course.seed)
        self.name = name
        self.net = network(name).to(memory_format=torch.channels_last)
        self._adam = torch.optim.AdamW(self.net.parameters(), 2e-3, weight_decay=1e-3)
        steps = course.epochs * (samples // BATCH)
        self._rate = torch.optim.lr_scheduler.OneCycleLR(self._adam, 4e-3, total_steps=steps + 1)

    def step(self, lot: Lot) -> float:
        """Learn from one batch; its loss."""
        batch = _varied(_input(lot.pictures), turn=self.name == "body").to(memory_format=torch.channels_last)
        # Half as many bits take half the time on processors that have the instructions, and lose nothing here.
        with torch.autocast("cpu", torch.bfloat16):
            out = self.net(batch)
        first, second = torch.from_numpy(lot.first), torch.from_numpy(lot.second)
        loss = _loss(out.float(), first, second, TASKS[self.name].heads[0])
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        self._rate.step()
        return float(loss.detach())


def fit(name: str, plan: Plan, course: Course, samples: Path, out: Path) -> tuple[float, float]:
    """Train a network, write it as `NAME.onnx`, and say how much of what was held out it names right, by head."""
    torch.set_num_threads(1)
    lot, held = lots(name, plan, samples)
    trainer = _Trainer(name, course, len(lot.pictures))
    rng = np.random.default_rng(course.seed)
    begun = time.monotonic()
    right = (0.0, 0.0)
    for epoch in range(course.epochs):
        trainer.net.train()
        order = rng.permutation(len(lot.pictures))[: len(lot.pictures) // BATCH * BATCH]
        losses = [trainer.step(lot.part(rows)) for rows in np.split(order, len(order) // BATCH)]
        right = measure(trainer.net, name, held)
        said = f"loss {np.mean(losses):.3f}, held out {right[0]:.4f} and {right[1]:.4f} right"
        sys.stderr.write(f"{name}: epoch {epoch + 1} of {course.epochs}, {said}, {time.monotonic() - begun:.0f} s\n")
        export(trainer.net, name, out / f"{name}.onnx")
    return right
