"""The board before a camera with a known lens: pictures whose every pixel follows from figures that a test knows."""

from functools import cache

import cv2
import numpy as np

from calibration.board import ACROSS, DOWN, pattern
from scanner.lens import Lens
from scanner.quality import Image
from tests.lenses import rays

SQUARE_PX = 60
"""A square of the drawing that the board is sampled from."""
Pose = tuple[float, float, float, float, float, float]
"""Turns about x, y and z in degrees; the board's middle across and down, -1 to 1 of the view, and its distance."""

POSES: tuple[Pose, ...] = (
    (0, 0, 0, 0.0, 0.0, 11),
    (28, 0, 5, -0.5, -0.45, 13),
    (-28, 10, 0, 0.5, -0.45, 13),
    (10, 30, -5, -0.5, 0.45, 13),
    (-10, -30, 0, 0.5, 0.45, 13),
    (0, 25, 12, -0.55, 0.0, 12),
    (25, 0, -12, 0.0, -0.5, 12),
    (-25, 5, 90, 0.55, 0.0, 15),
    (5, -25, 180, 0.0, 0.5, 12),
    (20, 20, 40, 0.1, 0.1, 12),
)
FLAT: tuple[Pose, ...] = tuple((0, 0, 30 * k, x, y, z) for k, (_, _, _, x, y, z) in enumerate(POSES))
"""The same places without any tilt."""


@cache
def _drawing() -> Image:
    board = pattern().generateImage((ACROSS * SQUARE_PX, DOWN * SQUARE_PX), marginSize=0)
    rim = cv2.copyMakeBorder(board, *(SQUARE_PX // 2,) * 4, cv2.BORDER_CONSTANT, value=(255,))
    return np.asarray(rim * 0.85 + 12, np.uint8)


def shown(lens: Lens, pose: Pose, *, blur: float = 0.0, seed: int = 1) -> Image:
    """The board in this pose as the lens shows it, with noise, on grey; `blur` is a Gaussian's sigma in px."""
    wide, tall = lens.width / lens.matrix[0][0] / 2, lens.height / lens.matrix[1][1] / 2
    turn = _turned(*pose[:3])
    away = np.array([pose[3] * wide * pose[5], pose[4] * tall * pose[5], pose[5]])
    middle = np.array([[1, 0, -ACROSS / 2], [0, 1, -DOWN / 2], [0, 0, 1]])
    plane = np.stack([turn[:, 0], turn[:, 1], away], axis=1) @ middle
    to_pinhole = np.array(lens.matrix) @ plane
    pixels = rays(lens).reshape(-1, 1, 2).astype(np.float64)
    at = cv2.perspectiveTransform(pixels, np.linalg.inv(to_pinhole)).reshape(lens.height, lens.width, 2)
    at = ((at + 0.5) * SQUARE_PX - 0.5).astype(np.float32)
    grey = cv2.remap(
        cv2.GaussianBlur(_drawing(), (0, 0), 1.0),
        np.ascontiguousarray(at[..., 0]),
        np.ascontiguousarray(at[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(90,),
    )
    if blur:
        grey = cv2.GaussianBlur(grey, (0, 0), blur)
    noise = np.random.default_rng(seed).normal(0, 1.5, grey.shape)
    return np.asarray(cv2.cvtColor(np.clip(grey + noise, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR))


def _turned(x: float, y: float, z: float) -> Image:
    turns = [cv2.Rodrigues(np.radians(axis) * angle)[0] for axis, angle in zip(np.eye(3), (x, y, z), strict=True)]
    return np.asarray(turns[2] @ turns[1] @ turns[0])
