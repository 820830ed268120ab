"""Train the two networks on samples and write them as ONNX: `python -m training.train SAMPLES.npz... --out FOLDER`."""

import argparse
import hashlib
import sys
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from scanner.flatten import BODY_INPUT, INDEX_INPUT

SIZE = {"index": INDEX_INPUT, "body": BODY_INPUT}
HEADS = {"index": (14, 5), "body": (13, 5)}
"""Classes of the two heads: ranks or none, suits or none; ten pip counts, court, back, neither, suits or none."""


def layer(inside: int, outside: int, side: int = 3, stride: int = 1) -> list[nn.Module]:
    """A convolution, normalised and rectified."""
    convolution = nn.Conv2d(inside, outside, side, stride=stride, padding=side // 2, bias=False)
    return [convolution, nn.BatchNorm2d(outside), nn.ReLU()]


def index_layers() -> list[nn.Module]:
    """For a corner of 40 x 72: the first layer sees every pixel, since a letter's strokes are two pixels wide."""
    halve = nn.MaxPool2d(2)
    return [*layer(3, 16), halve, *layer(16, 32), halve, *layer(32, 48), halve, *layer(48, 64)]


def body_layers() -> list[nn.Module]:
    """For a card of 64 x 88: pips are larger than letters, so two early strides are enough."""
    early = [*layer(3, 24, side=5, stride=2), *layer(24, 48, stride=2)]
    return [*early, *layer(48, 64), nn.MaxPool2d(2), *layer(64, 64, stride=2)]


class Reader(nn.Module):
    """A picture of 3 channels in 0..1 to the two heads' logits, joined."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.body = nn.Sequential(*(index_layers() if name == "index" else body_layers()))
        with torch.no_grad():
            cells = self.body(torch.zeros(1, 3, SIZE[name][1], SIZE[name][0])).numel() // 64
        self.joint = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * cells, 96), nn.ReLU(), nn.Linear(96, sum(HEADS[name]))
        )

    def forward(self, picture: Tensor) -> Tensor:
        out: Tensor = self.joint(self.body(picture))
        return out


def _loss(out: Tensor, first: Tensor, second: Tensor, split: int) -> Tensor:
    return functional.cross_entropy(out[:, :split], first, label_smoothing=0.03) + functional.cross_entropy(
        out[:, split:], second, label_smoothing=0.03
    )


def _varied(batch: Tensor, *, turn: bool) -> Tensor:
    """Light and colour varied once more, a shift of a pixel or two."""
    n = len(batch)
    batch = batch * (0.85 + 0.3 * torch.rand(n, 3, 1, 1)) + 0.1 * (torch.rand(n, 1, 1, 1) - 0.5)
    dx, dy = int(torch.randint(-2, 3, ())), int(torch.randint(-2, 3, ()))
    if turn:
        # A flat card may lie either way up, and a seven is not the same both ways.
        upside = torch.rand(n, 1, 1, 1) < 0.5
        batch = torch.where(upside, batch.flip(2, 3), batch)
    return torch.roll(batch, (dy, dx), (2, 3)).clamp(0, 1)


def train(
    name: str, pictures: NDArray[np.uint8], labels: tuple[NDArray[np.int64], NDArray[np.int64]], epochs: int
) -> nn.Module:
    """A network trained on pictures (n, rows, columns, 3) and both heads' labels; the last 4 % are held out."""
    net = Reader(name)
    first, second = (torch.from_numpy(part).long() for part in labels)
    held = len(pictures) // 25
    order = np.arange(len(pictures) - held)
    steps = epochs * (len(order) // 128)
    adam = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    rate = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, total_steps=steps + 1)
    start = time.monotonic()
    for epoch in range(epochs):
        np.random.default_rng(epoch).shuffle(order)
        net.train()
        for at in range(0, len(order) - 127, 128):
            rows = order[at : at + 128]
            batch = torch.from_numpy(pictures[rows]).permute(0, 3, 1, 2).float() / 255
            loss = _loss(net(_varied(batch, turn=name == "body")), first[rows], second[rows], HEADS[name][0])
            adam.zero_grad()
            loss.backward()
            adam.step()
            rate.step()
        net.eval()
        with torch.no_grad():
            out = torch.cat(
                [
                    net(torch.from_numpy(pictures[at : at + 512]).permute(0, 3, 1, 2).float() / 255)
                    for at in range(len(pictures) - held, len(pictures), 512)
                ]
            )
        right = [
            (part.argmax(1) == label[-held:]).float().mean().item()
            for part, label in zip((out[:, : HEADS[name][0]], out[:, HEADS[name][0] :]), (first, second), strict=True)
        ]
        sys.stderr.write(
            f"{name} epoch {epoch}: held out {right[0]:.4f} {right[1]:.4f}, {time.monotonic() - start:.0f} s\n"
        )
    return net


def export(net: nn.Module, name: str, folder: Path) -> None:
    """Write a network and print its SHA-256."""
    size = SIZE[name]
    path = folder / f"{name}.onnx"
    torch.onnx.export(
        net.eval(), (torch.zeros(1, 3, size[1], size[0]),), str(path), input_names=["picture"], output_names=["logits"],
        dynamic_axes={"picture": {0: "n"}, "logits": {0: "n"}}, opset_version=13, dynamo=False,
    )  # fmt: skip
    sys.stdout.write(f"{path}: {path.stat().st_size} bytes, sha256 {hashlib.sha256(path.read_bytes()).hexdigest()}\n")


def main() -> None:
    """Train what is named and write it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("samples", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("scanner/model"))
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--only", choices=["index", "body"])
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    parts = [np.load(path) for path in args.samples]
    args.out.mkdir(parents=True, exist_ok=True)
    for name, keys in (("index", ("corners", "ranks", "suits")), ("body", ("bodies", "kinds", "body_suits"))):
        if args.only in (None, name):
            pictures, first, second = (np.concatenate([part[key] for part in parts]) for key in keys)
            export(train(name, pictures, (first, second), args.epochs), name, args.out)


if __name__ == "__main__":
    main()
