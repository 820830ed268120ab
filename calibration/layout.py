"""The layout's geometry: from a picture of the empty table and four of its corners to a profile.

The four corners are those of a rectangle on the layout whose size is known (the printed field, or a sheet laid on it),
clockwise from the top left as the picture shows it. Spots are given in millimetres from that top left corner.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from games.spots import parse_spot
from scanner.frames import Point
from scanner.lens import Lens, bent, straight
from scanner.profile import Exit, Mark, Profile, SpotArea, sealed

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


def fit(marks: tuple[Mark, ...], lens: Lens | None) -> NDArray[np.float64]:
    """The homography (3 x 3) that lays four or more marks best on the layout, once the lens has put them right.

    Raises:
        CalibrationError: they span no plane, or the lens shows nothing where one was named.
    """
    try:
        seen = [straight(lens, mark.px) if lens else mark.px for mark in marks]
    except ValueError as error:
        raise CalibrationError(f"{error}: measure the lens again, with the board in all four corners") from error
    pixels, places = np.array(seen, np.float64), np.array([mark.mm for mark in marks], np.float64)
    matrix, _ = cv2.findHomography(pixels, places) if len(marks) >= 4 else (None, None)
    if matrix is None:
        raise CalibrationError("the marks span no plane: name four or more, no three of them in a line")
    return np.asarray(matrix, np.float64)


def rows_of(matrix: NDArray[np.float64]) -> tuple[tuple[float, float, float], ...]:
    """A 3 x 3 matrix as it stands in a profile."""
    return tuple((float(row[0]), float(row[1]), float(row[2])) for row in matrix)


class Shown(NamedTuple):
    """What a camera shows of the empty layout: the four corners of the plan's field, and more marks, in its picture.

    `made` and `expires` are dates `YYYY-MM-DD`; `expires` may be empty.
    """

    camera: str
    picture: Picture
    corners: tuple[Point, ...]
    made: str
    expires: str = ""
    more: tuple[Mark, ...] = ()
    lens: Lens | None = None


def make(shown: Shown, plan: Plan) -> tuple[Profile, bytes]:
    """The profile, and the PNG of the empty layout that belongs beside it as `CAMERA.png`.

    Raises:
        CalibrationError: see `to_layout` and `fit`; or a card would be too small to be read.
    """
    to_layout(shown.corners, plan.size_mm)
    (width, height), lens = plan.size_mm, shown.lens
    field = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    marks = (*(Mark(px, mm) for px, mm in zip(shown.corners, field, strict=True)), *shown.more)
    matrix = fit(marks, lens)
    narrow = min(card_width(matrix, one, plan.card_mm, lens) for one in plan.spot)
    if narrow < NARROWEST_PX:
        raise CalibrationError(
            f"a card is only {narrow:.0f} px wide in its spot; bring the camera nearer, {NARROWEST_PX} are needed"
        )
    done, png = cv2.imencode(".png", shown.picture)
    assert done
    data = png.tobytes()
    first, second, third = rows_of(matrix)
    profile = Profile(
        camera=shown.camera,
        made=shown.made,
        expires=shown.expires,
        width=shown.picture.shape[1],
        height=shown.picture.shape[0],
        homography=(first, second, third),
        card_mm=plan.card_mm,
        spots=tuple(SpotArea(parse_spot(one.spot), area(one)) for one in plan.spot),
        exits=tuple(Exit(one.name, one.polygon) for one in plan.exit),
        background=f"{shown.camera}.png",
        fingerprint=hashlib.sha256(data).hexdigest(),
        lens=lens or UNSET,
        marks=marks,
    )
    return sealed(profile), data


def to_picture(
    matrix: NDArray[np.float64], polygon: tuple[Point, ...], lens: Lens | None = None
) -> NDArray[np.float64]:
    """A polygon of the layout in picture pixels, (n, 2)."""
    points = np.array([polygon], np.float64)
    seen = cv2.perspectiveTransform(points, np.linalg.inv(matrix))[0]
    if lens is not None:
        seen = np.array([bent(lens, (float(x), float(y))) for x, y in seen])
    return np.asarray(seen, np.float64)


def card_width(matrix: NDArray[np.float64], plan: SpotPlan, card_mm: Point, lens: Lens | None = None) -> float:
    """How many pixels wide a card is that lies in a spot."""
    x, y = plan.at
    ends = to_picture(matrix, ((x - card_mm[0] / 2, y), (x + card_mm[0] / 2, y)), lens)
    return float(np.linalg.norm(ends[1] - ends[0]))


def draw(picture: Picture, profile: Profile) -> Picture:
    """The picture with its spots and exits, for a person to look at."""
    shown = picture.copy()
    matrix = np.array(profile.homography, np.float64)
    for name, polygon, colour in (
        *((str(one.spot), one.polygon, BLUE) for one in profile.spots),
        *((one.name, one.polygon, RED) for one in profile.exits),
    ):
        points = np.rint(to_picture(matrix, polygon, profile.optics)).astype(np.int32)
        cv2.polylines(shown, [points.reshape(-1, 1, 2)], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA)
        at = (int(points[:, 0].min()) + 4, int(points[:, 1].min()) + 16)
        cv2.putText(shown, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, WHITE, 1, cv2.LINE_AA)
    return shown
