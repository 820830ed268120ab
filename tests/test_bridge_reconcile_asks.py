"""Commands: by role, once, against what the sender had seen; and corrections after the submission."""

import msgspec
import pytest

from bridge.commands import (
    Assign,
    Cancel,
    Command,
    Correct,
    DealerChange,
    DeckChange,
    Declare,
    Declared,
    Dice,
    Faces,
    OpenRound,
    Placement,
    Reconstruct,
    Release,
    Reveal,
    Role,
    Scooped,
    SetWindow,
    Submit,
    Void,
)
from bridge.events import (
    CardConfirmed,
    ResultCorrected,
    ResultWithdrawn,
    RoundCancelled,
    RoundComplete,
    Submitted,
    Voided,
)
from games.cards import Card
from games.game import Window
from games.spots import hand
from tests.rig import Rig
from tests.rounds import deal, finish, open_round, play, window


def test_the_same_command_twice_is_done_once() -> None:
    rig = Rig("s", camera=False)
    rig.round = "r1"
    first = rig.ask(Role.ENGINE, OpenRound(), id_="x", as_of=0)
    again = rig.ask(Role.ENGINE, OpenRound(), id_="x", as_of=0)
    assert first.done
    assert again == first
    other = rig.ask(Role.ENGINE, OpenRound("", ("box",)), id_="x", as_of=0)
    assert not other.done
    assert "another command" in other.why


@pytest.mark.parametrize(
    ("role", "command"),
    [
        (Role.VIEWER, OpenRound()),
        (Role.DEALER, Void()),
        (Role.ENGINE, Void()),
        (Role.ENGINE, Reveal("player")),
        (Role.DEALER, Submit()),
        (Role.SUPERVISOR, Submit()),
        (Role.VIEWER, Faces()),
        (Role.ENGINE, Faces()),
    ],
)
def test_roles_may_say_their_own(role: Role, command: OpenRound | Void | Reveal | Submit | Faces) -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    before = len(rig.events)
    answer = rig.ask(role, command)
    assert not answer.done
    assert "may not say this" in answer.why
    assert len(rig.events) == before


def test_submit_is_refused_until_all_is_read_and_complete() -> None:
    rig = Rig("s")
    open_round(rig)
    assert rig.ask(Role.ENGINE, Submit()).why == "the round is not complete"
    rig.ask(Role.ENGINE, Cancel(), why="power")
    assert rig.said(RoundCancelled)
    rig.frames(3)
    play(rig, "r2")
    last = rig.said(RoundComplete)[-1]
    assert last
    assert "read on" in rig.ask(Role.ENGINE, Submit(), as_of=rig.state.event - 1).why
    assert rig.ask(Role.ENGINE, Submit()).done
    assert rig.ask(Role.ENGINE, Submit()).why == "the result of this round is submitted already"


def test_cancel_after_the_first_card_is_a_void() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert rig.ask(Role.ENGINE, Cancel()).done
    assert rig.said(Voided)
    assert rig.state.table.phase.value == "voided"
    assert rig.ask(Role.DEALER, Scooped()).done
    assert rig.state.table.phase.value == "idle"


def test_a_round_is_opened_once_and_one_at_a_time() -> None:
    rig = Rig("s")
    play(rig)
    rig.round = "r2"
    assert "open" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.round = "r1"
    finish(rig)
    assert "already" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.round = ""
    assert "needs an id" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.round = "r3"
    assert "none of this table's" in rig.ask(Role.ENGINE, OpenRound("green")).why


def test_windows_are_facts_also_under_a_hold() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.draw("As", counter=7)
    rig.draw("Kd", counter=9)
    assert rig.held()
    window(rig, Window.BETS, open_=False)
    assert not rig.ask(Role.ENGINE, SetWindow(Window.INSURANCE, open=True)).done


def test_a_release_needs_an_option_of_the_hold_and_the_last_event() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As", counter=7)
    rig.draw("Kd", counter=9)
    hold = rig.held()[0].hold
    assert "no answer" in rig.ask(Role.SUPERVISOR, Release(hold, "shrug")).why
    assert "read on" in rig.ask(Role.SUPERVISOR, Release(hold), as_of=1).why
    assert "not open" in rig.ask(Role.SUPERVISOR, Release(99)).why
    assert "hand/player/2" in rig.ask(Role.SUPERVISOR, Release(hold), why="nobody knows that card").why
    assert rig.ask(Role.SUPERVISOR, Release(hold, "void"), why="seen on the footage").done


def test_an_early_reveal_is_an_exposure() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    assert rig.ask(Role.DEALER, Reveal("player")).done
    assert rig.said(Voided)
    assert rig.confirmed() == {}


@pytest.mark.parametrize("why", ["", " \t"])
@pytest.mark.parametrize(
    "command",
    [
        Void(),
        Reconstruct((Placement(hand("player", 1), Card("As")),)),
        Assign(Card("5d"), "burn"),
        Release(1),
        Correct(1, "void"),
        DeckChange(""),
    ],
)
def test_a_ruling_without_a_reason_is_refused(command: Command, why: str) -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5d")
    before = rig.state.table.event
    answer = rig.ask(Role.SUPERVISOR, command, why=why)
    assert not answer.done
    assert "say why" in answer.why
    assert rig.state.table.event == before
    assert "say why" not in rig.ask(Role.SUPERVISOR, command, why="seen on the footage").why


def test_faces_are_a_supervisors_and_stand_in_no_event() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    before = len(rig.events)
    answer = rig.ask(Role.SUPERVISOR, Faces(), why="a claim")
    assert answer.faces == (Placement(hand("player", 1), Card("As")),)
    assert len(rig.events) == before
    given = rig.state.table.given[answer.id].answer
    assert given.faces == ()


@pytest.mark.parametrize("when", ["before scooping", "later"])
def test_corrections_name_the_result_they_touch(when: str) -> None:
    rig = Rig("s")
    play(rig)
    assert rig.ask(Role.ENGINE, Submit()).done
    result = rig.said(Submitted)[0].result
    if when == "later":
        rig.take_away()
    wrong = rig.ask(Role.SUPERVISOR, Correct(result + 1, "withdraw"), why="x")
    assert not wrong.done
    fixed = Correct(result, "correct", (Placement(hand("dealer", 1), Card("Jh")),))
    assert rig.ask(Role.SUPERVISOR, fixed, why="misread").why == ""
    corrected = rig.said(ResultCorrected)[0]
    assert corrected.result == result
    assert corrected.outcome.hands[1].cards[0] is Card("Jh")
    twice = Correct(result, "correct", (Placement(hand("dealer", 1), Card("As")),))
    assert "more often" in rig.ask(Role.SUPERVISOR, twice).why
    assert rig.ask(Role.SUPERVISOR, Correct(result, "void"), why="ruled").done
    assert rig.said(ResultWithdrawn)[0].void
    assert all(event.round == "r1" for event in rig.events if isinstance(event.what, ResultWithdrawn | ResultCorrected))


def test_a_correction_of_an_earlier_round_leaves_the_open_one() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    result = rig.said(Submitted)[0].result
    open_round(rig, "r2")
    deal(rig)
    assert rig.ask(Role.SUPERVISOR, Correct(result, "withdraw"), why="late finding").done
    assert rig.held() == []
    assert rig.state.table.round is not None


def test_after_submission_no_void_and_no_reconstruction() -> None:
    rig = Rig("s")
    play(rig)
    rig.ask(Role.ENGINE, Submit())
    assert "correct event" in rig.ask(Role.SUPERVISOR, Void()).why


def test_other_refusals_say_why() -> None:
    rig = Rig("s", camera=False)
    assert rig.ask(Role.ENGINE, Submit()).why == "no round is open"
    assert "no round is over" in rig.ask(Role.DEALER, Scooped()).why
    assert rig.ask(Role.DEALER, DealerChange("D7")).done
    assert rig.ask(Role.SUPERVISOR, DeckChange("")).done
    open_round(rig)
    assert "no dice" in rig.ask(Role.DEALER, Dice((1, 2, 3))).why
    assert "none of this game's" in rig.ask(Role.DEALER, Reveal("banker")).why
    rig.round = "r9"
    assert "not open" in rig.ask(Role.ENGINE, Submit()).why


def test_any_state_can_be_written_down_and_read_back() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    assert len(rig.said(CardConfirmed)) == 6
    text = msgspec.json.encode(rig.state)
    assert msgspec.json.decode(text, type=type(rig.state)) == rig.state


def test_a_complete_round_that_is_held_is_not_submitted() -> None:
    rig = Rig("s")
    play(rig)
    rig.draw("5c", counter=500)
    assert rig.held()
    assert rig.ask(Role.ENGINE, Submit()).why.startswith("the round is held")


def test_a_gaming_day_does_not_grow_the_state() -> None:
    rig = Rig("s", camera=False)
    sizes = []
    for number in range(240):
        play(rig, f"r{number}")
        finish(rig)
        if number in (120, 239):
            sizes.append(len(msgspec.json.encode(rig.state)))
    assert sizes[1] < sizes[0] * 1.2
    assert sizes[1] < 150_000
    old = next(one for one in rig.state.table.closed if one.id == "r3")
    fixed = Correct(old.result, "correct", (Placement(hand("dealer", 1), Card("Jh")),))
    assert "too old" in rig.ask(Role.SUPERVISOR, fixed).why
    assert rig.ask(Role.SUPERVISOR, Correct(old.result, "withdraw"), why="late").done


def test_nothing_is_submitted_while_a_window_is_open() -> None:
    rig = Rig("s")
    play(rig)
    window(rig, Window.BETS, open_=True)
    assert "bets window is open" in rig.ask(Role.ENGINE, Submit()).why
    window(rig, Window.BETS, open_=False)
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_what_cannot_be_is_refused() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    for spot in (hand("nobody", 1), hand("player", 77)):
        assert "no spot of this game" in rig.ask(Role.DEALER, Declare(Declared.EXPOSED, spot)).why
    assert not rig.said(Voided)
    rig = Rig("s")
    play(rig)
    rig.ask(Role.ENGINE, Submit())
    result = rig.said(Submitted)[0].result
    assert "name the spots" in rig.ask(Role.SUPERVISOR, Correct(result, "correct"), why="x").why
