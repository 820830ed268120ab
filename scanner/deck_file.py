"""The file of a deck that was shown to a camera: `deck.json` in a folder, beside a flat picture of each face.

It is tied to the camera that saw it, and by its fingerprint to its pictures. Nothing here looks into a picture.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.cards import PACK
from scanner.frames import Outline
from scanner.profile import EnrolledDeck, ProfileError

VERSION: Final = 1
FILE: Final = "deck.json"
CURE: Final = "show the deck again with `truedeal calibrate deck`"
BACK: Final = "back"
NAMES: Final = (*(card.value for card in PACK), BACK)


class Closest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two faces of a deck that differ least, and by how much, in the mean square of ink: 0 is the same print."""

    one: str
    other: str
    apart: float


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is enough to name a card of this deck, measured when the deck was shown.

    `accept` is the least likeness to a face (1 is the same print), `margin` its least lead over every other (1 is just
    the one, 0 half way to the other), counted only where it is off the one by at most `noise` times what the two differ
    by, both in the mean square. `foreign` is the likeness below which a card is of another deck. From the likeness
    `alone` on the halves of a card may vouch for each other where no open reader names it. `reach` is how far a card
    may lie from where it was taken to lie, as parts of its width and of its height.
    """

    accept: float
    margin: float
    noise: float
    foreign: float
    alone: float
    reach: tuple[float, float] = (0.05, 0.04)


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `deck.json` says.

    `place` is for a camera that looks at one card through a window: the corners of a card there, in pixels,
    clockwise from its own top left; None where cards are found by their outlines. `readers` are those of the open
    readers that read this deck here, and named nothing wrong, while it was shown: only they are heard beside it.
    `cards` are the names of its pictures, all 52 and the back unless the deck is a short one. `fingerprint` is the
    SHA-256 over the pictures in the order of the pack, the back last, `seal` that over all the rest.
    """

    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    name: str
    camera: str
    made: str
    expires: str = ""
    fingerprint: str
    place: Outline | None = None
    readers: tuple[str, ...]
    cards: tuple[str, ...]
    closest: Closest
    limits: Limits
    seal: str | UnsetType = UNSET


def sealed(file: DeckFile) -> DeckFile:
    """The file with the seal of what stands in it."""
    return msgspec.structs.replace(file, seal=_seal(file))


def _seal(file: DeckFile) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(file, seal=UNSET))).hexdigest()


def read(path: Path, camera: str | None = None) -> tuple[DeckFile, dict[str, bytes]]:
    """The file of a deck and its pictures' bytes by name, from its folder or the `deck.json` in it.

    Raises:
        ProfileError: it is missing, damaged, edited, of another version, or was shown to another camera than `camera`.
    """
    folder = path.parent if path.name == FILE else path
    try:
        file = msgspec.json.decode((folder / FILE).read_bytes(), type=DeckFile)
        data = {name: (folder / f"{name}.png").read_bytes() for name in NAMES if name in file.cards}
    except OSError as error:
        raise ProfileError(f"{error.filename}: {error.strerror}; {CURE}") from error
    except msgspec.MsgspecError as error:
        raise ProfileError(f"{folder / FILE}: {error}; {CURE}") from error
    if file.seal and file.seal != _seal(file):
        raise ProfileError(f"{folder / FILE}: was edited by hand or damaged since the deck was shown; {CURE}")
    if camera is not None and file.camera != camera:
        raise ProfileError(f"{folder}: was shown to the camera {file.camera!r}, not to {camera!r}; {CURE}")
    if fingerprint(data.values()) != file.fingerprint:
        raise ProfileError(f"{folder}: its pictures are not those that {FILE} was made with; {CURE}")
    return file, data


def check(decks: Iterable[EnrolledDeck], folder: Path, camera: str, today: date) -> Iterator[str]:
    """Why the decks that a camera's profile in `folder` names should not be relied on, in words."""
    for deck in decks:
        try:
            file, _ = read(folder / deck.folder, camera)
        except ProfileError as error:
            yield str(error)
            continue
        if file.name != deck.name:
            yield f"{folder / deck.folder}: holds the deck {file.name!r}, the profile names {deck.name!r}; {CURE}"
        if expired(file, today):
            yield f"{folder / deck.folder}: expired on {file.expires}; {CURE}"


def expired(file: DeckFile, today: date) -> bool:
    """Whether its date has passed; a date that is none has."""
    try:
        return bool(file.expires) and date.fromisoformat(file.expires) < today
    except ValueError:
        return True


def fingerprint(pictures: Iterable[bytes]) -> str:
    """The SHA-256 over PNG files, in hex."""
    return hashlib.sha256(b"".join(pictures)).hexdigest()
