"""The truth of the table comes from what happened to the cards, whoever meant it."""

import pytest

from demo import table
from demo.layout import DEALER, PLAYER
from demo.table import Kind, Place, Table
from games.cards import PACK

POSE = ((0.0, 0.0), 0.0)


def dealt(count: int, *, bets_open: bool = True) -> Table:
    lay = table.windows(table.fresh(PACK), bets_open=bets_open, decision_open=False)
    for spot in table.ORDER[:count]:
        lay = table.laid(table.drawn(lay), spot, 0, POSE)
    return lay


def kinds(lay: Table) -> list[Kind]:
    return [happening.kind for happening in lay.happened]


def test_a_clean_deal_has_nothing_to_tell() -> None:
    lay = dealt(6)
    assert lay.happened == ()
    assert table.hands(lay) == {"player": PACK[:3], "dealer": PACK[3:6]}
    assert lay.deck == PACK[6:]
    with pytest.raises(ValueError, match="six cards"):
        table.drawn(lay)


def test_a_face_while_bets_are_open_is_an_exposure() -> None:
    lay = table.laid(table.drawn(dealt(2)), PLAYER[2], 5, POSE, up=True)
    (exposed,) = lay.happened
    assert (exposed.kind, exposed.spot, exposed.card, exposed.bets_open) == (Kind.EXPOSED, PLAYER[2], PACK[2], True)
    assert kinds(table.turned(dealt(3), PLAYER[0], 5)) == [Kind.EXPOSED]


def test_a_dealers_face_while_decisions_are_open_is_an_exposure_and_a_players_is_none() -> None:
    lay = table.windows(dealt(6), bets_open=False, decision_open=True)
    assert kinds(table.turned(lay, DEALER[0], 1)) == [Kind.EXPOSED]
    assert kinds(table.turned(lay, PLAYER[0], 1)) == []
    closed = table.windows(lay, bets_open=False, decision_open=False)
    assert kinds(table.turned(closed, DEALER[0], 1)) == []


@pytest.mark.parametrize("seen", [True, False])
def test_a_card_that_left_view_is_told_with_what_was_seen_of_it(*, seen: bool) -> None:
    lay = table.windows(dealt(6), bets_open=False, decision_open=False)
    if seen:
        lay = table.turned(lay, PLAYER[1], 1)
    gone = table.left(lay, PLAYER[1], 2)
    assert [(one.kind, one.seen_before) for one in gone.happened] == [(Kind.LEFT_VIEW, seen)]
    assert table.at_spot(gone, PLAYER[1]) is None
    back = table.at_spot(table.returned(gone, 3), PLAYER[1])
    assert back is not None
    assert (back.card, back.up) == (PACK[1], seen)


def test_another_hands_spot_is_misplaced_and_the_hands_are_as_they_lie() -> None:
    lay = dealt(2)
    lay = table.laid(table.drawn(lay), DEALER[0], 0, POSE)
    lay = table.laid(table.drawn(lay), PLAYER[2], 0, POSE)
    assert kinds(lay) == [Kind.MISPLACED, Kind.MISPLACED]
    assert table.hands(lay) == {"player": (PACK[0], PACK[1], PACK[3]), "dealer": (PACK[2],)}


def test_scooped_cards_are_off_the_table() -> None:
    lay = table.scooped(dealt(6))
    assert all(card.place is Place.TRAY for card in lay.cards)
    assert not lay.bets_open


def test_what_is_not_there_cannot_be_turned_or_lost() -> None:
    with pytest.raises(ValueError, match="hand/player/1"):
        table.turned(table.fresh(PACK), PLAYER[0], 0)
    with pytest.raises(ValueError, match="hand/player/1"):
        table.left(table.fresh(PACK), PLAYER[0], 0)
    with pytest.raises(ValueError, match="no card in hand"):
        table.laid(table.fresh(PACK), PLAYER[0], 0, POSE)


def test_a_wrong_report_names_the_card_in_hand() -> None:
    lay = table.device_fact(table.drawn(table.fresh(PACK)), Kind.MISREPORTED, 1)
    assert lay.happened[0].card is PACK[0]
