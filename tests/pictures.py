"""Drawn pictures of a small table for the tests of the camera side: felt with print, cards, a hand, noise."""

import hashlib
from pathlib import Path

import cv2
import numpy as np

from games.cards import Card
from scanner.frames import CardSeen, DieSeen, Outline, Side
from scanner.profile import Profile, save
from scanner.quality import Image
from tests.layouts import profile

WIDTH, HEIGHT = 960, 540
FELT = (60, 110, 40)
INKS = {Card.FOUR_OF_HEARTS: (30, 30, 190), Card.NINE_OF_CLUBS: (20, 20, 20), Card.SEVEN_OF_CLUBS: (30, 150, 30)}
"""The disc in a card's middle says which card it is, to the reader below."""
BACK_INK = (150, 60, 20)
SKIN = (130, 160, 215)


def layout() -> Image:
    """The empty layout: 1 px is 1 mm."""
    picture = np.full((HEIGHT, WIDTH, 3), FELT, np.uint8)
    for area in profile().spots:
        corners = np.array(area.polygon, np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=(150, 190, 150), thickness=2)
    for k, x in enumerate(range(60, WIDTH, 120)):
        cv2.putText(picture, f"{k}A", (x, 500), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (90, 200, 220), 2)
        cv2.circle(picture, (x, 60), 14, (90, 200, 220), 2)
    return picture


def lay(picture: Image, middle: tuple[float, float], card: Card | None = Card.FOUR_OF_HEARTS) -> Image:
    """A card: white with a disc of its ink, or a blue back, in a copy of the picture."""
    picture = picture.copy()
    x, y = int(middle[0]), int(middle[1])
    left, top, right, bottom = x - 31, y - 44, x + 31, y + 44
    cv2.rectangle(picture, (left, top), (right, bottom), (245, 245, 245), -1)
    if card:
        cv2.putText(picture, card.value[0], (left + 3, top + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.7, INKS[card], 2)
        cv2.circle(picture, (x, y), 9, INKS[card], -1)
    else:
        cv2.rectangle(picture, (left + 4, top + 4), (right - 4, bottom - 4), BACK_INK, -1)
    return picture


def hand_over(picture: Image, middle: tuple[float, float]) -> Image:
    """A hand with a forearm from below, in a copy of the picture."""
    picture = picture.copy()
    x, y = int(middle[0]), int(middle[1])
    cv2.ellipse(picture, (x, y), (45, 60), 0, 0, 360, SKIN, -1)
    cv2.rectangle(picture, (x - 28, y), (x + 28, HEIGHT), SKIN, -1)
    return picture


def shadow(picture: Image, left: int, right: int) -> Image:
    """A soft shadow that takes 40 % of the light between two columns."""
    dark = np.ones((1, WIDTH, 1), np.float32)
    dark[:, left:right] = 0.6
    return (picture * cv2.GaussianBlur(dark[:, :, 0], (61, 1), 0)[:, :, None]).astype(np.uint8)


_NOISE = np.random.default_rng(1).normal(0, 1, (HEIGHT + 64, WIDTH + 64, 3)).astype(np.float32)


def noisy(picture: Image, seed: int, sigma: float = 2.0) -> Image:
    """The picture with a sensor's noise: another cut of the same grain for each seed below 4096."""
    height, width = picture.shape[:2]
    x, y = seed % 64, seed // 64 % 64
    grain = _NOISE[y : y + height, x : x + width] * sigma
    return cv2.add(picture, grain, dtype=cv2.CV_8U)


def jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def put(folder: Path, number: int, data: bytes, ending: str = "jpg") -> Path:
    """Write a picture as a camera must: beside its name, then renamed into place."""
    path = folder / f"{number:06}.{ending}"
    part = folder / f".{number}.part"
    part.write_bytes(data)
    return part.rename(path)


def write_profile(folder: Path) -> Path:
    """The test layout's profile with its background beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    data = cv2.imencode(".png", layout())[1].tobytes()
    (folder / "empty.png").write_bytes(data)
    fields: dict[str, object] = {"background": "empty.png", "fingerprint": hashlib.sha256(data).hexdigest()}
    whole = {**{name: getattr(profile(), name) for name in Profile.__struct_fields__}, **fields}
    save(Profile(**whole), folder / "top.json")
    return folder / "top.json"


class DiscReader:
    """Reads the cards of these pictures by their white and their disc: a reader that needs no model."""

    def look(self, image: Image) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        white = (image.min(axis=2) > 195).astype(np.uint8)
        contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return tuple(self._card(image, one) for one in contours if cv2.contourArea(one) > 3000), ()

    def _card(self, image: Image, contour: Image) -> CardSeen:
        x, y, w, h = cv2.boundingRect(contour)
        outline: Outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        ink = image[y + h // 2 - 3 : y + h // 2 + 4, x + w // 2 - 3 : x + w // 2 + 4].reshape(-1, 3).mean(axis=0)
        far = {card: float(np.abs(ink - colour).max()) for card, colour in INKS.items()}
        if np.abs(ink - BACK_INK).max() < 30:
            return CardSeen(outline, Side.BACK)
        card = min(far, key=far.__getitem__)
        return CardSeen(outline, Side.FACE, card, 0.93) if far[card] < 30 else CardSeen(outline, Side.FACE)
