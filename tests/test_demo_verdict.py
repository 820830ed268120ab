"""Rulings are read from events, and differences are found."""

from bridge import events
from bridge.faults import FaultKind, HoldKind, Scope
from demo.rulings import Expected, Ruling
from demo.verdict import observed, slow, wrong
from games.cards import Card
from games.game import HandResult, Outcome

PLAYER = (Card.ACE_OF_SPADES, Card.TWO_OF_CLUBS, Card.FIVE_OF_HEARTS)
COMPLETE = events.RoundComplete(Outcome("player", (HandResult("player", PLAYER, "High Card"),)))
CLEAN = Expected((Ruling.CLEAN,))
TRUTH: dict[str, tuple[Card, ...]] = {"player": PLAYER}


def held(*options: str, fault: FaultKind = FaultKind.JAM, again: bool = False) -> events.Held:
    return events.Held(1, Scope.ROUND, fault, HoldKind.DECIDE, options, "text", clause="clause", again=again)


def test_each_ruling_is_told_by_its_events() -> None:
    void = events.Voided(Scope.ROUND, "clause", FaultKind.EXPOSED, "house", "")
    by_person = events.Voided(Scope.ROUND, "", None, "supervisor", "")
    gone = events.Alarm(FaultKind.LEFT_VIEW, "overhead", "gone")
    for whats, ruling in (
        ((COMPLETE,), Ruling.CLEAN),
        ((gone, COMPLETE), Ruling.REUSED),
        ((events.DeviceDown("shoe", ""), COMPLETE), Ruling.NOTED),
        ((held("reconstruct", "go_on", fault=FaultKind.OUT_OF_ORDER),), Ruling.RECONSTRUCT),
        ((held("reconstruct", "go_on", fault=FaultKind.CONFLICT),), Ruling.HOLD),
        ((held("void", "go_on"), by_person), Ruling.PROPOSE_VOID),
        ((held("go_on", "void"), void), Ruling.VOID),
        ((held("go_on", "void"), COMPLETE), Ruling.HOLD),
        ((void,), Ruling.VOID),
        ((by_person,), Ruling.RESCUED),
    ):
        assert observed(whats).ruling is ruling


def test_a_hold_said_again_is_no_second_one() -> None:
    assert observed((held("void", again=True), COMPLETE)).ruling is Ruling.CLEAN


def test_a_clean_round_has_nothing_wrong() -> None:
    assert wrong(observed((COMPLETE,)), CLEAN, TRUTH) == ()


def test_differences_are_named() -> None:
    assert "expected completed" in wrong(observed((held("go_on"), COMPLETE)), CLEAN, TRUTH)[0]
    assert "jam" in wrong(observed((held("go_on"),)), Expected((Ruling.HOLD,)), TRUTH)[0]
    assert wrong(observed(()), CLEAN, TRUTH) == ("the round was not completed",)


def test_a_confirmed_card_that_did_not_lie_there_is_found() -> None:
    other: dict[str, tuple[Card, ...]] = {"player": (Card.KING_OF_HEARTS, *PLAYER[1:])}
    (found,) = wrong(observed((COMPLETE,)), CLEAN, other)
    assert "As 2c 5h" in found
    assert "Kh 2c 5h" in found


def test_no_hands_are_taken_from_a_void_round() -> None:
    void = events.Voided(Scope.ROUND, "", None, "s", "")
    seen = observed((COMPLETE, void))
    assert not seen.completed
    assert seen.hands == {}


def test_a_pulled_cable_must_be_noticed_and_used_again_in_time() -> None:
    def at(seconds: float, what: events.What) -> events.Event:
        return events.Event(1, "t", "r", "live", round(seconds * 1e9), 0, 0, (), what)

    down, up = events.DeviceDown("shoe", "gone"), events.DeviceUp("shoe")
    cut, back = 10_000_000_000, 12_000_000_000
    assert slow((at(10.1, down), at(12.4, up)), cut, back) == ()
    assert "not noticed" in slow((at(12.1, down), at(12.4, up)), cut, back)[0]
    assert "not used again" in slow((at(10.1, down), at(17.1, up)), cut, back)[0]
    assert len(slow((at(9, down), at(9.5, up)), cut, back)) == 2
