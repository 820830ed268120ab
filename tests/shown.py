"""A drawn deck shown to a drawn camera: what the tests of enrolment and of the reader that knows a deck look at."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bridge.cli import main
from demo import drawing
from games.cards import PACK, Card
from scanner.deck_file import NAMES
from scanner.flatten import Picture
from tests.drawn import cloth, corners_at, lay, seen_by_camera

WIDTH = 110


def table(seed: int, names: Sequence[str], *, light: float = 1.0, width: float = WIDTH) -> Picture:
    """Up to ten cards by name, the back among them, in two rows, each turned a little."""
    rng = np.random.default_rng(seed)
    picture = cloth(rng)
    for k, name in enumerate(names):
        art = drawing.face(Card(name)) if name in PACK else drawing.back()
        centre = (150 + 240 * (k % 5), 190 + 330 * (k // 5))
        picture = lay(picture, art, corners_at(centre, width, rng.uniform(-20, 20), rng.uniform(0.92, 1)))
    return seen_by_camera(rng, np.asarray(picture * light, np.uint8))


def turned(picture: Picture) -> Picture:
    """The picture as a camera sees it from the other side of the table."""
    return np.ascontiguousarray(picture[::-1, ::-1])


def tables(seed: int, names: Sequence[str] = NAMES) -> list[Picture]:
    """Pictures that show all of the names once."""
    return [table(seed + at, names[at : at + 10]) for at in range(0, len(names), 10)]


def put(folder: Path, pictures: Sequence[Picture]) -> Path:
    """Write pictures into a new folder, numbered."""
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03}.png"), picture)
    return folder


def calibrate(out: Path, *words: str, camera: str = "overhead") -> int:
    """`truedeal calibrate deck` into a folder."""
    fixed = ["--name", "red", "--camera", camera, "--made", "2026-01-01", "--out", str(out)]
    return main(["calibrate", "deck", *words, *fixed])


def enrolled(folder: Path) -> Path:
    """A whole drawn deck, shown both ways up, as a folder."""
    shown = tables(1)
    assert calibrate(folder / "deck", str(put(folder / "pictures", [*shown, *map(turned, shown)]))) == 0
    return folder / "deck"
