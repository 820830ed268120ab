"""What is told of a card that lies there: a value once frames agree, one card or many, in a spot or in none."""

from games.cards import Card
from scanner.frames import CardSeen, Side
from scanner.views import UNREAD
from tests.layouts import BURN, CENTRES, FRAME_NS, OPEN, P1, Film, arm, back, face, said

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


def test_a_hand_over_a_card_begins_its_reading_anew() -> None:
    film = Film()
    film.show(face(AT[P1], NINE), frames=3)
    film.show(arm(AT[P1]))
    assert film.show(face(AT[P1], NINE), frames=2) == []
    assert said(film.show(face(AT[P1], NINE))) == ["hand/player/1 face 9c"]


def test_a_face_that_a_hand_touches_in_no_spot_is_told_once_it_has_rested_long() -> None:
    film = Film()
    assert film.show(face(OPEN, NINE), arm((OPEN[0] + 50, OPEN[1])), frames=3 * UNREAD) == []
    assert said(film.show(face(OPEN, NINE), arm((OPEN[0] + 50, OPEN[1])), frames=3)) == ["none face 9c"]
