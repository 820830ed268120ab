"""Dice are read or left unread, never guessed: drawn throws, photographs with labels, and pictures without dice."""

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from demo.dice_art import Die, Round, draw_dice
from scanner.dice import dice
from scanner.flatten import Picture
from scanner.frames import DieSeen
from scanner.reading import WithDice
from scanner.recognise import Recogniser
from tests.drawn import cloth

pytestmark = pytest.mark.usefixtures("one_core")
PHOTOS = Path(__file__).parents[2] / "shared" / "data" / "cards" / "photos"
FLAT = np.array([(0, 0), (640, 0), (640, 380), (0, 380)], np.float32)
SEEN = np.array([(111, 39), (1809, 39), (1914, 1062), (6, 1062)], np.float32)
TO_PICTURE = cv2.getPerspectiveTransform(FLAT, SEEN)
"""A layout of 640 x 380 mm as a camera at the dealer's shoulder sees it, in a picture of 1920 x 1080."""


@pytest.fixture(scope="module")
def layout() -> Picture:
    """Felt with printed boxes, words and marks."""
    seen = cv2.resize(cloth(np.random.default_rng(3)), (1920, 1080), interpolation=cv2.INTER_CUBIC)
    for k in range(5):
        cv2.rectangle(seen, (240 + 300 * k, 300), (440 + 300 * k, 620), (196, 226, 232), 4, cv2.LINE_AA)
        cv2.circle(seen, (200 + 360 * k, 900), 30, (196, 226, 232), cv2.FILLED, cv2.LINE_AA)
        cv2.circle(seen, (200 + 360 * k, 900), 12, (46, 64, 20), cv2.FILLED, cv2.LINE_AA)
    cv2.putText(seen, "8 TO 1 . 30 TO 1 :: DOUBLE", (300, 200), cv2.FONT_HERSHEY_TRIPLEX, 2.6, (88, 190, 226), 5)
    return np.asarray(seen, np.uint8)


def thrown(rng: np.random.Generator, *, touching: bool) -> list[Die]:
    """Three dice, apart or in a chain in which each touches the one before."""
    middle = np.array([rng.uniform(120, 520), rng.uniform(90, 290)])
    made: list[Die] = []
    while len(made) < 3:
        turn, place = float(rng.uniform(0, 360)), middle + rng.uniform(-30, 30, 2)
        if touching and made:
            last = made[-1]
            turn = last.turn
            way = np.radians(turn + 90 * rng.integers(4))
            along = np.array([np.cos(way), np.sin(way)])
            place = np.array(last.at) + along * 16.05 + np.array([-along[1], along[0]]) * rng.uniform(-8, 8)
        others = made[:-1] if touching else made
        if all(np.hypot(*(place - np.array(other.at))) > 23 for other in others):
            made.append(Die((float(place[0]), float(place[1])), int(rng.integers(1, 7)), turn))
    return made


def taken(rng: np.random.Generator, picture: Picture) -> Picture:
    """A picture as a camera delivers it: some light, noise, JPEG."""
    noisy = np.clip(picture * rng.uniform(0.5, 1.15) + rng.normal(0, 2.2, picture.shape), 0, 255).astype(np.uint8)
    code = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def tops(made: list[Die]) -> np.ndarray:
    """About where the upper faces of dice are seen, px."""
    feet = TO_PICTURE @ np.array([(*die.at, 1.0) for die in made]).T
    return np.asarray((feet[:2] / feet[2]).T - (0, 14))


def score(made: list[Die], seen: tuple[DieSeen, ...]) -> Counter[str]:
    places, counted = tops(made), Counter[str]()
    left = set(range(len(made)))
    for die in seen:
        apart = np.hypot(*(places - np.mean(die.outline, axis=0)).T)
        k = int(apart.argmin())
        if die.pips is not None:
            right = k in left and apart[k] < 24 and die.pips == made[k].pips
            counted["right" if right else "wrong"] += 1
            left.discard(k)
    return counted


@pytest.mark.parametrize("seeds", [range(30, 38), pytest.param(range(40), marks=pytest.mark.soak)])
@pytest.mark.parametrize(("touching", "least"), [(False, 0.95), (True, 0.6)])
def test_drawn_throws(layout: Picture, seeds: range, *, touching: bool, least: float) -> None:
    counted = Counter[str]()
    for seed in seeds:
        rng = np.random.default_rng((int(touching), seed))
        made = thrown(rng, touching=touching)
        saucer = Round((320.0, 190.0), 110.0) if seed % 2 else None
        counted += score(made, dice(taken(rng, draw_dice(layout, made, TO_PICTURE, saucer=saucer))))
    assert counted["wrong"] == 0
    assert counted["right"] >= least * 3 * len(seeds)


def test_a_cup_hides_what_is_under_it(layout: Picture) -> None:
    rng = np.random.default_rng(1)
    made = [Die((310.0, 190.0), 2, 10.0), Die((334.0, 196.0), 5, 70.0)]
    assert len(dice(taken(rng, draw_dice(layout, made, TO_PICTURE)))) == 2
    assert dice(taken(rng, draw_dice(layout, made, TO_PICTURE, cup=Round((320.0, 192.0), 36.0)))) == ()


def test_a_glare_on_a_pip_makes_no_other_value(layout: Picture) -> None:
    rng = np.random.default_rng(2)
    for pips in range(2, 7):
        made = [Die((320.0, 190.0), pips, 25.0)]
        left, top = (int(v) - 200 for v in tops(made)[0])
        picture = draw_dice(layout, made, TO_PICTURE)[top : top + 400, left : left + 400].copy()
        (seen,) = dice(picture)
        corner = np.array(seen.outline)[0] * 0.56 + np.mean(seen.outline, axis=0) * 0.44
        cv2.circle(picture, tuple(int(v) for v in corner), 8, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
        values = {die.pips for die in dice(taken(rng, picture))}
        assert values <= {pips, None}, f"{pips} read as {values}"


def test_nothing_is_no_die(layout: Picture) -> None:
    assert dice(layout) == ()
    assert dice(np.zeros((5, 7, 3), np.uint8)) == ()


class Photo(NamedTuple):
    right: int
    wrong: int
    labelled: int


def labelled(row: dict[str, str], seen: tuple[DieSeen, ...]) -> Photo:
    """Dice by the box they lie in; those with a symbol for a face must have no value."""
    left = [(np.mean(die.outline, axis=0), die.pips) for die in seen if die.pips is not None]
    right = known = 0
    for label, words in zip(row["cards"].split(";"), row["boxes"].split(";"), strict=True):
        x0, y0, x1, y1 = (float(word) for word in words.split())
        known += label != "?"
        for k, (at, pips) in enumerate(left):
            if x0 - 3 < at[0] < x1 + 3 and y0 - 3 < at[1] < y1 + 3 and str(pips) == label:
                right += 1
                del left[k]
                break
    return Photo(right, len(left), known)


def _rows(*, with_dice: bool) -> list[dict[str, str]]:
    with (PHOTOS / "labels.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if (row["kind"] == "dice") is with_dice]


def _photo(row: dict[str, str]) -> Picture:
    return np.asarray(cv2.imread(str(PHOTOS / row["file"])), np.uint8)


@pytest.mark.timeout(400)
@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photographs at {PHOTOS}")
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.soak)])
def test_photographs_of_dice(every: int) -> None:
    photos = [labelled(row, dice(_photo(row))) for row in _rows(with_dice=True)[::every]]
    right, wrong, known = (sum(part) for part in zip(*photos, strict=True))
    assert wrong == 0
    assert right >= 0.89 * known, f"{right} of {known}"


@pytest.mark.timeout(400)
@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no labelled photographs at {PHOTOS}")
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_photographs_without_dice_have_none(every: int) -> None:
    rows = _rows(with_dice=False)[::every]
    seen = {row["file"]: (picture, dice(picture)) for row in rows if (picture := _photo(row)).size}
    assert len(seen) == len(rows)
    # Cards take away dice and add none, so only where some are seen need cards be looked for.
    reader = WithDice(Recogniser())
    found = {file: left for file, (picture, some) in seen.items() if some and (left := reader.look(picture)[1])}
    assert found == {}
