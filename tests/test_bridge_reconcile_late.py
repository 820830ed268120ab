"""What is found of a result that is submitted, and cards out of view with no card in play: nothing in hand stops."""

import pytest

from bridge.commands import Correct, Declare, Declared, Placement, Release, Role, Scooped, Submit
from bridge.events import Alarm, Held, HoldReleased, ResultCorrected, ResultWithdrawn, RoundComplete, Submitted, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from games.cards import Card
from games.game import Window
from games.spots import Spot, SpotKind, hand
from shoe import messages as m
from tests.rig import MS, Rig
from tests.rig_table import TCP_SPOTS, profile
from tests.rounds import deal, finish, open_round, play, window

BURN = Spot(SpotKind.BURN, "", 1)
WORDS = (Declared.MISDEALT, Declared.REVERSED, Declared.EXPOSED, Declared.TOUCHED)


def declare(rig: Rig, what: Declared, spot: Spot | None = None) -> str:
    return rig.ask(Role.DEALER, Declare(what, spot)).why


def submitted(rig: Rig, name: str = "r1") -> int:
    play(rig, name)
    assert rig.ask(Role.ENGINE, Submit()).done
    return rig.said(Submitted)[-1].result


@pytest.mark.parametrize("what", WORDS)
def test_a_finding_after_the_submission_waits_for_management(what: Declared) -> None:
    rig = Rig("s", camera=False)
    result = submitted(rig)
    assert declare(rig, what) == ""
    (hold,) = rig.held()
    assert (hold.scope, hold.wait, hold.result) == (Scope.ROUND, HoldKind.DECIDE, result)
    assert hold.options == ("correct", "void", "release")
    assert f"event {result}" in hold.text
    assert hold.clause.startswith("wrong sequence: found after")
    assert [event.round for event in rig.events if isinstance(event.what, Held)] == ["r1"]
    assert rig.said(Voided) == []


def test_it_stops_neither_the_round_in_hand_nor_the_next() -> None:
    rig = Rig("s")
    submitted(rig)
    assert declare(rig, Declared.MISDEALT) == ""
    rig.take_away()
    assert rig.ready()
    open_round(rig, "r2")
    rig.round = "r1"
    assert declare(rig, Declared.TOUCHED) == ""
    rig.round = "r2"
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    rig.turn(player_1="As", player_2="Kd", player_3="7c")
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)
    rig.wait(1000)
    rig.turn(dealer_1="Qh", dealer_2="9s", dealer_3="2d")
    assert len(rig.said(RoundComplete)) == 2
    finish(rig)
    open_round(rig, "r3")
    assert [hold.fault for hold in rig.held()] == [FaultKind.OUT_OF_ORDER, FaultKind.TOUCHED]


def test_it_is_said_again_while_it_is_open() -> None:
    rig = Rig("s")
    submitted(rig)
    declare(rig, Declared.MISDEALT)
    rig.take_away()
    rig.wait(31_000)
    assert [what.again for what in rig.said(Held)] == [False, True]
    assert declare(rig, Declared.MISDEALT) == ""
    assert len(rig.held()) == 1, "the same finding joins"


@pytest.mark.parametrize("scooped", [False, True])
@pytest.mark.parametrize("to", ["withdraw", "void", "correct"])
def test_what_a_supervisor_makes_of_the_result_ends_it(to: str, *, scooped: bool) -> None:
    rig = Rig("s", camera=False)
    result = submitted(rig)
    declare(rig, Declared.MISDEALT)
    declare(rig, Declared.TOUCHED)
    if scooped:
        assert rig.ask(Role.DEALER, Scooped()).done
    spots = (Placement(hand("dealer", 1), Card("Jh")),) if to == "correct" else ()
    assert rig.ask(Role.SUPERVISOR, Correct(result, to, spots), why="footage").why == ""  # type: ignore[arg-type]
    assert rig.held() == []
    assert [what.option for what in rig.said(HoldReleased)] == [to, to]
    assert {event.round for event in rig.events if isinstance(event.what, HoldReleased)} == {"r1"}


def test_its_answers_void_or_let_the_result_stand_and_a_correction_names_its_cards() -> None:
    rig = Rig("s", camera=False)
    result = submitted(rig)
    declare(rig, Declared.MISDEALT)
    hold = rig.held()[0].hold
    rig.round = ""
    assert f"correct event {result}" in rig.ask(Role.SUPERVISOR, Release(hold, "correct"), why="footage").why
    assert "no answer" in rig.ask(Role.SUPERVISOR, Release(hold, "go_on"), why="footage").why
    assert not rig.ask(Role.DEALER, Release(hold, "void"), why="footage").done
    assert rig.ask(Role.SUPERVISOR, Release(hold, "release"), why="footage").why == ""
    assert not rig.said(ResultWithdrawn)
    assert not rig.said(ResultCorrected)
    rig.round = "r1"
    declare(rig, Declared.MISDEALT)
    assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, "void"), why="footage").why == ""
    assert [(what.result, what.void) for what in rig.said(ResultWithdrawn)] == [(result, True)]
    assert rig.held() == []
    assert "withdrawn already" in declare(rig, Declared.MISDEALT)


def test_a_round_without_a_result_has_nothing_to_be_found_late() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert declare(rig, Declared.MISDEALT) == ""
    assert rig.held()[0].result == 0
    assert "reconstruct" in rig.held()[0].options
    rig.round = "r0"
    assert "is not open" in declare(rig, Declared.MISDEALT)


def test_a_machines_fault_after_the_submission_touches_no_result() -> None:
    rig = Rig("s", camera=False)
    submitted(rig)
    rig.say(m.Heartbeat((rig.counter + 1) % 1000, 1000))
    assert rig.said(Alarm)[-1].fault is FaultKind.MISSING
    assert rig.held() == []


@pytest.mark.parametrize("what", [Declared.DROPPED_SEEN, Declared.DROPPED_UNSEEN])
def test_a_card_dropped_with_no_card_in_play_is_used_again(what: Declared) -> None:
    rig = Rig("s", camera=False)
    assert declare(rig, what) == "no round is open"
    rig.say(m.Shuffle(on=True))
    assert declare(rig, what) == ""
    assert "while shuffling" in rig.said(Alarm)[-1].text
    rig.say(m.Shuffle(on=False))
    submitted(rig)
    assert declare(rig, what, hand("player", 1)) == ""
    told = rig.said(Alarm)[-1]
    assert (told.fault, told.spot) == (FaultKind.LEFT_VIEW, hand("player", 1))
    assert "while scooping: it is used again" in told.text
    assert not rig.said(Held)
    assert not rig.said(Voided)


def test_a_burn_card_that_is_dropped_or_shown_is_none_of_the_hand() -> None:
    rig = Rig("s", camera=False, options={"burn": 1})
    open_round(rig)
    rig.draw("2c")
    assert declare(rig, Declared.DROPPED_UNSEEN, BURN) == ""
    assert "while burning" in rig.said(Alarm)[-1].text
    assert declare(rig, Declared.EXPOSED, BURN) == ""
    assert rig.said(Alarm)[-1].fault is FaultKind.EXPOSED
    assert not rig.said(Held)
    assert not rig.said(Voided)


def test_a_camera_tells_a_card_gone_while_shuffling_and_burning_and_no_scoop() -> None:
    rig = Rig("s", profiles={"top": profile("top", (*TCP_SPOTS, BURN))}, options={"burn": 1})
    rig.say(m.Shuffle(on=True))
    rig.lay(TCP_SPOTS[0])
    rig.take_away()
    rig.say(m.Shuffle(on=False))
    open_round(rig)
    rig.draw("2c")
    rig.lay(BURN)
    rig.take_away(BURN)
    told = [what.text for what in rig.said(Alarm) if what.fault is FaultKind.LEFT_VIEW]
    assert told == [f"a card left view while {stage}: it is used again" for stage in ("shuffling", "burning")]
    clean = Rig("s")
    submitted(clean)
    clean.take_away()
    assert clean.ready()
    assert [what for what in clean.said(Alarm) if what.fault] == []


@pytest.mark.parametrize(("early", "voided"), [(2000, False), (0, True)])
def test_a_face_seen_before_the_bets_were_open_is_for_a_person(early: int, voided: bool) -> None:  # noqa: FBT001  # a table's columns
    rig = Rig("s")
    seen_at = rig.at
    rig.at += early * MS
    open_round(rig)
    rig.at = max(seen_at, rig.at - early * MS)
    rig.turn(player_1="As")  # pictures that a slow camera tells of only now
    rig.at += early * MS
    rig.wait(1000)
    assert bool(rig.said(Voided)) == voided
    assert [hold.fault for hold in rig.held()] == ([] if voided else [FaultKind.EXPOSED])
