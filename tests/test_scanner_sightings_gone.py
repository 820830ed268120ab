"""When a spot is empty, and where its card went: under a hand, to another spot, out over an edge."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import Card
from scanner.frames import CardSeen, Side
from scanner.sighting import View
from tests.layouts import CENTRES, D1, DISCARD, GOING, P1, P2, Film, arm, back, box, face, said

NINE = Card.NINE_OF_CLUBS
AT = CENTRES


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


def test_a_card_half_covered_stays_in_its_spot() -> None:
    film = Film()
    x, y = AT[P1]
    film.show(face((x, y + 45), NINE), frames=10)
    rest = CardSeen(box((x, y + 70), 63, 44), Side.FACE, NINE, 0.9)
    film.show(rest, arm((x, y + 25), 80, 60), frames=30)
    film.show(face((x, y + 45), NINE), frames=10)
    assert said(film.sightings) == ["hand/player/1 face 9c"]


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
