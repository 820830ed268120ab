"""The layout profile: what calibration learnt about one camera over one table, as a file.

`calibration` and the demo write it, the camera's process and the sightings read it.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from games.spots import Spot
from scanner.frames import Point

VERSION = 1


class SpotArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot's area on the layout: a convex polygon in mm; a card belongs to it when its centre lies inside."""

    spot: Spot
    polygon: tuple[Point, ...]


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edge over which a card leaves the view: a convex polygon in mm."""

    name: str
    polygon: tuple[Point, ...]


class EnrolledDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck shown to the camera: a folder of crops beside the profile, `CARD.png` and `back.png`."""

    name: str
    folder: str


class Thresholds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the recogniser and the sightings take as enough; all from calibration, none in code.

    `accept` is the least score of each reader, `margin` its least lead over the second best card,
    `debounce` the fresh frames that must agree before a sighting, `gone_ms` how long a spot must be
    visibly empty, `shift_mm` how far the marks may move before the camera counts as moved,
    `stale_ms` the age at which a frame is too old to be believed.
    """

    accept: float = 0.6
    margin: float = 0.15
    debounce: int = 3
    gone_ms: int = 500
    shift_mm: float = 8.0
    stale_ms: int = 1000
    sharpness_min: float = 0.0


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One camera over one table.

    `homography` maps picture pixels (x, y, 1) to layout mm, row by row (3 x 3). `background` is the
    picture of the empty layout (a file beside the profile, PNG), from which hands and moved marks are
    told. `fingerprint` is the SHA-256 of that picture; `expires` a date `YYYY-MM-DD`, or empty.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    camera: str
    made: str
    expires: str = ""
    width: int
    height: int
    homography: tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
    card_mm: tuple[float, float] = (63.0, 88.0)
    spots: tuple[SpotArea, ...]
    exits: tuple[Exit, ...] = ()
    background: str = ""
    fingerprint: str = ""
    decks: tuple[EnrolledDeck, ...] = ()
    thresholds: Thresholds = Thresholds()


class ProfileError(Exception):
    """A profile cannot be used; the message names the file, the place in it and the cure."""


def load(path: Path) -> Profile:
    """The profile of a file.

    Raises:
        ProfileError: the file is missing, is no profile, or is of another version.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Profile)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}; write one with `truedeal calibrate layout`") from error
    except msgspec.MsgspecError as error:
        raise ProfileError(f"{path}: {error}; write it anew with `truedeal calibrate layout`") from error


def save(profile: Profile, path: Path) -> None:
    """Write a profile, readable by a person."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(profile), indent=2) + b"\n")
