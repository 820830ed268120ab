"""Views of the board: which pictures count for a lens, and what part of the camera's picture they cover."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board import ACROSS, CORNERS, DOWN, pattern
from calibration.layout import Picture

Floats = NDArray[np.float32]

FEWEST_CORNERS = 15
"""Corners a picture needs, in at least three rows and three columns."""
BLUR_PX = 5.0
"""An edge of the board wider than this is blurred; in a picture 1280 px wide, and as much more as it is wider."""
WINDOW = (3, 3)
SAME = 0.015
"""Two views whose corners lie nearer to each other than this part of the picture's width are one."""
THIRDS: Final = ("top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right")


class View(NamedTuple):
    """The board in one picture: its corners in pixels (n, 2) and their numbers, and the width of an edge in px."""

    name: str
    corners: Floats
    ids: NDArray[np.int32]
    edge: float


class Refused(NamedTuple):
    """A picture that does not count, and why, with the cure."""

    name: str
    why: str


class Finder:
    """Takes pictures one after another and keeps the views that count."""

    def __init__(self) -> None:
        self._detector = cv2.aruco.CharucoDetector(pattern())
        self.views: list[View] = []
        self.refused: list[Refused] = []
        self.size: tuple[int, int] | None = None
        self.best: Picture | None = None

    def take(self, name: str, image: Picture | None) -> View | Refused:
        """Look for the board in a picture; a view that counts is kept, and the picture with most corners."""
        found = self._looked(name, image)
        if isinstance(found, Refused):
            self.refused.append(found)
            return found
        if self.best is None or all(len(found.ids) >= len(view.ids) for view in self.views):
            self.best = image
        self.views.append(found)
        return found

    def _looked(self, name: str, image: Picture | None) -> View | Refused:
        if image is None:
            return Refused(name, "cannot be read as a picture")
        size = (image.shape[1], image.shape[0])
        if self.size is None:
            self.size = size
        if size != self.size:
            return Refused(name, f"is {size[0]} x {size[1]}, the others {self.size[0]} x {self.size[1]}: one size only")
        plain = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        corners, ids = self._detector.detectBoard(plain)[:2]
        count = 0 if ids is None else len(ids)
        if count < FEWEST_CORNERS or not _spread(ids):
            return Refused(
                name,
                f"{count} of {CORNERS} corners found: show the whole board, nearer and sharp, no glare or hand on it",
            )
        view = View(name, _refined(plain, corners), np.asarray(ids, np.int32).ravel(), 0.0)
        view = view._replace(edge=edge_px(plain, view))
        if view.edge > BLUR_PX * max(1.0, size[0] / 1280):
            return Refused(
                name, f"blurred, edges are {view.edge:.1f} px wide: hold the board still, focus, give it more light"
            )
        twin = next((old for old in self.views if _apart(old, view) < SAME * size[0]), None)
        return view if twin is None else Refused(name, f"the same view as {twin.name}: move the board, or tilt it")


def _refined(plain: Picture, corners: object) -> Floats:
    """Corners to a small part of a pixel, within so small a window that bent lines are straight in it."""
    rough = np.asarray(corners, np.float32).reshape(-1, 1, 2).copy()
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 0.001)
    return np.asarray(cv2.cornerSubPix(plain, rough, WINDOW, (-1, -1), until), np.float32).reshape(-1, 2)


def _spread(ids: NDArray[np.generic]) -> bool:
    rows, columns = np.divmod(np.asarray(ids).ravel(), ACROSS - 1)
    return len(np.unique(rows)) >= 3 and len(np.unique(columns)) >= 3


def _apart(one: View, other: View) -> float:
    """How far the corners that both views show lie apart on average, in px; far where they share few."""
    _, first, second = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(first) < FEWEST_CORNERS // 2:
        return float("inf")
    return float(np.linalg.norm(one.corners[first] - other.corners[second], axis=1).mean())


def edge_px(plain: Picture, view: View) -> float:
    """How wide the board's edges are in the picture, in px: the board is laid flat at its own scale and looked at."""
    rows, columns = np.divmod(view.ids, ACROSS - 1)
    flat = np.stack([columns + 1, rows + 1], axis=1).astype(np.float32)
    matrix, _ = cv2.findHomography(flat, view.corners)
    square = np.sqrt(cv2.contourArea(cv2.convexHull(view.corners)) / cv2.contourArea(cv2.convexHull(flat)))
    scale = np.diag([1 / square, 1 / square, 1.0])
    low, high = flat.min(axis=0) * square, flat.max(axis=0) * square
    size = (int(ACROSS * square), int(DOWN * square))
    laid = cv2.warpPerspective(plain, matrix @ scale, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    part = laid[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1]
    return edges(np.asarray(part, np.uint8))


def edges(part: Picture) -> float:
    """The width in px of the edges across and down a grey picture, the wider of both; of a perfect step it is 1."""
    dark, bright = np.percentile(part, (5, 95))
    across = np.abs(np.diff(part.astype(np.float32), axis=1))
    down = np.abs(np.diff(part.astype(np.float32), axis=0))
    steepest = min(np.percentile(across, 99), np.percentile(down, 99))
    return float((bright - dark) / max(steepest, 1.0))


def coverage(views: list[View], size: tuple[int, int]) -> tuple[int, ...]:
    """How many corners lie in each third of the picture, across and down, in the order of `THIRDS`."""
    counts = np.zeros((3, 3), int)
    for view in views:
        cells = np.clip((view.corners / np.array(size) * 3).astype(int), 0, 2)
        np.add.at(counts, (cells[:, 1], cells[:, 0]), 1)
    return tuple(counts.ravel().tolist())


def empty(counts: tuple[int, ...]) -> list[str]:
    """The thirds without a corner, by name."""
    return [name for name, count in zip(THIRDS, counts, strict=True) if not count]
