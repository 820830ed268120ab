"""Rows of rulings, holds and scopes that a fresh reading of the design found worth a proof of their own."""

from bridge.commands import (
    Assign,
    Cancel,
    Correct,
    Declare,
    Declared,
    OpenRound,
    Placement,
    Reconstruct,
    Release,
    Role,
    Scooped,
    Submit,
    Void,
)
from bridge.config import Timing
from bridge.events import Alarm, CardDealt, Held, Reconstructed, ResultWithdrawn, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from games.cards import Card
from games.game import Window
from games.spots import hand
from scanner.frames import CardSeen, Side
from shoe import messages as m
from shoe.messages import Heartbeat
from tests.rig import Rig, kinds
from tests.rounds import PLAYER, deal, open_round, play, show, window

FIRST = hand("player", 1)
ELSEWHERE = ((900.0, 500.0), (963.0, 500.0), (963.0, 588.0), (900.0, 588.0))


def closed(rig: Rig) -> None:
    open_round(rig)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)


def release(rig: Rig, option: str = "go_on") -> str:
    return rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, option), why="ruled").why


def place(rig: Rig, owner: str, index: int, card: str) -> str:
    named = Reconstruct((Placement(hand(owner, index), Card(card)),))
    return rig.ask(Role.SUPERVISOR, named, why="the footage").why


def test_a_reconstruction_names_no_face_that_may_not_be_known() -> None:
    rig = Rig("s")
    closed(rig)
    window(rig, Window.DECISION, open_=True)
    assert place(rig, "dealer", 1, "Qh") == ""
    assert rig.said(Reconstructed)[-1].placed == ()
    assert "Qh" not in repr(rig.events)


def test_a_confirmed_card_is_never_written_over() -> None:
    rig = Rig("s")
    closed(rig)
    show(rig, "player", PLAYER)
    assert "stands" in place(rig, "player", 1, "Ah")
    assert rig.said(Reconstructed) == []


def test_what_is_found_after_the_submission_holds_nothing() -> None:
    rig = Rig("s")
    play(rig)
    assert rig.ask(Role.ENGINE, Submit()).done
    rig.draw("5c", counter=rig.counter - 1)
    assert rig.held() == []
    assert rig.said(Alarm)[-1].fault is FaultKind.COUNTER_REUSED
    rig.take_away()
    assert rig.ready()


def test_a_hold_is_answered_in_its_own_round_only() -> None:
    rig = Rig("s")
    closed(rig)
    show(rig, "player", ("As", "Kh", "7c"))
    rig.round = "another"
    assert "'r1'" in release(rig, "void")
    assert rig.said(Voided) == []


def test_going_on_is_refused_where_the_round_would_stand_still_in_silence() -> None:
    rig = Rig("s")
    closed(rig)
    show(rig, "player", ("As", "Kh", "7c"))
    why = release(rig)
    assert "hand/player/2" in why
    assert "Kd" not in why
    assert len(rig.held()) == 1
    assert place(rig, "player", 2, "Kd") == ""
    assert rig.held() == []


def test_a_card_the_shoe_never_reported_is_put_right_by_a_person() -> None:
    rig = Rig("s", timing=Timing(lay_ms=1000))
    open_round(rig)
    rig.lay(FIRST)
    rig.wait(1500)
    assert "hand/player/1" in release(rig)
    assert "belongs" in place(rig, "player", 2, "Kd")
    assert place(rig, "player", 1, "As") == ""
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
    assert rig.held() == []
    rig.wait(5000)
    assert rig.held() == []


def test_a_jam_that_is_declared_is_heard_each_time() -> None:
    rig = Rig("s", camera=False)
    for name in ("r1", "r2"):
        open_round(rig, name)
        rig.draw("As")
        assert rig.ask(Role.DEALER, Declare(Declared.JAM)).done
        assert rig.held()[0].fault is FaultKind.JAM
        assert release(rig, "void") == ""
        assert rig.ask(Role.DEALER, Scooped()).done


def test_a_result_is_withdrawn_once() -> None:
    rig = Rig("s")
    play(rig)
    assert rig.ask(Role.ENGINE, Submit()).done
    table = rig.state.table
    assert table.round is not None
    result = table.round.result
    assert rig.ask(Role.SUPERVISOR, Correct(result, "withdraw"), why="wrong").done
    assert "already" in rig.ask(Role.SUPERVISOR, Correct(result, "void"), why="wrong").why
    rig.take_away()
    assert "already" in rig.ask(Role.SUPERVISOR, Correct(result, "withdraw"), why="wrong").why
    assert len(rig.said(ResultWithdrawn)) == 1


def test_two_cards_at_once_after_the_deal_leave_a_finished_hand() -> None:
    rig = Rig("s")
    play(rig)
    rig.say(m.DoubleFeed())
    assert rig.held() == []


def test_a_lost_report_of_a_burn_card_is_told() -> None:
    rig = Rig("s", camera=False, options={"burn": 1})
    rig.say(Heartbeat(0, 1000))
    open_round(rig)
    rig.draw("As", counter=2)
    assert rig.said(Alarm)[-1].fault is FaultKind.MISSING
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]


def test_a_round_with_a_burn_card_is_not_taken_back_but_void() -> None:
    rig = Rig("s", camera=False, options={"burn": 1})
    open_round(rig)
    rig.draw("2c")
    assert rig.ask(Role.ENGINE, Cancel(), why="no bets").done
    assert "Voided" in kinds(rig.events)


def test_a_fault_of_the_other_deck_makes_that_deck_not_ready_and_no_more() -> None:
    rig = Rig("m", decks=("red", "blue"))
    for _ in range(5):
        rig.say(m.Count(51, "blue"), "shuffler")
    assert [hold.scope for hold in rig.held()] == [Scope.DECK]
    rig.round = "r1"
    assert "blue" in rig.ask(Role.ENGINE, OpenRound("blue")).why
    assert rig.ask(Role.ENGINE, OpenRound("red")).done
    for _ in range(5):
        rig.say(m.Count(51, "blue"), "shuffler")
    assert len(rig.held()) == 1


def test_a_shuffle_of_the_other_deck_makes_no_exposure_of_a_hand_in_play() -> None:
    rig = Rig("m", decks=("red", "blue"))
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("red")).done
    window(rig, Window.BETS, open_=True)
    deal(rig)
    rig.say(m.Shuffle(on=True, deck="blue"), "shuffler")
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    rig.elsewhere.append(CardSeen(ELSEWHERE, Side.FACE, Card("As"), 0.9))
    rig.frames(10)
    assert Scope.TABLE not in {hold.scope for hold in rig.held()}


def test_no_round_is_opened_over_a_card_that_lies() -> None:
    rig = Rig("m")
    rig.lay(FIRST)
    rig.round = "r1"
    assert "lies on the layout" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.take_away()
    assert rig.ask(Role.ENGINE, OpenRound()).done


def test_each_card_beyond_the_last_is_assigned() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    rig.draw("6c")
    assert rig.ask(Role.SUPERVISOR, Assign(Card("5c"), "burn"), why="kept").done
    assert rig.held()[0].fault is FaultKind.OVERDRAWN
    assert rig.ask(Role.SUPERVISOR, Assign(Card("6c"), "burn"), why="kept").done
    assert rig.held() == []


def test_a_void_wins_over_an_open_hold_and_ends_it() -> None:
    rig = Rig("s", timing=Timing(lay_ms=1000))
    open_round(rig)
    rig.draw("As")
    rig.wait(1500)
    assert rig.held()[0].wait is HoldKind.WAIT
    rig.turn(player_1="As")
    rig.wait(500)
    assert len(rig.said(Voided)) == 1
    assert rig.held() == []
    rig.wait(40_000)
    assert len(rig.said(Voided)) == 1


def test_nothing_is_overdue_under_a_hold() -> None:
    rig = Rig("s", timing=Timing(lay_ms=1000, again_ms=600_000))
    open_round(rig)
    rig.draw("As")
    rig.say(m.Jam(on=True))
    rig.wait(5000)
    assert [hold.fault for hold in rig.held()] == [FaultKind.JAM]
    said = len(rig.said(Held))
    rig.wait(20_000)
    assert len(rig.said(Held)) == said


def test_a_supervisors_void_is_done_once() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("As")
    assert rig.ask(Role.SUPERVISOR, Void(), why="ruled").done
    assert not rig.ask(Role.SUPERVISOR, Void(), why="ruled").done
    assert len(rig.said(Voided)) == 1


def test_what_is_remembered_does_not_grow_with_the_rounds() -> None:
    rig = Rig("s", camera=False)
    sizes = []
    for number in range(12):
        play(rig, f"r{number}")
        assert rig.ask(Role.ENGINE, Submit()).done
        assert rig.ask(Role.DEALER, Scooped()).done
        table = rig.state.table
        sizes.append((len(table.holds), len(table.layout), len(table.carried), sum(map(len, table.known.values()))))
    assert len(set(sizes)) == 1


def test_one_face_read_in_two_spots_confirms_neither() -> None:
    rig = Rig("s")
    closed(rig)
    rig.turn(player_1="Kd")  # it lies there: the dealer let two cards change places
    rig.turn(player_2="Kd")  # As lies there, and is misread as the very card that was drawn for this spot
    assert rig.confirmed() == {}
    assert rig.held()[0].text == "the camera reads one card in two spots"
