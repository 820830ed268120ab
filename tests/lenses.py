"""A lens with known figures for the tests, and pictures as it shows them."""

from functools import cache

import cv2
import msgspec
import numpy as np

from scanner.lens import Bend, Lens, fingerprint
from scanner.quality import Image

BARREL: Bend = (-0.24, 0.07, 0.0012, -0.0009, -0.01)


def lens_of(width: int, height: int, camera: str = "top", bend: Bend = BARREL) -> Lens:
    """A lens of 70 degrees across, a little off the middle."""
    matrix = ((0.71 * width, 0.0, 0.51 * width), (0.0, 0.712 * width, 0.485 * height), (0.0, 0.0, 1.0))
    bare = Lens(
        camera=camera,
        made="2026-01-01",
        width=width,
        height=height,
        matrix=matrix,
        distortion=bend,
        error_px=0.2,
        views=12,
    )
    return msgspec.structs.replace(bare, fingerprint=fingerprint(bare))


@cache
def rays(lens: Lens) -> Image:
    """Where a pinhole shows what the lens shows at each pixel, (rows, columns, 2): found by going round and round."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    k1, k2, p1, p2, k3 = lens.distortion
    v, u = np.mgrid[0 : lens.height, 0 : lens.width].astype(np.float64)
    seen_x, seen_y = (u - cx) / fx, (v - cy) / fy
    x, y = seen_x, seen_y
    for _ in range(60):
        r = x * x + y * y
        radial = 1 + k1 * r + k2 * r * r + k3 * r * r * r
        aside, down = 2 * p1 * x * y + p2 * (r + 2 * x * x), p1 * (r + 2 * y * y) + 2 * p2 * x * y
        x, y = (seen_x - aside) / radial, (seen_y - down) / radial
    return np.stack([x * fx + cx, y * fy + cy], axis=-1).astype(np.float32)


def through(lens: Lens, picture: Image) -> Image:
    """What a pinhole shows, as this lens shows it."""
    at = rays(lens)
    across, down = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
