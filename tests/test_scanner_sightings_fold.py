"""Sightings as a fold: pictures that are not believed, pictures that stay alike, and whatever else comes."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import Card
from scanner.frames import CardSeen, FrameSeen, FrameUnchanged, Quality
from scanner.sighting import View
from scanner.sightings import still, watch
from scanner.views import Views
from tests.layouts import CENTRES, FRAME_NS, OPEN, P1, P2, Film, arm, back, face, profile, said

SEVEN, NINE = Card.SEVEN_OF_CLUBS, Card.NINE_OF_CLUBS
AT = CENTRES


@pytest.mark.parametrize("quality", [Quality.FROZEN, Quality.DAMAGED])
def test_what_is_not_fresh_changes_nothing(quality: Quality) -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=3)
    before = film.views
    film.show(frames=100, quality=quality)
    film.show(face(AT[P1], SEVEN), frames=100, quality=quality)
    assert film.views is before
    film.show(face(AT[P1], NINE), frames=5)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


def test_every_third_picture_cut_removes_nothing_and_delays_only() -> None:
    film = Film()
    for _ in range(30):
        film.show(face(AT[P1], NINE), frames=2)
        film.show(quality=Quality.DAMAGED)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


def test_a_shifted_or_blurred_camera_is_not_believed() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    moved = FrameSeen("top", 99, 99 * FRAME_NS, 0, Quality.FRESH, shift_mm=30.0)
    views, sightings = watch(film.profile, film.views, moved)
    assert sightings == ()
    views, sightings = still(film.profile, views, FrameUnchanged("top", 0, 0, 100 * FRAME_NS, 60, 160 * FRAME_NS))
    assert sightings == ()
    assert said(watch(film.profile, views, FrameSeen("top", 200, 200 * FRAME_NS, 0, Quality.FRESH))[1]) == []


def test_unchanged_counts_as_that_many_frames() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=2)
    views, sightings = still(film.profile, film.views, FrameUnchanged("top", 0, 0, 3 * FRAME_NS, 1, 3 * FRAME_NS))
    assert sightings == ()
    views, sightings = still(film.profile, views, FrameUnchanged("top", 0, 0, 4 * FRAME_NS, 2, 5 * FRAME_NS))
    assert said(sightings) == ["hand/player/1 face 9c"]
    film.views = views
    film.show()
    _, sightings = still(film.profile, film.views, FrameUnchanged("top", 0, 0, 4 * FRAME_NS, 25, 40 * FRAME_NS))
    assert said(sightings) == ["hand/player/1 empty"]


def test_frames_like_one_of_a_moved_camera_say_nothing() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=3)
    moved = FrameSeen("top", 4, 4 * FRAME_NS, 0, Quality.FRESH, shift_mm=30.0, cards=(face(AT[P1], NINE),))
    views, _ = watch(film.profile, film.views, moved)
    assert still(film.profile, views, FrameUnchanged("top", 0, 0, 5 * FRAME_NS, 9, 13 * FRAME_NS)) == (views, ())


SHOWN = st.lists(
    st.sampled_from(
        [
            (),
            (face(AT[P1], NINE),),
            (face(AT[P1], SEVEN),),
            (face(AT[P1], None),),
            (back(AT[P1]),),
            (face((AT[P1][0] + 2, AT[P1][1]), NINE),),
            (face(AT[P1], NINE), back(AT[P2])),
            (face(AT[P2], SEVEN), face(OPEN, NINE)),
            (arm(AT[P1]),),
            (face((AT[P1][0] + 40, AT[P1][1]), NINE), arm(AT[P2])),
        ]
    ),
    max_size=60,
)


@given(SHOWN, st.integers(1, 4))
@settings(deadline=None, max_examples=80)
def test_the_fold_is_deterministic_and_can_be_written_down(shown: list[tuple[CardSeen, ...]], debounce: int) -> None:
    one, other = Film(profile(debounce)), Film(profile(debounce))
    for cards in shown:
        assert one.show(*cards) == other.show(*cards)
        other.views = msgspec.json.decode(msgspec.json.encode(other.views), type=Views)
        assert one.views == other.views


@given(SHOWN, st.integers(1, 5))
@settings(deadline=None, max_examples=80)
def test_no_value_is_final_without_frames_that_agree(shown: list[tuple[CardSeen, ...]], debounce: int) -> None:
    film = Film(profile(debounce))
    for k, cards in enumerate(shown):
        for sighting in film.show(*cards):
            if sighting.view is View.FACE and sighting.card:
                votes = [sum(c.card is sighting.card for c in cards) for cards in shown[: k + 1]]
                assert sum(v > 0 for v in votes) >= debounce
