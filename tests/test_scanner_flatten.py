"""A card laid flat is upright, in its place, and white under any lamp."""

import cv2
import numpy as np

from demo import drawing
from games.cards import Card
from scanner.flatten import HEIGHT, HIDDEN, WIDTH, Picture, body_crop, flatten, index_crop, turned, whitened
from tests.drawn import cloth, corners_at, lay


def _flat(turn: float, width: float = 150, light: float = 1.0) -> Picture:
    place = corners_at((640, 360), width, turn)
    picture = lay(cloth(np.random.default_rng(1)), drawing.face(Card.TWO_OF_HEARTS), place)
    return flatten(np.asarray(picture * light, np.uint8), place)


def _far(one: Picture, other: Picture) -> float:
    return float(np.abs(one[10:-10, 10:-10].astype(float) - other[10:-10, 10:-10]).mean())


def test_every_rotation_gives_the_same_flat_card() -> None:
    upright = _flat(0)
    assert upright.shape == (HEIGHT, WIDTH, 3)
    for turn in (30, 90, 200):
        assert _far(_flat(turn), upright) < 4
    assert _far(turned(upright), upright) < 4


def test_light_is_taken_out() -> None:
    assert _far(_flat(0, light=0.3), _flat(0)) < 4


def test_a_large_card_is_averaged_not_skipped() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (1200, 1000, 3)).astype(np.uint8)
    flat = flatten(noise, np.array([[50, 50], [850, 50], [850, 1150], [50, 1150]], np.float32))
    assert flat[20:-20, 20:-20].std() < 40


def test_tint_is_taken_out_and_ink_keeps_its_colour() -> None:
    card = np.full((HEIGHT, WIDTH, 3), (120, 160, 200), np.uint8)
    card[100:150, 50:100] = (20, 20, 150)
    white = whitened(card)
    assert white[0, 0].min() > 240
    assert white[120, 70, 2] - white[120, 70, 1].astype(int) > 100


def test_corners_and_body_share_no_pixel_of_an_index() -> None:
    card = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    card[: HIDDEN[1], : HIDDEN[0]] = 0
    assert body_crop(card).min() > 200
    assert index_crop(card).min() == 0
    cv2.rectangle(card, (0, 0), (HIDDEN[0], HIDDEN[1]), (255, 255, 255), -1)
    card[HIDDEN[1] + 20 : -HIDDEN[1] - 20] = 0
    assert index_crop(card).min() == 255


def test_corners_outside_the_picture_are_no_error() -> None:
    far = np.array([[-50, -50], [-20, -50], [-20, -10], [-50, -10]], np.float32)
    assert flatten(cloth(np.random.default_rng(2)), far).shape == (HEIGHT, WIDTH, 3)
