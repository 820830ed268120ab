"""The layout profile: what calibration learnt about one camera over one table, as a file.

`calibration` and the demo write it, the camera's process and the sightings read it.
"""

import hashlib
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.spots import Spot
from scanner.frames import Point
from scanner.lens import Lens

VERSION = 1


class SpotArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot's area on the layout: a convex polygon in mm; a card belongs to it when its centre lies inside."""

    spot: Spot
    polygon: tuple[Point, ...]


class Exit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edge over which a card leaves the view: a convex polygon in mm."""

    name: str
    polygon: tuple[Point, ...]


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the layout that was shown in the picture: where it is seen, in pixels, and where it lies, in mm."""

    px: Point
    mm: Point


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

    `homography` maps picture pixels (x, y, 1) to layout mm, row by row (3 x 3); where there is a `lens`, pixels
    that it has put right. `marks` are the places it was measured from, as the camera shows them. Lens and marks
    are written only where there are any; `optics` and `places` read them. `background` is the
    picture of the empty layout (a file beside the profile, PNG), from which hands and moved marks are
    told. `fingerprint` is the SHA-256 of that picture; `expires` a date `YYYY-MM-DD`, or empty. `seal` is the SHA-256
    over what was measured, so that an edited profile is told; thresholds and decks may be set by a person.
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
    lens: Lens | UnsetType = UNSET
    marks: tuple[Mark, ...] | UnsetType = UNSET
    seal: str | UnsetType = UNSET

    @property
    def optics(self) -> Lens | None:
        """The lens, or None where none was measured."""
        return None if isinstance(self.lens, UnsetType) else self.lens

    @property
    def places(self) -> tuple[Mark, ...]:
        """The marks the homography was measured from; none where they were not kept."""
        return () if isinstance(self.marks, UnsetType) else self.marks


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


def sealed(profile: Profile) -> Profile:
    """The profile with the seal of what stands in it."""
    return msgspec.structs.replace(profile, seal=_seal(profile))


def edited(profile: Profile) -> bool:
    """Whether something that was measured is no longer as it was sealed; one without a seal cannot tell."""
    return bool(profile.seal) and profile.seal != _seal(profile)


def _seal(profile: Profile) -> str:
    measured = msgspec.structs.replace(profile, seal=UNSET, thresholds=Thresholds(), decks=())
    return hashlib.sha256(msgspec.json.encode(measured)).hexdigest()


def save(profile: Profile, path: Path) -> None:
    """Write a profile, readable by a person."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(profile), indent=2) + b"\n")


def check(profile: Profile, path: Path, today: date) -> tuple[str, ...]:
    """Why a profile read from `path` should not be relied on, in words; empty where it may be.

    Looks at its seal and its date, and at the background beside it: whether it is there, is the picture that was
    fingerprinted, and has the profile's size.
    """
    reasons: list[str] = []
    if edited(profile):
        reasons.append(f"{path}: was edited by hand or damaged since it was measured; measure the layout again")
    try:
        if profile.expires and date.fromisoformat(profile.expires) < today:
            reasons.append(f"{path}: expired on {profile.expires}; measure the layout again")
    except ValueError:
        reasons.append(f"{path}: expires {profile.expires!r} is no date; write it as 2027-01-31")
    if not profile.background:
        blind = "has no picture of the empty layout: hands and a moved camera cannot be told"
        return (*reasons, f"{path}: {blind}; measure the layout again")
    picture = path.parent / profile.background
    try:
        data = picture.read_bytes()
    except OSError as error:
        return (*reasons, f"{picture}: {error.strerror}; the profile {path} needs it to tell hands and a moved camera")
    if profile.fingerprint and hashlib.sha256(data).hexdigest() != profile.fingerprint:
        reasons.append(f"{picture}: is not the picture that {path} was made with")
    size = png_size(data)
    if size != (profile.width, profile.height):
        is_now = f"{size[0]} x {size[1]}" if size else "no PNG"
        reasons.append(f"{picture}: is {is_now}, the profile {path} is for {profile.width} x {profile.height}")
    return tuple(reasons)


def png_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG file's bytes, or None where they are none."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
