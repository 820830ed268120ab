"""`reference`: our own open protocol of a shoe or shuffler, described in docs/reference-protocol.md.

`STX payload ETX check`; the payload is ASCII, the check byte the exclusive-or of payload and ETX. It is no
vendor's: none publishes a shuffler's protocol. Names of decks and banners are lower case, so that no part of
them, cut out by damage, can be a card's payload.
"""

import re

import msgspec

from games.cards import Card
from shoe.dialects import Decoded, Pending, Seen, Serial
from shoe.framing import Framing, decode
from shoe.marks import Mark, cut_marks, exclusive_or
from shoe.messages import (
    Banner,
    CardDrawn,
    CardUnread,
    Cleared,
    Count,
    CutCard,
    DoubleFeed,
    DrawKind,
    Empty,
    Heartbeat,
    Jam,
    Lid,
    Message,
    Order,
    Repeated,
    Reply,
    Shuffle,
    StandBy,
)
from shoe.options import Milliseconds, read_options

STX, ETX = 0x02, 0x03
WRAP = 1000
"""The card counter has three digits."""
LONGEST = 40
"""Most bytes of a payload: a banner or a deck's name with what stands before it."""

_FIXED: dict[str, Message] = {
    "H0": Heartbeat(),
    "P0": StandBy(),
    "J1": Jam(on=True),
    "J0": Jam(on=False),
    "D1": DoubleFeed(),
    "L1": Lid(open=True),
    "L0": Lid(open=False),
    "X0": CutCard(),
    "E0": Empty(),
    "Y": Reply(ok=True),
}
_DRAWS = {"C": DrawKind.GAME, "F": DrawKind.FREE, "R": DrawKind.BURN, "O": DrawKind.NEXT_ROUND}
_LETTERS = {draw: letter for letter, draw in _DRAWS.items()}
_ORDERS = {
    Order.LOCK: "QL",
    Order.UNLOCK: "QU",
    Order.CLEAR_ERROR: "QE",
    Order.KEEP_OVERDRAWN: "QK",
    Order.DISCARD_OVERDRAWN: "QD",
    Order.CONFIRM: "QC",
}
_CARD = re.compile(r"([CFRO])([0-9]{3})([A2-9TJQK][SHDC])")
_ALIVE = re.compile(r"H([0-9]{3})")
_UNREAD = re.compile(r"U([0-9]{3})")
_DECKED = re.compile(r"(S[01]|K[12]|N([0-9]{3}))(?::([a-z0-9_-]{1,32}))?")
_BANNER = re.compile(r"B([a-z0-9._-]{0,32})")
_REFUSED = re.compile(r"Z([0-9]{2})")


def _sound(report: bytes) -> bool:
    return exclusive_or(report[1:-1]) == report[-1]


def _message(payload: str) -> Message | None:
    if fixed := _FIXED.get(payload):
        return fixed
    if card := _CARD.fullmatch(payload):
        face = Card(card[3][0] + card[3][1].lower())
        return CardDrawn(face, int(card[2]), WRAP, _DRAWS[card[1]])
    if unread := _UNREAD.fullmatch(payload):
        return CardUnread(int(unread[1]), WRAP)
    if alive := _ALIVE.fullmatch(payload):
        return Heartbeat(int(alive[1]), WRAP)
    if banner := _BANNER.fullmatch(payload):
        return Banner(banner[1])
    if refused := _REFUSED.fullmatch(payload):
        return Reply(ok=False, code=refused[1])
    if decked := _DECKED.fullmatch(payload):
        return _decked(decked[1], decked[2], decked[3] or "")
    return None


def _decked(what: str, count: str | None, deck: str) -> Message:
    if count is not None:
        return Count(int(count), deck)
    if what[0] == "S":
        return Shuffle(on=what == "S1", deck=deck)
    return Cleared(by_hand=what == "K2", deck=deck)


def _payload(message: Message) -> str:
    match message:
        case CardDrawn(card, int(counter), _, draw, None):
            return f"{_LETTERS[draw]}{counter:03}{card.upper()}"
        case CardUnread(int(counter), _, None):
            return f"U{counter:03}"
        case Heartbeat(int(counter), _):
            return f"H{counter:03}"
        case Banner(text):
            return f"B{text}"
        case Reply(False, code):
            return f"Z{code}"
        case Shuffle(on, deck):
            return _with_deck(f"S{on:d}", deck)
        case Count(count, deck):
            return _with_deck(f"N{count:03}", deck)
        case Cleared(by_hand, deck):
            return _with_deck("K2" if by_hand else "K1", deck)
        case _:
            # Not the whole union: what this protocol has no word for is refused by the caller.
            return ""


def _with_deck(what: str, deck: str) -> str:
    return f"{what}:{deck}" if deck else what


def frame(payload: str) -> bytes:
    """The bytes of a payload on the line, from STX to check byte."""
    body = payload.encode("ascii") + bytes([ETX])
    return bytes([STX]) + body + bytes([exclusive_or(body)])


class Reference(msgspec.Struct, frozen=True):
    """The reference protocol at 9600 8N1.

    A heartbeat comes every 2 s; a device is silent once nothing came for `heartbeat_ms`. A card's report that
    comes again with counter and card unchanged within `repeat_ms` is `Repeated`; later, it is for the
    reconciler, which knows the counters, to say what it means.
    """

    name: str = "reference"
    serial: Serial = Serial(9600)
    checked: bool = True
    heartbeat_ms: int | None = 3_500
    max_age_ms: int = 2_000
    repeat_ms: int = 3_000

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded:
        return decode(Framing(_CUT, self._read, self.max_age_ms), pending, data, at)

    def _read(
        self, seen: tuple[Seen, ...], report: bytes, at: int
    ) -> tuple[tuple[Seen, ...], tuple[Message, ...]] | str:
        payload = report[1:-2].decode("ascii")
        message = _message(payload)
        if message is None:
            return "unknown report"
        if isinstance(message, Banner):
            return (), (message,)
        if not isinstance(message, CardDrawn | CardUnread):
            return seen, (message,)
        again = any(old.key == payload and at - old.at <= self.repeat_ms * 1_000_000 for old in seen)
        return (Seen(payload, at),), (Repeated(payload) if again else message,)

    def encode(self, message: Message, number: int = 0) -> bytes:  # noqa: ARG002  # cards carry their own counter
        fixed = next((payload for payload, known in _FIXED.items() if known == message), "")
        payload = fixed or _payload(message)
        if not payload or _message(payload) != message:
            raise ValueError(f"the reference protocol cannot say {message}")
        return frame(payload)

    def order(self, order: Order) -> bytes | None:
        return frame(_ORDERS[order])


_CUT = cut_marks((Mark(STX, rb"[\x20-\x7e]", LONGEST, ETX, 1, _sound),))


class _Options(msgspec.Struct, frozen=True):
    heartbeat_ms: Milliseconds = 3_500
    max_age_ms: Milliseconds = 2_000
    repeat_ms: Milliseconds = 3_000


def dialect(options: dict[str, object]) -> Reference:
    """The reference protocol; options `heartbeat_ms`, `max_age_ms` and `repeat_ms`.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    chosen = read_options(options, _Options)
    return Reference(heartbeat_ms=chosen.heartbeat_ms, max_age_ms=chosen.max_age_ms, repeat_ms=chosen.repeat_ms)
