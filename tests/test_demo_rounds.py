"""A clean script deals by the game's order, opens what may be known at its time, and waits for the end."""

import pytest

from demo import steps, table
from demo.given import Given
from demo.layout import DEALER, IN_PLAY, PLAYER
from demo.rounds import clean
from demo.rules import LIVE
from demo.setups import Senses
from demo.show import SHOWS, Show
from demo.steps import Await, Cue, Draw, Keys, Lay, Notice, Reveal, Scan, Shake, Take, Turn
from games.cards import PACK, parse_cards
from tests.acted import acted

SHOE = Senses(camera=True, draw=True, scan=False, states=True)
READER = Senses(camera=True, draw=False, scan=True, states=True)
ALONE = Senses(camera=False, draw=True, scan=False, states=True)
CAMERA = Senses(camera=True, draw=False, scan=False, states=False)
each_show = pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)


def live(senses: Senses) -> Given:
    return Given(LIVE, senses, PACK)


def given(show: Show, senses: Senses = SHOE, out: tuple[str, ...] = ()) -> Given:
    return Given(show.rules, senses, show.rules.pack, (2, 5, 5)[: show.rules.game.dice], out, show.deals_open)


@pytest.mark.parametrize("senses", [SHOE, READER, ALONE])
def test_the_order_of_a_clean_round(senses: Senses) -> None:
    script = clean(live(senses))
    assert [step.spot for step in script if isinstance(step, Lay)] == list(IN_PLAY)
    assert all(not step.up for step in script if isinstance(step, Lay))
    assert [step.spot for step in script if isinstance(step, Turn)] == list(IN_PLAY)
    cues = [step.cue for step in script if isinstance(step, Await)]
    assert cues == [Cue.BETS_OPEN, Cue.BETS_CLOSED, Cue.DECISION_CLOSED, Cue.OVER]
    closed = script.index(Await(Cue.BETS_CLOSED))
    assert all(script.index(step) > closed for step in script if isinstance(step, Turn | Scan))
    assert sum(isinstance(step, Draw) for step in script) == 6


def test_a_card_is_scanned_before_it_is_turned() -> None:
    script = clean(live(READER))
    for spot in IN_PLAY:
        assert script.index(Scan(spot)) < script.index(Turn(spot))
    assert not any(isinstance(step, Scan) for step in clean(live(SHOE)))


def test_a_card_that_is_dealt_open_is_scanned_on_its_way_and_never_turned() -> None:
    script = clean(given(SHOWS["three_pictures"], READER))
    assert not any(isinstance(step, Turn) for step in script)
    for number, step in enumerate(script):
        if isinstance(step, Lay):
            assert step.up
            assert script[number - 1] == Scan(step.spot)


def test_the_dealer_says_what_nothing_sees() -> None:
    assert [step.hand for step in clean(live(ALONE)) if isinstance(step, Reveal)] == ["player", "dealer"]
    assert not any(isinstance(step, Reveal) for step in (*clean(live(SHOE)), *clean(live(READER))))


def test_a_camera_gets_the_time_it_needs_at_any_speed() -> None:
    assert steps.SEE.wire
    assert steps.SETTLE.wire
    assert steps.LOOK.wire


@each_show
@pytest.mark.parametrize("senses", [SHOE, READER, ALONE, CAMERA])
def test_a_clean_round_of_every_game_has_nothing_to_tell(show: Show, senses: Senses) -> None:
    lay = acted(given(show, senses), clean(given(show, senses)))
    assert lay.happened == ()
    assert show.rules.due([(card.spot, card.card) for card in lay.cards if card.spot], lay.dice) is None or lay.dice
    for hand, cards in table.hands(lay).items():
        sizes = dict(show.rules.game.hand_sizes)
        wanted = sizes.get(hand, sizes.get("*"))
        assert len(cards) == (wanted if show.rules.counts(hand) else 0) or wanted is None
    assert all(card.up for card in lay.cards if card.place is table.Place.SPOT)


@pytest.mark.parametrize(
    ("deck", "spots", "windows"),
    [
        ("9s 8h Ks Qd 2c 3c", ["player/1", "banker/1", "player/2", "banker/2"], 0),
        ("2s 2h 3s 3d 4c 9c", ["player/1", "banker/1", "player/2", "banker/2", "player/3", "banker/3"], 2),
        ("2s 3h 4s 4d Kc 9c", ["player/1", "banker/1", "player/2", "banker/2"], 0),
        ("7s 2h Ks Kd 4c 9c", ["player/1", "banker/1", "player/2", "banker/2", "banker/3"], 1),
    ],
    ids=["natural", "both draw", "player stands on six, banker seven", "banker alone draws"],
)
def test_third_cards_follow_the_chart_and_wait_for_insurance(deck: str, spots: list[str], windows: int) -> None:
    if deck.startswith("2s 3h"):
        spots, windows = [*spots, "player/3"], 1
        deck = "2s 3h 3s 4d Kc 9c"
    script = clean(Given(SHOWS["baccarat"].rules, SHOE, parse_cards(deck), (), (), deals_open=False))
    assert [str(step.spot).removeprefix("hand/") for step in script if isinstance(step, Lay)] == spots
    assert sum(step.cue is Cue.INSURED for step in script if isinstance(step, Await)) == windows


def test_stacks_are_bound_before_a_card_is_turned_and_empty_boxes_are_taken_away() -> None:
    show = SHOWS["niu_niu"]
    script = clean(given(show))
    assert isinstance(script[0], Shake)
    at = script.index(Await(Cue.BOUND))
    assert script.index(Keys((2, 5, 5))) < at
    assert all(script.index(step) > at for step in script if isinstance(step, Turn | Take))
    places = show.rules.places((2, 5, 5))
    assert {places[step.spot.owner] for step in script if isinstance(step, Take)} == {"b3"}
    assert {places[step.spot.owner] for step in script if isinstance(step, Turn)} == {*show.rules.boxes, "dealer"}


def test_a_dealer_waits_until_the_boxes_are_known() -> None:
    script = clean(given(SHOWS["tcp_jackpot"]))
    places = SHOWS["tcp_jackpot"].rules.places((2, 5, 5))
    dealers = [at for at, step in enumerate(script) if isinstance(step, Turn) and places[step.spot.owner] == "dealer"]
    waits = [at for at, step in enumerate(script) if isinstance(step, Notice) and step.complete]
    assert [step.complete for step in script if isinstance(step, Notice) and step.complete] == ["b1", "b2", "b3", "b6"]
    assert max(waits) < min(dealers)


def test_a_box_that_is_out_is_taken_away_unseen() -> None:
    script = clean(given(SHOWS["tcp_basic"], out=("p3",)))
    assert {step.spot.owner for step in script if isinstance(step, Take)} == {"p3"}
    assert "p3" not in {step.spot.owner for step in script if isinstance(step, Turn)}
    assert PLAYER[0] not in SHOWS["tcp_basic"].layout.spots
    assert DEALER[0] in SHOWS["tcp_basic"].layout.spots
