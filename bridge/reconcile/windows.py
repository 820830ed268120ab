"""Windows in time: whether a face seen at a moment was seen while it might not be known."""

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from bridge.reconcile.draft import Draft
from bridge.reconcile.state import Round, Span
from bridge.setup import MS, Setup
from games.game import Reveal, Window
from games.spots import Spot, SpotKind

_HAND: Final = SpotKind.HAND  # asked for every card, and a name is found five times as fast as an enumeration's member


class Moment(StrEnum):
    """How a moment stands to a window."""

    NEVER = "never"  # the engine had not opened it yet
    OPEN = "open"
    DOUBT = "doubt"  # too close to its closing to tell
    CLOSED = "closed"


def span(round_: Round, window: Window) -> Span | None:
    """The window of this round, if the engine has spoken of it."""
    for one in round_.windows:
        if one.window is window:
            return one
    return None


def moment(setup: Setup, round_: Round, window: Window, at: int) -> Moment:
    """How a capture at `at` (monotonic ns) stands to a window."""
    known = span(round_, window)
    if known is None or at < known.opened:
        return Moment.NEVER
    if not known.closed:
        return Moment.OPEN
    grace = setup.config.timing.close_grace_ms * MS
    if abs(at - known.closed) < grace:
        return Moment.DOUBT
    return Moment.CLOSED if at > known.closed else Moment.OPEN


def hand_of(round_: Round, spot: Spot) -> str | None:
    """The hand whose card lies in a spot; None for a stack that is not bound yet, and for what is no hand."""
    kind = spot.kind
    if kind is _HAND:
        return spot.owner
    match kind:
        case SpotKind.STACK:
            return round_.places.get(spot.owner)
        case SpotKind.BURN | SpotKind.DISCARD | SpotKind.DIE | SpotKind.NONE:
            return None


def allowed_since(setup: Setup, round_: Round, hand: str | None) -> int | None:
    """Since when (monotonic ns) a hand's cards may be known; None while they may not."""
    if hand is None:
        return None
    row = setup.reveal(hand)
    if row is None:
        return None
    for other in row.after_hands:
        if other not in round_.hands_done and in_play(setup, round_, other):
            return None
    if row.window is None:
        return round_.opened
    known = span(round_, row.window)
    return known.closed if known is not None and known.closed else None


def in_play(setup: Setup, round_: Round, hand: str) -> bool:
    """Whether a hand counts in this round: every hand but a box without a bet, and a hand that is void by itself.

    A game that names no boxes has them only where dice bind stacks: all hands but the dealer, who is last.
    """
    game = setup.game
    boxes = game.boxes or (game.hands[:-1] if game.bind is not None else ())
    return hand not in round_.void and (hand not in boxes or hand in round_.boxes)


def exposed(setup: Setup, round_: Round, row: Reveal, at: int) -> Moment:
    """How a face captured at `at` stands to the window after which it may be known."""
    return Moment.CLOSED if row.window is None else moment(setup, round_, row.window, at)


def insurance_waits(round_: Round) -> bool:
    """Whether the next card has to wait for the closing of an insurance window."""
    return round_.insurance in ("due", "open")


def set_window(draft: Draft, window: Window, *, opened: bool, at: int) -> bool:
    """Open or close a window at `at`; whether that changed anything."""
    round_ = draft.round
    assert round_ is not None
    unsaid = tuple(one for one in round_.unsaid if one is not window)
    draft.put_round(unsaid=unsaid, restated=not unsaid)
    known = span(round_, window)
    others = tuple(one for one in round_.windows if one.window is not window)
    if opened:
        if known is not None and not known.closed:
            return False
        changed = Span(window, at)
    else:
        if known is not None and known.closed:
            return False
        changed = replace(known, closed=at) if known is not None else Span(window, round_.opened, at)
    draft.put_round(windows=(*others, changed))
    return True
