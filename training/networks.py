"""The two networks: a picture of 3 channels in 0..1 to the logits of two heads, joined."""

from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import torch
from torch import nn

from scanner.flatten import BODY_INPUT, INDEX_INPUT


class Task(NamedTuple):
    """What a network reads: the size of its input, across and down, and the classes of its two heads."""

    size: tuple[int, int]
    heads: tuple[int, int]


TASKS: Final = {"index": Task(INDEX_INPUT, (14, 5)), "body": Task(BODY_INPUT, (13, 5))}
"""Classes: ranks or none, suits or none; ten pip counts, court, back, neither, suits or none."""
DEEP: Final = 64
"""Channels of either network's last convolution."""
OPSET: Final = 13


def _layer(inside: int, outside: int, side: int = 3, stride: int = 1) -> list[nn.Module]:
    convolution = nn.Conv2d(inside, outside, side, stride=stride, padding=side // 2, bias=False)
    return [convolution, nn.BatchNorm2d(outside), nn.ReLU()]


def _index_layers() -> list[nn.Module]:
    """The first layer sees every pixel of the corner, since a letter's strokes are two pixels wide."""
    layers = _layer(3, 16)
    for inside, outside in pairwise((16, 32, 48, DEEP)):
        layers += [nn.MaxPool2d(2), *_layer(inside, outside)]
    return layers


def _body_layers() -> list[nn.Module]:
    """Pips are larger than letters, so two early strides are enough."""
    early = [*_layer(3, 24, side=5, stride=2), *_layer(24, 48, stride=2)]
    return [*early, *_layer(48, DEEP), nn.MaxPool2d(2), *_layer(DEEP, DEEP, stride=2)]


def network(name: str) -> nn.Sequential:
    """A network with weights by lot, for the task of that name."""
    task = TASKS[name]
    layers = _index_layers() if name == "index" else _body_layers()
    with torch.no_grad():
        cells = nn.Sequential(*layers)(torch.zeros(2, 3, task.size[1], task.size[0])).shape[2:].numel()
    joint = [nn.Linear(DEEP * cells, 96), nn.ReLU(), nn.Linear(96, sum(task.heads))]
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), *joint)


def export(net: nn.Module, name: str, path: Path) -> None:
    """Write a network as ONNX, for any number of pictures at once."""
    size = TASKS[name].size
    example = torch.zeros(1, 3, size[1], size[0])
    several = {"picture": {0: "n"}, "logits": {0: "n"}}
    plain = net.eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        plain, (example,), str(path), input_names=["picture"], output_names=["logits"],
        dynamic_axes=several, opset_version=OPSET, dynamo=False,
    )  # fmt: skip
