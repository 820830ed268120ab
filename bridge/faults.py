"""The kinds of fault, what they touch, and how a hold ends."""

from enum import StrEnum


class FaultKind(StrEnum):
    """The closed list of what can be wrong."""

    DUPLICATE = "duplicate"
    MISSING = "missing"
    SURPLUS = "surplus"
    OUT_OF_ORDER = "out_of_order"
    REVERSED = "reversed"
    UNREADABLE = "unreadable"
    EXPOSED = "exposed"
    LEFT_VIEW = "left_view"
    EARLY = "early"
    CONFLICT = "conflict"
    UNSEEN = "unseen"
    IMPOSSIBLE_COPY = "impossible_copy"
    OVERDRAWN = "overdrawn"
    JAM = "jam"
    CLEARED = "cleared"
    COUNT_DIFFERS = "count_differs"
    COUNTER_REUSED = "counter_reused"
    LINK_LOST = "link_lost"
    CAMERA_LOST = "camera_lost"
    CAMERA_MOVED = "camera_moved"
    FOREIGN = "foreign"
    TOUCHED = "touched"


class Scope(StrEnum):
    """What a hold or a void touches."""

    CARD = "card"
    HAND = "hand"
    ROUND = "round"
    DECK = "deck"
    TABLE = "table"


class HoldKind(StrEnum):
    """Whether a hold can end by itself."""

    WAIT = "wait"
    DECIDE = "decide"


MEANING: dict[FaultKind, str] = {
    FaultKind.DUPLICATE: "one card was reported twice, by two readings that cannot be one protocol's repeat",
    FaultKind.MISSING: "a card that is due did not come, or one that lay there was never identified",
    FaultKind.SURPLUS: "a card lies where none is due",
    FaultKind.OUT_OF_ORDER: "a card lies in another spot than the order of the deal says",
    FaultKind.REVERSED: "a whole hand was dealt in reverse",
    FaultKind.UNREADABLE: "a face is visible and nobody can read it",
    FaultKind.EXPOSED: "a face was visible on the table before its time",
    FaultKind.LEFT_VIEW: "a card left the table's view",
    FaultKind.EARLY: "a reader scanned a card before its time",
    FaultKind.CONFLICT: "two sources name different cards, spots or results",
    FaultKind.UNSEEN: "a source did not see in time what it owes",
    FaultKind.IMPOSSIBLE_COPY: "more copies of a card than the shoe holds",
    FaultKind.OVERDRAWN: "a card was drawn beyond the last one due",
    FaultKind.JAM: "the shuffler or shoe is jammed",
    FaultKind.CLEARED: "the rest of the deck in play was cleared",
    FaultKind.COUNT_DIFFERS: "a count differs from what the deck must hold",
    FaultKind.COUNTER_REUSED: "a device used a card's counter again for another card, or left one out",
    FaultKind.LINK_LOST: "the line to a device is lost",
    FaultKind.CAMERA_LOST: "a camera is lost, frozen or blind",
    FaultKind.CAMERA_MOVED: "a camera no longer looks at the layout as it was measured",
    FaultKind.FOREIGN: "something that is no card of this deck",
    FaultKind.TOUCHED: "a bettor handled cards when he no longer may",
}
"""What each kind means, in words for people."""
