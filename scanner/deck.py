"""A deck that was shown to a camera, with the flat pictures it is known by. `truedeal calibrate deck` writes it."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import msgspec
import numpy as np

from games.cards import Card
from scanner.deck_file import BACK, CURE, FILE, DeckFile, read
from scanner.flatten import HEIGHT, WIDTH, Picture
from scanner.profile import EnrolledDeck, ProfileError


class Deck(msgspec.Struct, frozen=True):
    """A deck's file and its flat pictures by name: `As` .. `Kc`, and `back` where it was shown."""

    file: DeckFile
    faces: Mapping[str, Picture]


def load(path: Path, camera: str | None = None) -> Deck:
    """The deck of a folder, or of the `deck.json` in it.

    Raises:
        ProfileError: see `deck_file.read`; or a picture is no flat card.
    """
    file, data = read(path, camera)
    faces = {name: _picture(one) for name, one in data.items()}
    if any(face.shape != (HEIGHT, WIDTH, 3) for face in faces.values()):
        raise ProfileError(f"{path}: a picture in it is no flat card of {WIDTH} x {HEIGHT}; {CURE}")
    return Deck(file, faces)


def of_profile(decks: tuple[EnrolledDeck, ...], folder: Path, camera: str) -> tuple[Deck, ...]:
    """The decks that a profile in `folder` names.

    Raises:
        ProfileError: see `load`.
    """
    return tuple(load(folder / one.folder, camera) for one in decks)


def save(deck: Deck, folder: Path) -> None:
    """Write a deck; `deck.json` last, so that a folder half written is none.

    Raises:
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).unlink(missing_ok=True)
    for name, face in deck.faces.items():
        (folder / f"{name}.png").write_bytes(png(face))
    (folder / FILE).write_bytes(msgspec.json.format(msgspec.json.encode(deck.file), indent=2) + b"\n")


def png(picture: Picture) -> bytes:
    """A picture as a PNG file."""
    done, data = cv2.imencode(".png", picture)
    assert done
    return data.tobytes()


def card_of(name: str) -> Card | None:
    """The card of a picture's name, None for the back."""
    return None if name == BACK else Card(name)


def _picture(data: bytes) -> Picture:
    found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    return np.zeros((0, 0, 3), np.uint8) if found is None else np.asarray(found, np.uint8)
