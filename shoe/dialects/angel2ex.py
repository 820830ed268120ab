"""`angel2ex`: the Angel Eye II-EX baccarat shoe, 4800 8N1, binary.

A report is `ENQ, sequence digit, code letter, payload, ETX, check as two hexadecimal digits`; payload bytes have
bit 7 set; the check is the exclusive-or from sequence to ETX. Each report is sent three times. Restated from
two public readers of this shoe; no capture from hardware is public. Where they disagree there is an option.
"""

import re

import msgspec

from shoe.angel_words import payload_of, read_payload
from shoe.dialects import Decoded, Pending, Seen, Serial
from shoe.framing import Framing, decode
from shoe.marks import Lone, Mark, cut_marks, exclusive_or
from shoe.messages import Gap, Message, Order, Repeated, Reply
from shoe.options import Milliseconds, read_options

STX, ETX, ENQ, ACK, NAK = 0x02, 0x03, 0x05, 0x06, 0x15
NAK_CODES = bytes([0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0xFF])
"""What may follow a NAK; 02 and 03 are among it, so mark and code are taken together."""
COPIES = 3
_ORDERS = {
    Order.LOCK: b"LK02",
    Order.UNLOCK: b"LK01",
    Order.CLEAR_ERROR: b"EC00",
    Order.KEEP_OVERDRAWN: b"EC01",
    Order.DISCARD_OVERDRAWN: b"EC02",
    Order.CONFIRM: b"GP00",
}
_REPORT = re.compile(rb"\x05([0-9])([A-Za-z])([\x80-\xff]*)\x03..", re.DOTALL)


def _check(body: bytes) -> bytes:
    return b"%02X" % exclusive_or(body)


def _sound(report: bytes) -> bool:
    return _check(report[1:-2]) == report[-2:]


def _sound_reply(report: bytes) -> bool:
    return report[-2:] in (_check(report[1:-2]), _check(report[:-2]))


_CUT = cut_marks(
    (
        Mark(ENQ, rb"[0-9A-Za-z\x80-\xff]", 16, ETX, 2, _sound),
        Mark(STX, rb"[\x20-\x7e\x80-\xff]", 32, ETX, 2, _sound_reply),
    ),
    (Lone(ACK), Lone(NAK, NAK_CODES)),
)


class Angel2Ex(msgspec.Struct, frozen=True):
    """The shoe's language.

    Its sequence digit counts reports, not cards, so cards carry no counter and a jump is a `Gap`. After 9
    comes 0 on some shoes and 1 on others: `wrap` says which, or None to learn it from the line. While it is not
    known, a 1 after a 9 is taken, and said as a `Gap`, since a lost 0 would look the same.
    `bcc_from_stx`: whether the check of an order counts its STX (the vendor's text and example differ).
    """

    name: str = "angel2ex"
    serial: Serial = Serial(4800)
    checked: bool = True
    heartbeat_ms: int | None = None
    max_age_ms: int = 2_000
    repeat_ms: int = 1_000
    wrap: int | None = None
    bcc_from_stx: bool = True

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded:
        return decode(Framing(_CUT, self._read, self.max_age_ms), pending, data, at)

    def _read(
        self, seen: tuple[Seen, ...], report: bytes, at: int
    ) -> tuple[tuple[Seen, ...], tuple[Message, ...]] | str:
        if report[0] == ACK:
            return seen, (Reply(ok=True),)
        if report[0] == NAK:
            return seen, (Reply(ok=False, code=f"{report[1]:02X}"),)
        found = _REPORT.fullmatch(report)
        if not found:
            return "reply to a question that was not asked" if report[0] == STX else "no report's shape"
        message = read_payload(found[2].decode(), found[3])
        if message is None:
            return "unknown report"
        key = report[1:-3].hex()
        last = next((old for old in seen if not old.key.startswith("wrap")), None)
        if last and last.key == key and at - last.at <= self.repeat_ms * 1_000_000:
            return _remember(_wrap(seen), key, at), (Repeated(f"{found[2].decode()}{found[1].decode()}"),)
        wrap, gap = self._follow(_wrap(seen), last, int(found[1]), found[2])
        return _remember(wrap, key, at), ((gap, message) if gap else (message,))

    def _follow(self, learnt: int | None, last: Seen | None, got: int, code: bytes) -> tuple[int | None, Gap | None]:
        """What is known of the wrap after this sequence digit, and the gap before it."""
        # Only a shoe that goes on with 0 ever sends one; it ends every doubt.
        known = self.wrap if self.wrap is not None else 0 if got == 0 else learnt
        if last is None or code == b"S":
            return known, None
        before, started = bytes.fromhex(last.key)[:2]
        expected = (before - ord("0")) + 1
        if expected == 10:
            expected = known or 0
        if got == 1 and expected == 0 and known is None:
            return 1, Gap(0, 1)
        # The first report after the start may bear the start's own digit.
        repeats_start = started == ord("S") and got == before - ord("0")
        return known, None if got == expected or repeats_start else Gap(expected, got)

    def encode(self, message: Message, number: int = 0) -> bytes:
        """The report as the shoe sends it, three times; `number` makes its sequence digit.

        Raises:
            ValueError: this shoe cannot say that.
        """
        if isinstance(message, Reply):
            return _encode_reply(message)
        found = payload_of(message)
        if found is None or read_payload(*found) != message:
            raise ValueError(f"an Angel Eye II-EX cannot say {message}")
        digit = (number - 1) % 9 + 1 if self.wrap == 1 else number % 10
        return sealed(b"%d%s" % (digit, found[0].encode()) + found[1]) * COPIES

    def order(self, order: Order) -> bytes | None:
        body = b"OP" + _ORDERS[order] + bytes([ETX])
        whole = bytes([STX]) + body
        return whole + _check(whole if self.bcc_from_stx else body)


def sealed(body: bytes) -> bytes:
    """One copy of a report with this sequence, code and payload, from ENQ to check."""
    return bytes([ENQ]) + body + bytes([ETX]) + _check(body + bytes([ETX]))


def _encode_reply(reply: Reply) -> bytes:
    if reply.ok and not reply.code:
        return bytes([ACK])
    if not reply.ok and re.fullmatch("[0-9A-F]{2}", reply.code) and int(reply.code, 16) in NAK_CODES:
        return bytes([NAK, int(reply.code, 16)])
    raise ValueError(f"an Angel Eye II-EX cannot say {reply}")


def _wrap(seen: tuple[Seen, ...]) -> int | None:
    return next((int(old.key[-1]) for old in seen if old.key.startswith("wrap")), None)


def _remember(wrap: int | None, key: str, at: int) -> tuple[Seen, ...]:
    last = Seen(key, at)
    return (last,) if wrap is None else (Seen(f"wrap {wrap}", 0), last)


class _Options(msgspec.Struct, frozen=True):
    max_age_ms: Milliseconds = 2_000
    repeat_ms: Milliseconds = 1_000
    wrap: int | None = None
    bcc_from_stx: bool = True


def dialect(options: dict[str, object]) -> Angel2Ex:
    """The shoe with options `wrap` (0 or 1, else learnt), `bcc_from_stx`, `repeat_ms` and `max_age_ms`.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    chosen = read_options(options, _Options)
    if chosen.wrap not in (None, 0, 1):
        raise ValueError("wrap: the sequence goes on with 0 or with 1 after a 9")
    return Angel2Ex(
        max_age_ms=chosen.max_age_ms,
        repeat_ms=chosen.repeat_ms,
        wrap=chosen.wrap,
        bcc_from_stx=chosen.bcc_from_stx,
    )
