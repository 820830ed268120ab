"""`barcode`: barcode and swipe scanners, one line a scan, with the house's own codes on the cards.

Real schemes differ, so the map from code to card is chosen by name or written in the table's file. No check: a
code that is another card's is that card. A dealer's badge is never a card.
"""

import re
from collections.abc import Collection

import msgspec

from games.cards import RANKS, Card
from shoe.codes import CodeDrawn, Spelt, Told
from shoe.dialects import Decoded, Dialect, Pending, Seen, Serial
from shoe.framing import Framing, decode
from shoe.lines import TERMINATORS, cut_lines, end_of, text
from shoe.messages import Badge, CardDrawn, CardUnread, Message, Order
from shoe.options import Milliseconds, read_options

LONGEST = 64
_ACE_FIRST = "A" + RANKS[:-1]


def _in_order(suits: str) -> tuple[Card, ...]:
    return tuple(Card(rank + suit) for suit in suits for rank in _ACE_FIRST)


MAPS: dict[str, dict[str, Card]] = {
    "index": {f"{place:04}": card for place, card in enumerate(_in_order("chds"))},
    "tens": {
        f"{suit}{(place + 1) * 10:03}": Card(rank + letter)
        for suit, letter in enumerate("shcd", start=1)
        for place, rank in enumerate(_ACE_FIRST)
    },
    "letter": {f"{card.suit.upper()}{_ACE_FIRST.index(card.rank) + 1}": card for card in _in_order("shdc")},
    "number": {str(place): card for place, card in enumerate(_in_order("shcd"), start=1)},
}
"""Known schemes.

`index`: `0000` to `0051`, clubs, hearts, diamonds, spades, each ace to king. `tens`: suit 1 to 4 for spades,
hearts, clubs, diamonds, then ten times the rank in three digits (`4130` king of diamonds). `letter`: suit and 1 to 13
(`D12` queen of diamonds). `number`: 1 to 52, spades, hearts, clubs, diamonds.
"""


class Barcode(msgspec.Struct, frozen=True):
    """A scanner's language: `codes` are the whole texts of a line, prefix and suffix taken off."""

    codes: dict[str, Card]
    badge: str
    unread: tuple[str, ...]
    prefix: str
    suffix: str
    terminator: str
    name: str = "barcode"
    serial: Serial = Serial(9600)
    checked: bool = False
    heartbeat_ms: int | None = None
    max_age_ms: int = 2_000

    @property
    def listing(self) -> tuple[str, ...]:
        return ("map",)

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded:
        return decode(Framing(cut_lines(self.terminator, LONGEST), self._read, self.max_age_ms), pending, data, at)

    def spell(self, pending: Pending, data: bytes, at: int) -> Spelt:
        return decode(Framing(cut_lines(self.terminator, LONGEST), self._spelt, self.max_age_ms), pending, data, at)

    def with_codes(self, codes: dict[str, Card]) -> Dialect:
        _checked(codes, self.badge, self.unread)
        return msgspec.structs.replace(self, codes=codes)

    def _read(
        self,
        seen: tuple[Seen, ...],
        report: bytes,
        at: int,  # noqa: ARG002  # a scan has no repeat by protocol
    ) -> tuple[tuple[Seen, ...], tuple[Message, ...]] | str:
        told = self._told(report)
        match told:
            case str():
                return told
            case CodeDrawn(_, card):
                return (seen, (CardDrawn(card),)) if card else "unknown code"
            case _:
                return seen, (told,)

    def _spelt(
        self,
        seen: tuple[Seen, ...],
        report: bytes,
        at: int,  # noqa: ARG002  # a scan has no repeat by protocol
    ) -> tuple[tuple[Seen, ...], tuple[Told, ...]] | str:
        told = self._told(report)
        return told if isinstance(told, str) else (seen, (told,))

    def _told(self, report: bytes) -> CardUnread | Badge | CodeDrawn | str:
        """What a line says, a card by its code; or what is wrong with it."""
        code = text(report, self.terminator)
        if code is None or not (code.startswith(self.prefix) and code[len(self.prefix) :].endswith(self.suffix)):
            return "no scan"
        code = code[len(self.prefix) : len(code) - len(self.suffix)].strip()
        if code in self.unread:
            return CardUnread()
        if self.badge and re.fullmatch(self.badge, code):
            return Badge(code)
        return CodeDrawn(code, self.codes.get(code))

    def encode(self, message: Message, number: int = 0) -> bytes:  # noqa: ARG002  # a scanner numbers nothing
        code = None
        match message:
            case CardDrawn(card):
                code = next((code for code, known in self.codes.items() if known is card), None)
            case CardUnread():
                code = next(iter(self.unread), None)
            case Badge(id):
                code = id
            case _:
                pass
        line = f"{self.prefix}{code}{self.suffix}".encode() + end_of(self.terminator)
        if code is None or self._read((), line, 0) != ((), (message,)):
            raise ValueError(f"this scanner cannot say {message}")
        return line

    def order(self, order: Order) -> bytes | None:  # noqa: ARG002  # a scanner takes no orders
        return None


class _Options(msgspec.Struct, frozen=True):
    map: str | dict[str, Card] = "index"
    badge: str = "D[0-9]{4}"
    unread: tuple[str, ...] = ("NOREAD", "NR", "ERROR", "?")
    prefix: str = ""
    suffix: str = ""
    terminator: str = "any"
    max_age_ms: Milliseconds = 2_000


def dialect(options: dict[str, object]) -> Barcode:
    """A scanner with these options.

    `map`: a known scheme by name, or a table from code to card (`"0001" = "As"`). `badge`: a regular expression, of at
    most 64 characters read; "" for none. `unread`: what the scanner sends when it could not read.
    `prefix`, `suffix`, `terminator` (any, cr, lf, crlf, etx, tab), `max_age_ms`.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    chosen = read_options(options, _Options)
    codes = MAPS.get(chosen.map) if isinstance(chosen.map, str) else chosen.map
    if not codes:
        raise ValueError(f"map: {chosen.map!r} is no known scheme: {', '.join(MAPS)}, or a table from code to card")
    if chosen.terminator not in TERMINATORS:
        raise ValueError(f"terminator: {chosen.terminator!r} is none of {', '.join(TERMINATORS)}")
    _checked(codes, chosen.badge, chosen.unread)
    if chosen.prefix != chosen.prefix.lstrip() or chosen.suffix != chosen.suffix.rstrip():
        raise ValueError("prefix, suffix: blanks at the ends of a line are not kept")
    around = chosen.prefix, chosen.suffix, chosen.terminator
    return Barcode(codes, chosen.badge, chosen.unread, *around, max_age_ms=chosen.max_age_ms)


def _checked(codes: Collection[str], badge: str, unread: tuple[str, ...]) -> None:
    """Refuse codes that a line cannot bring, or that are something else."""
    try:
        badges = [code for code in codes if badge and re.fullmatch(badge, code)]
    except re.error as error:
        raise ValueError(f"badge: {badge!r} is no regular expression: {error}") from error
    if badges:
        raise ValueError(f"badge: matches the card code {badges[0]!r}")
    if both := set(codes) & set(unread):
        raise ValueError(f"unread: {both.pop()!r} is a card's code")
    if odd := [code for code in codes if code != code.strip() or not code.isascii() or not code]:
        raise ValueError(f"map: {odd[0]!r} cannot be a code: it is empty, has blanks around it, or is no ASCII")
