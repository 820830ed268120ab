"""A device's profile: what dealing a known order taught about it, as a file.

`calibration` writes it. The table's file names it, and a journal's header holds it, so that a journal replays without.
"""

import hashlib
from collections.abc import Collection
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from games.cards import Card

VERSION = 1
CURE = "deal the order again with `truedeal calibrate shoe`"


class Delay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long something took, in ms, over `n` times; the 99th percentile is the value of that rank, none between."""

    n: int
    least: float
    median: float
    p99: float
    most: float


class ShoeProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is known of one device.

    `codes` says which card each code of the device is; empty where its dialect names the cards by itself. `deck` is
    the name of the cards that bear these codes, or empty. `cards` were dealt in `passes` passes. `delays` are by what
    took so long (`calibration.delays`). `made` and `expires` are dates `YYYY-MM-DD`, `expires` may be empty.
    `fingerprint` is the SHA-256 over all the rest, so that an edited profile is told.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    device: str
    dialect: str
    deck: str = ""
    made: str
    expires: str = ""
    cards: int
    passes: int
    codes: dict[str, Card]
    delays: dict[str, Delay]
    fingerprint: str = ""


class ProfileError(Exception):
    """A device's profile cannot be used; the message names the file and the cure."""


def sealed(profile: ShoeProfile) -> ShoeProfile:
    """The profile with its fingerprint."""
    return msgspec.structs.replace(profile, fingerprint=fingerprint(profile))


def fingerprint(profile: ShoeProfile) -> str:
    """The SHA-256 over all that stands in a profile but this."""
    bare = msgspec.structs.replace(profile, fingerprint="")
    return hashlib.sha256(msgspec.json.encode(bare, order="sorted")).hexdigest()


def load(path: Path) -> ShoeProfile:
    """The profile of a file.

    Raises:
        ProfileError: it is missing, is no profile, is of another version, or is not as it was written.
    """
    try:
        found = msgspec.json.decode(path.read_bytes(), type=ShoeProfile)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}; write one with `truedeal calibrate shoe`") from error
    except msgspec.MsgspecError as error:
        raise ProfileError(f"{path}: {error}; {CURE}") from error
    if found.fingerprint != fingerprint(found):
        raise ProfileError(f"{path}: was edited by hand or damaged since it was written; {CURE}")
    return found


def save(profile: ShoeProfile, path: Path) -> None:
    """Write a profile, readable by a person."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(profile), indent=2) + b"\n")


def misfit(profile: ShoeProfile, device: str, dialect: str, decks: Collection[str]) -> str:
    """Why a profile cannot be that of this device and these decks, in words; empty where it can.

    `decks` are the names of the decks at the table; the empty name says nothing about the cards.
    """
    if profile.device != device:
        return f"is the profile of the device {profile.device!r}, not of {device!r}"
    if profile.dialect != dialect:
        return f"was made with the dialect {profile.dialect!r}, the device speaks {dialect!r}"
    named = {deck for deck in decks if deck}
    if profile.deck and named and profile.deck not in named:
        return f"was made with the deck {profile.deck!r}, the table has {', '.join(sorted(named))}"
    return ""


def stale(profile: ShoeProfile, today: date) -> str:
    """Why a profile should not be relied on any longer, in words; empty where it may be."""
    try:
        passed = bool(profile.expires) and date.fromisoformat(profile.expires) < today
    except ValueError:
        return f"expires {profile.expires!r}, which is no date"
    return f"expired on {profile.expires}" if passed else ""
