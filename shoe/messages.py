"""What a device on a serial line can say, once its bytes are read: one closed union.

A dialect turns bytes into these and these into bytes. What cannot be read is `Garbled`, with the bytes.
"""

from enum import StrEnum

import msgspec

from games.cards import Card


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="say"):
    pass


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a device says a card belongs: a claim to compare with the dealing order, never the placement."""

    target: str  # "player", "banker", "burn", "first", "burn_count"
    index: int = 0


class DrawKind(StrEnum):
    """In which mode of the device the card came out."""

    GAME = "game"
    FREE = "free"  # outside a game: free draw, burn by hand, setting mode
    BURN = "burn"
    NEXT_ROUND = "next_round"  # overdrawn; the operator chose to keep it as the next round's card


class CardDrawn(_Message, frozen=True, tag="card"):
    """A card came out and was read.

    `counter` counts cards and nothing else, modulo `wrap`; None where the device has none.
    """

    card: Card
    counter: int | None = None
    wrap: int = 0
    draw: DrawKind = DrawKind.GAME
    claim: Claim | None = None


class CardUnread(_Message, frozen=True, tag="unread"):
    """A card came out and could not be read."""

    counter: int | None = None
    wrap: int = 0
    claim: Claim | None = None


class Repeated(_Message, frozen=True, tag="repeated"):
    """The protocol's own repeat of a report that was already read; no new fact."""

    of: str


class Gap(_Message, frozen=True, tag="gap"):
    """Reports were lost on the line (the report counter jumped); cards may be among them."""

    expected: int
    got: int


class CutCard(_Message, frozen=True, tag="cut_card"):
    """The cut card came out."""


class Empty(_Message, frozen=True, tag="empty"):
    """The device holds no more cards."""


class Banner(_Message, frozen=True, tag="banner"):
    """The device has started, or started again."""

    text: str


class Heartbeat(_Message, frozen=True, tag="heartbeat"):
    """The device is alive. `counter`, where it says so, is that of the last card it gave: a lost report shows."""

    counter: int | None = None
    wrap: int = 0


class StandBy(_Message, frozen=True, tag="stand_by"):
    """The device is between rounds."""


class Jam(_Message, frozen=True, tag="jam"):
    """A jam began (`on`) or was cleared."""

    on: bool


class DoubleFeed(_Message, frozen=True, tag="double_feed"):
    """Two cards left the device at once."""


class Lid(_Message, frozen=True, tag="lid"):
    """The lid was opened or closed."""

    open: bool


class Cleared(_Message, frozen=True, tag="cleared"):
    """The rest of the deck was cleared from the device, by a fault or by hand."""

    by_hand: bool
    deck: str = ""


class Shuffle(_Message, frozen=True, tag="shuffle"):
    """A shuffle began or ended."""

    on: bool
    deck: str = ""


class Count(_Message, frozen=True, tag="count"):
    """The device counted the cards of a deck."""

    count: int
    deck: str = ""


class ResultClaim(_Message, frozen=True, tag="result"):
    """The device's own result: a claim, to be recomputed."""

    result: str
    facts: dict[str, str] = {}


class ErrorClass(StrEnum):
    """What an error of a device is about, whatever its code."""

    OTHER = "other"
    UNREADABLE = "unreadable"
    OVERDRAW = "overdraw"
    OPERATOR = "operator"
    REVERSE = "reverse"
    WRONG_SET = "wrong_set"
    TIMEOUT = "timeout"


class DeviceError(_Message, frozen=True, tag="error"):
    """The device reports an error; `latched`: it stays in error until cleared."""

    code: str
    text: str
    latched: bool
    error: ErrorClass = ErrorClass.OTHER


class ErrorCleared(_Message, frozen=True, tag="error_cleared"):
    """An error of the device was cleared."""

    code: str


class Lock(_Message, frozen=True, tag="lock"):
    """The device's lock was turned."""

    on: bool


class Setting(_Message, frozen=True, tag="setting"):
    """A preset of the device was changed."""

    address: str
    value: str


class Badge(_Message, frozen=True, tag="badge"):
    """A dealer's badge was read: never a card."""

    id: str


class DiceKeyed(_Message, frozen=True, tag="dice"):
    """Dice typed on a key pad."""

    values: tuple[int, ...]


class Reply(_Message, frozen=True, tag="reply"):
    """The device's answer to something we sent; `ok` false is a refusal with its code."""

    ok: bool
    code: str = ""


class Garbled(_Message, frozen=True, tag="garbled"):
    """Bytes that are no report: `count` of them, `data` at most the first 64 in hexadecimal."""

    data: str
    count: int
    why: str


Message = (
    CardDrawn
    | CardUnread
    | Repeated
    | Gap
    | CutCard
    | Empty
    | Banner
    | Heartbeat
    | StandBy
    | Jam
    | DoubleFeed
    | Lid
    | Cleared
    | Shuffle
    | Count
    | ResultClaim
    | DeviceError
    | ErrorCleared
    | Lock
    | Setting
    | Badge
    | DiceKeyed
    | Reply
    | Garbled
)


class Order(StrEnum):
    """What the host may ask of a device, where the table's file allows writing."""

    LOCK = "lock"
    UNLOCK = "unlock"
    CLEAR_ERROR = "clear_error"
    KEEP_OVERDRAWN = "keep_overdrawn"
    DISCARD_OVERDRAWN = "discard_overdrawn"
    CONFIRM = "confirm"
