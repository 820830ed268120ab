"""Jams, clearances, counts, links, restarts: what a device says beside its cards."""

import pytest

from bridge.commands import Declare, Declared, OpenRound, Release, Role, Shuffling, Submit
from bridge.events import Alarm, CardDealt, DealerChanged, DeviceDown, DeviceUp, HoldReleased, RoundComplete, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.readings import ClockStepped, EngineLag, Started, StoreFault
from bridge.session import status
from games.game import Window
from games.spots import hand
from shoe.messages import Badge, Banner, Cleared, Count, CutCard, DoubleFeed, Jam, Lid, Shuffle
from tests.rig import Rig
from tests.rounds import CARDS, PLAYER, SPOTS, deal, open_round, play, show, window


def half_dealt(rig: Rig) -> None:
    open_round(rig)
    deal(rig, CARDS[:3], SPOTS[:3])


def rest(rig: Rig) -> None:
    deal(rig, CARDS[3:], SPOTS[3:])


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


def test_a_lost_link_in_the_deal_holds_until_the_counter_proves_it_whole() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.link_down("shoe")
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.LINK_LOST, HoldKind.WAIT)
    assert rig.said(DeviceDown)[-1].cause == "unplugged"
    rig.link_up("shoe")
    assert len(rig.held()) == 1
    rest(rig)
    assert rig.held() == []
    assert rig.said(HoldReleased)[-1].why == "the counter is continuous"


def test_a_card_drawn_during_the_break_is_missed() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.link_down("shoe")
    rig.link_up("shoe")
    rig.draw("9s", counter=rig.counter + 1)
    assert FaultKind.MISSING in {hold.fault for hold in rig.held()}


def test_a_device_that_falls_silent() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.mute.add("shoe")
    rig.wait(12_000)
    assert rig.said(DeviceDown)
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.mute.clear()
    rest(rig)
    assert rig.said(DeviceUp)
    assert rig.held() == []


def test_a_device_that_restarts_in_the_deal() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.say(Banner("1.4"))
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.draw("Qh", counter=0)
    assert len(rig.said(CardDealt)) == 4, "a counter that begins anew is no hundred lost cards"


def test_a_restart_of_the_daemon_holds_the_round_until_all_is_whole() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.at += 5_000_000_000
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.LINK_LOST, HoldKind.WAIT)
    rig.links_up()
    rig.wait(3000)
    window(rig, Window.BETS, open_=True)
    assert len(rig.held()) == 1
    rest(rig)
    rig.wait(100)
    assert rig.held() == []
    assert len(rig.said(CardDealt)) == 6


def test_an_exposure_after_a_restart_is_held_until_windows_are_restated() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    rig.wait(2000)
    rig.turn(player_1="As")
    assert not rig.said(Voided)
    assert FaultKind.EXPOSED in {hold.fault for hold in rig.held()}


def test_after_a_reboot_old_stamps_are_no_measure() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.at = 30_000_000_000
    rig.take(Started(rig.at, rig.wall, "boot-2", "0.1.0"))
    rig.links_up()
    rig.wait(1200)
    window(rig, Window.DECISION, open_=True)
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    rig.wait(1500)
    assert not rig.said(Voided)
    assert rig.held() == []
    assert len(rig.confirmed()) == 3


def test_without_a_camera_a_restart_is_a_persons_matter() -> None:
    rig = Rig("s", camera=False)
    half_dealt(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    assert rig.held()[0].wait is HoldKind.DECIDE


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


def test_a_deaf_engine_makes_an_exposure_a_hold() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.take(EngineLag(rig.at, rig.wall, deaf=True, behind=40))
    rig.turn(player_1="As")
    assert not rig.said(Voided)
    assert rig.held()[0].options[0] == "void"


def test_a_full_disk_is_told_and_lost_readings_hold() -> None:
    rig = Rig("s")
    half_dealt(rig)
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 0))
    assert rig.held() == []
    assert "no space left" in rig.said(Alarm)[-1].text
    rig.take(StoreFault(rig.at, rig.wall, "no space left", 3))
    assert rig.held()[0].fault is FaultKind.MISSING


def test_a_clock_step_is_told_and_changes_nothing() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.take(ClockStepped(rig.at, rig.wall - 3_600_000_000_000, -3_600_000_000_000))
    assert "-3600.000" in rig.said(Alarm)[-1].text
    deal(rig)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert len(rig.confirmed()) == 3


def test_a_dealer_may_say_that_the_deck_is_shuffled() -> None:
    rig = Rig("s", camera=False)
    assert rig.ask(Role.DEALER, Shuffling(on=True)).done
    assert not rig.ready()
    assert rig.ask(Role.DEALER, Shuffling(on=False, count=52)).done
    assert rig.ready()
    assert rig.said(RoundComplete) == []


def test_a_round_that_another_version_left_open_holds_the_table() -> None:
    rig = Rig("s")
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.2.0", left_open="r77"))
    rig.links_up()
    rig.wait(1500)
    (hold,) = rig.held()
    assert hold.scope is Scope.TABLE
    assert "r77" in hold.text
    assert not rig.ready()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="settled by hand").done
    assert rig.ready()


def test_a_window_that_was_open_before_a_restart_is_told_as_unknown() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    assert status(rig.setup, rig.state)["windows"] == {"bets": "unknown"}
    window(rig, Window.BETS, open_=True)
    assert status(rig.setup, rig.state)["windows"] == {"bets": "open"}
