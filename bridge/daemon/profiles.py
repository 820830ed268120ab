"""What `truedeal check` says of the profiles of cameras and devices: are they of this one, do they still hold."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from bridge.config import CameraConfig
from bridge.daemon.finding import Finding
from scanner import deck_file
from scanner.lens import check_lens
from scanner.profile import Profile, ProfileError, check, load
from shoe import profile as shoe_profile
from shoe.device import DeviceConfig

SOON_DAYS = 14
"""What expires within these is told while there is time to measure it again."""


def profile(config: CameraConfig, today: dt.date) -> Iterator[Finding]:
    """A camera's profile: can it be read, is it this camera's, does it hold today."""
    try:
        found = load(Path(config.profile))
    except ProfileError as error:
        yield Finding(about="profile", name=config.name, level="error", what=str(error))
        return
    yield from _profile(config, found, today)
    yield from _decks(config, found, today)


def _profile(config: CameraConfig, profile: Profile, today: dt.date) -> Iterator[Finding]:
    layout, board = "truedeal calibrate layout", "truedeal calibrate lens"
    if profile.camera != config.name:
        what = f"{config.profile}: is the profile of the camera {profile.camera!r}, not of {config.name!r}"
        cure = f"name {profile.camera}'s file there and {config.name}'s here, or {layout} --camera {config.name}"
        yield Finding(about="profile", name=config.name, level="error", what=what, cure=cure)
    for what in check(profile, Path(config.profile), today):
        yield Finding(about="profile", name=config.name, level="error", what=what, cure=layout)
    lens = profile.optics
    size = (profile.width, profile.height)
    for what in check_lens(lens, profile.camera, size, today) if lens else ():
        yield Finding(about="lens", name=config.name, level="error", what=f"{config.profile}: {what}", cure=board)
    dated = [("profile", profile.expires, layout), *([("lens", lens.expires, board)] if lens else [])]
    for about, expires, cure in dated:
        yield from _soon(about, config.name, expires, today, cure)


def _decks(config: CameraConfig, profile: Profile, today: dt.date) -> Iterator[Finding]:
    for what in deck_file.check(profile.decks, Path(config.profile).parent, profile.camera, today):
        yield Finding(about="deck", name=config.name, level="error", what=what, cure="truedeal calibrate deck")
    if not profile.decks:
        what = "no deck was shown to this camera: it reads by what all decks have in common"
        yield Finding(about="profile", name=config.name, level="note", what=what)


def shoe(config: DeviceConfig, decks: tuple[str, ...], today: dt.date) -> Iterator[Finding]:
    """A device's profile, where the table's file names one: can it be read, is it this device's, does it hold today."""
    cure = f"truedeal calibrate shoe TABLE.toml --device {config.name}"
    if not config.profile:
        return
    try:
        found = shoe_profile.load(Path(config.profile))
    except shoe_profile.ProfileError as error:
        yield Finding(about="profile", name=config.name, level="error", what=str(error), cure=cure)
        return
    for why in (shoe_profile.misfit(found, config.name, config.dialect, decks), shoe_profile.stale(found, today)):
        if why:
            yield Finding(about="profile", name=config.name, level="error", what=f"{config.profile}: {why}", cure=cure)
    yield from _soon("profile", config.name, found.expires, today, cure)


def _soon(about: str, name: str, expires: str, today: dt.date, cure: str) -> Iterator[Finding]:
    """What ends within `SOON_DAYS`."""
    if (days := _left(expires, today)) is not None:
        what = f"expires on {expires}, in {days} days" if days else f"expires today, {expires}"
        yield Finding(about=about, name=name, level="note", what=what, cure=cure)


def _left(expires: str, today: dt.date) -> int | None:
    """The days left of what expires within `SOON_DAYS`, else None."""
    try:
        days = (dt.date.fromisoformat(expires) - today).days
    except ValueError:
        return None
    return days if 0 <= days < SOON_DAYS else None
