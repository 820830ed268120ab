"""Clips of a drawn table through the real recogniser and sightings: never a wrong value, never two cards for one."""

from pathlib import Path

import cv2
import pytest

from demo.layout import BURN
from games.spots import hand
from scanner.frames import Side
from scanner.quality import Image
from tests.pictures import SKIN
from tests.scenes.clips import Camera, Clip, back, face, seats, shadow, table

pytestmark = pytest.mark.usefixtures("one_core")

P1 = hand("player", 1)
SEAT = seats(P1)
FACE = "hand/player/1 face "


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera.over(tmp_path_factory.mktemp("seat"), SEAT)


@pytest.fixture
def clip(camera: Camera) -> Clip:
    return Clip(camera)


def cards(clip: Clip) -> set[int]:
    """How many cards pictures showed."""
    return {sum(card.side is not Side.OTHER for card in frame.cards) for frame in clip.frames}


@pytest.mark.parametrize(
    ("card", "turn"), [("6h", 0.0), ("6h", 180.0), ("9h", 0.0), ("9h", 180.0), ("6s", 90.0), ("9s", 90.0)]
)
def test_a_six_or_nine_is_itself_however_it_is_turned(clip: Clip, card: str, turn: float) -> None:
    clip.show(table(SEAT, face(P1, card, turn)), 25)
    assert clip.values() == {card}
    assert clip.sighted() == [FACE + card]


def but_a_corner(still: Image) -> Image:
    """All of a card covered but its lower right corner with the index."""
    out = still.copy()
    cv2.rectangle(out, (60, 16), (224, 215), (40, 34, 32), cv2.FILLED)
    out[136:206, 176:216] = still[136:206, 176:216]
    return out


@pytest.mark.parametrize("card", ["6h", "9h", "6s", "9s"])
def test_of_a_six_or_nine_whose_corner_alone_is_seen_the_other_is_never_said(clip: Clip, card: str) -> None:
    clip.show(but_a_corner(table(SEAT, face(P1, card))), 15)
    assert clip.values() <= {card, None}
    assert set(clip.sighted()) <= {FACE + card, FACE.strip()}


def test_a_wrong_value_for_a_moment_is_not_told(clip: Clip) -> None:
    clip.show(table(SEAT), 10)
    clip.show(table(SEAT, face(P1, "7c")), 3)
    clip.show(table(SEAT, face(P1, "9c")), 20)
    assert clip.values() == {"7c", "9c"}
    assert clip.sighted() == [FACE + "9c"]


def test_a_wrong_value_on_the_way_in_is_not_told(clip: Clip) -> None:
    clip.show(table(SEAT), 6)
    for far in (36.0, 30.0, 24.0, 12.0):
        clip.show(table(SEAT, face(P1, "7c", offset=(far, 0.0))))
    clip.show(table(SEAT, face(P1, "9c")), 20)
    assert "7c" in clip.values()
    assert clip.sighted() == [FACE + "9c"]


def test_two_corners_of_one_card_are_one_card(clip: Clip) -> None:
    clip.show(table(SEAT, face(P1, "9d")), 20)
    assert cards(clip) == {1}
    assert clip.sighted() == [FACE + "9d"]


@pytest.mark.parametrize("apart", [(14.0, -16.0), (-14.0, 18.0), (18.0, 0.0), (0.0, 24.0), (0.0, 12.0)])
def test_two_equal_cards_of_which_one_covers_the_other_are_never_one(clip: Clip, apart: tuple[float, float]) -> None:
    x, y = apart[0] / 2, apart[1] / 2
    clip.show(table(SEAT, face(P1, "9d", offset=(-x, -y)), face(P1, "9d", offset=(x, y))), 15)
    assert FACE + "9d" not in clip.sighted()


def hand_across(still: Image, top: int, bottom: int) -> Image:
    """A hand from the left across the middle of the card."""
    out = still.copy()
    cv2.rectangle(out, (0, top), (205, bottom), SKIN, cv2.FILLED)
    cv2.ellipse(out, (205, (top + bottom) // 2), (30, (bottom - top) // 2), 0, 0, 360, SKIN, cv2.FILLED)
    return out


def test_one_card_with_a_hand_across_its_middle_is_one_card(clip: Clip) -> None:
    lying = table(SEAT, face(P1, "9d"))
    clip.show(hand_across(lying, 92, 140), 15)
    assert FACE + "9d" not in clip.sighted()[1:]
    clip.show(lying, 8)
    clip.show(hand_across(lying, 92, 140), 12)
    clip.show(lying, 6)
    assert max(cards(clip)) == 1
    assert clip.sighted() == [FACE + "9d"]
    assert clip.views.next_id == 2  # one track: the card that came out from under the hand is the one that lay there


def test_neither_shadow_nor_hand_nor_print_is_a_card_and_a_card_that_is_turned_is_one(clip: Clip) -> None:
    empty, hidden = table(SEAT), table(SEAT, back(P1))
    clip.show(empty, 6)
    for left in range(-60, 300, 90):
        clip.show(shadow(empty, left, left + 80))
    clip.show(table(SEAT, hand_at=(75.0, 50.0)), 12)
    clip.show(empty, 6)
    assert cards(clip) == {0}
    assert clip.sighted() == []
    clip.show(hidden, 8)
    assert clip.values() == set()
    clip.show(table(SEAT, face(P1, "4h")), 8)
    assert clip.values() == {"4h"}
    assert clip.sighted() == ["hand/player/1 back", FACE + "4h"]


def test_a_face_in_the_burn_area_is_told_as_such(tmp_path: Path) -> None:
    burn = seats(BURN)
    clip = Clip(Camera.over(tmp_path, burn))
    clip.show(table(burn, face(BURN, "9c")), 8)
    assert clip.sighted() == ["burn/1 face 9c"]
