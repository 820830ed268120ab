"""What a camera's process says of one frame: one JSON line, the same for the core, the journal and a replay.

Outlines are four corners clockwise from the card's own top left, in millimetres on the layout where the
profile has a homography, else in pixels. Numbers are rounded (1 mm or 1 px, scores to 0.05) so that
equal pictures give equal lines.
"""

from enum import StrEnum

import msgspec

from games.cards import Card

Point = tuple[float, float]
Outline = tuple[Point, Point, Point, Point]


class Quality(StrEnum):
    """Whether the frame may be believed."""

    FRESH = "fresh"
    FROZEN = "frozen"  # the same picture again: the camera has stopped, whatever it says
    DAMAGED = "damaged"  # cut off, grey, or undecodable


class Side(StrEnum):
    """What an outline shows."""

    FACE = "face"
    BACK = "back"
    OTHER = "other"  # no card: a hand, a cup, paper; what lies under it is hidden


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one reader made of a card; `card` None where it could not read. Readers are independent of each other."""

    reader: str
    card: Card | None
    score: float


class CardSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One outline: `card` is what the readers agree on, None for unread; `crop` the picture's hash or empty."""

    outline: Outline
    side: Side
    card: Card | None = None
    score: float = 0.0
    evidence: tuple[Evidence, ...] = ()
    crop: str = ""


class DieSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One die: pips of its upper face or None, and whether it lies flat."""

    outline: Outline
    pips: int | None
    flat: bool


class FrameSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="frame"):
    """One frame as recognised.

    `at` is the monotonic time of the capture in ns, `wall` the wall clock then in ns since 1970.
    `sharpness` is the variance of the Laplacian, `light` the mean grey 0..255, `shift_mm` how far the
    layout's marks have moved from the profile's (None without a fingerprint).
    """

    camera: str
    frame: int
    at: int
    wall: int
    quality: Quality
    sharpness: float = 0.0
    light: float = 0.0
    shift_mm: float | None = None
    cards: tuple[CardSeen, ...] = ()
    dice: tuple[DieSeen, ...] = ()


class FrameUnchanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="unchanged"):
    """`count` further fresh frames showed what the last `FrameSeen` showed; the newest was captured at `last_at`.

    `at` is the stamp of the reading itself (equal to `last_at`), `since` the first of them.
    """

    camera: str
    at: int
    wall: int
    since: int
    count: int
    last_at: int


def same_view(one: FrameSeen, other: FrameSeen) -> bool:
    """Whether two fresh frames say the same of the table."""
    return (
        one.quality is Quality.FRESH
        and other.quality is Quality.FRESH
        and one.cards == other.cards
        and one.dice == other.dice
        and one.shift_mm == other.shift_mm
    )
