"""Whether a picture may be believed, and how sharp and light it is. Pure: stamps and pictures are handed in.

A camera that has stopped often goes on delivering: the last picture for ever, or a picture whose end is plain grey.
A live sensor has noise, so two pictures equal to the last bit are one picture delivered twice.
"""

from enum import Enum
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[Any]
"""Rows, columns, blue green red; 8 bits each."""

REPEATS = 3
"""A picture delivered so often is frozen once the time has passed as well: drivers deliver one twice now and then."""
FILLS = ((128, 128, 128), (0, 135, 0))
"""What decoders put where data is missing: JPEG's zero coefficients are mid grey, a video's zero planes green."""
FILL_TOLERANCE = 2
BAND = 0.04
"""A filled band is damage from this share of the height on: one row of blocks of a small picture."""
WORK_WIDTH = 640
"""Width in pixels at which sharpness is measured, so that it means the same for every camera."""


class Novelty(Enum):
    """What a picture is beside the one before it."""

    NEW = "new"
    REPEAT = "repeat"  # the same once more: no evidence, and no alarm yet
    FROZEN = "frozen"  # the same for too long


class Last(NamedTuple):
    """The newest distinct picture, when it first came, and how often since."""

    image: Image | None = None
    since: int = 0
    times: int = 0


def novelty(last: Last, image: Image, at: int, frozen_ns: int) -> tuple[Last, Novelty]:
    """Whether a picture is new, compared with the last to the bit; `at` is its capture in ns."""
    if last.image is None or not _equal(last.image, image):
        return Last(image, at, 1), Novelty.NEW
    last = Last(last.image, last.since, last.times + 1)
    frozen = last.times >= REPEATS and at - last.since >= frozen_ns
    return last, Novelty.FROZEN if frozen else Novelty.REPEAT


def _equal(one: Image, other: Image) -> bool:
    """Equality to the bit; a sample of the rows decides at once for nearly every live picture."""
    if one.shape != other.shape or not np.array_equal(one[::64], other[::64]):
        return False
    return np.array_equal(one, other)


def complete(data: bytes) -> bool:
    """Whether a picture file has its end. Formats without an end mark count as complete."""
    if data[:2] == b"\xff\xd8":
        return data.rstrip(b"\0")[-2:] == b"\xff\xd9"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return b"IEND" in data[-12:]
    return bool(data)


def decode(data: bytes) -> Image | None:
    """The picture of a file's bytes, or None where it is cut off or no picture."""
    if not complete(data):
        return None
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def filled(image: Image) -> bool:
    """Whether a band at the bottom of the picture is what a decoder fills in for missing data."""
    rows = max(2, round(image.shape[0] * BAND))
    band = image[-rows:, ::16].astype(np.int16)
    return any(bool((np.abs(band - fill) <= FILL_TOLERANCE).all()) for fill in FILLS)


def grey(image: Image) -> Image:
    """The picture in grey at the width quality is measured at."""
    height, width = image.shape[:2]
    small = image
    if width > WORK_WIDTH:
        size = (WORK_WIDTH, max(1, round(height * WORK_WIDTH / width)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)


def sharpness(picture: Image) -> float:
    """The variance of the Laplacian of a grey picture: falls when the lens is out of focus or the table moves."""
    return float(cv2.Laplacian(picture, cv2.CV_32F).var())


def light(picture: Image) -> float:
    """The mean of a grey picture, 0 to 255."""
    return float(picture.mean())
