"""A clip of which every third picture is cut off: what lies in the missing part stays, and the damage is counted."""

import pytest
from structlog.testing import capture_logs

from demo.view import jpeg
from games.spots import hand
from scanner.frames import Quality, Side
from scanner.quality import Image, decode
from tests.pictures import noisy
from tests.scenes.clips import Camera, Clip, face, seats, table

pytestmark = pytest.mark.usefixtures("one_core")

B1, B2 = hand("banker", 1), hand("banker", 2)
LOWER = seats(B1, B2, tall=220.0)
CARDS = {"5c": B1, "Kh": B2}


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Camera:
    return Camera.over(tmp_path_factory.mktemp("lower"), LOWER)


def cut(still: Image, number: int) -> bytes:
    """A picture's file without its last 40 %."""
    data = jpeg(noisy(still, number, 1.5))
    return data[: round(len(data) * 0.6)]


def filled_up(still: Image, number: int) -> Image | None:
    """The same as a decoder gives it that takes the cut for the end: the rest is grey."""
    return decode(cut(still, number) + b"\xff\xd9")


def test_a_cut_picture_takes_no_card_away_and_brings_none(camera: Camera) -> None:
    with capture_logs() as logs:
        clip = Clip(camera)
        lying = table(LOWER, *(face(spot, card) for card, spot in CARDS.items()))
        clip.show(table(LOWER), 5)
        for number in range(10):
            clip.show(lying, 2)
            clip.take(decode(cut(lying, number)) if number % 2 else filled_up(lying, number))
    damaged = [frame for frame in clip.frames if frame.quality is Quality.DAMAGED]
    assert len(damaged) == 10
    assert all(frame.cards == () for frame in damaged)
    whole = [frame for frame in clip.frames[5:] if frame.quality is Quality.FRESH]
    assert all(len([card for card in frame.cards if card.side is Side.FACE]) == 2 for frame in whole)
    assert sorted(clip.sighted()) == ["hand/banker/1 face 5c", "hand/banker/2 face Kh"]
    assert {(log["cause"], log["frame"]) for log in logs} == {("filled up with grey", 8), ("cut off or no picture", 11)}


def test_a_value_in_cut_pictures_alone_is_never_told(camera: Camera) -> None:
    clip = Clip(camera)
    lying, other = table(LOWER, face(B1, "5c")), table(LOWER, face(B1, "5c"), face(B2, "9d"))
    for number in range(8):
        clip.show(lying, 2)
        clip.take(filled_up(other, number))
    assert clip.sighted() == ["hand/banker/1 face 5c"]


def test_how_many_were_damaged_is_said_at_once_and_every_minute(camera: Camera) -> None:
    with capture_logs() as logs:
        clip = Clip(camera)
        for _ in range(1510):
            clip.take(None)
    assert [(log["count"], log["frame"]) for log in logs] == [(1, 1), (1502, 1502)]
