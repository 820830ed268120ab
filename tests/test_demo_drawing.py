"""Our own card faces: 52 that differ, each the same upside down, with its index in its corner."""

import itertools

import cv2
import numpy as np
import pytest

from demo.drawing import HEIGHT_MM, SCALE, WIDTH_MM, back, card_mask, face
from games.cards import PACK, Card, Suit


def test_no_two_faces_are_alike() -> None:
    small = {card: cv2.resize(face(card), (63, 88), interpolation=cv2.INTER_AREA).astype(np.int16) for card in PACK}
    for one, other in itertools.combinations(PACK, 2):
        assert np.abs(small[one] - small[other]).max() > 60, f"{one} and {other} look alike"


@pytest.mark.parametrize("card", [Card.SIX_OF_HEARTS, Card.NINE_OF_SPADES, Card.TEN_OF_CLUBS, Card.ACE_OF_DIAMONDS])
def test_both_indices_are_there_and_a_half_turn_changes_them_not(card: Card) -> None:
    picture = face(card)
    corner = picture[: 32 * SCALE, : 14 * SCALE]
    turned = cv2.rotate(picture, cv2.ROTATE_180)[: 32 * SCALE, : 14 * SCALE]
    assert np.abs(corner.astype(np.int16) - turned).max() <= 8
    assert (corner.min(axis=2) < 100).mean() > 0.05


def test_the_ink_is_the_suits() -> None:
    for card in PACK:
        corner = face(card)[: 32 * SCALE, : 14 * SCALE].reshape(-1, 3).astype(np.int16)
        ink = corner[corner.min(axis=1) < 80]
        red = bool((ink[:, 2] - ink[:, 0]).mean() > 100)
        assert red is (card.suit in (Suit.HEARTS, Suit.DIAMONDS)), card


def test_size_and_shape() -> None:
    shape = (HEIGHT_MM * SCALE, WIDTH_MM * SCALE)
    assert face(PACK[0]).shape == back().shape == (*shape, 3)
    mask = card_mask()
    assert mask.shape == shape
    assert mask[0, 0] == 0
    assert mask[shape[0] // 2, shape[1] // 2] == 255


def test_the_back_is_no_face_and_has_no_up() -> None:
    picture = back()
    assert np.abs(picture.astype(np.int16) - cv2.rotate(picture, cv2.ROTATE_180)).mean() < 1
    assert all(np.abs(picture.astype(np.int16) - face(card)).mean() > 40 for card in PACK)
