"""A lens from views of the board: what it is, how sure that is, and what is missing where it cannot be told."""

from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.board import ACROSS
from calibration.layout import CalibrationError, Picture
from calibration.views import Finder, Floats, Refused, View, coverage, empty
from scanner.frames import Point
from scanner.lens import Lens, fingerprint, reaches, straight

FEWEST, TILTED = 8, 3
"""Views that are needed, and how many of them must be tilted: flat to the camera, focal length cannot be told."""
TILT = 12.0
"""Degrees from which a board counts as tilted."""
EMPTY_MOST = 2
"""Thirds of the picture that may be without a corner: there the lens is only guessed."""
ERROR_PX = 1.0
"""The largest error in a picture 1280 px wide; it may grow with the width."""
GAIN = 0.9
"""A third radial term is taken only where it makes the error smaller than this part of it."""


class Measured(NamedTuple):
    """A lens, the error of each view in px, the names of the tilted, how sure the focal length is (px)."""

    lens: Lens
    errors: tuple[float, ...]
    tilts: tuple[float, ...]
    focal_spread: float


def solve(finder: Finder, camera: str, made: str, expires: str) -> Measured:
    """The lens of the views a finder kept; a view that does not fit the others is put to the refused.

    Raises:
        CalibrationError: the views are too few, too alike, leave too much of the picture out, or fit no lens.
    """
    views, size = finder.views, finder.size
    if size is None or len(views) < FEWEST:
        raise CalibrationError(_too_few(finder))
    if len(none := empty(coverage(views, size))) > EMPTY_MOST:
        raise CalibrationError(f"no corner of the board lies at {', '.join(none)}: hold it there too, near the rim")
    found = _fitted(views, size)
    limit = max(0.5, 3 * float(np.median(found.errors)))
    odd = [view for view, error in zip(views, found.errors, strict=True) if error > limit]
    if odd and len(views) - len(odd) >= FEWEST:
        finder.refused += [Refused(view.name, "does not fit the other views: the board bent or moved") for view in odd]
        finder.views = views = [view for view in views if view not in odd]
        found = _fitted(views, size)
    if sum(tilt >= TILT for tilt in found.tilts) < TILTED:
        raise CalibrationError(
            f"the board was flat to the camera in nearly all views: tilt it by 20 to 40 degrees in {TILTED} or more"
        )
    return judged(found, camera, made, expires)


def _too_few(finder: Finder) -> str:
    words = f"{len(finder.views)} views of the board count, {FEWEST} are needed: show it at more places and tilts"
    reasons = [one.why.partition(":")[2].strip() or one.why for one in finder.refused]
    if reasons:
        often = max(set(reasons), key=reasons.count)
        words += f"; of {len(reasons)} that do not count most say: {often}"
    return words


def judged(found: Measured, camera: str, made: str, expires: str) -> Measured:
    """A lens with its names and fingerprint, once it is good enough.

    Raises:
        CalibrationError: its error is too large, or it does not reach the picture's rim.
    """
    lens = msgspec.structs.replace(found.lens, camera=camera, made=made, expires=expires)
    limit = ERROR_PX * max(1.0, lens.width / 1280)
    if lens.error_px > limit:
        raise CalibrationError(
            f"the corners lie {lens.error_px:.2f} px off, {limit:.2f} at most: glue the board to something flat and"
            " stiff, and switch off zoom, autofocus and stabilisation"
        )
    if not reaches(lens):
        raise CalibrationError("the lens found does not reach the picture's rim: hold the board into all four corners")
    return found._replace(lens=msgspec.structs.replace(lens, fingerprint=fingerprint(lens)))


def _fitted(views: list[View], size: tuple[int, int]) -> Measured:
    """The simplest lens that fits."""
    plain = _calibrated(views, size, cv2.CALIB_FIX_K3)
    more = _calibrated(views, size, 0)
    return more if more.lens.error_px < GAIN * plain.lens.error_px and reaches(more.lens) else plain


def _calibrated(views: list[View], size: tuple[int, int], flags: int) -> Measured:
    places = [_on_board(view.ids) for view in views]
    seen = [view.corners.reshape(-1, 1, 2) for view in views]
    try:
        error, matrix, bend, turns, _, spread, _, errors = cv2.calibrateCameraExtended(
            places, seen, size, np.eye(3), np.zeros(5), flags=flags
        )
    except cv2.error as failed:
        raise CalibrationError("the views fit no lens: show the board at more places and tilts") from failed
    k1, k2, p1, p2, k3 = (float(one) for one in np.asarray(bend).ravel()[:5])
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in np.asarray(matrix)]
    lens = Lens(
        camera="",
        made="",
        width=size[0],
        height=size[1],
        matrix=(rows[0], rows[1], rows[2]),
        distortion=(k1, k2, p1, p2, k3),
        error_px=round(float(error), 4),
        views=len(views),
    )
    tilts = tuple(_tilt(np.asarray(turn)) for turn in turns)
    return Measured(lens, tuple(np.asarray(errors).ravel().tolist()), tilts, float(np.asarray(spread).ravel()[0]))


def _on_board(ids: NDArray[np.int32]) -> Floats:
    rows, columns = np.divmod(ids, ACROSS - 1)
    return np.stack([columns, rows, np.zeros_like(rows)], axis=1).astype(np.float32).reshape(-1, 1, 3)


def _tilt(turn: NDArray[np.generic]) -> float:
    """The angle between the board and the picture's plane in degrees."""
    matrix, _ = cv2.Rodrigues(np.asarray(turn, np.float64))
    return float(np.degrees(np.arccos(min(1.0, abs(float(matrix[2, 2]))))))


def draw(image: Picture, views: list[View]) -> Picture:
    """The picture with the corners of every view, its thirds, and those without a corner reddened."""
    shown = image.copy()
    height, width = shown.shape[:2]
    counts = coverage(views, (width, height))
    for k, count in enumerate(counts):
        left, top = width * (k % 3) // 3, height * (k // 3) // 3
        part = shown[top : height * (k // 3 + 1) // 3, left : width * (k % 3 + 1) // 3]
        if not count:
            part[..., 2] = np.maximum(part[..., 2], 200)
        cv2.rectangle(shown, (left, top), (left + part.shape[1], top + part.shape[0]), (160, 160, 160), 1)
    size = max(2, width // 500)
    for number, view in enumerate(views):
        hue = np.array([[[number * 180 // len(views), 230, 255]]], np.uint8)
        colour = tuple(int(c) for c in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
        for x, y in view.corners:
            cv2.circle(shown, (round(float(x)), round(float(y))), size, colour, -1, cv2.LINE_AA)
    return shown


def straightened(image: Picture, lens: Lens) -> Picture:
    """The picture as a pinhole would show it."""
    return np.asarray(cv2.undistort(image, np.array(lens.matrix), np.array(lens.distortion)), np.uint8)


def bow_px(lens: Lens) -> float:
    """How far the lens moves the picture's corners, the farthest of the four, in px."""
    rim: tuple[Point, ...] = ((0, 0), (lens.width - 1, 0), (lens.width - 1, lens.height - 1), (0, lens.height - 1))
    moved = [straight(lens, point) for point in rim]
    return max(float(np.hypot(a[0] - b[0], a[1] - b[1])) for a, b in zip(rim, moved, strict=True))
