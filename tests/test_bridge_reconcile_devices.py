"""Jams, clearances, counts, badges: what a device, or the dealer in its stead, says beside the cards."""

import pytest

from bridge.commands import Declare, Declared, OpenRound, Release, Role, Shuffling, Submit
from bridge.events import CardDealt, DealerChanged, RoundComplete, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from games.game import Window
from games.spots import hand
from shoe.messages import Badge, Cleared, Count, CutCard, DoubleFeed, Jam, Lid, Shuffle
from tests.rig import Rig
from tests.rounds import PLAYER, deal, half_dealt, open_round, play, rest, show, window


def test_a_jam_in_the_deal_holds_until_the_counter_goes_on() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Jam(on=True))
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.JAM, HoldKind.WAIT)
    assert "void" in hold.options
    assert not rig.ready()
    rig.wait(20_000)
    rig.say(Jam(on=False))
    assert len(rig.held()) == 1
    rest(rig)
    assert rig.held() == []
    assert not rig.said(Voided)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert len(rig.confirmed()) == 3


def test_a_card_lost_in_the_jam_is_missed() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Jam(on=True))
    rig.say(Jam(on=False))
    rig.draw("9s", counter=rig.counter + 1)
    assert {hold.fault for hold in rig.held()} == {FaultKind.JAM, FaultKind.MISSING}


def test_cards_out_of_a_jam_never_cleared_are_a_persons_matter() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Jam(on=True))
    rig.say(Lid(open=True))
    rig.say(Lid(open=False))
    rest(rig)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.JAM, HoldKind.DECIDE)
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="looked into it").done
    assert rig.held() == []


def test_a_jam_outside_a_deal_holds_no_round() -> None:
    rig = Rig("s")
    rig.say(Jam(on=True))
    assert rig.held() == []
    assert not rig.ready()
    rig.round = "r1"
    assert "jam" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.say(Jam(on=False))
    assert rig.ready()


def test_a_finished_hand_stands_in_a_jam() -> None:
    rig = Rig("s")
    play(rig)
    rig.say(Jam(on=True))
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).done


@pytest.mark.parametrize("by_hand", [True, False])
def test_clearance_in_the_deal_is_managements(by_hand: bool) -> None:  # noqa: FBT001  # a table's column
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Cleared(by_hand))
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.CLEARED, HoldKind.DECIDE)
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="cleared").done
    assert rig.said(Voided)


def test_the_other_decks_clearance_touches_no_round() -> None:
    rig = Rig("s", decks=("red", "blue"))
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("red")).done
    rig.draw("As")
    rig.say(Cleared(by_hand=False, deck="blue"))
    assert rig.held() == []
    rig.say(Count(51, "blue"))
    assert all(hold.scope is Scope.DECK for hold in rig.held())
    rig.draw("Kd")
    assert len(rig.said(CardDealt)) == 2


def test_a_count_that_differs_keeps_the_deck_from_play() -> None:
    rig = Rig("s")
    rig.say(Shuffle(on=True))
    rig.say(Count(51))
    rig.say(Shuffle(on=False))
    (hold,) = rig.held()
    assert (hold.fault, hold.scope) == (FaultKind.COUNT_DIFFERS, Scope.DECK)
    rig.round = "r1"
    assert not rig.ask(Role.ENGINE, OpenRound()).done
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="a new deck").done
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""


def test_two_cards_at_once() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(DoubleFeed())
    assert rig.held()[0].fault is FaultKind.SURPLUS


def test_the_cut_card_lets_the_round_end() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(CutCard())
    assert rig.held() == []
    rest(rig)
    assert len(rig.said(CardDealt)) == 6


@pytest.mark.parametrize(
    ("what", "fault", "void"),
    [
        (Declared.EXPOSED, FaultKind.EXPOSED, True),
        (Declared.DROPPED_UNSEEN, FaultKind.LEFT_VIEW, True),
        (Declared.DROPPED_SEEN, FaultKind.LEFT_VIEW, True),
        (Declared.REVERSED, FaultKind.REVERSED, False),
        (Declared.JAM, FaultKind.JAM, False),
        (Declared.CLEARED, FaultKind.CLEARED, False),
    ],
)
def test_what_no_camera_sees_is_declared(what: Declared, fault: FaultKind, void: bool) -> None:  # noqa: FBT001  # a table's column
    rig = Rig("s", camera=False)
    half_dealt(rig)
    assert rig.ask(Role.DEALER, Declare(what, hand("player", 1))).done
    if void:
        assert rig.said(Voided)[0].fault is fault
    else:
        assert rig.held()[0].fault is fault


def test_dropped_after_it_was_seen_is_reused() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_SEEN, hand("player", 1))).done
    assert rig.held() == []
    assert not rig.said(Voided)


def test_a_badge_is_a_dealer_and_no_card() -> None:
    rig = Rig("mr", camera=True)
    open_round(rig)
    rig.say(Badge("D0088"), "reader")
    assert rig.said(DealerChanged)[0].badge == "D0088"
    assert rig.held() == []


def test_a_dealer_may_say_that_the_deck_is_shuffled() -> None:
    rig = Rig("s", camera=False)
    assert rig.ask(Role.DEALER, Shuffling(on=True)).done
    assert not rig.ready()
    assert rig.ask(Role.DEALER, Shuffling(on=False, count=52)).done
    assert rig.ready()
    assert rig.said(RoundComplete) == []
