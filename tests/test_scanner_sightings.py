"""Sightings over time: what becomes final, what stays unsaid, and when a spot is empty."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import Card
from scanner.frames import CardSeen, FrameSeen, FrameUnchanged, Quality, Side
from scanner.sighting import View
from scanner.sightings import still, watch
from scanner.views import UNREAD, Views
from tests.layouts import (
    BURN,
    CENTRES,
    D1,
    DISCARD,
    FRAME_NS,
    GOING,
    OPEN,
    P1,
    P2,
    Film,
    arm,
    back,
    box,
    face,
    profile,
    said,
)

SEVEN, NINE, DIAMOND = Card.SEVEN_OF_CLUBS, Card.NINE_OF_CLUBS, Card.NINE_OF_DIAMONDS
AT = CENTRES


def test_a_face_at_rest_is_told_once() -> None:
    film = Film()
    assert said(film.show(face(AT[P1], NINE), frames=3)) == []
    assert said(film.show(face(AT[P1], NINE), frames=50)) == ["hand/player/1 face 9c"]


def test_a_sighting_is_stamped_with_the_first_frame_that_agreed() -> None:
    film = Film()
    film.show(frames=5)
    (sighting,) = film.show(face(AT[P1], NINE), frames=10)
    assert (sighting.frame, sighting.at) == (7, 7 * FRAME_NS)


def test_a_wrong_value_for_a_moment_is_never_final() -> None:
    film = Film()
    film.show(frames=10)
    film.show(face(AT[P1], SEVEN), frames=3)
    film.show(face(AT[P1], NINE), frames=47)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


def test_a_value_read_while_sliding_is_never_final() -> None:
    film = Film()
    x, y = AT[P1]
    for step in (40, 30, 20, 10):
        film.show(face((x + step, y), SEVEN))
    film.show(face(AT[P1], NINE), frames=47)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


def test_another_value_after_the_final_one_is_told_again() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    film.show(face(AT[P1], SEVEN), frames=2)
    film.show(face(AT[P1], NINE), frames=5)
    assert said(film.show(face(AT[P1], SEVEN), frames=10)) == ["hand/player/1 face 7c"]
    assert len(film.sightings) == 2


def test_frames_without_a_reading_neither_count_nor_disagree() -> None:
    film = Film()
    film.show(face(AT[P1], None), frames=2)
    for _ in range(2):
        film.show(face(AT[P1], NINE))
        film.show(face(AT[P1], None))
    assert film.sightings == []
    assert said(film.show(face(AT[P1], NINE))) == ["hand/player/1 face 9c"]


def test_a_face_that_cannot_be_read_is_told_without_value_and_later_with() -> None:
    film = Film()
    assert said(film.show(face(AT[P1], None), frames=3 * UNREAD)) == []
    assert said(film.show(face(AT[P1], None), frames=50)) == ["hand/player/1 face"]
    assert said(film.show(face(AT[P1], NINE), frames=5)) == ["hand/player/1 face 9c"]
    assert said(film.show(face(AT[P1], None), frames=50)) == []


def test_a_flickering_value_becomes_an_unread_face() -> None:
    film = Film()
    for _ in range(20):
        film.show(face(AT[P1], SEVEN))
        film.show(face(AT[P1], NINE))
    assert said(film.sightings) == ["hand/player/1 face"]


def test_a_back_then_its_face() -> None:
    film = Film()
    film.show(back(AT[P1]), frames=75)
    film.show(face(AT[P1], Card.FOUR_OF_HEARTS), frames=10)
    assert said(film.sightings) == ["hand/player/1 back", "hand/player/1 face 4h"]


def test_hand_and_shadow_are_no_card() -> None:
    film = Film()
    film.show(frames=10)
    film.show(arm(AT[P1]), frames=50)
    film.show(frames=50)
    assert film.sightings == []


def test_a_spot_is_empty_after_it_was_visibly_so_for_gone_ms() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    assert said(film.show(frames=13)) == []
    (sighting,) = film.show(frames=20)
    assert (sighting.view, sighting.frame) == (View.EMPTY, 11)


def test_a_card_missed_for_a_moment_is_not_gone() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    for _ in range(5):
        film.show(frames=11)
        film.show(face(AT[P1], NINE))
    assert len(film.sightings) == 1


def test_what_lies_under_a_hand_is_kept() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    film.show(arm(AT[P1]), frames=500)
    film.show(face((AT[P1][0] + 30, AT[P1][1] - 20), NINE), frames=10)
    assert len(film.sightings) == 1
    film.show(arm(AT[P1]), frames=10)
    assert said(film.show(frames=20)) == ["hand/player/1 empty"]


def test_a_card_on_its_way_to_another_spot_is_not_gone_from_the_first() -> None:
    film = Film()
    film.show(back(AT[P1]), frames=10)
    for x in range(170, 300, 20):
        film.show(back((x, 300)))
    film.show(back(AT[P2]), frames=50)
    assert said(film.sightings) == ["hand/player/1 back", "hand/player/2 back"]
    film.show(frames=50)
    assert sorted(said(film.sightings[2:])) == ["hand/player/1 empty", "hand/player/2 empty"]


def test_a_card_carried_under_the_hand_is_known_again_by_its_value() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    film.show(arm(AT[P1]), arm(AT[D1]), frames=5)
    film.show(face(AT[D1], NINE), frames=50)
    assert said(film.sightings) == ["hand/player/1 face 9c", "hand/dealer/1 face 9c"]


def test_another_back_dealt_meanwhile_holds_no_lost_card() -> None:
    film = Film()
    film.show(back(AT[P1]), frames=10)
    film.show(back(AT[D1]), frames=50)
    assert said(film.sightings) == ["hand/player/1 back", "hand/dealer/1 back", "hand/player/1 empty"]


def test_an_equal_second_card_is_told_while_the_first_lies_elsewhere() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    for x in range(170, 300, 20):
        film.show(face((x, 300), NINE))
    film.show(face(AT[P2], NINE), frames=10)
    film.show(face(AT[P2], NINE), face(AT[P1], NINE), frames=10)
    assert said(film.sightings) == ["hand/player/1 face 9c", "hand/player/2 face 9c", "hand/player/1 face 9c"]


def test_the_discard_holds_no_card_in_play() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=10)
    film.show(face(AT[DISCARD], NINE), frames=50)
    assert said(film.sightings) == [
        "hand/player/1 face 9c",
        "discard/1 face 9c",
        "hand/player/1 empty",
    ]


def test_two_equal_cards_in_one_spot_are_many() -> None:
    film = Film()
    x, y = AT[P1]
    film.show(face((x - 15, y), DIAMOND), face((x + 25, y + 20), DIAMOND), frames=20)
    assert said(film.sightings) == ["hand/player/1 many"]
    for _ in range(3):
        film.show(face((x - 15, y), DIAMOND))
        film.show(face((x - 15, y), DIAMOND), face((x + 25, y + 20), DIAMOND), frames=3)
    assert len(film.sightings) == 1
    assert said(film.show(face((x - 15, y), DIAMOND), frames=30)) == ["hand/player/1 face 9d"]


def test_two_outlines_of_one_card_are_one() -> None:
    film = Film()
    x, y = AT[P1]
    film.show(face((x, y), DIAMOND), face((x + 3, y + 2), DIAMOND), frames=20)
    assert said(film.sightings) == ["hand/player/1 face 9d"]


def test_two_readings_of_one_outline_that_differ_are_no_reading() -> None:
    film = Film()
    film.show(face(AT[P1], SEVEN), face(AT[P1], NINE), frames=30)
    assert said(film.sightings) == ["hand/player/1 face"]


def test_cards_laid_crosswise_are_two() -> None:
    film = Film()
    x, y = AT[P1]
    across = CardSeen(((x + 44, y - 31), (x + 44, y + 32), (x - 44, y + 32), (x - 44, y - 31)), Side.FACE, NINE)
    film.show(face((x, y), NINE), across, frames=20)
    assert said(film.sightings) == ["hand/player/1 many"]


def test_a_face_in_no_spot_is_told_once_and_a_back_not_at_all() -> None:
    film = Film()
    film.show(back(OPEN), frames=30)
    assert film.sightings == []
    film.show(face(OPEN, NINE), frames=30)
    film.show(arm(OPEN), frames=30)
    film.show(face((OPEN[0] + 40, OPEN[1]), NINE), frames=30)
    film.show(arm(OPEN, 300), frames=30)
    film.show(face((OPEN[0] + 300, OPEN[1]), NINE), frames=30)
    assert said(film.sightings) == ["none face 9c"]
    assert said(film.show(frames=30)) == ["none empty 9c"]


def test_a_face_in_the_burn_is_told_whatever_lies_there() -> None:
    film = Film()
    x, y = AT[BURN]
    film.show(back((x, y)), frames=10)
    film.show(back((x, y)), face((x + 12, y + 18), NINE), frames=10)
    assert said(film.sightings) == ["burn/1 back", "burn/1 face 9c"]


def test_a_card_over_the_edge_names_its_exit() -> None:
    film = Film()
    film.show(back(AT[P1]), frames=10)
    film.show(back((160, 380)))
    for x in range(160, 901, 60):
        film.show(back((x, 460)))
    film.show(back(GOING))
    assert said(film.show(frames=3)) == ["hand/player/1 empty right"]
    assert film.show(frames=50) == []


def test_a_card_covered_in_the_exit_has_not_left() -> None:
    film = Film()
    film.show(back(AT[P1]), frames=10)
    film.show(back((160, 380)))
    for x in range(160, 901, 60):
        film.show(back((x, 460)))
    assert film.show(arm((x, 460)), frames=30) == []


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


def test_a_hand_over_a_card_begins_its_reading_anew() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=3)
    film.show(arm(AT[P1]))
    assert film.show(face(AT[P1], NINE), frames=2) == []
    assert said(film.show(face(AT[P1], NINE))) == ["hand/player/1 face 9c"]


def test_at_few_frames_a_second_it_takes_frames_as_well_as_time() -> None:
    film = Film()
    film.step = 600_000_000
    film.show(face(AT[P1], NINE), frames=5)
    assert film.show(frames=2) == []
    assert said(film.show()) == ["hand/player/1 empty"]


def test_a_card_missed_for_a_moment_in_an_exit_has_not_left() -> None:
    film = Film()
    x, y = GOING
    film.show(back(AT[DISCARD]), frames=10)
    film.show(back((x - 60, y)))
    film.show(back(GOING), frames=5)
    film.show(frames=2)
    film.show(back(GOING), frames=5)
    assert said(film.sightings) == ["discard/1 back"]


def test_a_face_that_a_hand_touches_in_no_spot_is_told_once_it_has_rested_long() -> None:
    film = Film()
    assert film.show(face(OPEN, NINE), arm((OPEN[0] + 50, OPEN[1])), frames=3 * UNREAD) == []
    assert said(film.show(face(OPEN, NINE), arm((OPEN[0] + 50, OPEN[1])), frames=3)) == ["none face 9c"]


def test_a_card_half_covered_stays_in_its_spot() -> None:
    film = Film()
    x, y = AT[P1]
    film.show(face((x, y + 45), NINE), frames=10)
    rest = CardSeen(box((x, y + 70), 63, 44), Side.FACE, NINE, 0.9)
    film.show(rest, arm((x, y + 25), 80, 60), frames=30)
    film.show(face((x, y + 45), NINE), frames=10)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


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


@given(st.lists(st.tuples(st.integers(-60, 60), st.integers(-60, 60), st.integers(1, 30)), max_size=20))
@settings(deadline=None, max_examples=80)
def test_a_hand_over_a_card_never_makes_it_empty(path: list[tuple[int, int, int]]) -> None:
    film = Film()
    x, y = AT[P1]
    film.show(face((x, y), NINE), frames=10)
    for dx, dy, frames in path:
        film.show(arm((x + dx, y + dy), 60, 60), frames=frames)
    assert [s for s in film.sightings if s.view is View.EMPTY] == []
    film.show(face((x, y), NINE), frames=5)
    assert len(film.sightings) == 1
