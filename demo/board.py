"""What the stream has told of the open round: a fold over the events, for the engine and for the dealer's eyes."""

from enum import StrEnum

import msgspec

from bridge import events
from bridge.faults import Scope
from games.cards import Card
from games.game import Outcome, Window


class End(StrEnum):
    """How a round ended."""

    NONE = ""
    SUBMITTED = "submitted"
    VOID = "void"
    CANCELLED = "cancelled"


class Board(msgspec.Struct, frozen=True):
    """The round as published. `n` is the last event seen, `opened` and `closed` the windows that were so.

    `places` are whose the stacks are, `offers` the hands that could be insured, offer by offer, of which `insured` are
    over.
    """

    n: int = 0
    ready: bool = False
    why: tuple[str, ...] = ()
    round: str = ""
    opened: frozenset[Window] = frozenset()
    closed: frozenset[Window] = frozenset()
    holds: tuple[events.Held, ...] = ()
    dealt: int = 0
    shown: dict[str, tuple[Card, ...]] = {}
    places: dict[str, str] = {}
    offers: tuple[tuple[str, ...], ...] = ()
    insured: int = 0
    outcome: Outcome | None = None
    end: End = End.NONE

    @property
    def held(self) -> bool:
        """Whether nothing may be settled."""
        return bool(self.holds)

    def is_open(self, window: Window) -> bool:
        """Whether a window stands open."""
        return window in self.opened and window not in self.closed


_replace = msgspec.structs.replace


def opened(board: Board, round_id: str) -> Board:
    """The board of a new round."""
    kept = tuple(hold for hold in board.holds if hold.scope in (Scope.TABLE, Scope.DECK))
    return Board(n=board.n, ready=board.ready, why=board.why, round=round_id, holds=kept)


def _window(board: Board, window: Window, *, is_open: bool) -> Board:
    if is_open:
        return _replace(board, opened=board.opened | {window}, closed=board.closed - {window})
    insured = board.insured + (window is Window.INSURANCE)
    return _replace(board, opened=board.opened | {window}, closed=board.closed | {window}, insured=insured)


def _held(board: Board, held: events.Held) -> Board:
    others = tuple(hold for hold in board.holds if hold.hold != held.hold)
    return _replace(board, holds=(*others, held))


def _about_table(board: Board, event: events.Event) -> Board:
    match event.what:
        case events.TableReady():
            return _replace(board, ready=True, why=())
        case events.TableNotReady(reasons=reasons):
            return _replace(board, ready=False, why=reasons)
        case events.RoundOpened():
            return opened(board, event.round)
        case events.Held() as held:
            return _held(board, held)
        case events.HoldReleased(hold=hold):
            return _replace(board, holds=tuple(one for one in board.holds if one.hold != hold))
        case _:
            return board


def _about_round(board: Board, what: events.What) -> Board:
    match what:
        case events.WindowChanged(window=window, open=is_open):
            return _window(board, window, is_open=is_open)
        case events.CardDealt():
            return _replace(board, dealt=board.dealt + 1)
        case events.HandComplete(hand=hand, cards=cards):
            return _replace(board, shown={**board.shown, hand: cards})
        case events.StacksBound(places=places):
            return _replace(board, places=places)
        case events.InsuranceDue(hands=hands):
            return _replace(board, offers=(*board.offers, hands))
        case events.RoundComplete(outcome=outcome):
            return _replace(board, outcome=outcome)
        case events.Submitted():
            return _replace(board, end=End.SUBMITTED)
        case events.Voided():
            return _replace(board, end=End.VOID)
        case events.RoundCancelled():
            return _replace(board, end=End.CANCELLED)
        case _:
            return board


def seen(board: Board, event: events.Event) -> Board:
    """The board after an event."""
    board = _about_table(_replace(board, n=event.n), event)
    if event.round and event.round == board.round:
        return _about_round(board, event.what)
    return board
