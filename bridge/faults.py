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
