"""Pictures for a calibration: those of a folder, each once and in order, or a camera's as they come."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from calibration.layout import CalibrationError, Picture
from calibration.live import pictures_of
from scanner.folder import ENDINGS, order
from scanner.process import clock
from scanner.quality import decode

NS = 1_000_000_000
SIZE = (1920, 1080)
"""What a camera is asked for where nothing is said."""


class Shot(NamedTuple):
    """A picture and what it is called; `image` None where it cannot be read."""

    name: str
    image: Picture | None


def count(source: str) -> int | None:
    """How many pictures a folder holds; None for a camera or a video, which only time will tell."""
    return len(_files(Path(source))) if Path(source).is_dir() else None


def shots(source: str, size: tuple[int, int], seconds: float, every: float = 0.5) -> Iterator[Shot]:
    """All pictures of a folder, or those that a source gives in `seconds`, one in `every` seconds.

    `size` is the width and height in pixels that a camera is asked for.

    Raises:
        CalibrationError: the text names no source, or the folder holds no picture.
        OSError: a camera does not open, or goes.
    """
    if Path(source).is_dir():
        for path in _files(Path(source)):
            yield Shot(path.name, _pixels(path.read_bytes()))
        return
    due = 0
    for number, image in enumerate(pictures_of(source, seconds, size), 1):
        if (now := clock()[0]) >= due:
            due = now + round(every * NS)
            yield Shot(f"picture {number}", np.asarray(image, np.uint8))


def _files(folder: Path) -> list[Path]:
    try:
        found = [one for one in folder.iterdir() if one.suffix.lower() in ENDINGS and one.name[:1] != "."]
    except OSError as error:
        raise CalibrationError(f"{folder}: {error.strerror}; name a folder of pictures or a camera") from error
    if not found:
        raise CalibrationError(f"{folder}: holds no picture ({', '.join(sorted(ENDINGS))})")
    return sorted(found, key=lambda one: order(one.name))


def _pixels(data: bytes) -> Picture | None:
    found = decode(data) if data else None
    return None if found is None else np.asarray(found, np.uint8)
