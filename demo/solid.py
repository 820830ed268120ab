"""What stands on the layout, as the camera sees it: the camera's place from how it sees the layout alone."""

from typing import NamedTuple

import numpy as np
from cv2.typing import MatLike

from scanner.frames import Point


class Camera(NamedTuple):
    """A camera: places in mm (z up from the layout) to pixels, (3, 4), and where it stands."""

    matrix: MatLike
    eye: MatLike

    def pixels(self, places: MatLike) -> MatLike:
        """Places (n, 3) in mm as pixels (n, 2)."""
        seen = np.concatenate([places, np.ones((len(places), 1))], axis=1) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def depth(self, place: tuple[float, float, float]) -> float:
        """How far a place is from the camera, in mm."""
        return float(np.linalg.norm(self.eye - np.array(place)))


def camera_over(to_picture: MatLike, size: tuple[int, int]) -> Camera:
    """The camera that sees the layout through this homography (mm to pixels) in a picture of this width and height.

    Its pixels are square and its axis meets the picture's middle. Seen from straight above the focal length does not
    show; then it is 1.2 times the width.
    """
    width, height = size
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]) @ to_picture
    focal = _focal(centred, 1.2 * width)
    columns = np.diag([1 / focal, 1 / focal, 1]) @ centred
    scale = 2 / (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1]))
    columns = columns * (scale if columns[2, 2] > 0 else -scale)
    first = columns[:, 0] / np.linalg.norm(columns[:, 0])
    second = columns[:, 1] - first * float(first @ columns[:, 1])
    second = second / np.linalg.norm(second)
    up = -np.cross(first, second)
    spin = np.stack([first, second, up], axis=1)
    eye = -np.linalg.inv(spin) @ columns[:, 2]
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    # The layout's own two columns stay as they are, so that what lies flat is drawn where cards are.
    whole = np.stack([columns[:, 0], columns[:, 1], up, columns[:, 2]], axis=1)
    return Camera(np.asarray(inner @ whole), np.asarray(eye))


def _focal(centred: MatLike, fallback: float) -> float:
    """The focal length in px that makes the layout's two axes square to each other."""
    low = float(centred[2, 0] * centred[2, 1])
    a = float(centred[0, 0] * centred[0, 1] + centred[1, 0] * centred[1, 1])
    lean = float(np.hypot(centred[2, 0], centred[2, 1]))
    if lean > 1e-9 and abs(low) > 1e-3 * lean * lean and -a / low > 0:
        return float(np.sqrt(-a / low))
    # Axes of equal scale give it where they are square already.
    top = float(centred[0, 1] ** 2 + centred[1, 1] ** 2 - centred[0, 0] ** 2 - centred[1, 0] ** 2)
    under = float(centred[2, 0] ** 2 - centred[2, 1] ** 2)
    return float(np.sqrt(top / under)) if abs(under) > 1e-12 and top / under > 0 else fallback


def polygon(camera: Camera, at: Point, radius: float, z: float) -> MatLike:
    """A level circle's rim in whole pixels."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    places = np.stack([at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn), np.full(48, z)], axis=1)
    return np.rint(camera.pixels(places)).astype(np.int32)
