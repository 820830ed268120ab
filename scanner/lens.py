"""What a camera's lens does to straight lines, and how a seen pixel is put right before it is laid on the layout.

The model is the usual one of pinhole, radial (k1, k2, k3) and tangential (p1, p2) distortion (Brown and Conrady). All
is plain arithmetic on tuples, as in `geometry`. Pixel centres lie at whole numbers.
"""

import hashlib
from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from scanner.frames import Point

VERSION = 1
Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Bend = tuple[float, float, float, float, float]
"""k1, k2, p1, p2, k3, in the order of OpenCV."""
ROUNDS, CLOSE = 30, 1e-12


class Lens(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One camera's lens at one size of picture.

    `matrix` is the camera matrix in pixels (3 x 3), `error_px` the root mean square of how far the corners of the
    board lay from where this lens puts them, in pixels, over `views` pictures. `made` and `expires` are dates
    `YYYY-MM-DD`, `expires` may be empty. `fingerprint` is the SHA-256 of the figures that place a pixel, so that
    an edited lens is told.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    camera: str
    made: str
    expires: str = ""
    width: int
    height: int
    matrix: Matrix
    distortion: Bend
    error_px: float
    views: int
    fingerprint: str = ""


def fingerprint(lens: Lens) -> str:
    """The SHA-256 of camera, size, matrix and distortion."""
    figures = (lens.camera, lens.width, lens.height, lens.matrix, lens.distortion)
    return hashlib.sha256(msgspec.json.encode(figures)).hexdigest()


def bent(lens: Lens, point: Point) -> Point:
    """Where the lens shows what a pinhole would show at this pixel."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    x, y, _, _, _ = _bend(lens.distortion, (point[0] - cx) / fx, (point[1] - cy) / fy)
    return x * fx + cx, y * fy + cy


def straight(lens: Lens, point: Point) -> Point:
    """Where a pinhole would show what the lens shows at this pixel.

    Raises:
        ValueError: this lens shows nothing there; its figures do not reach so far out.
    """
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    seen_x, seen_y = (point[0] - cx) / fx, (point[1] - cy) / fy
    x, y = seen_x, seen_y
    for _ in range(ROUNDS):
        is_x, is_y, a, b, d = _bend(lens.distortion, x, y)
        off_x, off_y = is_x - seen_x, is_y - seen_y
        det = a * d - b * b
        if not det > 0.0 or not a > 0.0:
            break
        if off_x * off_x + off_y * off_y < CLOSE * CLOSE:
            return x * fx + cx, y * fy + cy
        x, y = x - (d * off_x - b * off_y) / det, y - (a * off_y - b * off_x) / det
    raise ValueError(f"the lens shows nothing at {point[0]:.0f},{point[1]:.0f}")


def _bend(bend: Bend, x: float, y: float) -> tuple[float, float, float, float, float]:
    """A place after the lens, and how it moves with x and y: its derivatives dx/dx, dx/dy (equal to dy/dx), dy/dy."""
    k1, k2, p1, p2, k3 = bend
    r = x * x + y * y
    radial = 1 + r * (k1 + r * (k2 + r * k3))
    slope = 2 * (k1 + r * (2 * k2 + r * 3 * k3))
    return (
        x * radial + 2 * p1 * x * y + p2 * (r + 2 * x * x),
        y * radial + p1 * (r + 2 * y * y) + 2 * p2 * x * y,
        radial + slope * x * x + 2 * p1 * y + 6 * p2 * x,
        slope * x * y + 2 * p1 * x + 2 * p2 * y,
        radial + slope * y * y + 6 * p1 * y + 2 * p2 * x,
    )


def reaches(lens: Lens) -> bool:
    """Whether every pixel of the picture's rim can be put right."""
    right, low = lens.width - 1.0, lens.height - 1.0
    rim = [(right * k / 16, y) for k in range(17) for y in (0.0, low)]
    rim += [(x, low * k / 16) for k in range(17) for x in (0.0, right)]
    try:
        for point in rim:
            straight(lens, point)
    except (ValueError, OverflowError):
        return False
    return True


def check_lens(lens: Lens, camera: str, size: tuple[int, int], today: date) -> tuple[str, ...]:
    """Why a lens should not be relied on for the pictures of this camera, in words; empty where it may be.

    `size` is the width and height of the pictures in pixels.
    """
    reasons: list[str] = []
    try:
        if lens.expires and date.fromisoformat(lens.expires) < today:
            reasons.append(f"the lens expired on {lens.expires}; show the board again")
    except ValueError:
        reasons.append(f"the lens expires {lens.expires!r}, which is no date; write it as 2027-01-31")
    if lens.camera != camera:
        reasons.append(f"the lens is that of the camera {lens.camera!r}, not {camera!r}; show the board to this one")
    if (lens.width, lens.height) != size:
        is_for = f"the lens was measured at {lens.width} x {lens.height}, the pictures are {size[0]} x {size[1]}"
        reasons.append(f"{is_for}; measure it at this size")
    if lens.fingerprint != fingerprint(lens):
        reasons.append("the figures of the lens are not those that were measured; measure it again")
    return tuple(reasons)
