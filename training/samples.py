"""Samples in bulk: `python -m training.samples OUT.npz --decks N --looks K --seed S`.

`--art` is a folder of whole faces `DECK-RS.png`, `--fonts` where fonts are sought.
"""

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFont

from demo import drawing
from games.cards import PACK
from training.faces import HEIGHT, RANKS, WIDTH, Picture, design, face
from training.others import other
from training.scenes import BACK, COURT, NEITHER, REJECT_RANK, REJECT_SUIT, Sample, look
from training.shapes import SUITS

SKIP = ("noto", "symbol", "emoji", "dingbat", "icon", "braille", "d050", "math", "opens___")


def usable(path: Path) -> bool:
    """Whether a font has letters of its own for every rank."""
    if path.suffix.lower() not in {".ttf", ".otf"} or any(word in str(path).lower() for word in SKIP):
        return False
    try:
        font = ImageFont.truetype(str(path), 40)
        marks = set()
        for text in "A23456789JQK10":
            image = Image.new("L", (80, 80))
            ImageDraw.Draw(image).text((10, 10), text, fill=255, font=font)
            if image.getbbox() is None:
                return False
            marks.add(image.tobytes())
        return len(marks) == 14
    except (OSError, ValueError):
        return False


def _art(folder: Path | None) -> tuple[dict[str, dict[tuple[str, str], Picture]], list[Picture]]:
    """Whole decks by name from files `DECK-RS.png`, and the inner part of their courts."""
    decks: dict[str, dict[tuple[str, str], Picture]] = {}
    figures = []
    for path in sorted(folder.glob("*-??.png")) if folder else []:
        picture = np.asarray(cv2.resize(cv2.imread(str(path)), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
        rank, suit = path.stem[-2], path.stem[-1].lower()
        if rank not in RANKS or suit not in SUITS:
            continue
        decks.setdefault(path.stem[:-3], {})[(rank, suit)] = picture
        if rank in "JQK":
            figures.append(np.ascontiguousarray(picture[34:-34, 44:-44]))
    return decks, figures


def _own() -> dict[tuple[str, str], Picture]:
    return {
        (c.value[0], c.value[1]): np.asarray(
            cv2.resize(drawing.face(c), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
        )
        for c in PACK
    }


def _faces(rng: Generator, looks: int, faces: dict[tuple[str, str], Picture]) -> list[Sample]:
    found = []
    for (rank, suit), card in faces.items():
        value = RANKS.index(rank)
        kind = COURT if rank in "JQK" else value
        found += [look(rng, card, value, SUITS.index(suit), kind) for _ in range(looks)]
    return found


def make(rng: Generator, decks: int, looks: int, art: Path | None, fonts: list[Path]) -> list[Sample]:
    """Samples of `decks` designs, `looks` looks at each card, with backs and other things beside them."""
    found: list[Sample] = []
    ready, figures = _art(art)
    ready["own"] = _own()
    for number in range(decks):
        made = design(rng, fonts)
        if number % 12 == 0:
            name = sorted(ready)[int(rng.integers(len(ready)))]
            faces = ready[name] if number % 24 else ready["own"]
        else:
            faces = {(rank, suit): face(made, rank, suit, figures) for rank in RANKS for suit in SUITS}
        found += _faces(rng, looks, faces)
        for _ in range(9 * looks):
            thing, is_back = other(made, figures)
            found.append(look(rng, thing, REJECT_RANK, REJECT_SUIT, BACK if is_back else NEITHER))
        if number % 10 == 0:
            sys.stderr.write(f"deck {number} of {decks}, {len(found)} samples\n")
    return found


def main() -> None:
    """Make the samples and write them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--decks", type=int, default=200)
    parser.add_argument("--looks", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--art", type=Path)
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    fonts = [path for path in sorted(args.fonts.rglob("*")) if usable(path)]
    sys.stderr.write(f"{len(fonts)} fonts\n")
    found = make(np.random.default_rng(args.seed), args.decks, args.looks, args.art, fonts)
    np.savez(
        args.out,
        corners=np.stack([crop for s in found for crop in s.corners]),
        ranks=np.array([rank for s in found for rank in s.ranks]),
        suits=np.array([suit for s in found for suit in s.suits]),
        bodies=np.stack([s.body for s in found]),
        kinds=np.array([s.kind for s in found]),
        body_suits=np.array([s.suit for s in found]),
    )


if __name__ == "__main__":
    main()
