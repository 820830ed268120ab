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

UNKNOWN: dict[FaultKind, str] = {
    FaultKind.DUPLICATE: "which of the equal cards is misread, in this round or before, or whether two decks are mixed",
    FaultKind.MISSING: "which card it is that nobody told, and whether one lies on the table at all",
    FaultKind.SURPLUS: "which of the cards belongs there, and where the other does",
    FaultKind.OUT_OF_ORDER: "whether each card lies where it was seen, and whose it is",
    FaultKind.REVERSED: "whether the whole hand, and no part of it alone, went out in reverse",
    FaultKind.UNREADABLE: "what shows there: nothing that may be believed has read it",
    FaultKind.EXPOSED: "who saw it, and what was staked by then",
    FaultKind.LEFT_VIEW: "where the card was meanwhile, who saw it, and whether it is the same that comes back",
    FaultKind.EARLY: "whether the card belongs to this deal, and whether anybody saw it",
    FaultKind.CONFLICT: "which of the two is right",
    FaultKind.UNSEEN: "whether it lies where it should, covered or turned, or somewhere else",
    FaultKind.IMPOSSIBLE_COPY: "which of the copies is misread, now or before, or whether the deck is another",
    FaultKind.OVERDRAWN: "what is to become of the card",
    FaultKind.JAM: "whether a card came through, and whether one is torn or marked",
    FaultKind.CLEARED: "which cards are gone, and whether one of this deal is among them",
    FaultKind.COUNT_DIFFERS: "whether a card is missing, too many or miscounted, and since which round",
    FaultKind.COUNTER_REUSED: "which of the reports is a card of this deal",
    FaultKind.LINK_LOST: "what happened while nobody heard it",
    FaultKind.CAMERA_LOST: "what happened on the layout while the camera did not see it",
    FaultKind.CAMERA_MOVED: "where the spots lie in its picture now, and what it has seen since it moved",
    FaultKind.FOREIGN: "what it is, and how it came there",
    FaultKind.TOUCHED: "whether a card was looked at, marked or changed",
}
"""What nobody knows yet when such a fault is found: what a person has to look for before he answers."""
