"""From picture to line to sighting, in one process: what is believed, rounded, left out, and in the end told."""

import logging
from pathlib import Path

import msgspec
import pytest
import structlog

from games.cards import Card
from scanner.capture import Taken
from scanner.frames import CardSeen, FrameSeen, Quality, Side
from scanner.pipeline import Pipeline
from scanner.profile import load
from scanner.quality import Image, decode
from scanner.sightings import watch
from scanner.views import Views
from tests.layouts import BURN, CENTRES, FRAME_NS, P1, P2, said
from tests.pictures import DiscReader, hand_over, jpeg, lay, layout, noisy, shadow, write_profile

FOUR, SEVEN, NINE = Card.FOUR_OF_HEARTS, Card.SEVEN_OF_CLUBS, Card.NINE_OF_CLUBS


@pytest.fixture(autouse=True)
def _quiet() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


class Strip:
    """Pictures through the pipeline and the sightings, at 25 a second."""

    def __init__(self, folder: Path) -> None:
        self.profile = load(write_profile(folder))
        self.pipeline = Pipeline(self.profile, folder, 400, DiscReader())
        self.views = Views()
        self.count = 0
        self.told: list[str] = []

    def show(self, picture: Image | None, frames: int = 1, late: int = 0) -> FrameSeen | None:
        """The last line of so many pictures alike but for their noise."""
        frame = None
        for _ in range(frames):
            self.count += 1
            at = self.count * FRAME_NS
            image = None if picture is None else noisy(picture, self.count, 1.5)
            frame = self.feed(Taken(self.count, at, at, image), at + late)
        return frame

    def feed(self, taken: Taken, now: int) -> FrameSeen | None:
        line = self.pipeline.line(taken, now)
        if line is None:
            return None
        frame = msgspec.json.decode(line, type=FrameSeen)
        self.views, more = watch(self.profile, self.views, frame)
        self.told += said(more)
        return frame


@pytest.fixture
def strip(tmp_path: Path) -> Strip:
    return Strip(tmp_path)


def test_a_wrong_value_for_a_moment_then_the_right_one(strip: Strip) -> None:
    strip.show(layout(), 4)
    strip.show(lay(layout(), CENTRES[P1], SEVEN), 3)
    strip.show(lay(layout(), CENTRES[P1], NINE), 12)
    assert strip.told == ["hand/player/1 face 9c"]


def test_hand_shadow_print_and_a_face_down_card(strip: Strip) -> None:
    strip.show(layout(), 4)
    for left in range(0, 400, 100):
        strip.show(shadow(layout(), left, left + 200))
    strip.show(hand_over(layout(), CENTRES[P1]), 6)
    strip.show(layout(), 4)
    assert strip.told == []
    strip.show(lay(layout(), CENTRES[P1], None), 5)
    strip.show(hand_over(lay(layout(), CENTRES[P1], None), CENTRES[P1]), 16)
    strip.show(lay(layout(), CENTRES[P1], FOUR), 5)
    strip.show(lay(lay(layout(), CENTRES[P1], FOUR), CENTRES[BURN], NINE), 5)
    assert strip.told == ["hand/player/1 back", "hand/player/1 face 4h", "burn/1 face 9c"]


def test_cut_pictures_never_take_a_card_away(strip: Strip) -> None:
    table = lay(lay(layout(), CENTRES[P1], FOUR), CENTRES[P2], NINE)
    data = jpeg(noisy(table, 500))
    grey_below = decode(data[: int(len(data) * 0.5)] + b"\xff\xd9")
    for k in range(12):
        strip.show(table, 2)
        taken = Taken(k, strip.count * FRAME_NS, 0, grey_below if k % 2 else None)
        frame = strip.feed(taken, taken.at)
        assert frame is not None
        assert (frame.quality, frame.cards) == (Quality.DAMAGED, ())
    assert sorted(strip.told) == ["hand/player/1 face 4h", "hand/player/2 face 9c"]


def test_a_frozen_picture_makes_nothing_final(strip: Strip) -> None:
    strip.show(layout(), 3)
    stuck = noisy(lay(layout(), CENTRES[P1], FOUR), 1)
    kinds = []
    for k in range(60):
        at = (strip.count + k) * FRAME_NS
        frame = strip.feed(Taken(k, at, at, stuck.copy()), at)
        kinds.append(frame and frame.quality)
    assert kinds == [Quality.FRESH] + [None] * 9 + [Quality.FROZEN] * 50
    assert strip.told == []


def test_a_late_picture_says_nothing(strip: Strip) -> None:
    assert strip.show(lay(layout(), CENTRES[P1]), late=1_100_000_000) is None
    assert strip.show(lay(layout(), CENTRES[P1]), late=900_000_000) is not None


def test_a_picture_from_an_old_file_says_nothing(strip: Strip) -> None:
    for number, age, quality in ((1, 900_000_000, Quality.FRESH), (2, 1_100_000_000, None), (3, 0, Quality.FRESH)):
        at = number * FRAME_NS
        frame = strip.feed(Taken(number, at, at, noisy(layout(), number), age), at)
        assert (frame and frame.quality) == quality


def test_equal_tables_give_equal_outlines_whatever_the_noise(strip: Strip) -> None:
    frames = [strip.show(lay(layout(), CENTRES[P1])) for _ in range(5)]
    assert len({frame.cards for frame in frames if frame}) == 1


def test_what_is_not_of_a_cards_size_covers_and_is_no_card(strip: Strip) -> None:
    picture = layout()
    picture[260:300, 120:180] = 250
    picture[100:400, 600:860] = 250
    frame = strip.show(picture)
    assert frame is not None
    assert {card.side for card in frame.cards} == {Side.OTHER}


def test_print_taken_for_a_back_is_left_out(tmp_path: Path) -> None:
    class Believer:
        def look(self, image: Image) -> tuple[tuple[CardSeen, ...], tuple[()]]:
            assert image.shape == (540, 960, 3)
            x, y = CENTRES[P1]
            return (CardSeen(((x - 31, y - 44), (x + 31, y - 44), (x + 31, y + 44), (x - 31, y + 44)), Side.BACK),), ()

    strip = Strip(tmp_path)
    pipeline = Pipeline(strip.profile, tmp_path, 400, Believer())
    line = pipeline.line(Taken(1, 0, 0, noisy(layout(), 1)), 0)
    assert line is not None
    assert msgspec.json.decode(line, type=FrameSeen).cards == ()


def test_a_camera_that_looks_elsewhere_has_moved(strip: Strip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scanner.view.SHIFT_EVERY", 2)
    first = strip.show(layout())
    assert first is not None
    assert first.shift_mm == 0
    elsewhere = noisy(layout()[::-1, ::-1] // 2 + 90, 1, 60)
    frame = strip.show(elsewhere, 7)
    assert frame is not None
    assert frame.shift_mm is not None
    assert frame.shift_mm > 100
