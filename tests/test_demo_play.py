"""What the engine says next."""

from bridge.commands import SetWindow, Submit
from bridge.events import Held
from bridge.faults import FaultKind, HoldKind, Scope
from demo.board import Board, End
from demo.play import Pace, due
from games.game import Outcome, Window

PACE = Pace("r1", bets_ms=100, decision_ms=100)
BETS = frozenset({Window.BETS})
BOTH = BETS | {Window.DECISION}
HOLD = (Held(1, Scope.ROUND, FaultKind.JAM, HoldKind.WAIT, (), ""),)


def test_bets_open_first_and_close_once_all_cards_lie() -> None:
    assert due(Board(round="r1"), PACE, 0, 0) == SetWindow(Window.BETS, open=True)
    dealt = Board(round="r1", opened=BETS, dealt=6)
    assert due(dealt, PACE, 99, 0) is None
    assert due(dealt, PACE, 100, 0) == SetWindow(Window.BETS, open=False)
    assert due(Board(round="r1", opened=BETS, dealt=5), PACE, 9999, 0) is None


def test_the_decision_follows_the_players_hand() -> None:
    closed = Board(round="r1", opened=BETS, closed=BETS, dealt=6)
    assert due(closed, PACE, 100, 0) is None
    shown = Board(round="r1", opened=BETS, closed=BETS, dealt=6, shown={"player": ()})
    assert due(shown, PACE, 100, 0) == SetWindow(Window.DECISION, open=True)
    deciding = Board(round="r1", opened=BOTH, closed=BETS, dealt=6, shown={"player": ()})
    assert due(deciding, PACE, 100, 99) is None
    assert due(deciding, PACE, 100, 100) == SetWindow(Window.DECISION, open=False)


def test_the_result_is_taken_once_it_stands() -> None:
    done = Board(round="r1", opened=BOTH, closed=BOTH, dealt=6, shown={"player": ()}, outcome=Outcome("tie", ()))
    assert due(done, PACE, 100, 100) == Submit()


def test_a_hold_stops_everything() -> None:
    for board in (
        Board(round="r1", opened=BETS, dealt=6, holds=HOLD),
        Board(round="r1", opened=BOTH, closed=BETS, shown={"player": ()}, holds=HOLD),
        Board(round="r1", opened=BOTH, closed=BOTH, shown={"player": ()}, outcome=Outcome("tie", ()), holds=HOLD),
    ):
        assert due(board, PACE, 9999, 9999) is None


def test_nothing_is_said_of_a_round_that_is_over_or_anothers() -> None:
    assert due(Board(round="r1", end=End.VOID), PACE, 0, 0) is None
    assert due(Board(round="r2"), PACE, 0, 0) is None
