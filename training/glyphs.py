"""The readers of single glyphs: `python -m training.glyphs OUT.npz --seed S` draws, fits and writes them.

Shapes are the middles of clusters of drawn glyphs; the weights for strokes are a ridge regression on edges and on
cosines of random mixtures of edges. Both take minutes on one core and need no more than NumPy and OpenCV.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scanner.glyphs import MARGIN, MODEL, PLACE, SHAPE, edge_counts, unit
from training.letters import FONTS, families, glyph, tight
from training.shapes import SUITS, Mask, draw_suit
from training.strokes import rank as stroke_rank

RANKS: Final = "A23456789TJQK"
TEXTS: Final = {"T": ("10",), "J": ("J", "B"), "Q": ("Q", "D"), **{one: (one,) for one in "A23456789K"}}
NONE: Final = "-"
OTHER_LETTERS: Final = list("CEFGHLMNPRSTUVWXYZ1I0acegmnrsu&%?!@#")
WAVES: Final = 800
SPREAD: Final = 1.2
RIDGE: Final = 3.0
MODELS: Final = (64, 48)
"""Model shapes for each rank and each suit."""

Floats = NDArray[np.float32]
Drawn = tuple[str, Mask]


def _squeezed(rng: Generator, mask: Mask) -> Mask:
    return np.asarray(cv2.resize(mask, None, fx=rng.uniform(0.6, 1.2), fy=1, interpolation=cv2.INTER_AREA), np.uint8)


def _cut(rng: Generator, mask: Mask) -> Mask:
    """A glyph of which another card hides a side."""
    part = rng.uniform(0.25, 0.6)
    rows, columns = mask.shape
    side = rng.random()
    if side < 0.4:
        mask = mask[:, : int(columns * (1 - part))]
    elif side < 0.8:
        mask = mask[:, int(columns * part) :]
    else:
        mask = mask[int(rows * part) :]
    return tight(np.ascontiguousarray(mask))


def _scribble(rng: Generator) -> Mask:
    mask = np.zeros((96, int(rng.uniform(50, 110))), np.uint8)
    for _ in range(int(rng.integers(1, 6))):
        a, b = (tuple(int(v) for v in rng.uniform(-0.1, 1.1, 2) * mask.shape[::-1]) for _ in range(2))
        if rng.random() < 0.6:
            cv2.line(mask, a, b, 255, int(rng.integers(3, 22)))
        else:
            axes = (int(rng.uniform(6, 50)), int(rng.uniform(6, 50)))
            turn, end, thick = float(rng.uniform(0, 360)), float(rng.uniform(60, 720)), int(rng.choice([-1, 4, 8, 12]))
            cv2.ellipse(mask, a, axes, 0, turn, end, 255, thick)
    return tight(mask)


def _letters(rng: Generator, folder: Path, each: int) -> Iterator[Drawn]:
    for family in families(folder):
        for font in rng.permutation(len(family))[:each]:
            for rank, texts in TEXTS.items():
                for text in texts:
                    yield rank, glyph(family[int(font)], text, 4)
    for stroke in range(2, 8):
        for rank, texts in TEXTS.items():
            for text in texts:
                yield rank, glyph(None, text, stroke)


def ranks(rng: Generator, folder: Path) -> Iterator[Drawn]:
    """Ranks in letters of fonts and in our own strokes."""
    for rank, mask in _letters(rng, folder, 3):
        for _ in range(3):
            yield rank, _squeezed(rng, mask)
    for _ in range(1000):
        for rank in RANKS:
            yield rank, stroke_rank(rng, rank)


def suits(rng: Generator) -> Iterator[Drawn]:
    """Suit symbols of many proportions."""
    for _ in range(2500):
        for suit in SUITS:
            mask = tight(draw_suit(rng, suit))
            yield suit, np.asarray(cv2.resize(mask, None, fx=rng.uniform(0.37, 0.58), fy=0.5), np.uint8)


def no_rank(rng: Generator, folder: Path) -> Iterator[Mask]:
    """What may stand above a suit and is no rank: other letters, ranks of which a part is hidden, suits, scribbles."""
    for rank, mask in _letters(rng, folder, 1):
        yield _cut(rng, mask if rank != "T" or rng.random() < 0.5 else stroke_rank(rng, "T"))
    for family in families(folder):
        font = family[int(rng.integers(len(family)))]
        for text in rng.choice(OTHER_LETTERS, 12):
            yield glyph(font, str(text), 4)
    for _ in range(2500):
        yield _cut(rng, stroke_rank(rng, RANKS[int(rng.integers(13))]))
    for _, mask in (one for one, _ in zip(suits(rng), range(1600), strict=False)):
        yield mask[::-1] if rng.random() < 0.4 else mask
    for _ in range(3000):
        yield _scribble(rng)


def no_suit(rng: Generator, folder: Path) -> Iterator[Mask]:
    """What may stand below a rank and is no suit: suits turned or half hidden, ranks, scribbles."""
    for suit, mask in (one for one, _ in zip(suits(rng), range(5000), strict=False)):
        if suit != "d" and rng.random() < 0.5:
            yield np.ascontiguousarray(mask[::-1] if rng.random() < 0.6 else np.rot90(mask))
        else:
            yield _cut(rng, mask)
    for _, mask in _letters(rng, folder, 1):
        yield mask
    for _ in range(3000):
        yield _scribble(rng)


def _turned(rng: Generator, scene: Floats) -> Floats:
    matrix = cv2.getRotationMatrix2D((scene.shape[1] / 2, scene.shape[0] / 2), rng.normal(0, 4.5), 1)
    matrix[0, 1] += rng.normal(0, 0.05)
    return np.asarray(cv2.warpAffine(scene, matrix, scene.shape[::-1]), np.float32)


def alone(rng: Generator, mask: Mask) -> Floats:
    """A glyph as a camera gives it, cut out and filling `SHAPE` but for one place all round."""
    rim = int(0.35 * max(mask.shape))
    bordered = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT)
    scene = _turned(rng, np.asarray(bordered / 255, np.float32))
    scale = rng.uniform(10, 40) / mask.shape[0]
    small = cv2.resize(scene, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 1.3))
    if rng.random() < 0.3:
        small = (cv2.dilate if rng.random() < 0.5 else cv2.erode)(small, np.ones((2, 2), np.uint8))
    full = np.asarray(small / max(float(small.max()), 0.05) * 255, np.float32)
    large = np.clip(cv2.resize(full, None, fx=3, fy=3), 0, 255)
    patch = cv2.resize(tight(np.asarray(large, np.uint8)), (SHAPE[0] - 2, SHAPE[1] - 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(patch, 1, 1, 1, 1, cv2.BORDER_CONSTANT) / 255, np.float32)


def _neighbours(rng: Generator, scene: Floats, box: tuple[int, int, int, int], tone: float) -> None:
    """Edges of other cards beside a glyph, a suit below it, print to its right; `box` is left, top, width, height."""
    x, y, wide, tall = box
    if rng.random() < 0.35:
        far = tall * rng.uniform(0.1, 0.5)
        at = int(x - far) if rng.random() < 0.5 else int(x + wide + far)
        end = (at + int(rng.normal(0, 0.05) * tall), scene.shape[0])
        cv2.line(scene, (at, 0), end, float(rng.uniform(0.1, 0.6)), max(1, int(tall * rng.uniform(0.01, 0.05))))
    if rng.random() < 0.4:
        middle = (x + wide // 2, int(y + tall * (1.33 + rng.uniform(0.03, 0.25))))
        cv2.circle(scene, middle, int(tall * 0.3), tone, -1)
    if rng.random() < 0.2:
        left = x + wide + int(tall * rng.uniform(0.12, 0.4))
        cv2.rectangle(scene, (left, int(y + tall * rng.uniform(-0.2, 0.4))), (left + tall, y + 2 * tall), tone, -1)


def in_place(rng: Generator, mask: Mask) -> Floats:
    """A glyph as a camera gives it, with what lies beside it, in `PLACE`."""
    tall, wide = mask.shape
    rim = int(tall * 0.7)
    tone = float(rng.uniform(0.55, 1))
    bordered = cv2.copyMakeBorder(mask, rim, rim, rim, rim, cv2.BORDER_CONSTANT)
    scene = np.asarray(bordered / 255 * tone, np.float32)
    _neighbours(rng, scene, (rim, rim, wide, tall), tone)
    scene = _turned(rng, scene)
    scale = rng.uniform(9, 40) / tall
    size = (max(4, int(scene.shape[1] * scale)), max(6, int(scene.shape[0] * scale)))
    small = cv2.GaussianBlur(cv2.resize(scene, size, interpolation=cv2.INTER_AREA), (0, 0), rng.uniform(0.3, 1.3))
    small = small + rng.normal(0, rng.uniform(0, 0.04), small.shape)
    x, y = size[0] / scene.shape[1], size[1] / scene.shape[0]
    off = rng.normal(0, 0.035, 4) + MARGIN
    left, right = (rim - wide * off[0]) * x, (rim + wide * (1 + off[1])) * x
    top, bottom = (rim - tall * off[2]) * y, (rim + tall * (1 + off[3])) * y
    step = (right - left) / PLACE[0], (bottom - top) / PLACE[1]
    matrix = np.array([[step[0], 0, left - 0.5 + step[0] / 2], [0, step[1], top - 0.5 + step[1] / 2]], np.float32)
    soft = max(1, round(min(step) * 0.8))
    small = cv2.blur(small.astype(np.float32), (soft, soft))
    seen = cv2.warpAffine(small, matrix, PLACE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(np.clip(seen, 0, 1), np.float32)


def _fitted(waves: Floats, phases: Floats, places: list[Floats], names: list[str], classes: str) -> Floats:
    edges = edge_counts(np.stack(places))
    seen = np.concatenate([np.cos(edges @ waves + phases), edges, np.ones((len(edges), 1))], axis=1)
    wanted = np.where(np.array(names)[:, None] == np.array(list(classes))[None], 1.0, -1.0)
    held = np.arange(len(names)) % 7 == 0
    for part in (~held, np.ones(len(names), bool)):
        square = seen[part].T @ seen[part] + RIDGE * np.eye(seen.shape[1])
        weights = np.linalg.solve(square, seen[part].T @ wanted[part])
        if not part.all():
            right = (seen[held] @ weights).argmax(axis=1) == wanted[held].argmax(axis=1)
            sys.stderr.write(f"{classes}: {right.mean():.4f} of those held out\n")
    return np.asarray(weights, np.float32)


def _shapes(patches: list[Floats], names: list[str], classes: str, count: int) -> tuple[Floats, NDArray[np.int64]]:
    rows, middles = unit(np.stack(patches)), []
    for one in classes:
        own = rows[np.array(names) == one]
        _, _, found = cv2.kmeans(own, count, None, (3, 30, 1e-4), 2, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
        middles.append(unit(found))
    return np.concatenate(middles), np.repeat(np.arange(len(classes)), count)


def made(seed: int, folder: Path) -> dict[str, NDArray[np.generic]]:
    """Both readers as arrays by name, as `scanner.glyphs` reads them."""
    rng = np.random.default_rng(seed)
    cv2.setRNGSeed(seed)
    squares = PLACE[0] // 4 * (PLACE[1] // 4) * 8
    waves = rng.normal(0, SPREAD, (squares, WAVES)).astype(np.float16)
    phases = rng.uniform(0, 2 * np.pi, WAVES).astype(np.float32)
    found: dict[str, NDArray[np.generic]] = {"waves": waves, "phases": phases}
    drawn = {"rank": (ranks(rng, folder), no_rank(rng, folder)), "suit": (suits(rng), no_suit(rng, folder))}
    for (kind, (own, others)), classes, count in zip(drawn.items(), (RANKS, SUITS), MODELS, strict=True):
        glyphs = [one for one in own if min(one[1].shape) > 3]
        strangers = [one for one in others if min(one.shape) > 6]
        names = [name for name, _ in glyphs]
        found[f"{kind}_shapes"], found[f"{kind}_classes"] = _shapes(
            [alone(rng, mask) for _, mask in glyphs], names, classes, count
        )
        found[f"{kind}_shapes"] = found[f"{kind}_shapes"].astype(np.float16)
        places = [in_place(rng, mask) for mask in [*(mask for _, mask in glyphs), *strangers]]
        names += [NONE] * len(strangers)
        found[f"{kind}_weights"] = _fitted(waves.astype(np.float32), phases, places, names, classes + NONE)
    return found


def main() -> None:
    """Draw, fit and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path, nargs="?", default=MODEL)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, default=FONTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    np.savez_compressed(args.out, **made(args.seed, args.fonts))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
