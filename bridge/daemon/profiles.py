"""What `truedeal check` says of a camera's profile, lens and decks: are they this camera's, do they still hold."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from bridge.config import CameraConfig
from bridge.daemon.finding import Finding
from scanner import deck_file
from scanner.lens import check_lens
from scanner.profile import Profile, ProfileError, check, load

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
        if (days := _left(expires, today)) is not None:
            what = f"expires on {expires}, in {days} days" if days else f"expires today, {expires}"
            yield Finding(about=about, name=config.name, level="note", what=what, cure=cure)


def _decks(config: CameraConfig, profile: Profile, today: dt.date) -> Iterator[Finding]:
    for what in deck_file.check(profile.decks, Path(config.profile).parent, profile.camera, today):
        yield Finding(about="deck", name=config.name, level="error", what=what, cure="truedeal calibrate deck")
    if not profile.decks:
        what = "no deck was shown to this camera: it reads by what all decks have in common"
        yield Finding(about="profile", name=config.name, level="note", what=what)


def _left(expires: str, today: dt.date) -> int | None:
    """The days left of what expires within `SOON_DAYS`, else None."""
    try:
        days = (dt.date.fromisoformat(expires) - today).days
    except ValueError:
        return None
    return days if 0 <= days < SOON_DAYS else None
