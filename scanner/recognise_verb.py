"""`truedeal recognise PICTURE...`: one JSON line a picture says which cards it shows; `--draw` paints what was seen."""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from games.cards import Card
from scanner import deck, profile
from scanner.flatten import Picture
from scanner.frames import CardSeen, DieSeen, Outline, Side
from scanner.reading import WithDice
from scanner.recognise import Recogniser

MANY: Final = 3
"""From this many pictures on, progress is shown."""
COLOURS: Final = {Side.FACE: (60, 200, 60), Side.BACK: (220, 150, 40), Side.OTHER: (150, 150, 150)}
UNREAD: Final = (40, 140, 255)


class CardLine(msgspec.Struct, frozen=True):
    """One card of a picture; `card` None for a back or a face that could not be read."""

    card: Card | None
    side: Side
    score: float
    outline: Outline


class DieLine(msgspec.Struct, frozen=True):
    """One die of a picture."""

    pips: int | None
    outline: Outline


class PictureLine(msgspec.Struct, frozen=True):
    """One picture: its size in pixels, the time it took, and what it shows; outlines in its pixels."""

    picture: str
    width: int
    height: int
    ms: float
    cards: tuple[CardLine, ...]
    dice: tuple[DieLine, ...]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", type=Path, help="a picture file")
    parser.add_argument("--draw", metavar="OUT.png", type=Path, help="paint outlines and values; several get a number")
    parser.add_argument("--profile", metavar="FILE", type=Path, help="a camera's profile, for its thresholds and decks")
    parser.add_argument(
        "--deck",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a deck shown with `truedeal calibrate deck`: its folder or the deck.json in it; may be given again",
    )


def run(args: argparse.Namespace) -> int:
    """Recognise every picture; 2 when one could not be read or written, or the profile or the deck not used."""
    try:
        recogniser = _recogniser(args.profile, args.deck)
    except profile.ProfileError as error:
        _say(error)
        return 2
    if over := _painted_over(args.pictures, args.draw):
        _say(f"--draw: {over} is a picture to be read; name another file to paint in")
        return 2
    failed = False
    for number, path in enumerate(args.pictures, 1):
        if len(args.pictures) >= MANY:
            _say(f"{number} of {len(args.pictures)}: {path}")
        image = _read(path)
        if image is None:
            _say(f"{path}: cannot be read as a picture")
            failed = True
            continue
        start = time.perf_counter()
        cards, dice = recogniser.look(image)
        spent = round((time.perf_counter() - start) * 1000, 1)
        sys.stdout.write(msgspec.json.encode(_line(path, image, spent, cards, dice)).decode() + "\n")
        sys.stdout.flush()
        if args.draw is not None:
            failed |= not _write(_numbered(args.draw, number, len(args.pictures)), painted(image, cards, dice))
    return 2 if failed else 0


def _say(words: object) -> None:
    sys.stderr.write(f"{words}\n")


def _recogniser(path: Path | None, decks: list[Path]) -> WithDice:
    shown = tuple(deck.load(one) for one in decks)
    if path is None:
        return WithDice(Recogniser(None, shown))
    found = profile.load(path)
    return WithDice(Recogniser(found.thresholds, (*deck.of_profile(found.decks, path.parent, found.camera), *shown)))


def _read(path: Path) -> Picture | None:
    try:
        data = np.fromfile(path, np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error):
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _line(
    path: Path, image: Picture, spent: float, cards: tuple[CardSeen, ...], dice: tuple[DieSeen, ...]
) -> PictureLine:
    return PictureLine(
        str(path),
        image.shape[1],
        image.shape[0],
        spent,
        tuple(CardLine(one.card, one.side, one.score, one.outline) for one in cards),
        tuple(DieLine(one.pips, one.outline) for one in dice),
    )


def _numbered(out: Path, number: int, count: int) -> Path:
    return out if count == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")


def _painted_over(pictures: list[Path], out: Path | None) -> Path | None:
    """The first painting that would lie over one of the pictures, whichever way that is named."""
    outs = [_numbered(out, number, len(pictures)) for number in range(1, len(pictures) + 1)] if out else []
    there = [path for path in pictures if path.exists()]
    return next((one for one in outs if one.exists() and any(one.samefile(path) for path in there)), None)


def _write(path: Path, picture: Picture) -> bool:
    try:
        done, code = cv2.imencode(path.suffix or ".png", picture)
        if done:
            path.write_bytes(code.tobytes())
    except (OSError, cv2.error) as error:
        _say(f"{path}: cannot be written: {error}")
        return False
    return bool(done)


def painted(image: Picture, cards: tuple[CardSeen, ...], dice: tuple[DieSeen, ...]) -> Picture:
    """A copy of the picture with every outline and, beside its middle, its value."""
    out = image.copy()
    size = max(out.shape[:2]) / 1600
    thick = max(1, round(3 * size))
    for one in cards:
        colour = UNREAD if one.side is Side.FACE and one.card is None else COLOURS[one.side]
        words = str(one.card) if one.card else "?" if one.side is Side.FACE else str(one.side)
        _paint(out, one.outline, words, colour, (size, thick))
    for die in dice:
        _paint(out, die.outline, "?" if die.pips is None else str(die.pips), COLOURS[Side.FACE], (size, thick))
    return out


def _paint(out: Picture, outline: Outline, words: str, colour: tuple[int, int, int], weight: tuple[float, int]) -> None:
    size, thick = weight
    points = np.array(outline, np.float32)
    cv2.polylines(out, [np.rint(points).astype(np.int32)], isClosed=True, color=colour, thickness=thick)
    scale = max(0.5, 1.2 * size)
    (wide, tall), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x, y = int(points[:, 0].mean() - wide / 2), int(points[:, 1].mean() + tall / 2)
    cv2.rectangle(out, (x - 4, y - tall - 5), (x + wide + 4, y + 6), (20, 20, 20), -1)
    cv2.putText(out, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)
