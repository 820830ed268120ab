"""What the engine says next, game by game."""

import pytest

from bridge.commands import SetWindow, Submit
from bridge.events import Held
from bridge.faults import FaultKind, HoldKind, Scope
from demo.board import Board, End
from demo.play import Pace, due
from demo.show import SHOWS, Show
from games.game import Outcome, Window

PACE = Pace("r1", bets_ms=100, decision_ms=100, insurance_ms=100)
LIVE = SHOWS["tcp_live"]
BETS = frozenset({Window.BETS})
BOTH = BETS | {Window.DECISION}
HOLD = (Held(1, Scope.ROUND, FaultKind.JAM, HoldKind.WAIT, (), ""),)
OVER = dict.fromkeys(Window, 100.0)
TIE = Outcome("tie", ())


@pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)
def test_bets_open_first_and_close_in_their_time(show: Show) -> None:
    assert due(show, Board(round="r1"), PACE, {}) == SetWindow(Window.BETS, open=True)
    dealt = Board(round="r1", opened=BETS, dealt=show.rules.cards)
    assert due(show, dealt, PACE, {Window.BETS: 99.0}) is None
    assert due(show, dealt, PACE, OVER) == SetWindow(Window.BETS, open=False)


def test_bets_stay_open_while_the_house_deals() -> None:
    board = Board(round="r1", opened=BETS, dealt=5)
    assert due(LIVE, board, PACE, OVER) is None
    assert due(SHOWS["niu_niu"], board, PACE, OVER) == SetWindow(Window.BETS, open=False)


@pytest.mark.parametrize("game", ["tcp_live", "tcp_online"])
def test_the_decision_follows_the_players_hand(game: str) -> None:
    show = SHOWS[game]
    closed = Board(round="r1", opened=BETS, closed=BETS, dealt=6)
    assert due(show, closed, PACE, OVER) is None
    shown = Board(round="r1", opened=BETS, closed=BETS, dealt=6, shown={"player": ()})
    assert due(show, shown, PACE, OVER) == SetWindow(Window.DECISION, open=True)
    deciding = Board(round="r1", opened=BOTH, closed=BETS, dealt=6, shown={"player": ()})
    assert due(show, deciding, PACE, {Window.DECISION: 99.0}) is None
    assert due(show, deciding, PACE, OVER) == SetWindow(Window.DECISION, open=False)


def test_bettors_who_see_their_own_cards_decide_once_all_lie_and_the_boxes_left_are_named() -> None:
    show = SHOWS["tcp_basic"]
    board = Board(round="r1", opened=BETS, closed=BETS, dealt=14)
    assert due(show, board, PACE, OVER) is None
    board = Board(round="r1", opened=BETS, closed=BETS, dealt=15)
    assert due(show, board, PACE, OVER) == SetWindow(Window.DECISION, open=True)
    board = Board(round="r1", opened=BOTH, closed=BETS, dealt=15)
    left = SetWindow(Window.DECISION, open=False, boxes_with_bet=("p1", "p4", "p6"))
    assert due(show, board, PACE, OVER, ("p3",)) == left
    assert due(show, board, PACE, OVER) == SetWindow(Window.DECISION, open=False)


def test_insurance_is_opened_when_it_is_due_and_closed_again() -> None:
    show, with_insurance = SHOWS["baccarat"], BETS | {Window.INSURANCE}
    offered = Board(round="r1", opened=BETS, closed=BETS, dealt=4, offers=(("player",),))
    assert due(show, offered, PACE, OVER) == SetWindow(Window.INSURANCE, open=True)
    open_ = Board(round="r1", opened=with_insurance, closed=BETS, dealt=4, offers=(("player",),))
    assert due(show, open_, PACE, {}) is None
    assert due(show, open_, PACE, OVER) == SetWindow(Window.INSURANCE, open=False)
    again = Board(round="r1", opened=with_insurance, closed=with_insurance, offers=(("player",),) * 2, insured=1)
    assert due(show, again, PACE, OVER) == SetWindow(Window.INSURANCE, open=True)
    done = Board(
        round="r1", opened=with_insurance, closed=with_insurance, offers=(("player",),), insured=1, outcome=TIE
    )
    assert due(show, done, PACE, OVER) == Submit()


def test_the_result_is_taken_once_it_stands() -> None:
    done = Board(round="r1", opened=BOTH, closed=BOTH, dealt=6, shown={"player": ()}, outcome=TIE)
    assert due(LIVE, done, PACE, OVER) == Submit()


def test_a_hold_stops_everything() -> None:
    for board in (
        Board(round="r1", opened=BETS, dealt=6, holds=HOLD),
        Board(round="r1", opened=BOTH, closed=BETS, shown={"player": ()}, holds=HOLD),
        Board(round="r1", opened=BOTH, closed=BOTH, shown={"player": ()}, outcome=TIE, holds=HOLD),
    ):
        assert due(LIVE, board, PACE, OVER) is None


def test_nothing_is_said_of_a_round_that_is_over_or_anothers() -> None:
    assert due(LIVE, Board(round="r1", end=End.VOID), PACE, {}) is None
    assert due(LIVE, Board(round="r2"), PACE, {}) is None
