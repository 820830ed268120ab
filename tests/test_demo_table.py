"""The truth of the table comes from what happened to the cards, whoever meant it."""

import pytest

from demo import table
from demo.layout import DEALER, IN_PLAY, PLAYER
from demo.show import SHOWS
from demo.table import Kind, Place, Table
from games.cards import PACK
from games.game import Window
from games.spots import hand, stack

POSE = ((0.0, 0.0), 0.0)
NONE: frozenset[Window] = frozenset()
BETS, DECISION = frozenset({Window.BETS}), frozenset({Window.DECISION})


def dealt(count: int, *, bets_open: bool = True) -> Table:
    lay = table.windows(table.fresh(PACK), opened=BETS, closed=NONE if bets_open else BETS)
    for spot in IN_PLAY[:count]:
        lay = table.laid(table.drawn(lay), spot, 0, POSE)
    return lay


def kinds(lay: Table) -> list[Kind]:
    return [happening.kind for happening in lay.happened]


def test_a_clean_deal_has_nothing_to_tell() -> None:
    lay = dealt(6)
    assert lay.happened == ()
    assert table.hands(lay) == {"player": PACK[:3], "dealer": PACK[3:6]}
    assert lay.deck == PACK[6:]
    with pytest.raises(ValueError, match="6 cards"):
        table.drawn(lay)


def test_a_face_while_bets_are_open_is_an_exposure() -> None:
    lay = table.laid(table.drawn(dealt(2)), PLAYER[2], 5, POSE, up=True)
    (exposed,) = lay.happened
    assert (exposed.kind, exposed.spot, exposed.card, exposed.bets_open) == (Kind.EXPOSED, PLAYER[2], PACK[2], True)
    assert kinds(table.turned(dealt(3), PLAYER[0], 5)) == [Kind.EXPOSED]


def test_a_dealers_face_while_decisions_are_open_is_an_exposure_and_a_players_is_none() -> None:
    lay = table.windows(dealt(6), opened=DECISION, closed=BETS)
    assert kinds(table.turned(lay, DEALER[0], 1)) == [Kind.EXPOSED]
    assert kinds(table.turned(lay, PLAYER[0], 1)) == []
    closed = table.windows(lay, opened=NONE, closed=BETS | DECISION)
    for spot in PLAYER:
        closed = table.turned(closed, spot, 1)
    assert kinds(table.turned(closed, DEALER[0], 1)) == []


@pytest.mark.parametrize("seen", [True, False])
def test_a_card_that_left_view_is_told_with_what_was_seen_of_it(*, seen: bool) -> None:
    lay = dealt(6, bets_open=False)
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
    assert kinds(lay) == [Kind.MISPLACED]
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


def of_stacks(dice: tuple[int, ...]) -> Table:
    """A table of stacks, all dealt, the dice open: s1 is b1's with a total of 1 mod 7."""
    rules = SHOWS["tcp_jackpot"].rules
    lay = table.windows(table.fresh(PACK, rules), opened=NONE, closed=BETS)
    for spot in rules.course(PACK):
        lay = table.laid(table.drawn(lay), spot, 0, POSE)
    return table.cup(table.shaken(lay, dice), is_open=True)


def test_whose_a_stack_is_the_dice_say() -> None:
    lay = of_stacks((1, 3, 4))
    assert table.hand_of(lay, stack("s1", 1)) == "b1"
    assert table.hands(lay)["dealer"] == (PACK[6], PACK[7], PACK[20])
    assert kinds(table.turned(lay, stack("s1", 1), 1)) == []


def test_a_stack_before_the_dice_and_a_dealer_before_the_boxes_are_exposed() -> None:
    covered = table.shaken(of_stacks((1, 3, 4)), (1, 3, 4))
    assert kinds(table.turned(covered, stack("s1", 1), 1)) == [Kind.EXPOSED]
    assert kinds(table.turned(of_stacks((1, 3, 4)), stack("s7", 1), 1)) == [Kind.EXPOSED]
    lay = of_stacks((1, 3, 4))
    for name in ("s1", "s2", "s3", "s6"):
        for index in (1, 2, 3):
            lay = table.turned(lay, stack(name, index), 1)
    assert kinds(table.turned(lay, stack("s7", 1), 1)) == []


def test_a_card_taken_away_is_in_no_hand() -> None:
    lay = table.taken(of_stacks((1, 3, 4)), stack("s4", 1))
    assert len(table.hands(lay)["b4"]) == 2
    with pytest.raises(ValueError, match="stack/s4/1"):
        table.taken(lay, stack("s4", 1))


def test_a_third_card_before_insurance_is_over_is_a_fact() -> None:
    rules = SHOWS["baccarat"].rules
    deck = tuple(card for card in PACK if card.value in ("2s", "3s", "2h", "3d", "4c"))
    lay = table.windows(table.fresh((*deck, *PACK), rules), opened=NONE, closed=BETS)
    for spot in rules.course(lay.deck)[:4]:
        lay = table.laid(table.drawn(lay), spot, 0, POSE, up=True)
    assert kinds(table.drawn(lay)) == [Kind.UNINSURED]
    over = table.windows(lay, opened=NONE, closed=BETS | {Window.INSURANCE})
    assert kinds(table.drawn(over)) == []


def test_a_card_beyond_the_last_one_due_is_overdrawn_and_no_hands() -> None:
    lay = table.drawn(dealt(6), over=True)
    assert kinds(lay) == [Kind.OVERDRAWN]
    assert sum(len(cards) for cards in table.hands(lay).values()) == 6


def test_a_card_before_its_time_is_early() -> None:
    rules = SHOWS["three_pictures"].rules
    assert kinds(table.drawn(table.fresh(PACK, rules))) == [Kind.EARLY]
    assert table.at_spot(table.fresh(PACK, rules), hand("player", 1)) is None


def test_dice_that_show_while_bets_are_open_are_an_exposure_and_a_leaning_one_is_a_fact() -> None:
    lay = table.shaken(table.fresh((), SHOWS["tai_xiu"].rules), (1, 2, 3))
    assert kinds(table.cup(lay, is_open=True)) == [Kind.EXPOSED]
    closed = table.windows(lay, opened=NONE, closed=BETS)
    assert kinds(table.cup(closed, is_open=True)) == []
    assert kinds(table.cup(table.shaken(closed, (0, 2, 3)), is_open=True)) == [Kind.LEANING]
