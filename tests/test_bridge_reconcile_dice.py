"""Dice: two sources held against each other, sealed while bets are open, the whole result where there are no cards."""

import pytest

from bridge.commands import Answer, Correct, Dice, OpenRound, Reconstruct, Release, Role, SetWindow, Submit, Void
from bridge.events import Alarm, DiceRead, RoundComplete, Submitted, Voided
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import seals
from bridge.session import snapshot
from games.game import Source, Window
from games.spots import Spot, SpotKind
from shoe.messages import DiceKeyed
from tests.record.dialects import LINE
from tests.record.recorder import Recorder, Speech
from tests.rig_table import profile
from tests.rounds import window

DIE = Spot(SpotKind.DIE, "", 1)
PAD = {"keypad": Speech("line", LINE)}


def table(*, pad: bool = True, camera: bool = True, owed: bool = True) -> Recorder:
    spots = (DIE,) if owed else ()
    profiles = {"top": profile("top", spots)} if camera else {}
    return Recorder("k" if pad else "", speak=PAD if pad else {}, game="tai_xiu", profiles=profiles)


def shaken(rig: Recorder, name: str = "r1") -> None:
    rig.round = name
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    rig.wait(400)
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)


def closed(rig: Recorder) -> None:
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)


def opened(rig: Recorder, *dice: int | None) -> None:
    rig.dice = dice
    rig.frames(6)


def keys(rig: Recorder, *dice: int) -> None:
    rig.say(DiceKeyed(dice), "keypad")


def submit(rig: Recorder) -> Answer:
    return rig.ask(Role.ENGINE, Submit())


def test_a_round_of_dice_alone_from_camera_and_key_pad() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    opened(rig, 6, 5, 4)
    assert [(what.values, what.by) for what in rig.said(DiceRead)] == [((4, 5, 6), (Source.CAMERA,))]
    assert rig.said(RoundComplete) == [], "the key pad owes its word"
    assert submit(rig).why == "the round is not complete"
    keys(rig, 5, 4, 6)
    assert rig.said(DiceRead)[-1].by == (Source.CAMERA, Source.PEOPLE)
    (complete,) = rig.said(RoundComplete)
    assert (complete.outcome.result, complete.outcome.facts) == ("TAI", {"total": "15", "triple": "NONE"})
    assert rig.held() == []
    assert submit(rig).why == ""
    assert rig.said(Submitted)


@pytest.mark.parametrize("way", ["camera", "pad", "word"])
def test_one_source_alone_is_enough_where_no_other_owes(way: str) -> None:
    rig = table(pad=way == "pad", camera=way == "camera")
    shaken(rig)
    closed(rig)
    if way == "camera":
        opened(rig, 2, 2, 2)
    elif way == "pad":
        keys(rig, 2, 2, 2)
    else:
        assert rig.ask(Role.DEALER, Dice((2, 2, 2))).done
    (complete,) = rig.said(RoundComplete)
    assert complete.outcome.facts["triple"] == "SMALL"
    assert submit(rig).why == ""


def test_a_mistyped_result_is_corrected_against_the_dice_by_a_person() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    opened(rig, 1, 2, 3)
    keys(rig, 1, 2, 4)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.CONFLICT
    assert "mistyped" in hold.clause
    assert not any(digit in hold.text for digit in "1234")
    assert rig.said(RoundComplete) == []
    assert "two results" in rig.ask(Role.SUPERVISOR, Release(hold.hold)).why, "no silent winner"
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(3, 2, 1)), why="the dice").why == ""
    assert rig.held() == []
    (complete,) = rig.said(RoundComplete)
    assert complete.outcome.facts["total"] == "6"


def test_keys_pressed_again_rightly_let_a_person_go_on() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    opened(rig, 1, 2, 3)
    keys(rig, 1, 2, 4)
    keys(rig, 1, 2, 3)
    (hold,) = rig.held()
    assert rig.said(RoundComplete) == []
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="mistyped").why == ""
    assert rig.said(RoundComplete)[0].outcome.facts["total"] == "6"


def test_another_throw_on_the_same_saucer_is_held() -> None:
    rig = table(pad=False)
    shaken(rig)
    closed(rig)
    opened(rig, 1, 2, 3)
    assert rig.said(RoundComplete)
    opened(rig)
    opened(rig, 1, 2, 4)
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert "held" in submit(rig).why


def test_keyed_before_the_bets_close_stands_sealed_and_is_opened_then() -> None:
    rig = table(camera=False)
    shaken(rig)
    keys(rig, 6, 1, 2)
    (sealed,) = rig.said(DiceRead)
    assert (sealed.values, sealed.salt, sealed.sealed) == ((), "", 0)
    assert len(sealed.seal) == 64
    assert snapshot(rig.setup, rig.state)["dice"] == []
    assert rig.said(RoundComplete) == []
    number = next(event.n for event in rig.events if event.what is sealed)
    closed(rig)
    _, read = rig.said(DiceRead)
    assert read.values == (1, 2, 6)
    assert read.sealed == number
    assert seals.opens(bytes.fromhex(read.salt), "1 2 6") == sealed.seal
    assert rig.said(RoundComplete)
    assert rig.held() == []


def test_two_sealed_words_that_differ_are_held_as_they_are_opened() -> None:
    rig = table(camera=False)
    shaken(rig)
    keys(rig, 6, 1, 2)
    keys(rig, 6, 1, 3)
    assert len(rig.said(DiceRead)) == 2, "the newer word of one source stands in place of the older"
    closed(rig)
    assert rig.said(DiceRead)[-1].values == (1, 3, 6)
    assert rig.held() == []


def test_dice_seen_while_bets_are_open_are_a_hold_and_told_by_nobody() -> None:
    rig = table(pad=False)
    shaken(rig)
    opened(rig, 3, 3, 5)
    rig.wait(700)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.EXPOSED
    assert "covered dice" in hold.clause
    assert all(what.values == () for what in rig.said(DiceRead))
    assert rig.said(Voided) == []
    closed(rig)
    assert rig.said(RoundComplete) == []
    assert rig.ask(Role.SUPERVISOR, Void(), why="seen").done
    assert "no round" in submit(rig).why


def test_dice_opened_before_a_late_word_of_the_closing_are_no_exposure() -> None:
    rig = table(pad=False)
    shaken(rig)
    at = rig.wall
    rig.at += 600_000_000
    opened(rig, 3, 3, 5)
    assert rig.ask(Role.ENGINE, SetWindow(Window.BETS, open=False, at=at)).done
    rig.wait(1000)
    assert rig.held() == []
    assert rig.said(RoundComplete)


def test_a_die_that_leans_is_no_result_until_shaken_again() -> None:
    rig = table(pad=False)
    shaken(rig)
    closed(rig)
    opened(rig, 3, None, 5)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.UNREADABLE, HoldKind.WAIT)
    assert "shake again" in hold.clause
    assert rig.said(DiceRead) == []
    opened(rig)
    opened(rig, 3, 4, 5)
    assert rig.held() == []
    assert rig.said(RoundComplete)


def test_a_result_keyed_while_a_die_leans_is_held() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    opened(rig, 3, None, 5)
    keys(rig, 3, 4, 5)
    assert FaultKind.CONFLICT in {hold.fault for hold in rig.held()}
    assert rig.said(RoundComplete) == []
    opened(rig, 3, 4, 5)
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="it was flat").why == ""
    assert rig.said(RoundComplete)


def test_what_is_no_throw_is_told() -> None:
    rig = table(camera=False)
    shaken(rig)
    closed(rig)
    assert rig.ask(Role.DEALER, Dice((1, 2))).done
    assert rig.said(Alarm)[-1].fault is FaultKind.UNREADABLE
    assert rig.ask(Role.DEALER, Dice((1, 2, 7))).done
    assert rig.said(DiceRead) == []


def test_a_source_that_never_tells_the_dice_is_missed_and_ends_the_hold_by_telling() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    opened(rig, 1, 2, 3)
    rig.wait(31_000)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.UNSEEN, HoldKind.WAIT)
    keys(rig, 1, 2, 3)
    assert rig.held() == []
    assert rig.said(RoundComplete)


def test_dice_that_nobody_reads_are_missed() -> None:
    rig = table()
    shaken(rig)
    closed(rig)
    rig.wait(61_000)
    (hold,) = rig.held()
    assert hold.spot == DIE
    opened(rig, 1, 2, 3)
    keys(rig, 1, 2, 3)
    assert rig.held() == []
    assert rig.said(RoundComplete)


def test_other_keys_after_the_submission_are_told_and_only_a_supervisor_corrects() -> None:
    rig = table(camera=False)
    shaken(rig)
    closed(rig)
    keys(rig, 1, 2, 3)
    assert submit(rig).why == ""
    keys(rig, 1, 2, 4)
    assert "after the submission" in rig.said(Alarm)[-1].text
    result = rig.said(Submitted)[0].result
    assert rig.ask(Role.SUPERVISOR, Correct(result, "correct", dice=(1, 2)), why="x").done is False
    assert rig.ask(Role.SUPERVISOR, Correct(result, "correct", dice=(1, 2, 4)), why="footage").why == ""


def test_dice_are_not_told_by_a_reconstruction_before_the_bets_close() -> None:
    rig = table(camera=False)
    shaken(rig)
    why = rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 3)), why="early").why
    assert "before the bets close" in why
