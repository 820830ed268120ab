"""Where a camera stands over its layout: what lies above the layout, in mm, as pixels, and back at a known height."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.geometry import Matrix
from scanner.lens import Lens

Reals = NDArray[np.float64]

FOCAL: Final = 1.1
"""The focal length in widths of the picture where neither a lens nor the layout tells it."""
FOCALS: Final = (0.4, 4.0)
"""What a focal length can be, in widths; the layout seen from straight above gives any figure."""


class Stand(NamedTuple):
    """A camera: places in mm, z up from the layout, to pixels that the lens has put right, (3, 4)."""

    matrix: Reals

    def pixels(self, places: Reals) -> Reals:
        """Places (n, 3) in mm as pixels (n, 2)."""
        seen = places @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def places(self, pixels: Reals, height: float) -> Reals:
        """Where pixels (n, 2) lie at a height in mm above the layout, (n, 2) in mm."""
        m = self.matrix
        level = np.stack([m[:, 0], m[:, 1], m[:, 2] * height + m[:, 3]], axis=1)
        seen = np.concatenate([pixels, np.ones((len(pixels), 1))], axis=1) @ np.linalg.inv(level).T
        return np.asarray(seen[:, :2] / seen[:, 2:])


def stand_of(homography: Matrix, size: tuple[int, int], lens: Lens | None) -> Stand:
    """The camera whose picture (width, height in px) this homography lays on the layout.

    Without a lens its pixels are taken as square and its axis as meeting the picture's middle.

    Raises:
        numpy.linalg.LinAlgError: the homography maps no plane.
    """
    to_picture = np.linalg.inv(np.array(homography, np.float64))
    if lens is None:
        width, height = size
        middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
        focal = _focal(middle @ to_picture, width)
        inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    else:
        inner = np.array(lens.matrix, np.float64)
    columns = np.linalg.inv(inner) @ to_picture
    columns /= (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2
    middle_mm = np.array(homography, np.float64) @ np.array([size[0] / 2, size[1] / 2, 1.0])
    if float(columns[2] @ (middle_mm / middle_mm[2])) < 0:  # what is seen lies before the lens
        columns = -columns
    up = np.cross(columns[:, 0], columns[:, 1])
    up /= np.linalg.norm(up)
    # Seen from above, whichever way the layout's axes run: what stands up comes nearer to the camera.
    if float(up @ columns[:, 2]) > 0:
        up = -up
    return Stand(np.asarray(inner @ np.stack([columns[:, 0], columns[:, 1], up, columns[:, 2]], axis=1)))


def _focal(centred: Reals, width: float) -> float:
    """The focal length in px at which the layout's axes are as near as can be to square and of one scale."""
    one, other = centred[:, 0], centred[:, 1]
    across = float(one[:2] @ other[:2]), float(one[2] * other[2])
    along = float(one[:2] @ one[:2] - other[:2] @ other[:2]), float(one[2] ** 2 - other[2] ** 2)
    # Both are to be nothing: first + second * focal squared.
    under = across[1] ** 2 + along[1] ** 2
    square = -(across[0] * across[1] + along[0] * along[1]) / under if under > 0 else 0.0
    low, high = FOCALS
    known = low * width < square**0.5 < high * width if square > 0 else False
    return float(square**0.5) if known else FOCAL * width
