"""The layout's geometry: from a picture of the empty table and four of its corners to a profile.

The four corners are those of a rectangle on the layout whose size is known (the printed field, or a sheet laid on it),
clockwise from the top left as the picture shows it. Spots are given in millimetres from that top left corner.
"""

import hashlib
import tomllib
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from games.spots import parse_spot
from scanner.frames import Point
from scanner.profile import Exit, Profile, SpotArea

Picture = NDArray[np.uint8]
BLUE, RED, WHITE = (255, 120, 0), (0, 0, 230), (255, 255, 255)
NARROWEST_PX = 45
"""Below this width of a card in pixels no reader is sure."""


class CalibrationError(Exception):
    """A calibration cannot be made; the message names what is wrong and the cure."""


class SpotPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One spot: its middle and its size in mm; `turn` in degrees, clockwise."""

    spot: str
    at: Point
    size: Point = (84.0, 108.0)
    turn: float = 0.0


class ExitPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edge over which a card leaves the view, as a convex polygon in mm."""

    name: str
    polygon: tuple[Point, ...]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout as drawn: the size of the rectangle whose corners are shown, its spots and its exits."""

    size_mm: Point
    spot: tuple[SpotPlan, ...]
    exit: tuple[ExitPlan, ...] = ()
    card_mm: Point = (63.0, 88.0)


def read_plan(path: Path) -> Plan:
    """The plan of a file.

    Raises:
        CalibrationError: it cannot be read, or a key is unknown, missing or wrong.
    """
    try:
        plan = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Plan)
        for one in plan.spot:
            parse_spot(one.spot)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        raise CalibrationError(f"{path}: {error}") from error
    names = [one.spot for one in plan.spot]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CalibrationError(f"{path}: {twice[0]} stands twice")
    return plan


def area(plan: SpotPlan) -> tuple[Point, ...]:
    """The polygon of a spot in mm, clockwise from its own top left."""
    angle = np.deg2rad(plan.turn)
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    half = (plan.size[0] / 2, plan.size[1] / 2)
    corners = ((-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1]))
    return tuple(
        (round(plan.at[0] + x * cosine - y * sine, 1), round(plan.at[1] + x * sine + y * cosine, 1)) for x, y in corners
    )


def to_layout(corners: tuple[Point, ...], size_mm: Point) -> NDArray[np.float64]:
    """The homography (3 x 3) from picture pixels to layout mm.

    Raises:
        CalibrationError: there are not four corners, or they span no convex field clockwise.
    """
    if len(corners) != 4:
        raise CalibrationError(f"{len(corners)} corners: name four, clockwise from the top left")
    seen = np.array(corners, np.float32)
    if not cv2.isContourConvex(seen.reshape(-1, 1, 2)) or cv2.contourArea(seen, oriented=True) <= 0:
        raise CalibrationError("the corners do not go round a field clockwise: name top left, top right, then below")
    width, height = size_mm
    field = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(seen, field), np.float64)


def make(camera: str, picture: Picture, corners: tuple[Point, ...], plan: Plan, made: str) -> tuple[Profile, bytes]:
    """The profile, and the PNG of the empty layout that belongs beside it as `CAMERA.png`.

    Raises:
        CalibrationError: see `to_layout`; or a card would be too small to be read.
    """
    matrix = to_layout(corners, plan.size_mm)
    narrow = min(card_width(matrix, one, plan.card_mm) for one in plan.spot)
    if narrow < NARROWEST_PX:
        raise CalibrationError(
            f"a card is only {narrow:.0f} px wide in its spot; bring the camera nearer, {NARROWEST_PX} are needed"
        )
    done, png = cv2.imencode(".png", picture)
    assert done
    data = png.tobytes()
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in matrix]
    profile = Profile(
        camera=camera,
        made=made,
        width=picture.shape[1],
        height=picture.shape[0],
        homography=(rows[0], rows[1], rows[2]),
        card_mm=plan.card_mm,
        spots=tuple(SpotArea(parse_spot(one.spot), area(one)) for one in plan.spot),
        exits=tuple(Exit(one.name, one.polygon) for one in plan.exit),
        background=f"{camera}.png",
        fingerprint=hashlib.sha256(data).hexdigest(),
    )
    return profile, data


def to_picture(matrix: NDArray[np.float64], polygon: tuple[Point, ...]) -> NDArray[np.float64]:
    """A polygon of the layout in picture pixels, (n, 2)."""
    points = np.array([polygon], np.float64)
    return np.asarray(cv2.perspectiveTransform(points, np.linalg.inv(matrix))[0], np.float64)


def card_width(matrix: NDArray[np.float64], plan: SpotPlan, card_mm: Point) -> float:
    """How many pixels wide a card is that lies in a spot."""
    x, y = plan.at
    ends = to_picture(matrix, ((x - card_mm[0] / 2, y), (x + card_mm[0] / 2, y)))
    return float(np.linalg.norm(ends[1] - ends[0]))


def draw(picture: Picture, profile: Profile) -> Picture:
    """The picture with its spots and exits, for a person to look at."""
    shown = picture.copy()
    matrix = np.array(profile.homography, np.float64)
    for name, polygon, colour in (
        *((str(one.spot), one.polygon, BLUE) for one in profile.spots),
        *((one.name, one.polygon, RED) for one in profile.exits),
    ):
        points = np.rint(to_picture(matrix, polygon)).astype(np.int32)
        cv2.polylines(shown, [points.reshape(-1, 1, 2)], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA)
        at = (int(points[:, 0].min()) + 4, int(points[:, 1].min()) + 16)
        cv2.putText(shown, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, WHITE, 1, cv2.LINE_AA)
    return shown
