"""The round as the stream tells it, event by event."""

from bridge import events
from bridge.events import Event, What
from bridge.faults import FaultKind, HoldKind, Scope
from demo.board import Board, End, seen
from games.cards import Card
from games.game import Outcome, Source, Window
from games.spots import hand

CARDS = (Card.ACE_OF_SPADES, Card.TWO_OF_CLUBS, Card.FIVE_OF_HEARTS)
HELD = events.Held(7, Scope.ROUND, FaultKind.JAM, HoldKind.WAIT, ("go_on", "void"), "a jam")


def told(*whats: What, round_id: str = "r1") -> Board:
    board = Board()
    for n, what in enumerate(whats, start=1):
        board = seen(board, Event(n, "t", round_id, "live", 0, 0, 0, (), what))
    return board


OPEN = events.RoundOpened("", ("player",))


def test_a_round_and_its_windows() -> None:
    bets = events.WindowChanged(Window.BETS, open=True, since=0)
    board = told(OPEN, bets)
    assert board.round == "r1"
    assert board.is_open(Window.BETS)
    board = told(OPEN, bets, events.WindowChanged(Window.BETS, open=False, since=1))
    assert not board.is_open(Window.BETS)
    assert Window.BETS in board.closed
    assert board.n == 3


def test_cards_hands_and_result() -> None:
    dealt = events.CardDealt(hand("player", 1), "", (Source.SHOE,))
    outcome = Outcome("player", ())
    board = told(OPEN, dealt, dealt, events.HandComplete("player", CARDS, "High Card"), events.RoundComplete(outcome))
    assert (board.dealt, board.shown, board.outcome) == (2, {"player": CARDS}, outcome)
    assert told(OPEN, events.Submitted(4)).end is End.SUBMITTED
    assert told(OPEN, events.RoundCancelled("")).end is End.CANCELLED


def test_holds_come_and_go() -> None:
    assert told(OPEN, HELD).held
    assert len(told(OPEN, HELD, HELD).holds) == 1
    assert not told(OPEN, HELD, events.HoldReleased(7, "go_on", "s", "")).held
    assert told(OPEN, HELD, events.HoldReleased(6, "go_on", "s", "")).held


def test_stacks_and_insurance() -> None:
    due = events.InsuranceDue(("player", "banker"))
    opened, closed = (events.WindowChanged(Window.INSURANCE, open=is_open, since=0) for is_open in (True, False))
    board = told(OPEN, events.StacksBound((1, 2, 3), {"s1": "b1"}), due, opened)
    assert (board.places, board.offers, board.insured) == ({"s1": "b1"}, (("player", "banker"),), 0)
    again = told(OPEN, due, opened, closed, events.InsuranceDue(("player",)), opened)
    assert (len(again.offers), again.insured) == (2, 1)
    assert again.is_open(Window.INSURANCE)


def test_a_void_ends_it_and_a_new_round_begins_empty() -> None:
    void = events.Voided(Scope.ROUND, "", FaultKind.EXPOSED, "house", "")
    board = told(OPEN, events.CardDealt(hand("player", 1), "", ()), void)
    assert board.end is End.VOID
    again = seen(board, Event(9, "t", "r2", "live", 0, 0, 0, (), OPEN))
    assert (again.round, again.dealt, again.end) == ("r2", 0, End.NONE)


def test_other_rounds_touch_nothing() -> None:
    board = told(OPEN)
    assert seen(board, Event(5, "t", "r0", "live", 0, 0, 0, (), events.Submitted(1))).end is End.NONE


def test_readiness() -> None:
    assert told(events.TableReady(), round_id="").ready
    board = told(events.TableNotReady(("no camera",)), round_id="")
    assert (board.ready, board.why) == (False, ("no camera",))
